// L5 - what a reader of text reports: issues with file, line and kind, and the rules for rows that are wrong.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace gangway::text {

/// What may be wrong with a row or a file.
enum class issue_kind {
    malformed,
    missing_field,
    bad_number,
    out_of_range,
    negative,
    zero_gpus,
    zero_or_negative_run,
    duplicate_id,
    unknown_end,
    unordered,
    capacity,
    never_ran,
    partial_run,
    cut_last_line,
    overlong_line,
    unknown_format,
    unlisted
};

/// How many kinds there are.
inline constexpr std::size_t issue_kinds = static_cast<std::size_t>(issue_kind::unlisted) + 1;

/// The kind as it is printed: its own name.
[[nodiscard]] constexpr std::string_view to_text(issue_kind kind) {
    constexpr std::array<std::string_view, issue_kinds> names{"malformed",
                                                              "missing_field",
                                                              "bad_number",
                                                              "out_of_range",
                                                              "negative",
                                                              "zero_gpus",
                                                              "zero_or_negative_run",
                                                              "duplicate_id",
                                                              "unknown_end",
                                                              "unordered",
                                                              "capacity",
                                                              "never_ran",
                                                              "partial_run",
                                                              "cut_last_line",
                                                              "overlong_line",
                                                              "unknown_format",
                                                              "unlisted"};
    return names[static_cast<std::size_t>(kind)];
}

/// Something in a file that is not as it should be, where it is, and what the rule did about it.
struct issue {
    std::string file;                        ///< as the caller calls it
    std::size_t line = 0;                    ///< from 1; 0: the file as a whole
    issue_kind kind = issue_kind::malformed; ///< of fault
    std::string what;                        ///< what is wrong, and what to do where the user can do something
    std::string done;                        ///< what the rule did

    friend bool operator==(issue const&, issue const&) = default;
};

/// What becomes of a row that cannot be taken as it stands.
enum class rule {
    skip,   ///< the row is left out
    repair, ///< the named repair of its kind is applied; where there is none, the row is left out
    stop    ///< reading ends; nothing is usable
};

} // namespace gangway::text
