// L4 - when the waiting jobs would start if nothing else came: the policy itself, run on into the estimates.
#pragma once

#include "scheduler.hpp"

namespace gangway {

/// The start that the estimates give a waiting job; empty where none can be shown.
template <class Job>
struct start_estimate {
    Job job;                   ///< that waits
    std::optional<instant> at; ///< empty: no start can be shown
};

namespace detail {

// Runs a copy of the scheduler from `now` on; calls `started(job, at)`, which says whether to go on.
template <class Scheduler, class Started>
void run_ahead(Scheduler ahead, instant now, Started&& started) {
    bool go_on = true;
    int idle = 0; // passes in a row in which nothing happened: a policy that wakes itself may go round in circles
    for (instant at = now; go_on;) {
        ++idle;
        ahead.pass(at, [&](auto const& d) {
            go_on = started(d.job, d.at) && go_on;
            idle = 0;
        });
        double next = idle > 1000 ? never_instant.value() : ahead.next_wake().value();
        for (auto const& gang : ahead.book().gangs)
            if (gang.job != no_index && gang.end < next) next = gang.end;
        if (next == never_instant.value()) return;
        at = instant{next > at.value() ? next : std::nextafter(at.value(), never_instant.value())};
        std::vector<typename Scheduler::job_type> over;
        for (auto const& gang : ahead.book().gangs)
            if (gang.job != no_index && gang.end <= at.value()) over.push_back(ahead.book().entries[gang.job].job);
        for (auto const& job : over) ahead.finish(job, at);
        if (!over.empty()) idle = 0;
    }
}

} // namespace detail

/// Start estimates of all waiting jobs, in the order of the starts; those that cannot be shown to start come last, by id.
///
/// Semantics: computed afresh, so none is stale. Assumes that running gangs end at their estimates (an overdue one at the
/// next instant), that nothing else arrives and no node changes. A gang without an estimate never ends here.
/// Complexity: one replay of the queue; reads the scheduler, changes nothing.
template <class Model, class Policy>
[[nodiscard]] std::vector<start_estimate<job_of<Model>>> forecast(scheduler<Model, Policy> const& s, instant now) {
    std::vector<start_estimate<job_of<Model>>> all;
    std::vector<bool> seen(s.book().entries.size(), false);
    detail::run_ahead(s, now, [&](auto const& job, instant at) {
        seen[s.book().find(job)] = true;
        all.push_back({job, at});
        return true;
    });
    std::size_t const known = all.size();
    for (index slot = 0; slot < seen.size(); ++slot)
        if (s.book().entries[slot].now == job_book<Model, Policy>::state::waiting && !seen[slot])
            all.push_back({s.book().entries[slot].job, std::nullopt});
    auto const& model = *s.book().model;
    std::sort(all.begin() + static_cast<std::ptrdiff_t>(known), all.end(),
              [&](auto const& a, auto const& b) { return model.id(a.job) < model.id(b.job); });
    return all;
}

} // namespace gangway
