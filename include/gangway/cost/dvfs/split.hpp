// L5 - running a part of the work at one clock and the rest at another: two levels on the lower convex hull.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <range/v3/algorithm/sort.hpp>
#include <range/v3/algorithm/upper_bound.hpp>

#include "idle.hpp"

namespace gangway::cost {

/// A piece of work at two clocks: `share` of it at `first`, the rest at `second`.
struct level_split {
    clock_point first;  ///< the faster one
    clock_point second; ///< as `first` where one clock does
    double share = 1.0; ///< of the work at `first`, in [0, 1]
    duration time;      ///< in all
    energy joules;      ///< of the whole period

    /// One clock is enough: no time is spent at a second one.
    [[nodiscard]] constexpr bool is_one_clock() const { return first == second; }
};

/// The points (time, joules above idling) of a sweep that no mix of others beats: the lower convex hull, by time.
///
/// Semantics: points to the right of the least energy are left out, as being slower buys nothing there.
/// Complexity: O(n log n).
template <class Sweep>
[[nodiscard]] std::vector<clock_point> lower_hull(Sweep const& sweep, power idle = {}) {
    std::vector<clock_point> points(sweep.begin(), sweep.end());
    for (auto const& p : points)
        GANGWAY_EXPECTS(p.time.value() > 0.0 && energy_of(p).value() > 0.0 && energy_of(p).value() < 1e300,
                        "times and draws of a sweep are positive and finite");
    auto const above_idle = [&](clock_point const& p) { return (p.draw - idle).value() * p.time.value(); };
    ranges::sort(points, {}, [&](clock_point const& p) { return std::pair{p.time, above_idle(p)}; });
    std::vector<clock_point> hull;
    for (auto const& p : points) {
        if (!hull.empty() && above_idle(p) >= above_idle(hull.back())) continue;
        while (hull.size() > 1) { // the middle one of three on or above the line of the outer two
            auto const& a = hull[hull.size() - 2];
            auto const& b = hull.back();
            double const line = (above_idle(p) - above_idle(a)) * (b.time - a.time).value();
            if ((above_idle(b) - above_idle(a)) * (p.time - a.time).value() < line) break;
            hull.pop_back();
        }
        hull.push_back(p);
    }
    return hull;
}

/// Splits a piece of work between two clocks so that the period costs the least energy.
///
/// Semantics: the work may change its clock once, at no cost, and time and energy of a part are in proportion to it.
/// Never worse than the best single clock; the two clocks are neighbours on the lower convex hull of (time, energy) on
/// both sides of the deadline. One clock where the least energy keeps the deadline anyway. Empty where none does.
/// Complexity: O(n log n).
/// Source: Ishihara and Yasuura, "Voltage scheduling problem for dynamically variable voltage processors", ISLPED 1998.
template <class Sweep>
[[nodiscard]] std::optional<level_split> split_levels(Sweep const& sweep, period const& of) {
    auto const hull = lower_hull(sweep, of.idle);
    auto const limit = std::min(of.deadline, of.length);
    if (hull.empty() || limit < hull.front().time) return std::nullopt;
    auto const slower = ranges::upper_bound(hull, limit, {}, &clock_point::time);
    auto const& first = *(slower - 1);
    if (slower == hull.end() || first.time == limit)
        return level_split{first, first, 1.0, first.time, *energy_of_period(first, of)};
    double const share = (slower->time - limit) / (slower->time - first.time);
    double const work = share * energy_of(first).value() + (1.0 - share) * energy_of(*slower).value();
    return level_split{first, *slower, share, limit, energy{work + of.idle.value() * (of.length - limit).value()}};
}

} // namespace gangway::cost
