// L5 - the clock with the least energy, EDP or ED2P of a time and a power model, in closed form.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

#include "../../clock/choose.hpp"
#include "../../config.hpp"
#include "power.hpp"
#include "time.hpp"

namespace gangway::cost {

namespace detail {

// Where a function that is negative below and positive above some x > 0 changes its sign, to the last bit; 0 or
// infinity where it is positive, or negative, all along.
template <class Function>
double sign_change(Function const& g) {
    double low = 1.0;
    double high = 1.0;
    if (g(1.0) < 0.0) {
        while (g(high) < 0.0) {
            low = high;
            high *= 16.0;
            if (high > 1e60) return std::numeric_limits<double>::infinity();
        }
    } else {
        while (g(low) >= 0.0) {
            high = low;
            low /= 16.0;
            if (low < 1e-60) return 0.0;
        }
    }
    for (;;) {
        double const middle = low + (high - low) / 2.0;
        if (middle <= low || middle >= high) return high;
        (g(middle) < 0.0 ? low : high) = middle;
    }
}

// d of P T^d.
constexpr double delay_exponent(clock_cost cost) {
    if (cost == clock_cost::joules) return 1.0;
    if (cost == clock_cost::edp) return 2.0;
    if (cost == clock_cost::ed2p) return 3.0;
    return std::numeric_limits<double>::infinity(); // delay alone
}

// T = C/f + M. d/df (P T^d) has the sign of P' (C f + M f^2) - d C P, a polynomial whose coefficients change their sign
// once: by Descartes' rule there is one positive root.
inline double turning_point(double c, double m, clock_power const& p, double d) {
    if (c <= 0.0) return 0.0; // no cycles: a higher clock buys nothing
    double const fixed = p.fixed.value();
    double const linear = p.linear.value();
    double const cubic = p.cubic.value();
    if (cubic <= 0.0 && d == 1.0) // constant voltage
        return linear * m > 0.0 ? std::sqrt(fixed * c / (linear * m)) : std::numeric_limits<double>::infinity();
    return sign_change([&](double f) {
        return f * f * (f * (3.0 * cubic * m * f + (3.0 - d) * cubic * c) + linear * m) + (1.0 - d) * linear * c * f -
               d * c * fixed;
    });
}
inline double turning_point(double c, double m, power_law const& p, double d) {
    if (c <= 0.0) return 0.0;
    double const nominal = p.nominal.value();
    double const a = p.exponent;
    double const dynamic = p.dynamic.value();
    // In x = f / nominal, so that no power of a clock in hertz overflows.
    double const x = sign_change([&](double at) {
        return dynamic * std::pow(at, a) * (a * m * nominal / c * at + (a - d)) - d * p.fixed.value();
    });
    return x * nominal;
}

} // namespace detail

/// The clock at which P(f) T(f)^d is least, d = 1 for energy, 2 for EDP, 3 for ED2P; `power` is a `clock_power` or a
/// `power_law`.
///
/// Semantics: over all clocks above zero; clip it to the range of the device. Infinite: the faster the better (race),
/// as for ED2P without a memory part, or at constant voltage without one. 0: the slower the better, as without fixed
/// power. Below the knee of the time model the turning point is that of T = (cycles + hidden) / f + fixed, above it
/// that of T = cycles / f + fixed + cover; the cost falls up to the turning point of its side and rises after it, and
/// its slope jumps up at the knee, so there is one optimum. For T = C/f + M and P = p + c f^3 it is the positive root
/// of 3 c M f^4 + 2 c C f^3 - p C = 0; with M = 0 (p / 2c)^(1/3); at P = p + k f it is sqrt(p C / (k M)).
/// Expects: sound models. Complexity: about 70 evaluations of a polynomial.
template <class Power>
[[nodiscard]] frequency best_clock(clock_time const& t, Power const& p, clock_cost cost = clock_cost::joules) {
    GANGWAY_EXPECTS(is_sound(t) && is_sound(p), "a time or power model has no negative part");
    double const d = detail::delay_exponent(cost);
    if (cost == clock_cost::delay) return frequency{std::numeric_limits<double>::infinity()};
    double const fixed = t.fixed.value();
    double const below = detail::turning_point(t.cycles + t.hidden_cycles, fixed, p, d);
    double const knee = t.knee().value();
    if (below <= knee) return frequency{below};
    return frequency{std::max(knee, detail::turning_point(t.cycles, fixed + t.cover.value(), p, d))};
}

/// The clocks that a device can run at.
struct clock_range {
    frequency least; ///< the lowest clock that can be set
    frequency most;  ///< the highest clock that can be set

    /// The clock of the range nearest to `clock`.
    [[nodiscard]] constexpr frequency clip(frequency clock) const { return std::clamp(clock, least, most); }
};

/// The better of the two levels around a clock, where the cost falls up to that clock and rises after it.
///
/// Shape: `cost(level)` gives anything that compares. Semantics: with such a cost it is the best of all levels; the
/// lower one of equals. Expects: levels in ascending order, at least one. Complexity: O(log levels), two evaluations.
template <class Cost>
[[nodiscard]] frequency best_level(std::span<frequency const> levels, frequency optimum, Cost&& cost) {
    GANGWAY_EXPECTS(!levels.empty(), "a device has at least one level");
    auto const above = std::lower_bound(levels.begin(), levels.end(), optimum);
    if (above == levels.begin()) return levels.front();
    if (above == levels.end()) return levels.back();
    return cost(*above) < cost(*(above - 1)) ? *above : *(above - 1);
}

} // namespace gangway::cost
