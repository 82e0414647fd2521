// C ABI - the caller's flat arrays as a cluster model: handles are places in them, no job and no node is copied.
#pragma once

#include "gangway_c.h"

#include <gangway/model/cluster.hpp>

#include <cmath>
#include <numeric>
#include <span>
#include <vector>

namespace gangway_c {

/// A job: its place among those that wait, or among those that run.
struct job_at {
    std::size_t at = 0;
    bool runs = false;
    friend bool operator==(job_at, job_at) = default;
};
struct node_at {
    std::size_t at = 0;
    friend bool operator==(node_at, node_at) = default;
};

/// Expects: a question that `check` has accepted, and that outlives this.
class flat_cluster {
  public:
    using job_type = job_at;
    using node_type = node_at;
    static constexpr std::size_t resources = GANGWAY_MOST_RESOURCES; // those that the caller does not count stay 0
    using amounts = gangway::amounts<resources>;
    using running_type = gangway::running_gang<job_at, std::span<gangway::grant<node_at> const>>;

    explicit flat_cluster(gangway_question const& q) : q_{&q} {
        for (std::size_t n = 0; n < q.nodes->count; ++n) nodes_.push_back({n});
        if (q.running) gather_parts(*q.running);
    }

    [[nodiscard]] std::int64_t id(job_at j) const { return jobs(j).id[j.at]; }
    [[nodiscard]] gangway::gang<resources> shape(job_at j) const {
        return {jobs(j).tasks[j.at], row(jobs(j).demand, j.at)};
    }
    [[nodiscard]] gangway::instant submitted(job_at j) const { return gangway::instant{jobs(j).submitted[j.at]}; }
    [[nodiscard]] std::optional<gangway::duration> estimate(job_at j) const {
        auto const* const all = jobs(j).estimate;
        return all && std::isfinite(all[j.at]) ? std::optional{gangway::duration{all[j.at]}} : std::nullopt;
    }
    [[nodiscard]] double priority(job_at j) const { return jobs(j).priority ? jobs(j).priority[j.at] : 0.0; }

    [[nodiscard]] std::vector<node_at> const& nodes() const { return nodes_; }
    [[nodiscard]] std::size_t id(node_at n) const { return n.at; }
    [[nodiscard]] amounts capacity(node_at n) const { return row(q_->nodes->capacity, n.at); }
    [[nodiscard]] amounts free(node_at n) const { return row(q_->nodes->free, n.at); }
    [[nodiscard]] bool up(node_at n) const { return !q_->nodes->up || q_->nodes->up[n.at] != 0; }

    [[nodiscard]] std::vector<running_type> const& running() const { return running_; }

    /// Handles of all that wait.
    [[nodiscard]] std::vector<job_at> waiting() const {
        std::vector<job_at> all;
        for (std::size_t j = 0; j < q_->waiting->count; ++j) all.push_back({j});
        return all;
    }

  private:
    [[nodiscard]] gangway_jobs const& jobs(job_at j) const { return j.runs ? *q_->running->jobs : *q_->waiting; }
    [[nodiscard]] amounts row(std::int64_t const* rows, std::size_t at) const {
        amounts a;
        for (std::size_t r = 0; r < q_->resources; ++r) a[r] = rows[at * q_->resources + r];
        return a;
    }
    // The parts stand in any order; those of one gang are put together.
    void gather_parts(gangway_running const& r) {
        std::vector<std::size_t> first(r.jobs->count + 1, 0);
        for (std::size_t h = 0; h < r.held_count; ++h) ++first[r.held_job[h] + 1];
        std::partial_sum(first.begin(), first.end(), first.begin());
        parts_.resize(r.held_count);
        auto next = first;
        for (std::size_t h = 0; h < r.held_count; ++h)
            parts_[next[r.held_job[h]]++] = {{r.held_node[h]}, r.held_tasks[h]};
        for (std::size_t j = 0; j < r.jobs->count; ++j)
            running_.push_back({{j, true},
                                gangway::instant{r.since[j]},
                                std::span{parts_}.subspan(first[j], first[j + 1] - first[j])});
    }

    gangway_question const* q_;
    std::vector<node_at> nodes_;
    std::vector<gangway::grant<node_at>> parts_; // of running gangs, gang by gang
    std::vector<running_type> running_;
};

} // namespace gangway_c
