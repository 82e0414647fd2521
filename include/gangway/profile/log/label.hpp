// L5 - what a line says of itself: whether its label is of a training, and which rank wrote it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "number.hpp"

namespace gangway::profile {

namespace detail {

[[nodiscard]] constexpr bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Letters of a label, in lower case, that say it is no training.
[[nodiscard]] inline bool says_no_training(std::string_view label) {
    constexpr std::array<std::string_view, 22> words{"valid",      "eval",  "test",  "sanity",  "predict", "infer",
                                                     "download",   "load",  "map",   "token",   "filter",  "generat",
                                                     "checkpoint", "shard", "fetch", "extract", "upload",  "process",
                                                     "sampling",   "encod", "cach",  "comput"};
    return std::any_of(words.begin(), words.end(), [&](auto w) { return label.find(w) != std::string_view::npos; });
}

/// The rank that a line names near its start: [rank3]: [Rank 3] [1,3]<stdout>: worker-3: 3: ; -1 where it names none.
[[nodiscard]] inline int rank_of(std::string_view line) {
    auto s = line.substr(0, 96);
    auto const number_at = [&](std::size_t at) {
        int n = 0;
        std::size_t digits = 0;
        for (; at < s.size() && text::is_digit(s[at]) && digits < 7; ++at, ++digits) n = n * 10 + (s[at] - '0');
        return digits == 0 ? -1 : n;
    };
    std::size_t digits = 0;
    while (digits < s.size() && text::is_digit(s[digits])) ++digits;
    if (digits > 0 && digits < 6 && s.substr(digits).starts_with(": ")) return number_at(0); // srun --label
    if (s.starts_with("worker-")) return number_at(7);
    if (s.starts_with("[default")) return number_at(8);
    if (s.starts_with("[")) { // mpirun --tag-output
        auto const comma = s.find(',');
        auto const tag = s.find("]<std");
        if (comma != std::string_view::npos && tag != std::string_view::npos && comma < tag && comma < 8)
            return number_at(comma + 1);
    }
    for (auto at = s.find("ank"); at != std::string_view::npos; at = s.find("ank", at + 1)) {
        if (at == 0 || (s[at - 1] != 'r' && s[at - 1] != 'R') || (at > 1 && is_letter(s[at - 2]))) continue;
        auto from = at + 3;
        while (from < s.size() && is_loose(s[from])) ++from;
        return number_at(from);
    }
    return -1;
}

} // namespace detail

} // namespace gangway::profile
