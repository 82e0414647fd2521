// tool - breaks text into lines at blanks.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace tool {

/// The text in lines of at most `width`, every line but the first behind `indent` blanks; a longer word keeps its line.
///
/// `column` says how many characters already stand on the first line.
inline std::string wrapped(std::string_view text, std::size_t width, std::size_t indent, std::size_t column = 0) {
    std::string out;
    bool fresh = true; // nothing of the text on this line yet
    while (!text.empty()) {
        auto const blank = std::min(text.find(' '), text.size());
        auto const word = text.substr(0, blank);
        if (!fresh && column + 1 + word.size() > width) {
            out.append(1, '\n').append(indent, ' ');
            column = indent;
            fresh = true;
        }
        if (!fresh) out += ' ';
        column += word.size() + (fresh ? 0 : 1);
        out += word;
        fresh = false;
        text.remove_prefix(std::min(blank + 1, text.size()));
    }
    return out;
}

} // namespace tool
