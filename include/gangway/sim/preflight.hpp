// L5 - pre-flight runs in a replay: a short gang measures a job before it runs, and waits for its turn.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include "replay.hpp"

namespace gangway::sim {

/// A workload in which jobs are measured before they run.
///
/// Shape: the first `jobs` are those of the original workload, in their order; the pre-flight gangs follow them.
template <class Shape, class Budget>
struct preflight_workload {
    workload<Shape, Budget> work; ///< with the runs added
    index jobs = 0;               ///< of the workload that it was made of; the runs follow them

    /// Was the job added, as a run before another?
    [[nodiscard]] bool is_preflight(index job) const { return job >= jobs; }
    /// The job that a pre-flight gang measures.
    [[nodiscard]] index measures(index preflight) const { return measured[preflight - jobs]; }

    std::vector<index> measured; ///< by run: the job that it is for
};

/// Puts a pre-flight gang before each job for which `run_of(job)` gives a time above zero.
///
/// Semantics: the gang has the job's shape, group, priority and submission, runs for that time and says so in its
/// estimate; the job itself joins the queue when the gang ends. It keeps its own submission, so that waiting,
/// completion and age count the pre-flight run, and it then runs in full: what was trained before is not kept. Before
/// that no profile is known: a profile adapter over the new workload must answer for pre-flight gangs as for jobs that
/// were never measured, with a rate of 0, and the gang ranks by what else its rank reads, its age mostly. A cancelled
/// job takes its pre-flight gang with it.
/// Expects: a workload in which no job follows another yet. Complexity: O(n).
template <class Shape, class Budget, class RunOf>
[[nodiscard]] preflight_workload<Shape, Budget> with_preflight(workload<Shape, Budget> work, RunOf&& run_of) {
    GANGWAY_EXPECTS(work.after.empty(), "jobs that follow others get no pre-flight run");
    preflight_workload<Shape, Budget> out;
    auto const n = static_cast<index>(work.jobs.size());
    out.jobs = n;
    work.after.assign(n, no_index);
    std::int64_t next_id = 0;
    for (auto const& j : work.jobs) next_id = std::max(next_id, j.id);
    std::vector<index> gang_of(work.cancellations.empty() ? 0 : n, no_index);
    for (index j = 0; j < n; ++j) {
        duration const run = run_of(j);
        if (!(run > duration{0.0})) continue;
        auto gang = work.jobs[j];
        gang.id = ++next_id;
        gang.run = run;
        gang.estimate = run;
        work.after[j] = static_cast<index>(work.jobs.size());
        if (!gang_of.empty()) gang_of[j] = work.after[j];
        work.jobs.push_back(std::move(gang));
        work.after.push_back(no_index);
        if (!work.draws.empty()) work.draws.push_back(power{work.draws[j]});
        out.measured.push_back(j);
    }
    for (std::size_t i = 0, all = work.cancellations.size(); i < all; ++i) {
        auto const c = work.cancellations[i];
        if (gang_of[c.job] != no_index) work.cancellations.push_back({c.at, gang_of[c.job]});
    }
    out.work = std::move(work);
    return out;
}

/// What the pre-flight runs of a replay took.
struct preflight_cost {
    double device_seconds = 0.0; ///< of resource 0, the last run of each
    std::size_t runs = 0;        ///< started
    double waited = 0.0;         ///< seconds that the gangs waited for their turn, all together
};

/// What the pre-flight runs of a replay took.
template <class Shape, class Budget>
[[nodiscard]] preflight_cost cost_of(preflight_workload<Shape, Budget> const& p, result const& r) {
    preflight_cost c;
    for (index j = p.jobs; j < r.jobs.size(); ++j) {
        outcome const& o = r.jobs[j];
        if (!o.started()) continue;
        ++c.runs;
        c.waited += o.start - p.work.jobs[j].submitted.value();
        if (o.ended())
            c.device_seconds += (o.end - o.start) * static_cast<double>(total_demand(p.work.jobs[j].shape)[0]);
    }
    return c;
}

/// The outcome of the jobs alone, to be measured against the original workload.
///
/// Semantics: starts and ends are those of the jobs, so waiting is from submission to the start of the job proper. A
/// job whose pre-flight gang was cancelled is cancelled.
template <class Shape, class Budget>
[[nodiscard]] result without_preflight(preflight_workload<Shape, Budget> const& p, result r) {
    r.jobs.resize(p.jobs);
    if (!r.clocks.empty()) r.clocks.resize(p.jobs);
    if (!r.joules.empty()) r.joules.resize(p.jobs);
    if (!r.device_seconds.empty()) r.device_seconds.resize(p.jobs);
    return r;
}

} // namespace gangway::sim
