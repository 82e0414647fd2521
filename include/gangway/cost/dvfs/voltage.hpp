// L5 - the voltage that a clock needs: tables and laws.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include <range/v3/algorithm/lower_bound.hpp>
#include <range/v3/algorithm/sort.hpp>

#include "../../config.hpp"
#include "../units.hpp"

namespace gangway::cost {

/// Volts, or the voltage relative to a nominal one, at a clock.
struct voltage_point {
    frequency clock; ///< where it holds
    double volts;    ///< absolute or relative to the nominal voltage
};

/// A measured voltage curve: a straight line between two points, flat below the first.
///
/// Semantics: below the first clock the voltage is at its floor. Above the last one nothing is known: there is no such
/// clock. Complexity: O(log points) a look-up.
class voltage_table {
  public:
    /// Empty where the points are no curve: none at all, a clock twice, a number that is not positive and finite, or a
    /// voltage that falls as the clock rises. Their order does not matter.
    [[nodiscard]] static std::optional<voltage_table> from(std::vector<voltage_point> points) {
        constexpr double most = std::numeric_limits<double>::max(); // a comparison with NaN is false
        for (auto const& p : points)
            if (!(p.clock.value() > 0.0 && p.clock.value() <= most && p.volts > 0.0 && p.volts <= most))
                return std::nullopt;
        ranges::sort(points, {}, &voltage_point::clock);
        for (std::size_t i = 1; i < points.size(); ++i)
            if (points[i - 1].clock == points[i].clock || points[i].volts < points[i - 1].volts) return std::nullopt;
        if (points.empty()) return std::nullopt;
        return voltage_table{std::move(points)};
    }

    /// Expects: a clock not above the last one of the table.
    [[nodiscard]] double operator()(frequency clock) const {
        GANGWAY_EXPECTS(clock <= points_.back().clock, "a voltage table says nothing above its last clock");
        auto const above = ranges::lower_bound(points_, clock, {}, &voltage_point::clock);
        if (above == points_.begin()) return above->volts;
        if (above == points_.end()) return points_.back().volts;
        auto const& a = *(above - 1);
        return a.volts + (above->volts - a.volts) * ((clock - a.clock) / (above->clock - a.clock));
    }
    /// By ascending clock.
    [[nodiscard]] std::vector<voltage_point> const& points() const { return points_; }

  private:
    explicit voltage_table(std::vector<voltage_point> points) : points_{std::move(points)} {}

    std::vector<voltage_point> points_; // ascending, at least one
};

/// V(f) = max(least, at_reference + slope (f - reference)).
struct voltage_line {
    double least;        ///< the floor, reached at low clocks
    double at_reference; ///< the voltage at the reference clock
    frequency reference; ///< clock at which the voltage is known
    clock_slope slope;   ///< volts per hertz

    [[nodiscard]] constexpr double operator()(frequency clock) const {
        return std::max(least, at_reference + slope * (clock - reference));
    }
};

/// The same voltage at every clock: a part whose clock alone is scaled.
struct constant_voltage {
    double volts = 1.0; ///< at every clock

    [[nodiscard]] constexpr double operator()(frequency) const { return volts; }
};

/// V = 2 (x - 1/2)^2 + 1/2 with x = f / nominal, relative to the voltage at the nominal clock; 1/2 below x = 1/2.
///
/// Semantics: one curve for all GPUs of its source; for a board of your own measure a table.
/// Source: Mei et al., arXiv 2104.00486, which inverts it as f <= sqrt((V - 1/2) / 2) + 1/2.
struct voltage_parabola {
    frequency nominal; ///< clock at which the voltage is 1

    [[nodiscard]] constexpr double operator()(frequency clock) const {
        double const x = std::max(clock / nominal, 0.5);
        return 2.0 * (x - 0.5) * (x - 0.5) + 0.5;
    }
    /// The highest clock that a voltage allows. Expects: at least 1/2.
    [[nodiscard]] frequency highest_clock_at(double volts) const {
        GANGWAY_EXPECTS(volts >= 0.5, "below half the nominal voltage no clock is allowed");
        return (std::sqrt((volts - 0.5) / 2.0) + 0.5) * nominal;
    }
};

} // namespace gangway::cost
