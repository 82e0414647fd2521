// L5 - the operating point that is best by an objective among those that keep constraints, composed like policies.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <functional>
#include <optional>
#include <tuple>
#include <utility>

#include "../config.hpp"
#include "objective.hpp"

namespace gangway::cost {

/// A projected value must not be above a limit: `at_most{&point::latency, seconds{0.06}}`.
template <class Projection, number_like Limit>
struct at_most {
    Projection of; ///< what is held against the limit
    Limit limit;   ///< that is still kept

    template <class Point>
    [[nodiscard]] constexpr double value(Point const& p) const {
        static_assert(number_like<projected<Projection, Point>>,
                      "gangway: a projection must answer a number or a quantity");
        static_assert(std::convertible_to<Limit, projected<Projection, Point>> ||
                          std::is_arithmetic_v<projected<Projection, Point>>,
                      "gangway: a limit must have the unit of the projected value");
        return number(std::invoke(of, p));
    }
    /// By how much a value misses the limit; 0 where it keeps it.
    [[nodiscard]] constexpr double miss(double value) const { return std::max(0.0, value - number(limit)); }
};

/// A projected value must not be below a limit: `at_least{&point::success_low, 0.8}`.
template <class Projection, number_like Limit>
struct at_least {
    Projection of; ///< what is held against the limit
    Limit limit;   ///< that is still kept

    template <class Point>
    [[nodiscard]] constexpr double value(Point const& p) const {
        return at_most<Projection, Limit>{of, limit}.value(p);
    }
    /// By how much a value misses the limit; 0 where it keeps it.
    [[nodiscard]] constexpr double miss(double value) const { return std::max(0.0, number(limit) - value); }
};

/// Answers a value of a point, and by how much that misses a limit.
template <class Constraint, class Point>
concept constraint_on = requires(Constraint const& c, Point const& p, double v) {
    { c.value(p) } -> std::convertible_to<double>;
    { c.miss(v) } -> std::convertible_to<double>;
    { number(c.limit) } -> std::convertible_to<double>;
};

/// The first objective decides, the next one where it ties, and so on.
template <class... Objectives>
struct in_order {
    std::tuple<Objectives...> all; ///< the first decides before the second

    /// Objectives from the first to the last that decides.
    constexpr explicit in_order(Objectives... objectives) : all{std::move(objectives)...} {}
};

/// What one constraint did.
struct exclusion {
    std::size_t points = 0; ///< that miss it
    std::size_t alone = 0;  ///< that miss it and keep all others
};

/// A point that comes near, and by how much it misses each constraint, in the unit of the constraint.
template <std::size_t Constraints>
struct near_miss {
    std::size_t index = 0;                ///< of the point
    std::array<double, Constraints> by{}; ///< how far it misses, by constraint; 0: kept
    double relative = 0.0;                ///< the largest miss, as a share of its limit (of 1 for a limit of 0)
};

/// What came out of a choice.
template <std::size_t Constraints>
struct choice {
    std::optional<std::size_t> index; ///< of the point; empty where none keeps all constraints
    std::size_t feasible = 0;         ///< points that keep all constraints
    std::size_t refused = 0;          ///< points with a value that is NaN or infinite: never chosen, never near
    std::array<exclusion, Constraints> excluded{}; ///< by constraint
    /// Where none is feasible: the point whose largest relative miss is least, the first of those.
    std::optional<near_miss<Constraints>> nearest;
};

namespace detail {

template <class Point, class... Objectives>
std::array<double, sizeof...(Objectives)> costs(in_order<Objectives...> const& objectives, Point const& p) {
    return std::apply([&](auto const&... o) { return std::array{static_cast<double>(o.cost(p))...}; }, objectives.all);
}
template <class Point, class Objective>
    requires objective_on<Objective, Point>
std::array<double, 1> costs(Objective const& objective, Point const& p) {
    return {objective.cost(p)};
}
template <std::size_t N>
bool all_finite(std::array<double, N> const& values) {
    return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}
template <class... Constraints, std::size_t N>
std::array<double, N> misses(std::tuple<Constraints const&...> const& constraints,
                             std::array<double, N> const& values) {
    return std::apply(
        [&](auto const&... c) {
            std::size_t i = 0;
            return std::array<double, N>{static_cast<double>(c.miss(values[i++]))...};
        },
        constraints);
}

} // namespace detail

/// The best point by an objective among those that keep all constraints.
///
/// Shape: `choose(points, minimise{&point::joules}, at_most{&point::latency, seconds{0.06}}, at_least{&point::low,
/// 0.8})`; any range; the objective may be `in_order{minimise{...}, maximise{...}}`; as many constraints as you like.
/// Semantics: comparisons are exact; a limit that is met to the digit is kept. Points that tie in all objectives: the
/// first in the range. A point with a NaN or an infinity in any value that is asked for is refused and counted.
/// Expects: no limit is NaN; an infinite one does not bind.
/// Complexity: O(points * constraints); allocates nothing.
template <class Points, class Objective, class... Constraints>
[[nodiscard]] auto choose(Points const& points, Objective const& objective, Constraints const&... constraints) {
    constexpr std::size_t N = sizeof...(Constraints);
    std::tuple<Constraints const&...> const all{constraints...};
    GANGWAY_EXPECTS((!std::isnan(number(constraints.limit)) && ... && true), "a limit is not NaN");
    choice<N> out;
    decltype(detail::costs(objective, *points.begin())) best{};
    std::size_t i = 0;
    for (auto const& p : points) {
        std::size_t const index = i++;
        std::array<double, N> const values{static_cast<double>(constraints.value(p))...};
        auto const cost = detail::costs(objective, p);
        if (!detail::all_finite(values) || !detail::all_finite(cost)) {
            ++out.refused;
            continue;
        }
        auto const by = detail::misses(all, values);
        auto const missed =
            static_cast<std::size_t>(std::count_if(by.begin(), by.end(), [](double m) { return m > 0.0; }));
        if (missed == 0) {
            ++out.feasible;
            if (!out.index || cost < best) {
                out.index = index;
                best = cost;
            }
            continue;
        }
        std::array<double, N> const limits{number(constraints.limit)...};
        double relative = 0.0;
        for (std::size_t c = 0; c < N; ++c) {
            if (by[c] <= 0.0) continue;
            ++out.excluded[c].points;
            if (missed == 1) ++out.excluded[c].alone;
            relative = std::max(relative, by[c] / (limits[c] != 0.0 ? std::abs(limits[c]) : 1.0));
        }
        if (!out.nearest || relative < out.nearest->relative) out.nearest = near_miss<N>{index, by, relative};
    }
    if (out.index) out.nearest.reset();
    return out;
}

} // namespace gangway::cost
