// slurm - what puts waiting jobs back to where they were before the controller touched them.
#include "plan.hpp"

namespace slurm {

std::vector<change> put_back(records const& r, selection const& jobs) {
    std::vector<change> changes;
    for (auto const& job : r.jobs) {
        if (!is_pending(job) || !jobs.holds(job) || !is_marked(job.admin_comment)) continue;
        change c;
        c.what = is_released(job) ? action::hold : job.priority != 0 ? action::unrank : action::comment;
        c.job = job.job_id;
        c.name = view_of(job.name);
        c.nice = nice_before(job);
        c.comment = text_of_others(job.admin_comment);
        changes.push_back(std::move(c));
    }
    return changes;
}

} // namespace slurm
