// L3 - the best clock of a sweep: least energy, or energy times delay, within limits of time and power.
#pragma once

#include <cstddef>
#include <limits>

#include "../config.hpp"
#include "../fwd.hpp"
#include "../model/profile.hpp"

namespace gangway {

/// What a clock must keep. Limits left out do not bind.
struct clock_limits {
    duration time = unbounded;                                ///< of the piece of work that the sweep measured
    power draw{std::numeric_limits<double>::infinity()};      ///< of the whole gang
    double slowdown = std::numeric_limits<double>::infinity(); ///< against the highest clock of the sweep
};

/// What a clock costs: seconds alone, joules alone, or joules times seconds to a power.
enum class clock_cost { delay, joules, edp, ed2p };

namespace detail {

template <clock_cost Cost>
constexpr double cost_of(clock_point const& p) {
    double const t = p.time.value();
    double const spent = p.draw.value() * t;
    if constexpr (Cost == clock_cost::delay) return t;
    else if constexpr (Cost == clock_cost::joules) return spent;
    else if constexpr (Cost == clock_cost::edp) return spent * t;
    else return spent * t * t;
}
// Equal cost: the faster one, then the lower clock. Total where each clock is listed once.
constexpr bool cheaper(double cost, clock_point const& p, double best_cost, clock_point const& best) {
    if (cost != best_cost) return cost < best_cost;
    return p.time != best.time ? p.time < best.time : p.clock < best.clock;
}
constexpr bool keeps(clock_point const& p, clock_limits const& limits, duration at_top) {
    return p.time <= limits.time && p.draw <= limits.draw && p.time.value() <= limits.slowdown * at_top.value();
}
// Where no clock keeps all limits.
template <class Sweep>
constexpr clock_point nearest_miss(Sweep const& sweep, clock_limits const& limits, clock_point const& start) {
    clock_point best = start;
    for (clock_point const p : sweep) {
        bool const in_power = p.draw <= limits.draw;
        if (in_power != (best.draw <= limits.draw)) {
            if (in_power) best = p;
        } else if (in_power ? cheaper(p.time.value(), p, best.time.value(), best)
                            : cheaper(p.draw.value(), p, best.draw.value(), best)) {
            best = p;
        }
    }
    return best;
}

} // namespace detail

/// The highest clock of a sweep, which nominal times refer to. Expects: a sweep that is not empty.
template <class Sweep>
[[nodiscard]] constexpr clock_point highest_clock(Sweep const& sweep) {
    auto it = sweep.begin();
    GANGWAY_EXPECTS(it != sweep.end(), "a sweep has at least one clock");
    clock_point top = *it;
    for (++it; it != sweep.end(); ++it)
        if (clock_point const p = *it; top.clock < p.clock) top = p;
    return top;
}

namespace detail {

template <clock_cost Cost, class Sweep>
constexpr clock_choice choose_by(Sweep const& sweep, clock_limits const& limits) {
    constexpr double none = std::numeric_limits<double>::infinity();
    auto top = sweep.begin();
    for (auto it = top; it != sweep.end(); ++it)
        if ((*top).clock < (*it).clock) top = it;
    duration const at_top = (*top).time;
    bool const limited = limits.time.value() < none || limits.draw.value() < none || limits.slowdown < none;
    auto best = top;
    double best_cost = none;
    for (auto it = sweep.begin(); it != sweep.end(); ++it) {
        clock_point const p = *it;
        GANGWAY_EXPECTS(p.time.value() > 0.0 && p.draw.value() > 0.0 && cost_of<Cost>(p) < none,
                        "times and draws of a sweep are positive and finite");
        if (limited && !keeps(p, limits, at_top)) continue;
        double const cost = cost_of<Cost>(p);
        if (best_cost < cost || (cost == best_cost && !cheaper(cost, p, best_cost, *best))) continue;
        best = it;
        best_cost = cost;
    }
    if (best_cost < none) return {*best, (*best).time / at_top, true};
    clock_point const nearest = nearest_miss(sweep, limits, *top);
    return {nearest, nearest.time / at_top, false};
}

} // namespace detail

/// The cheapest clock of a sweep among those that keep the limits; none where the sweep is empty.
///
/// Semantics: ties go to the faster clock, then to the lower one, whatever the order of the sweep. Where no clock keeps all
/// limits, time gives way before power, which protects a cable or a budget: the fastest clock within the power limit, and
/// where none is within it, the one that draws least. `within_limits` then is false.
/// Expects: positive finite times and draws. Complexity: a few walks over the sweep; allocates nothing.
/// Source: Gonzalez and Horowitz, IEEE JSSC 31(9), 1996, for energy times delay.
template <class Sweep>
[[nodiscard]] constexpr clock_choice choose_clock(Sweep const& sweep, clock_cost cost, clock_limits const& limits = {}) {
    if (sweep.begin() == sweep.end()) return {};
    switch (cost) {
    case clock_cost::delay: return detail::choose_by<clock_cost::delay>(sweep, limits);
    case clock_cost::joules: return detail::choose_by<clock_cost::joules>(sweep, limits);
    case clock_cost::edp: return detail::choose_by<clock_cost::edp>(sweep, limits);
    case clock_cost::ed2p: break;
    }
    return detail::choose_by<clock_cost::ed2p>(sweep, limits);
}

} // namespace gangway
