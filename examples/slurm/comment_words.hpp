// slurm - words in the comment of a job, as its owner wrote them: --comment 'gangway model=gpt2 rate=3.5'.
#pragma once

#include <optional>
#include <string_view>

namespace slurm {

/// Calls `visit(word)` for each word; blanks, commas and semicolons stand between words.
template <class Visit>
void each_word(char const* comment, Visit&& visit) {
    std::string_view rest = comment == nullptr ? std::string_view{} : std::string_view{comment};
    while (!rest.empty()) {
        auto const end = rest.find_first_of(" \t,;");
        if (end != 0) visit(rest.substr(0, end));
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
}

[[nodiscard]] inline bool has_word(char const* comment, std::string_view wanted) {
    bool found = false;
    each_word(comment, [&](std::string_view word) { found = found || word == wanted; });
    return found;
}

/// What stands behind `key=`; the first one counts.
[[nodiscard]] inline std::optional<std::string_view> value_of(char const* comment, std::string_view key) {
    std::optional<std::string_view> value;
    each_word(comment, [&](std::string_view word) {
        if (!value && word.size() > key.size() && word.starts_with(key) && word[key.size()] == '=')
            value = word.substr(key.size() + 1);
    });
    return value;
}

} // namespace slurm
