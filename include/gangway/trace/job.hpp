// L5 - the record of a trace, and what a reader returns: jobs, and what was wrong with the file.
#pragma once

#include <gangway/quantity.hpp>
#include <gangway/text/issue.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gangway::trace {

/// One job of a trace.
///
/// Semantics: every reader keeps these promises. `id` is unique and not empty; `submitted` is finite and not negative;
/// `gpus` is 1 to 2^31; `run` and `estimate` are positive and finite; no text holds a control character or has more
/// than 1024 bytes.
struct job {
    std::string id = {};                   ///< unique in the trace
    std::string user = {};                 ///< empty: unknown
    std::string group = {};                ///< virtual cluster or queue; empty: unknown
    instant submitted = {};                ///< from the origin of the trace
    std::int64_t gpus = 1;                 ///< 1 to 2^31
    duration run = {};                     ///< above 0
    std::optional<duration> estimate = {}; ///< empty: the trace has none
    std::string status = {};               ///< the word of the trace; empty: unknown

    friend bool operator==(job const&, job const&) = default;
};

using text::issue;
using text::issue_kind;
using text::rule;

/// How a trace is read.
struct read_options {
    rule bad_rows = rule::skip; ///< skip, repair or stop
    std::string origin = {};    ///< Philly JSON only: the local time that is second 0; empty: the earliest submission
};

/// What a reader made of a file.
///
/// Semantics: `jobs` are sorted by submit time, then id in natural order, whatever the order of the rows. Every record
/// is either a job or counted in `left_out`, and each one left out has an issue: `records == jobs.size() + left_out`.
struct read_result {
    std::vector<job> jobs;          ///< by submission
    std::vector<std::size_t> lines; ///< where jobs[i] was read
    std::vector<issue> issues;      ///< by line
    std::string format;             ///< that was read
    std::size_t records = 0;        ///< of the file
    std::size_t left_out = 0;       ///< records, each with an issue
    bool usable = false;            ///< the file was read to its end, and holds a job unless it holds no record at all
};

} // namespace gangway::trace
