// tool - what the tool cannot go on with; the message is for a person and says what to do.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tool {

/// Exit statuses of every verb.
inline constexpr int ok = 0;
inline constexpr int not_met = 1;  ///< a scenario's expectation does not hold
inline constexpr int unusable = 2; ///< arguments or input that cannot be used

/// Input or arguments that cannot be used.
struct unusable_input : std::runtime_error {
    using std::runtime_error::runtime_error;
};

inline std::string in_quotes(std::string_view text) { return std::string{'\''}.append(text).append(1, '\''); }

inline std::string joined(std::span<std::string_view const> words, std::string_view between = ", ") {
    std::string out;
    for (auto const word : words) out += (out.empty() ? "" : std::string{between}) + std::string{word};
    return out;
}

/// Letters to change, add or leave out to turn one word into the other.
inline std::size_t edit_distance(std::string_view a, std::string_view b) {
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
inline std::string did_you_mean(std::string_view word, std::span<std::string_view const> known) {
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
    return best.empty() ? "" : ", did you mean " + in_quotes(best) + "?";
}

} // namespace tool
