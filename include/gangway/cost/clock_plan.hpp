// L5 - what a choice of clocks for the stages of a model adds up to, and the best one clock for all of them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "pipeline.hpp"
#include "rounding.hpp"

namespace gangway::cost {

/// What a stage takes and costs at one clock.
struct clock_option {
    duration time; ///< of the stage at the clock
    energy joules; ///< of the stage at the clock
};

/// `options[s][c]`: stage s at clock c; every stage has the same clocks in the same order.
using stage_options = std::vector<std::vector<clock_option>>;

/// What it costs to change the clock between two stages.
struct switching {
    duration time{};     ///< of one change
    energy joules{};     ///< of one change
    bool cyclic = false; ///< the first stage follows the last one: going back to its clock is a change too
};

[[nodiscard]] inline bool is_sound(switching const& s) {
    auto const counts = [](double v) { return std::isfinite(v) && v >= 0.0; };
    return counts(s.time.value()) && counts(s.joules.value());
}

/// A clock for each stage, and what they add up to with the changes.
struct clock_plan {
    std::vector<std::size_t> clocks; ///< by stage
    duration time;                   ///< of all stages and changes
    energy joules;                   ///< of all stages and changes
    std::size_t changes = 0;         ///< of the clock
};

/// The options of stages at a list of clocks.
template <device_power Power>
[[nodiscard]] stage_options options_of(std::span<stage const> stages, roofs const& r,
                                       std::span<clock_shares const> clocks, Power const& model) {
    stage_options out;
    for (auto const& s : stages) {
        auto& row = out.emplace_back();
        for (auto const& f : clocks) {
            auto const c = cost_of(s, r, f, model);
            row.push_back({c.time, c.joules});
        }
    }
    return out;
}

/// True for options that can be compared: at least one stage and clock, all rows alike, finite and not negative.
[[nodiscard]] inline bool is_sound(stage_options const& options) {
    auto const counts = [](double v) { return std::isfinite(v) && v >= 0.0; };
    return !options.empty() && !options.front().empty() &&
           std::all_of(options.begin(), options.end(), [&](auto const& row) {
               return row.size() == options.front().size() &&
                      std::all_of(row.begin(), row.end(), [&](clock_option const& o) {
                          return counts(o.time.value()) && counts(o.joules.value());
                      });
           });
}

/// What a choice of clocks adds up to. Expects: sound options, a clock of the list for each stage.
[[nodiscard]] inline clock_plan plan_of(stage_options const& options, std::vector<std::size_t> clocks,
                                        switching const& change = {}) {
    GANGWAY_EXPECTS(is_sound(options) && clocks.size() == options.size(), "a plan has a clock for each stage");
    clock_plan p{std::move(clocks), {}, {}, 0};
    for (std::size_t s = 0; s < options.size(); ++s) {
        bool const changed = s > 0 && p.clocks[s] != p.clocks[s - 1];
        if (changed) p.time = p.time + change.time;
        if (changed) p.joules = p.joules + change.joules;
        p.changes += changed ? 1 : 0;
        auto const& o = options[s][p.clocks[s]];
        p.time = p.time + o.time;
        p.joules = p.joules + o.joules;
    }
    if (change.cyclic && p.clocks.front() != p.clocks.back()) {
        p.time = p.time + change.time;
        p.joules = p.joules + change.joules;
        ++p.changes;
    }
    return p;
}

/// The one clock for all stages that costs least energy within a deadline; empty where none keeps it.
///
/// Semantics: ties go to the faster clock, then to the earlier one in the list. A sum above the deadline by no more
/// than rounding keeps it (`rounding_slack`). Expects: sound options, a deadline that is not NaN.
/// Complexity: O(stages * clocks).
[[nodiscard]] inline std::optional<clock_plan> one_clock(stage_options const& options, duration deadline = unbounded) {
    GANGWAY_EXPECTS(is_sound(options) && !std::isnan(deadline.value()), "options are sound, a deadline is a number");
    std::optional<clock_plan> best;
    for (std::size_t c = 0; c < options.front().size(); ++c) {
        auto p = plan_of(options, std::vector<std::size_t>(options.size(), c));
        if (!is_within(p.time.value(), deadline.value())) continue;
        if (!best || p.joules < best->joules || (p.joules == best->joules && p.time < best->time)) best = std::move(p);
    }
    return best;
}

} // namespace gangway::cost
