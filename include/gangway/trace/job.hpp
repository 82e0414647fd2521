// L5 - the record of a trace, and what a reader returns: jobs, and what was wrong with the file.
#pragma once

#include <gangway/quantity.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gangway::trace {

/// One job of a trace.
///
/// Semantics: every reader keeps these promises. `id` is unique and not empty; `submitted` is finite and not negative;
/// `gpus` is 1 to 2^31; `run` and `estimate` are positive and finite; no text holds a control character or has more
/// than 1024 bytes.
struct job {
    std::string id = {};
    std::string user = {};  ///< empty: unknown
    std::string group = {}; ///< virtual cluster or queue; empty: unknown
    instant submitted = {};
    std::int64_t gpus = 1;
    duration run = {};
    std::optional<duration> estimate = {};
    std::string status = {}; ///< the word of the trace; empty: unknown

    friend bool operator==(job const&, job const&) = default;
};

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
    std::string file;
    std::size_t line = 0; ///< from 1; 0: the file as a whole
    issue_kind kind = issue_kind::malformed;
    std::string what; ///< what is wrong, and what to do where the user can do something
    std::string done; ///< what the rule did

    friend bool operator==(issue const&, issue const&) = default;
};

/// What becomes of a row that cannot be taken as it stands.
enum class rule {
    skip,   ///< the row is left out
    repair, ///< the named repair of its kind is applied; where there is none, the row is left out
    stop    ///< reading ends; nothing is usable
};

struct read_options {
    rule bad_rows = rule::skip;
    std::string origin = {}; ///< Philly JSON only: the local time that is second 0; empty: the earliest submission
};

/// What a reader made of a file.
///
/// Semantics: `jobs` are sorted by submit time, then id in natural order, whatever the order of the rows. Every record
/// is either a job or counted in `left_out`, and each one left out has an issue: `records == jobs.size() + left_out`.
struct read_result {
    std::vector<job> jobs;
    std::vector<std::size_t> lines; ///< where jobs[i] was read
    std::vector<issue> issues;      ///< by line
    std::string format;
    std::size_t records = 0;
    std::size_t left_out = 0;
    bool usable = false; ///< the file was read to its end, and holds a job unless it holds no record at all
};

} // namespace gangway::trace
