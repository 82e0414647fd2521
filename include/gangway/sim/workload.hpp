// L5 - what a replay reads: jobs, nodes and events as plain records, and a cluster model over them.
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "../model/cluster.hpp"

namespace gangway::sim {

/// A job of a replay. `Shape` is gang<N>, or std::vector<gang<N>> for unequal tasks.
template <class Shape>
struct job {
    std::int64_t id = 0; ///< unique; used for ties
    instant submitted;
    duration run;                     ///< true run time, which no policy sees
    std::optional<duration> estimate; ///< what the planner sees; the job is cut there
    double priority = 0.0;
    int group = 0;
    Shape shape{};
};

template <std::size_t N>
struct node {
    amounts<N> capacity;
    bool up = true;
};

/// A node leaves or comes back. Gangs on a node that leaves are requeued whole and start over.
struct node_event {
    instant at;
    index node = 0;
    bool up = false;
};

/// A job is withdrawn, whether it waits or runs.
struct cancellation {
    instant at;
    index job = 0; ///< place in `workload::jobs`
};

/// Everything that a replay needs. Jobs may stand in any order.
template <class Shape>
struct workload {
    static constexpr std::size_t resources = detail::resources_of_shape<Shape>();

    std::vector<job<Shape>> jobs;
    std::vector<node<resources>> nodes;
    std::vector<node_event> node_events;
    std::vector<cancellation> cancellations;
};

struct job_ref {
    index at = 0;
    friend constexpr bool operator==(job_ref, job_ref) = default;
};
struct node_ref {
    index at = 0;
    friend constexpr bool operator==(node_ref, node_ref) = default;
};

/// The replay's own cluster, adapted like any host's: a model over the workload and what runs.
template <class Shape>
class world {
  public:
    using job_type = job_ref;
    using node_type = node_ref;
    static constexpr std::size_t resources = workload<Shape>::resources;

    explicit world(workload<Shape> const& w) : work_{&w}, holds_(w.jobs.size()) {
        for (index n = 0; n < w.nodes.size(); ++n) {
            nodes_.push_back({n});
            free_.push_back(w.nodes[n].capacity);
            up_.push_back(w.nodes[n].up);
        }
    }

    [[nodiscard]] std::int64_t id(job_ref j) const { return work_->jobs[j.at].id; }
    [[nodiscard]] index id(node_ref n) const { return n.at; }
    [[nodiscard]] Shape const& shape(job_ref j) const { return work_->jobs[j.at].shape; }
    [[nodiscard]] instant submitted(job_ref j) const { return work_->jobs[j.at].submitted; }
    [[nodiscard]] std::optional<duration> estimate(job_ref j) const { return work_->jobs[j.at].estimate; }
    [[nodiscard]] double priority(job_ref j) const { return work_->jobs[j.at].priority; }
    [[nodiscard]] int group(job_ref j) const { return work_->jobs[j.at].group; }

    [[nodiscard]] std::vector<node_ref> const& nodes() const { return nodes_; }
    [[nodiscard]] amounts<resources> const& capacity(node_ref n) const { return work_->nodes[n.at].capacity; }
    [[nodiscard]] amounts<resources> const& free(node_ref n) const { return free_[n.at]; }
    [[nodiscard]] bool up(node_ref n) const { return up_[n.at]; }

    using running_type = running_gang<job_ref, std::span<grant<node_ref> const>>;
    /// Complexity: O(jobs); asked for when a scheduler is built.
    [[nodiscard]] std::vector<running_type> running() const {
        std::vector<running_type> all;
        for (index j = 0; j < holds_.size(); ++j)
            if (holds_[j].count > 0) all.push_back({{j}, holds_[j].since, nodes_of({j})});
        return all;
    }

    [[nodiscard]] workload<Shape> const& work() const { return *work_; }
    [[nodiscard]] std::span<grant<node_ref> const> nodes_of(job_ref j) const {
        return {grants_.data() + holds_[j.at].first, holds_[j.at].count};
    }

    // --- the replay moves the world -----------------------------------------------------------------------------

    /// Gives the place of the first grant among all that were ever made.
    std::size_t start(job_ref j, std::span<grant<node_ref> const> on, instant now) {
        std::size_t const first = grants_.size();
        holds_[j.at] = {first, on.size(), now};
        grants_.insert(grants_.end(), on.begin(), on.end());
        move(j, -1);
        return first;
    }
    /// The grants of all starts; the world is done with.
    [[nodiscard]] std::vector<grant<node_ref>> take_grants() { return std::move(grants_); }
    void stop(job_ref j) {
        move(j, 1);
        holds_[j.at].count = 0;
    }
    void set_up(index n, bool up) { up_[n] = up; }

  private:
    struct holding {
        std::size_t first = 0;
        std::size_t count = 0; // 0: does not run
        instant since;
    };
    void move(job_ref j, std::int64_t sign) {
        for (auto const& g : nodes_of(j)) {
            if constexpr (equal_gang<Shape>) free_[g.node.at] += sign * g.tasks * shape(j).each;
            else free_[g.node.at] += sign * g.tasks * shape(j)[g.group].each;
        }
    }

    workload<Shape> const* work_;
    std::vector<node_ref> nodes_;
    std::vector<amounts<resources>> free_;
    std::vector<bool> up_;
    std::vector<holding> holds_;           // by job
    std::vector<grant<node_ref>> grants_;  // of every start, in order
};

} // namespace gangway::sim
