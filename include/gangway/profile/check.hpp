// L5 - checks of measured profiles: numbers, meters, peaks, bounds, sweeps, energy of jobs that were cut.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "../config.hpp"
#include "../model/profile.hpp"
#include "../quantity.hpp"
#include "finding.hpp"

namespace gangway::profile {

/// A number of a profile must be finite and not negative; empty where it is.
[[nodiscard]] inline std::optional<finding> check_number(double value, std::size_t row = 0) {
    if (!std::isfinite(value)) return finding{doubt::not_a_number, row, value, 0.0};
    if (value < 0.0) return finding{doubt::negative, row, value, 0.0};
    return std::nullopt;
}

/// Two meters of the same energy over the same time.
struct meter_comparison {
    power counter;      ///< mean power by the energy counter
    power integral;     ///< mean power by the samples
    double ratio = 1.0; ///< the larger over the smaller; infinite where one reads nothing and the other something
    std::optional<finding> doubted; ///< empty: they agree

    /// The meters agree.
    [[nodiscard]] bool accepted() const { return !doubted; }
};

/// Holds the joules of an energy counter against the joules of integrated power.
///
/// Semantics: accepted while the larger is at most 1 + tolerance times the smaller. It does not say which one is
/// wrong: an average of power that lags, a counter of a whole module, a counter that stands still. Expects: tolerance
/// not negative.
[[nodiscard]] inline meter_comparison compare_meters(energy counter, energy integral, duration over, double tolerance,
                                                     std::size_t row = 0) {
    GANGWAY_EXPECTS(tolerance >= 0.0, "a tolerance is not negative");
    meter_comparison m;
    for (double const v : {counter.value(), integral.value(), over.value()})
        if (auto const bad = check_number(v, row)) {
            m.doubted = bad;
            return m;
        }
    if (over.value() <= 0.0) {
        m.doubted = finding{doubt::no_time, row, over.value(), 0.0};
        return m;
    }
    m.counter = power{counter.value() / over.value()};
    m.integral = power{integral.value() / over.value()};
    auto const [low, high] = std::minmax({m.counter.value(), m.integral.value()});
    m.ratio = high > low ? high / low : 1.0;
    if (high > low * (1.0 + tolerance))
        m.doubted = finding{doubt::meters_disagree, row, m.counter.value(), m.integral.value()};
    return m;
}

/// An achieved rate must not be above the peak of the device; it is refused, never shown as more than all of it.
[[nodiscard]] inline std::optional<finding> check_below_peak(throughput achieved, throughput peak,
                                                             std::size_t row = 0) {
    if (auto const bad = check_number(achieved.value(), row)) return bad;
    if (achieved > peak) return finding{doubt::above_peak, row, achieved.value(), peak.value()};
    return std::nullopt;
}

/// Rates from a bound against measured ones.
struct bound_check {
    std::vector<double> factors;   ///< estimated / measured, for each pair; 0 where one of both is no number above 0
    std::vector<finding> findings; ///< what contradicts the bound

    /// Nothing contradicts it.
    [[nodiscard]] bool is_upper_bound() const { return findings.empty(); }
};

/// A rate from a roofline is a bound from above: a measured rate above it means that the estimate is wrong.
///
/// Semantics: the factors say how far the bound is from a forecast; they are kept for each class of work (see
/// `calibration`).
/// Expects: as many estimates as measurements.
[[nodiscard]] inline bound_check check_upper_bound(std::span<double const> estimated,
                                                   std::span<double const> measured) {
    GANGWAY_EXPECTS(estimated.size() == measured.size(), "each measured rate has an estimate");
    bound_check out;
    for (std::size_t i = 0; i < measured.size(); ++i) {
        auto bad = check_number(estimated[i], i);
        if (!bad) bad = check_number(measured[i], i);
        if (!bad && measured[i] > estimated[i])
            bad = finding{doubt::estimate_below_measured, i, estimated[i], measured[i]};
        out.factors.push_back(measured[i] > 0.0 && std::isfinite(measured[i]) && estimated[i] > 0.0 &&
                                      std::isfinite(estimated[i])
                                  ? estimated[i] / measured[i]
                                  : 0.0);
        if (bad) out.findings.push_back(*bad);
    }
    return out;
}

/// A sweep over clocks: numbers that are none, clocks that are there twice or missing.
///
/// Semantics: times and draws must be positive. A clock counts as measured if it is within 0.1 % of a wanted one:
/// drivers round. `row` of a missing clock is its place in `wanted`. Complexity: O(n log n).
[[nodiscard]] inline std::vector<finding> check_sweep(std::span<clock_point const> sweep,
                                                      std::span<frequency const> wanted = {}) {
    constexpr double close = 1e-3;
    std::vector<finding> out;
    std::vector<std::pair<double, std::size_t>> clocks;
    for (std::size_t i = 0; i < sweep.size(); ++i) {
        auto const& p = sweep[i];
        std::optional<finding> bad;
        for (double const v : {p.clock.value(), p.time.value(), p.draw.value()})
            if (!bad) bad = check_number(v, i);
        if (!bad && p.time.value() <= 0.0) bad = finding{doubt::no_time, i, p.time.value(), 0.0};
        if (bad) out.push_back(*bad);
        if (std::isfinite(p.clock.value())) clocks.emplace_back(p.clock.value(), i);
    }
    std::sort(clocks.begin(), clocks.end());
    for (std::size_t i = 1; i < clocks.size(); ++i)
        if (clocks[i].first == clocks[i - 1].first)
            out.push_back({doubt::clock_twice, clocks[i].second, clocks[i].first, 0.0});
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        double const f = wanted[i].value();
        auto const at = std::lower_bound(clocks.begin(), clocks.end(), std::pair{f * (1.0 - close), std::size_t{0}});
        if (at == clocks.end() || at->first > f * (1.0 + close)) out.push_back({doubt::clock_missing, i, f, 0.0});
    }
    return out;
}

/// Joules of a job on a number of hosts, each drawing `each` while it runs, cut at its walltime.
///
/// Semantics: watts times the seconds that it really ran, min(run, walltime), over all hosts.
[[nodiscard]] inline energy joules_of_job(power each, double hosts, duration run, duration walltime = unbounded) {
    return energy{each.value() * hosts * std::min(run, walltime).value()};
}

/// Reported joules must be within a share of what watts and seconds give.
[[nodiscard]] inline std::optional<finding> check_energy(energy reported, energy expected, double tolerance = 1e-6,
                                                         std::size_t row = 0) {
    GANGWAY_EXPECTS(tolerance >= 0.0, "a tolerance is not negative");
    if (auto const bad = check_number(reported.value(), row)) return bad;
    if (std::abs(reported.value() - expected.value()) <= tolerance * expected.value()) return std::nullopt;
    return finding{doubt::energy_does_not_add_up, row, reported.value(), expected.value()};
}

} // namespace gangway::profile
