// L5 - batch-aware dispatch: the modes with the least largest latency, exactly and by bisection.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "machine.hpp"

namespace gangway::plan::dispatch {

namespace detail {

/// The mode with the most throughput whose latency at the rate of all requests is at most `limit`.
inline std::optional<std::size_t> fastest_within(machine const& m, frequency rate, double limit) {
    std::optional<std::size_t> best;
    for (std::size_t k = 0; k < m.modes.size(); ++k) {
        auto const& one = m.modes[k];
        if (one.run.value() + static_cast<double>(one.batch) / rate.value() > limit) continue;
        if (!best || rate_of(one) > rate_of(m.modes[*best])) best = k;
    }
    return best;
}

inline double capacity_within(std::vector<machine> const& machines, frequency rate, double limit) {
    double sum = 0.0;
    for (auto const& m : machines)
        if (auto const k = fastest_within(m, rate, limit)) sum += rate_of(m.modes[*k]).value();
    return sum;
}

inline bool holds(std::vector<machine> const& machines, frequency rate, double limit) {
    return capacity_within(machines, rate, limit) >= rate.value() * (1.0 - 1e-9);
}

/// The plan at a latency that can be held: machines that it can do without are left out, the last ones first, and each
/// other machine, from the first on, takes the mode with the least latency of its own that still serves everything.
inline std::optional<assignment> plan_within(std::vector<machine> const& machines, frequency rate, double limit) {
    std::vector<std::optional<std::size_t>> modes;
    modes.reserve(machines.size());
    for (auto const& m : machines) modes.push_back(fastest_within(m, rate, limit));
    double spare = capacity_within(machines, rate, limit) - rate.value() * (1.0 - 1e-9);
    for (std::size_t i = machines.size(); i-- > 0;) {
        if (!modes[i]) continue;
        double const all = rate_of(machines[i].modes[*modes[i]]).value();
        if (all <= spare) {
            spare -= all;
            modes[i].reset();
        }
    }
    for (std::size_t i = 0; i < machines.size(); ++i) {
        if (!modes[i]) continue;
        auto const latency = [&](mode const& m) { return m.run.value() + static_cast<double>(m.batch) / rate.value(); };
        std::size_t best = *modes[i];
        double const had = rate_of(machines[i].modes[best]).value();
        for (std::size_t k = 0; k < machines[i].modes.size(); ++k)
            if (had - rate_of(machines[i].modes[k]).value() <= spare &&
                latency(machines[i].modes[k]) < latency(machines[i].modes[best]))
                best = k;
        spare -= had - rate_of(machines[i].modes[best]).value();
        modes[i] = best;
    }
    return with_modes(machines, modes, rate, form::batch_aware);
}

} // namespace detail

/// The modes whose largest batch-aware latency is least; empty where the machines cannot serve the rate.
///
/// Semantics: given the rate of all requests, machines do not depend on each other: within a latency each takes its
/// mode with the most throughput, and the latency can be held where these add up to the rate. The answer is one of the
/// latencies run + batch / rate of some mode, so a binary search among them is exact.
/// Expects: no `faults_of(machines, rate)`. Complexity: O(modes log modes), modes being those of all machines.
[[nodiscard]] inline std::optional<assignment> batch_aware(std::vector<machine> const& machines, frequency rate) {
    GANGWAY_EXPECTS(faults_of(machines, rate).empty(), "dispatch: machines and rate have no faults");
    std::vector<double> candidates;
    for (auto const& m : machines)
        for (auto const& one : m.modes)
            candidates.push_back(one.run.value() + static_cast<double>(one.batch) / rate.value());
    std::sort(candidates.begin(), candidates.end());
    auto const least = std::partition_point(candidates.begin(), candidates.end(),
                                            [&](double limit) { return !detail::holds(machines, rate, limit); });
    return least == candidates.end() ? std::nullopt : detail::plan_within(machines, rate, *least);
}

/// The same by bisection of the latency, to within `precision`: for modes that are a formula rather than a list, take
/// this loop and replace `fastest_within`.
///
/// Expects: no `faults_of(machines, rate)`, a precision above zero.
[[nodiscard]] inline std::optional<assignment>
batch_aware_by_bisection(std::vector<machine> const& machines, frequency rate, duration precision = duration{1e-9}) {
    GANGWAY_EXPECTS(faults_of(machines, rate).empty(), "dispatch: machines and rate have no faults");
    GANGWAY_EXPECTS(precision.value() > 0.0, "dispatch: a precision above zero");
    double high = 0.0;
    for (auto const& m : machines)
        for (auto const& one : m.modes)
            high = std::max(high, one.run.value() + static_cast<double>(one.batch) / rate.value());
    if (!detail::holds(machines, rate, high)) return std::nullopt;
    for (double low = 0.0; high - low > precision.value();) {
        double const middle = low + (high - low) / 2.0;
        if (middle <= low || middle >= high) break;
        (detail::holds(machines, rate, middle) ? high : low) = middle;
    }
    return detail::plan_within(machines, rate, high);
}

} // namespace gangway::plan::dispatch
