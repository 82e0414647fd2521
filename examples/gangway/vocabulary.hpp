// tool - the words of a policy, as help prints them.
#pragma once

#include "wrap.hpp"

#include <gangway/runtime/words.hpp>

#include <string>
#include <string_view>

namespace tool {

/// The vocabulary as help prints it.
inline std::string vocabulary_help() {
    std::string out = "A policy is rank;admission;placement;clock; what is left out is\nfifo;strict;best-fit;none.\n";
    auto const list = [&](std::string_view title, auto const& words) {
        out += std::string{title} + "\n";
        for (auto const& w : words) {
            if (w.name == "topology") continue; // no cluster of this tool names racks
            constexpr std::size_t column = 37;
            std::string line = "  " + std::string{w.usage};
            if (line.size() >= column) line += "\n" + std::string(column, ' ');
            else line.resize(column, ' ');
            out += line + wrapped(w.means, 80, column, column) + "\n";
        }
    };
    list("rank: one, or sums with +, scaled as 2*efficiency; `a then b` for ties of a", gangway::runtime::rank_words);
    list("admission:", gangway::runtime::admission_words);
    list("placement:", gangway::runtime::placement_words);
    list("clock (reads --clocks):", gangway::runtime::clock_words);
    return out + "Times: 30s, 90m, 36h, 2d. Quote a policy in the shell: it holds ; and ( ).\n";
}

} // namespace tool
