// L5 - what a replay comes to: completion times, waits, slowdown, makespan, utilisation.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "replay.hpp"

namespace gangway::sim {

/// How a set of times is spread. All zero where there are none.
struct spread_of {
    double mean = 0.0;   ///< s
    double median = 0.0; ///< s
    double p90 = 0.0;    ///< s; nine in ten are at most this
    double p99 = 0.0;    ///< s
    double max = 0.0;    ///< s
};

/// The value below which a share of an ascending list lies, a straight line between two neighbours.
///
/// Expects: a list that is not empty; 0 <= share <= 1.
[[nodiscard]] inline double quantile(std::vector<double> const& ascending, double share) {
    double const at = share * static_cast<double>(ascending.size() - 1);
    auto const below = static_cast<std::size_t>(at);
    std::size_t const above = std::min(below + 1, ascending.size() - 1);
    return ascending[below] + (at - static_cast<double>(below)) * (ascending[above] - ascending[below]);
}

/// The spread of some values, in any order.
[[nodiscard]] inline spread_of spread_over(std::vector<double> values) {
    if (values.empty()) return {};
    std::sort(values.begin(), values.end());
    double sum = 0.0;
    for (double v : values) sum += v;
    return {sum / static_cast<double>(values.size()), quantile(values, 0.5), quantile(values, 0.9), quantile(values, 0.99),
            values.back()};
}

/// Measures of one replay, over the jobs that ended and were not cancelled.
struct metrics {
    spread_of completion;           ///< end - submission, seconds
    spread_of wait;                 ///< start - submission, seconds; of the last start of a job that was requeued
    double bounded_slowdown = 0.0;  ///< mean of max(1, completion / max(run, 10 s))
    double makespan = 0.0;          ///< from the first submission to the last end
    std::optional<double> utilisation; ///< of resource 0, from the first submission to the last; empty: all at once
    index longest_wait = no_index;  ///< the job that waited longest, the first in order of (submission, id) among equals
    std::size_t ended = 0; ///< jobs that did, and were not cancelled
    std::size_t started = 0; ///< jobs, cancelled ones included
    std::size_t never_started = 0;  ///< and not cancelled
    std::size_t cut = 0;            ///< ended at their estimate before they were done
    std::size_t cancelled = 0; ///< jobs
};

/// The shortest run that bounded slowdown counts as such.
inline constexpr double slowdown_bound_s = 10.0;

/// Complexity: O(n log n).
///
/// Source: Feitelson, "Metrics for parallel job scheduling and their convergence", JSSPP 2001, for bounded slowdown.
template <class Shape, class Budget>
[[nodiscard]] metrics measure(workload<Shape, Budget> const& work, result const& r) {
    metrics m;
    std::vector<double> completion;
    std::vector<double> wait;
    double const forever = std::numeric_limits<double>::infinity();
    double first = forever;
    double last = -forever;
    double last_end = -forever;
    for (auto const& job : work.jobs) {
        first = std::min(first, job.submitted.value());
        last = std::max(last, job.submitted.value());
    }
    double slowdown = 0.0;
    double used = 0.0; // device seconds between the first and the last submission
    auto const earlier = [&](index a, index b) {
        auto const& x = work.jobs[a];
        auto const& y = work.jobs[b];
        return x.submitted != y.submitted ? x.submitted < y.submitted : x.id < y.id;
    };
    for (index j = 0; j < work.jobs.size(); ++j) {
        auto const& job = work.jobs[j];
        outcome const& o = r.jobs[j];
        if (o.started()) {
            ++m.started;
            double const inside = std::max(0.0, std::min(o.end, last) - std::max(o.start, first));
            used += inside * static_cast<double>(total_demand(job.shape)[0]);
        }
        if (o.cancelled) {
            ++m.cancelled;
            continue;
        }
        if (!o.started()) ++m.never_started;
        if (!o.ended()) continue;
        ++m.ended;
        m.cut += o.cut ? 1u : 0u;
        last_end = std::max(last_end, o.end);
        double const submitted = job.submitted.value();
        completion.push_back(o.end - submitted);
        wait.push_back(o.start - submitted);
        slowdown += std::max(1.0, completion.back() / std::max(o.end - o.start, slowdown_bound_s));
        if (m.longest_wait == no_index) {
            m.longest_wait = j;
        } else {
            double const longest = r.jobs[m.longest_wait].start - work.jobs[m.longest_wait].submitted.value();
            if (wait.back() > longest || (wait.back() == longest && earlier(j, m.longest_wait))) m.longest_wait = j;
        }
    }
    if (m.ended > 0) {
        m.bounded_slowdown = slowdown / static_cast<double>(m.ended);
        m.makespan = last_end - first;
    }
    double capacity = 0.0;
    for (auto const& n : work.nodes) capacity += static_cast<double>(n.capacity[0]);
    if (last > first && capacity > 0.0) m.utilisation = used / (capacity * (last - first));
    m.completion = spread_over(std::move(completion));
    m.wait = spread_over(std::move(wait));
    return m;
}

} // namespace gangway::sim
