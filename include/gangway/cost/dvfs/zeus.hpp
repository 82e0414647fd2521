// L5 - choosing the power limit of a training run as Zeus does: cost of energy and time, and the largest slowdown.
#pragma once

#include <optional>
#include <type_traits>

#include "../../config.hpp"
#include "../units.hpp"

namespace gangway::cost {

/// One power limit that a run was measured at: seconds and mean watts for the same piece of work, say an epoch.
struct limit_point {
    power limit;   ///< on the draw
    duration time; ///< of the piece of work
    power draw;    ///< measured, at or below the limit

    friend constexpr bool operator==(limit_point, limit_point) = default;
};

/// C = eta E + (1 - eta) top T.
///
/// Units: joules; `top` is the highest power limit, times the GPUs of the run, so that both parts are joules.
/// Semantics: eta 1 counts energy alone, eta 0 time alone. Source: You, Chung, Chowdhury, "Zeus: Understanding and
/// Optimizing GPU Energy Consumption of DNN Training", NSDI 2023, equation 2.
struct zeus_cost {
    power top;        ///< the highest limit
    double eta = 0.5; ///< weight of energy, in [0, 1]; the rest is time at `top`

    /// Of a piece of work.
    [[nodiscard]] constexpr energy operator()(duration time, power draw) const {
        GANGWAY_EXPECTS(eta >= 0.0 && eta <= 1.0, "eta of Zeus lies in [0, 1]");
        GANGWAY_EXPECTS(time.value() > 0.0 && draw.value() > 0.0 && (draw + top).value() * time.value() < 1e300,
                        "times and draws of a sweep are positive and finite");
        return energy{(eta * draw.value() + (1.0 - eta) * top.value()) * time.value()};
    }
    /// Of anything with a time and a draw: a `limit_point`, a `clock_point`.
    template <class Point>
    [[nodiscard]] constexpr energy operator()(Point const& p) const {
        return (*this)(p.time, p.draw);
    }
};

/// The point with the least cost; of equal ones the faster, then the first. Empty for an empty sweep.
template <class Sweep>
[[nodiscard]] constexpr auto choose_by_zeus(Sweep const& sweep, zeus_cost const& cost) {
    using point = std::remove_cvref_t<decltype(*sweep.begin())>;
    std::optional<point> best;
    for (point const& p : sweep) {
        if (best && (cost(p) > cost(*best) || (cost(p) == cost(*best) && p.time >= best->time))) continue;
        best = p;
    }
    return best;
}

/// The lowest power limit at which the work takes at most `slowdown` times what it takes at the highest limit.
///
/// Semantics: empty for an empty sweep. Expects: a slowdown of at least 1.
/// Source: MaxSlowdownConstraint of Zeus, 1 + its tolerance.
template <class Sweep>
[[nodiscard]] constexpr std::optional<limit_point> lowest_limit_within(Sweep const& sweep, double slowdown) {
    GANGWAY_EXPECTS(slowdown >= 1.0, "a slowdown is a factor of at least 1");
    std::optional<limit_point> top;
    for (limit_point const& p : sweep)
        if (!top || top->limit < p.limit) top = p;
    auto best = top;
    for (limit_point const& p : sweep)
        if (p.time.value() <= slowdown * top->time.value() && p.limit < best->limit) best = p;
    return best;
}

} // namespace gangway::cost
