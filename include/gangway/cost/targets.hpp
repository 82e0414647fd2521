// L5 - how the preferred operating point moves as one target moves: every breakpoint, exactly.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <tuple>
#include <vector>

#include <range/v3/algorithm/none_of.hpp>
#include <range/v3/algorithm/sort.hpp>

#include "choose.hpp"

namespace gangway::cost {

/// The target that moves: a limit from above on a projected value.
template <class Projection>
struct moving_at_most {
    Projection of; ///< what the limit is held against
};
/// The target that moves: a limit from below on a projected value.
template <class Projection>
struct moving_at_least {
    Projection of; ///< what the limit is held against
};

/// Where the preferred point changes.
struct breakpoint {
    double limit;      ///< the strictest limit that the point keeps: its own value, in SI units
    std::size_t index; ///< of the point that is preferred from here on, until the next breakpoint
};

namespace detail {

// Points in the order in which a limit that is loosened lets them in; `sign` makes a limit from below one from above.
template <class Points, class Objective, class Projection, class... Constraints>
std::vector<breakpoint> loosen(Points const& points, Objective const& objective, double sign, Projection const& of,
                               Constraints const&... constraints) {
    using cost_type = decltype(costs(objective, *points.begin()));
    struct entry {
        double at;
        cost_type cost;
        std::size_t index;
    };
    std::tuple<Constraints const&...> const fixed{constraints...};
    GANGWAY_EXPECTS((!std::isnan(number(constraints.limit)) && ... && true), "a limit is not NaN");
    std::vector<entry> entries;
    std::size_t i = 0;
    for (auto const& p : points) {
        std::array<double, sizeof...(Constraints)> const values{static_cast<double>(constraints.value(p))...};
        entry const e{sign * number(std::invoke(of, p)), costs(objective, p), i++};
        if (!std::isfinite(e.at) || !all_finite(values) || !all_finite(e.cost)) continue;
        auto const by = misses(fixed, values);
        if (ranges::none_of(by, [](double m) { return m > 0.0; })) entries.push_back(e);
    }
    // Of those let in together the best comes first.
    ranges::sort(entries, {}, [](entry const& e) { return std::tuple{e.at, e.cost, e.index}; });
    std::vector<breakpoint> path;
    entry const* best = nullptr;
    for (auto const& e : entries) {
        if (best != nullptr && !(e.cost < best->cost || (e.cost == best->cost && e.index < best->index))) continue;
        best = &e;
        path.push_back({sign * e.at, e.index});
    }
    return path;
}

} // namespace detail

/// What `choose` answers for every value of one target, the other constraints fixed: from the strictest target on.
///
/// Shape: `as_target_moves(points, minimise{&point::joules}, moving_at_most{&point::latency}, at_least{&point::low,
/// 0.8})`.
/// Semantics: the first breakpoint is the strictest target that any point keeps. From a breakpoint on, while the
/// target is loosened, `choose` with that limit gives its point, until the next one. Refused points are left out.
/// Complexity: O(n log n).
template <class Points, class Objective, class Projection, class... Constraints>
[[nodiscard]] std::vector<breakpoint> as_target_moves(Points const& points, Objective const& objective,
                                                      moving_at_most<Projection> const& target,
                                                      Constraints const&... fixed) {
    return detail::loosen(points, objective, 1.0, target.of, fixed...);
}
/// The same for a limit from below.
template <class Points, class Objective, class Projection, class... Constraints>
[[nodiscard]] std::vector<breakpoint> as_target_moves(Points const& points, Objective const& objective,
                                                      moving_at_least<Projection> const& target,
                                                      Constraints const&... fixed) {
    return detail::loosen(points, objective, -1.0, target.of, fixed...);
}

} // namespace gangway::cost
