// L5 - a robot's control loop: actions in chunks, planned by calls that take time, carried out at a fixed rate.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "../config.hpp"
#include "../quantity.hpp"
#include "rounding.hpp"

namespace gangway::cost {

/// What the robot does while the next chunk is computed.
enum class replanning {
    synchronous, ///< it waits: each period is a call and then the actions
    asynchronous ///< it goes on with the chunk that it has
};

/// A loop at `rate` actions a second: each call plans a chunk of H = `chunk` actions, of which K = `execute` are
/// carried out before the next plan takes over.
struct control_loop {
    frequency rate;                             ///< actions a second
    std::int64_t chunk = 1;                     ///< H: actions that a call plans
    std::int64_t execute = 1;                   ///< K: of them carried out before the next plan takes over
    replanning mode = replanning::asynchronous; ///< does it wait for the call?
};

/// True for a loop that the formulas take: a finite rate above 0 and 1 <= execute <= chunk.
[[nodiscard]] inline bool is_sound(control_loop const& l) {
    return std::isfinite(l.rate.value()) && l.rate.value() > 0.0 && l.execute >= 1 && l.execute <= l.chunk;
}

/// How a loop fares with calls of some latency T.
struct loop_timing {
    duration period;          ///< from call to call: T + K/r synchronous, max(T, K/r) asynchronous
    duration time_left;       ///< K/r - T; below 0 the call misses the deadline of an asynchronous loop
    std::int64_t stale = 0;   ///< actions of the old chunk that pass while the call runs: T r, rounded up
    std::int64_t spare = 0;   ///< actions of the old chunk that are left for that: H - K
    std::int64_t held = 0;    ///< steps of each call in which the last action is repeated, for want of a new one
    bool keeps_up = false;    ///< T <= K/r: a call ends before the next one is due
    bool chunk_lasts = false; ///< stale <= spare
    bool feasible = false;    ///< no action is ever repeated; synchronous: always, at its slower period
};

/// The timing of a loop whose calls take `latency`.
///
/// Units: r in Hz, T in s. Semantics: T r that lies above a whole number by no more than rounding counts as that
/// number (`rounding_slack`), for the deadline and for the stale actions alike: 0.3 s at 10 Hz are 3 actions, though
/// the product of the doubles is above 3. Synchronous: no action is stale, the robot holds still for `stale` steps.
/// Expects: a sound loop, latency finite and not negative.
[[nodiscard]] inline loop_timing timing_of(control_loop const& l, duration latency) {
    GANGWAY_EXPECTS(is_sound(l),
                    "a control loop has a rate above 0 and executes at least one action of its chunk and at most all");
    GANGWAY_EXPECTS(std::isfinite(latency.value()) && latency.value() >= 0.0, "a latency is finite and not negative");
    duration const executing = static_cast<double>(l.execute) / l.rate;
    double const steps = ceil_within(latency * l.rate);
    GANGWAY_EXPECTS(steps < 0x1p53, "a call lasts less than 2^53 actions");
    loop_timing t;
    t.time_left = executing - latency;
    t.stale = static_cast<std::int64_t>(steps);
    t.spare = l.chunk - l.execute;
    t.keeps_up = t.stale <= l.execute;
    t.chunk_lasts = t.stale <= t.spare;
    if (l.mode == replanning::synchronous) {
        t.period = latency + executing;
        t.held = t.stale;
        t.stale = 0;
        t.chunk_lasts = true;
        t.feasible = true;
    } else {
        t.period = t.keeps_up ? executing : latency;
        t.held = std::max<std::int64_t>(0, t.stale - t.spare);
        t.feasible = t.keeps_up && t.chunk_lasts;
    }
    return t;
}

/// The longest call that an asynchronous loop can take: min(K, H - K) / r.
///
/// Semantics: 0 where the chunk has no action to spare. Expects: a sound loop.
[[nodiscard]] inline duration longest_call(control_loop const& l) {
    GANGWAY_EXPECTS(is_sound(l),
                    "a control loop has a rate above 0 and executes at least one action of its chunk and at most all");
    return static_cast<double>(std::min(l.execute, l.chunk - l.execute)) / l.rate;
}

/// One call of the model: how long it takes and what it costs.
struct call_cost {
    duration latency; ///< from the request to the plan
    energy joules;    ///< of the call
};

/// What a loop spends: on the calls, and while nothing is computed.
struct loop_energy {
    energy per_period; ///< a call, and idle power for what is left of the period
    power mean;        ///< over a period
};

/// Energy of one period: E + P_idle max(0, period - T). Expects: as `timing_of`, joules and idle power not negative.
[[nodiscard]] inline loop_energy energy_of(control_loop const& l, call_cost const& call, power idle) {
    duration const period = timing_of(l, call.latency).period;
    loop_energy e;
    e.per_period = call.joules + idle * std::max(duration{}, period - call.latency);
    e.mean = e.per_period / period;
    return e;
}

/// What an episode of a number of actions takes.
struct episode_cost {
    std::int64_t calls = 0; ///< of the model
    duration time;          ///< from the first call to the last action
    energy joules;          ///< calls and idling
};

/// An episode of `actions` control steps: ceil(actions / K) calls.
///
/// Semantics: time runs from the first call to the last action. Synchronous: calls * T + actions / r. Asynchronous:
/// the first call, a period for each further call, then the actions that are left for the last chunk. Whatever of
/// that is not computing is idle. Expects: as `energy_of`; actions not negative.
[[nodiscard]] inline episode_cost episode_of(control_loop const& l, call_cost const& call, power idle,
                                             std::int64_t actions) {
    GANGWAY_EXPECTS(actions >= 0, "an episode has no fewer than 0 actions");
    auto const t = timing_of(l, call.latency);
    episode_cost e;
    e.calls = actions / l.execute + (actions % l.execute != 0 ? 1 : 0);
    if (e.calls == 0) return e;
    auto const calls = static_cast<double>(e.calls);
    if (l.mode == replanning::synchronous) {
        e.time = calls * call.latency + static_cast<double>(actions) / l.rate;
    } else {
        auto const last = static_cast<double>(actions - (e.calls - 1) * l.execute);
        e.time = call.latency + (calls - 1.0) * t.period + last / l.rate;
    }
    e.joules = calls * call.joules + idle * std::max(duration{}, e.time - calls * call.latency);
    return e;
}

} // namespace gangway::cost
