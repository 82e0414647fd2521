// slurm - from records to changes: the policy that the text names, and the mode.
#include "../common/thrown_promises.hpp"

#include "plan.hpp"
#include "planner.hpp"

#include <variant>

namespace slurm {

namespace {

std::vector<change> put_back(records const& r, selection const& jobs) {
    std::vector<change> changes;
    for (auto const& job : r.jobs) {
        if (!is_pending(job) || !jobs.holds(job) || !is_marked(job.admin_comment)) continue;
        change c;
        bool const ranked = job.priority != 0 && !is_left(job.admin_comment);
        c.what = is_released(job) ? action::hold : ranked ? action::unrank : action::comment;
        c.job = job.job_id;
        c.name = view_of(job.name);
        // What a rank cleared stays cleared where its owner has held the job since: then the mark alone still knows it.
        auto const nice = nice_before(job);
        c.nice = c.what != action::comment || nice != std::int64_t{job.nice} - NICE_OFFSET ? nice : 0;
        c.comment = text_of_others(job.admin_comment);
        changes.push_back(std::move(c));
    }
    return changes;
}

} // namespace

std::vector<change> changes_for(records const& r, plan_options const& o, gangway::profile::rate_table const& table) {
    if (o.does == mode::put_back) return put_back(r, o.jobs);
    cluster const c{r};
    job_profiles const profiles{c, table};
    auto const policy = compose(o.policy, profiles);
    if (c.nodes().empty()) return {};
    return std::visit(
        [&](auto const& p) {
            planner plan{r, c, o, profiles, p};
            return o.does == mode::rank ? plan.rank() : plan.gate();
        },
        policy);
}

} // namespace slurm
