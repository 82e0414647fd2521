// L5 - in which order the jobs of a workload come: found once, for as many replays as one likes.
#pragma once

#include <algorithm>
#include <vector>

#include "../config.hpp"
#include "workload.hpp"

namespace gangway::sim {

/// Jobs that come by themselves, by (submitted, id).
///
/// Complexity: O(n) where the jobs stand in that order, which needs no memory; O(n log n) else.
class arrival_order {
  public:
    /// Of all jobs of a workload but those that follow another.
    template <class Shape, class Budget>
    explicit arrival_order(workload<Shape, Budget> const& work)
        : jobs_{static_cast<index>(work.jobs.size())}, size_{jobs_} {
        GANGWAY_EXPECTS(work.after.empty() || work.after.size() == jobs_, "jobs to wait for are given for every job or for none");
        auto const sooner = [](job<Shape> const& a, job<Shape> const& b) {
            return a.submitted != b.submitted ? a.submitted < b.submitted : a.id < b.id;
        };
        if (work.after.empty() && std::is_sorted(work.jobs.begin(), work.jobs.end(), sooner)) return;
        for (index j = 0; j < work.jobs.size(); ++j)
            if (work.after.empty() || work.after[j] == no_index) list_.push_back(j);
        std::sort(list_.begin(), list_.end(), [&](index a, index b) { return sooner(work.jobs[a], work.jobs[b]); });
        size_ = static_cast<index>(list_.size());
    }

    /// How many jobs the workload has.
    [[nodiscard]] index jobs() const { return jobs_; }
    /// How many of them come by themselves.
    [[nodiscard]] index size() const { return size_; }
    /// The job that comes at this place of the order.
    [[nodiscard]] index operator[](index at) const { return list_.empty() ? at : list_[at]; }

  private:
    std::vector<index> list_; // empty: the jobs stand in order
    index jobs_;
    index size_;
};

} // namespace gangway::sim
