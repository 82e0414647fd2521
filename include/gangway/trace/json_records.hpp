// L5 - finds the records of a JSON list and the line of each, without parsing them.
#pragma once

#include <gangway/text/text.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace gangway::trace {

/// Finds the records of a JSON list without parsing them, so that a broken one costs only itself.
class json_records {
  public:
    enum class found { record, too_deep, stray, cut, end };

    explicit json_records(std::string_view content) : content_{content} {}

    /// Goes to the next thing in the list; `text` is the record and `line` where it begins.
    [[nodiscard]] found next(std::string_view& text, std::size_t& line) {
        while (at_ < content_.size()) {
            auto const begin = at_;
            char const c = content_[at_];
            if (c == '{') {
                auto const result = skip_record();
                text = content_.substr(begin, at_ - begin);
                line = line_at(begin);
                return result;
            }
            ++at_;
            if (c == '[' && !opened_) {
                opened_ = true;
            } else if (c == ']' && opened_ && !closed_) {
                closed_ = true;
            } else if (!text::is_blank(c) && c != '\n' && c != '\r' && !(c == ',' && opened_ && !closed_)) {
                at_ = std::min(content_.find_first_of("{]\n", at_), content_.size());
                text = content_.substr(begin, at_ - begin);
                line = line_at(begin);
                return found::stray;
            }
        }
        line = line_at(content_.size());
        text = {};
        return opened_ && !closed_ ? found::cut : found::end;
    }

  private:
    static constexpr int deepest = 32; // a record of the trace has four levels

    found skip_record() {
        int depth = 0;
        bool too_deep = false;
        while (at_ < content_.size()) {
            char const c = content_[at_++];
            if (c == '"') {
                while (at_ < content_.size() && content_[at_] != '"') at_ += content_[at_] == '\\' ? 2 : 1;
                ++at_;
            } else if (c == '{' || c == '[') {
                too_deep = ++depth > deepest || too_deep;
            } else if ((c == '}' || c == ']') && --depth == 0) {
                return too_deep ? found::too_deep : found::record;
            }
        }
        at_ = content_.size();
        return found::cut;
    }

    std::size_t line_at(std::size_t place) {
        line_ += static_cast<std::size_t>(std::count(content_.begin() + static_cast<std::ptrdiff_t>(counted_),
                                                     content_.begin() + static_cast<std::ptrdiff_t>(place), '\n'));
        counted_ = place;
        return line_;
    }

    std::string_view content_;
    std::size_t at_ = 0;
    std::size_t counted_ = 0; // line_ is the line of this place
    std::size_t line_ = 1;
    bool opened_ = false;
    bool closed_ = false;
};

} // namespace gangway::trace
