// L5 - what a reader of logs has to say beside the rates.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gangway::profile {

/// What may be wrong with a log, or with the rate that it shows.
enum class log_doubt : std::uint8_t {
    no_rate,           ///< no line of a known form
    step_without_time, ///< a step counter, but no time beside it: no rate can be known
    restart,           ///< the step counter of a run went back
    clock_went_back,   ///< a timestamp before the one above it
    bad_value,         ///< a rate of zero, or none at all
    whole_run_only,    ///< only the mean of a whole pass or run, warm-up and pauses included
    coarse_digits,     ///< the printed digits leave more than 2 % open
    not_settled,       ///< times were still falling at the end
    stalls,            ///< readings set aside: checkpoints, evaluations
    uneven,            ///< so many slow readings that they count as the run's own
    few_readings,      ///< too few for an interval
    ranks_differ,      ///< ranks of one run report rates more than 5 % apart
    cut_last_line,     ///< the log ends without a line end: that line was not read
    overlong_line,     ///< longer than 65,536 bytes: not read
    too_many_streams   ///< more kinds of line than are kept apart
};

/// How many kinds there are.
inline constexpr std::size_t log_doubts = static_cast<std::size_t>(log_doubt::too_many_streams) + 1;

/// The doubt as it is printed: its own name.
[[nodiscard]] constexpr std::string_view to_text(log_doubt d) {
    constexpr std::array<std::string_view, log_doubts> names{
        "no_rate",        "step_without_time", "restart",       "clock_went_back", "bad_value",
        "whole_run_only", "coarse_digits",     "not_settled",   "stalls",          "uneven",
        "few_readings",   "ranks_differ",      "cut_last_line", "overlong_line",   "too_many_streams"};
    return names[static_cast<std::size_t>(d)];
}

/// What it means, for a person.
[[nodiscard]] constexpr std::string_view explained(log_doubt d) {
    constexpr std::array<std::string_view, log_doubts> words{
        "no line has a rate in a form that is known; --form adds one",
        "there is a step counter without a time beside it: no rate can be known from it",
        "the step counter went back: a restart, or a new pass over the data; what follows is read as a new stretch",
        "a timestamp lies before the one above it; the lines between are not compared",
        "a rate of zero, or one that is no rate; left out",
        "only means since the start of a pass or of the run: warm-up and pauses are in them",
        "the printed digits leave more than 2 % open; the interval is as wide",
        "times were still falling where the log ends: the run had not settled",
        "readings far slower than the rest were set aside (a checkpoint, an evaluation)",
        "a fifth of the readings or more are far slower than the rest: taken as the run's own way",
        "too few readings for an interval",
        "ranks of one run report rates more than 5 % apart; the slowest counts",
        "the log ends without a line end; that line was not read",
        "a line is longer than 65536 bytes; not read",
        "more kinds of line than are kept apart; the later ones are not read"};
    return words[static_cast<std::size_t>(d)];
}

/// A doubt, where it was first met, and how often.
struct log_finding {
    log_doubt what = log_doubt::no_rate; ///< is in doubt
    std::size_t line = 0;                ///< from 1; 0: the log as a whole
    std::size_t count = 1;               ///< how often

    friend bool operator==(log_finding const&, log_finding const&) = default;
};

} // namespace gangway::profile
