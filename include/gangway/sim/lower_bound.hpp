// L5 - a bound below the mean completion time of every schedule, from the fluid relaxation of the cluster.
#pragma once

#include <algorithm>
#include <numeric>
#include <queue>
#include <utility>
#include <vector>

#include "replay.hpp"

namespace gangway::sim {

/// A job of the relaxation: it runs for `run` seconds on `devices` devices at once.
struct fluid_job {
    double submitted = 0.0; ///< s
    double run = 0.0;       ///< s
    double devices = 0.0;   ///< that it takes
};

/// Three bounds on the mean of (completion - submission), each proved on its own; the largest counts.
struct completion_bound {
    double run = 0.0;   ///< no job ends before submission + run
    double fluid = 0.0; ///< shortest remaining area first, the cluster as one divisible machine
    double busy = 0.0;  ///< mean busy times of the fluid machine, plus half of each run
    /// The largest of the three.
    [[nodiscard]] double best() const { return std::max({run, fluid, busy}); }
};

namespace detail {

// Serves work on one machine of speed `devices`, preempting for a smaller key; `served(job, from, to)` sees each piece.
template <class Key, class Served>
void serve(std::vector<fluid_job> const& jobs, double devices, std::vector<double>& area, Key&& key, Served&& served) {
    std::vector<std::size_t> order(jobs.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return jobs[a].submitted != jobs[b].submitted ? jobs[a].submitted < jobs[b].submitted : a < b;
    });
    using waiting = std::pair<double, std::size_t>;
    std::priority_queue<waiting, std::vector<waiting>, std::greater<>> queue;
    double now = 0.0;
    for (std::size_t next = 0; next < order.size() || !queue.empty();) {
        if (queue.empty()) now = jobs[order[next]].submitted;
        for (; next < order.size() && jobs[order[next]].submitted <= now; ++next) queue.emplace(key(order[next]), order[next]);
        std::size_t const job = queue.top().second;
        queue.pop();
        double const done = now + area[job] / devices;
        if (next < order.size() && jobs[order[next]].submitted < done) {
            double const until = jobs[order[next]].submitted;
            area[job] = std::max(0.0, area[job] - (until - now) * devices);
            served(job, now, until, false);
            now = until;
            queue.emplace(key(job), job);
        } else {
            served(job, now, done, true);
            now = done;
        }
    }
}

} // namespace detail

/// Bounds the mean of (completion - submission) from below, for every schedule of these jobs on `devices` devices.
///
/// Semantics: true for any schedule that runs each job once without a break on all its devices, whatever nodes they are on.
/// `run` is plain. `fluid`: a schedule of gangs, read as one machine of speed `devices` that shares itself among jobs,
/// is feasible there with the same completion times; on one machine shortest remaining work first has at every instant
/// completed the most jobs (Schrage 1968), so its sum of completion times is least. `busy`: a gang works at a constant rate,
/// so its completion is its mean busy time plus half its run; on one machine the smallest sum of mean busy times is that of
/// smallest work first, preemptive (Goemans 1997, with weights 1); so sum C >= sum M + sum run / 2 (the squashed area bound
/// of Turek et al. 1994, with release dates). The larger of sums is a bound; a sum of larger ones would need a proof.
/// Expects: `devices` above zero. Complexity: O(n log n).
[[nodiscard]] inline completion_bound bound_mean_completion(std::vector<fluid_job> const& jobs, double devices) {
    completion_bound b;
    if (jobs.empty()) return b;
    auto const n = static_cast<double>(jobs.size());
    std::vector<double> all(jobs.size());
    double submitted = 0.0;
    double run = 0.0;
    for (std::size_t j = 0; j < jobs.size(); ++j) {
        all[j] = jobs[j].run * jobs[j].devices;
        submitted += jobs[j].submitted;
        run += jobs[j].run;
    }
    b.run = run / n;

    std::vector<double> left = all;
    double ends = 0.0;
    detail::serve(jobs, devices, left, [&](std::size_t j) { return left[j]; },
                  [&](std::size_t, double, double to, bool over) { ends += over ? to : 0.0; });
    b.fluid = (ends - submitted) / n;

    left = all;
    double busy = 0.0;
    detail::serve(jobs, devices, left, [&](std::size_t j) { return all[j]; },
                  [&](std::size_t j, double from, double to, bool) {
                      busy += all[j] > 0.0 ? (from + to) / 2.0 * (to - from) * devices / all[j] : to;
                  });
    b.busy = (busy + run / 2.0 - submitted) / n;
    return b;
}

/// The bound for the jobs of a workload that `counts(job)` takes, by their demand of resource 0 on all nodes together.
///
/// Semantics: a job counts as long as it would run: its run time, or its estimate where that is shorter.
template <class Shape, class Budget, class Counts>
[[nodiscard]] completion_bound bound_mean_completion(workload<Shape, Budget> const& work, Counts&& counts) {
    std::vector<fluid_job> jobs;
    for (index j = 0; j < work.jobs.size(); ++j) {
        auto const& job = work.jobs[j];
        if (!counts(j)) continue;
        double const run = job.estimate ? std::min(job.run, *job.estimate).value() : job.run.value();
        jobs.push_back({job.submitted.value(), run, static_cast<double>(total_demand(job.shape)[0])});
    }
    double devices = 0.0;
    for (auto const& node : work.nodes) devices += static_cast<double>(node.capacity[0]);
    return devices > 0.0 ? bound_mean_completion(jobs, devices) : completion_bound{};
}

} // namespace gangway::sim
