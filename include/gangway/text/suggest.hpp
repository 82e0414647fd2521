// L5 - what a person probably meant: the nearest of the words that are known.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gangway::text {

/// Words in a row.
[[nodiscard]] inline std::string joined(std::span<std::string_view const> words, std::string_view between = ", ") {
    std::string out;
    for (auto const word : words) (out += out.empty() ? "" : between) += word;
    return out;
}

/// Letters to change, add or leave out to turn one word into the other. Complexity: O(|a| |b|).
/// Source: Levenshtein, "Binary codes capable of correcting deletions, insertions, and reversals", 1966.
[[nodiscard]] inline std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t corner = std::exchange(row[0], i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            std::size_t const changed = corner + (a[i - 1] == b[j - 1] ? 0 : 1);
            corner = row[j];
            row[j] = std::min({changed, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row.back();
}

/// The word that was probably meant, as ", did you mean 'x'?"; empty where none is near.
[[nodiscard]] inline std::string did_you_mean(std::string_view word, std::span<std::string_view const> known) {
    std::string_view best;
    std::size_t least = std::max<std::size_t>(2, word.size() / 3) + 1;
    for (auto const candidate : known) {
        bool const begins = word.size() >= 3 && candidate.starts_with(word);
        std::size_t const distance = begins ? 1 : edit_distance(word, candidate);
        if (distance < least && distance < candidate.size()) {
            least = distance;
            best = candidate;
        }
    }
    return best.empty() ? "" : ", did you mean '" + std::string{best} + "'?";
}

} // namespace gangway::text
