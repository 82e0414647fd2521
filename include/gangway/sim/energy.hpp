// L5 - what a replay draws: joules of the gangs, of idle devices, and the highest draw at any time.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "replay.hpp"

namespace gangway::sim {

/// Joules of a replay. All zero where nobody said what gangs draw.
struct energy_metrics {
    energy gangs;       ///< of all that ran, interrupted runs included
    energy idle;        ///< of devices that no gang held, from the first submission to the last end, or until the replay stopped
    energy per_job;     ///< gangs and idle together, for each job that ended and was not cancelled
    power peak;         ///< the most that gangs drew at one time, over the last start of each
    /// Gangs and idle devices together.
    [[nodiscard]] energy all() const { return gangs + idle; }
};

/// Adds up what gangs and idle devices drew.
///
/// Shape: `idle_device` is what one device (resource 0) draws while no gang holds it; nodes count as switched on throughout.
/// Semantics: at one instant ends come before starts, as in the replay. Complexity: O(n log n).
template <class Shape, class Budget>
[[nodiscard]] energy_metrics measure_energy(workload<Shape, Budget> const& work, result const& r, power idle_device = {}) {
    energy_metrics m;
    if (r.joules.empty()) return m;
    double first = std::numeric_limits<double>::infinity();
    double last = -first;
    std::size_t ended = 0;
    double used = 0.0;
    std::vector<std::pair<double, double>> steps; // time, change of the draw
    for (index j = 0; j < work.jobs.size(); ++j) {
        outcome const& o = r.jobs[j];
        m.gangs = m.gangs + r.joules[j];
        first = std::min(first, work.jobs[j].submitted.value());
        used += r.device_seconds[j];
        if (!o.started() && !o.ended()) continue;
        ended += o.ended() && !o.cancelled ? 1u : 0u;
        double const end = o.ended() ? o.end : o.running ? r.stopped.value() : o.start;
        last = std::max(last, end);
        if (!o.started() || !(end > o.start)) continue;
        power const draw = draw_of(work, j, r.clocks.empty() ? clock_choice{} : r.clocks[j]);
        steps.emplace_back(o.start, draw.value());
        steps.emplace_back(end, -draw.value());
    }
    std::sort(steps.begin(), steps.end()); // at one time what ends, being negative, comes first
    double now = 0.0;
    for (auto const& [at, change] : steps) m.peak = std::max(m.peak, power{now += change});
    double devices = 0.0;
    for (auto const& node : work.nodes) devices += static_cast<double>(node.capacity[0]);
    if (last > first) m.idle = energy{idle_device.value() * std::max(0.0, devices * (last - first) - used)};
    if (ended > 0) m.per_job = m.all() / static_cast<double>(ended);
    return m;
}

} // namespace gangway::sim
