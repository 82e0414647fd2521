// L5 - what a replay reads: jobs, nodes and events as plain records, and a cluster model over them.
#pragma once

#include <cmath>
#include <concepts>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "../config.hpp"
#include "../fwd.hpp"
#include "../model/cluster.hpp"

namespace gangway::sim {

/// A job of a replay. `Shape` is gang<N>, or std::vector<gang<N>> for unequal tasks.
template <class Shape>
struct job {
    std::int64_t id = 0;              ///< unique; used for ties
    instant submitted;                ///< when it comes
    duration run;                     ///< true run time, which no policy sees
    std::optional<duration> estimate; ///< what the planner sees; the job is cut there
    double priority = 0.0;            ///< larger first, where the rank asks for it
    int group = 0;                    ///< user, queue or virtual cluster
    Shape shape{};                    ///< what it asks for
};

/// A node of a replay.
template <std::size_t N>
struct node {
    amounts<N> capacity; ///< of the whole node
    bool up = true;      ///< in service at first
};

/// A node leaves or comes back. Gangs on a node that leaves are requeued whole and start over.
struct node_event {
    instant at;      ///< when
    index node = 0;  ///< place in `workload::nodes`
    bool up = false; ///< false: it leaves
};

/// A job is withdrawn, whether it waits or runs.
struct cancellation {
    instant at;    ///< when
    index job = 0; ///< place in `workload::jobs`
};

/// Watts are not counted.
struct no_budget {};

/// The gangs that run draw at most so much together: watts are a resource of the cluster, reserved like nodes.
struct power_budget {
    power limit; ///< of all running gangs together
};

/// Everything that a replay needs. Jobs may stand in any order.
template <class Shape, class Budget = no_budget>
struct workload {
    static constexpr std::size_t resources = detail::resources_of_shape<Shape>(); ///< N of amounts<N>

    std::vector<job<Shape>> jobs; ///< in any order
    std::vector<node<resources>> nodes; ///< in the order of ids
    std::vector<node_event> node_events; ///< in any order
    std::vector<cancellation> cancellations; ///< in any order
    std::vector<power> draws; ///< by job: what the whole gang draws at its highest clock; empty: not known
    /// By job: the job at whose end it joins the queue, with its own time of submission; `no_index`: it comes by itself. Empty:
    /// all do. A job whose predecessor is cancelled never comes.
    std::vector<index> after;
    [[no_unique_address]] Budget budget{}; ///< of watts, or none
};

/// What a gang draws at a clock, as its sweep says, or as the workload does where it has none; 0 where nobody does.
template <class Shape, class Budget>
[[nodiscard]] power draw_of(workload<Shape, Budget> const& work, index job, clock_choice const& clock) {
    if (clock.at) return clock.at->draw;
    return work.draws.empty() ? power{} : work.draws[job];
}

/// Names a job by its place.
struct job_ref {
    index at = 0; ///< place in `workload::jobs`
    friend constexpr bool operator==(job_ref, job_ref) = default;
};
/// Names a node by its place.
struct node_ref {
    index at = 0; ///< place in `workload::nodes`
    friend constexpr bool operator==(node_ref, node_ref) = default;
};

/// How one job went. Times are seconds; infinity for what did not happen.
struct outcome {
    double start = std::numeric_limits<double>::infinity(); ///< of the run that ended, or of the last one
    double end = std::numeric_limits<double>::infinity(); ///< of its last run; infinity: it did not
    index first_grant = 0; ///< of the last start, in `result::grants`
    index grant_count = 0; ///< of them
    std::uint32_t starts = 0; ///< more than one after node failures
    bool cancelled = false; ///< withdrawn
    bool cut = false;     ///< ended at its estimate before it was done
    bool running = false; ///< holds its nodes; false once a replay is over that ran to its end

    /// Did it start at all?
    [[nodiscard]] bool started() const { return starts > 0; }
    /// Did it end?
    [[nodiscard]] bool ended() const { return end < std::numeric_limits<double>::infinity(); }
};

/// The replay's own cluster, adapted like any host's: a model over the workload and what runs.
template <class Shape, class Budget = no_budget>
class world {
  public:
    using job_type = job_ref;
    using node_type = node_ref;
    static constexpr std::size_t resources = workload<Shape, Budget>::resources; ///< N of amounts<N>

    /// Nothing runs; the workload must outlive it.
    explicit world(workload<Shape, Budget> const& w) : work_{&w}, jobs_(w.jobs.size()) {
        grants_.reserve(w.jobs.size()); // most gangs start once and on one node
        for (index n = 0; n < w.nodes.size(); ++n) {
            nodes_.push_back({n});
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
    /// Complexity: O(jobs) where anything runs; asked for when a scheduler is built.
    [[nodiscard]] amounts<resources> free(node_ref n) const {
        amounts<resources> left = capacity(n);
        for (auto const& r : running())
            for (auto const& g : r.nodes)
                if (g.node == n) left -= g.tasks * task(r.job, g.group);
        return left;
    }
    [[nodiscard]] bool up(node_ref n) const { return up_[n.at]; }

    /// A gang that runs, with what it holds.
    using running_type = running_gang<job_ref, std::span<grant<node_ref> const>>;
    /// Complexity: O(jobs); asked for when a scheduler is built.
    [[nodiscard]] std::vector<running_type> running() const {
        std::vector<running_type> all;
        if (running_ == 0) return all;
        for (index j = 0; j < jobs_.size(); ++j)
            if (jobs_[j].running) all.push_back({{j}, instant{jobs_[j].start}, nodes_of({j})});
        return all;
    }

    /// Whole watts: what is left of the budget is rounded down, what a gang draws up.
    [[nodiscard]] pool_amounts<1> pool() const
        requires std::same_as<Budget, power_budget>
    {
        auto const all = whole(std::floor(work_->budget.limit.value()));
        pool_amounts<1> watts{{all}, {all}};
        for (auto const& r : running()) watts.free -= pool_demand(r.job, clock_of(r.job));
        return watts;
    }
    /// What a gang takes of the pool at a clock.
    [[nodiscard]] amounts<1> pool_demand(job_ref j, clock_choice const& clock) const
        requires std::same_as<Budget, power_budget>
    {
        return {whole(std::ceil(draw(j, clock).value()))};
    }
    /// What a gang draws at a clock.
    [[nodiscard]] power draw(job_ref j, clock_choice const& clock) const { return draw_of(*work_, j.at, clock); }
    /// The clock of its last start.
    [[nodiscard]] clock_choice clock_of(job_ref j) const { return clocks_.empty() ? clock_choice{} : clocks_[j.at]; }

    /// What is replayed.
    [[nodiscard]] workload<Shape, Budget> const& work() const { return *work_; }
    /// What a job holds; nothing where it does not run.
    [[nodiscard]] std::span<grant<node_ref> const> nodes_of(job_ref j) const {
        outcome const& o = jobs_[j.at];
        return {grants_.data() + o.first_grant, o.running ? o.grant_count : 0};
    }
    /// How a job went so far.
    [[nodiscard]] outcome const& of(index job) const { return jobs_[job]; }

    // --- the replay moves the world -----------------------------------------------------------------------------

    /// How a job went so far.
    [[nodiscard]] outcome& of(index job) { return jobs_[job]; }
    /// A gang starts.
    void start(job_ref j, std::span<grant<node_ref> const> on, instant now) {
        outcome& o = jobs_[j.at];
        o.start = now.value();
        o.running = true;
        ++o.starts;
        GANGWAY_EXPECTS(grants_.size() + on.size() < no_index, "more grants than can be numbered");
        o.first_grant = static_cast<index>(grants_.size());
        o.grant_count = static_cast<index>(on.size());
        for (auto const& g : on) grants_.push_back(g);
        ++running_;
    }
    /// A gang gets a clock.
    void set_clock(job_ref j, clock_choice const& clock) {
        if (clocks_.empty()) clocks_.resize(jobs_.size());
        clocks_[j.at] = clock;
    }
    /// A gang stops.
    void stop(job_ref j) {
        jobs_[j.at].running = false;
        --running_;
    }
    /// The world is done with.
    [[nodiscard]] std::vector<outcome> take_jobs() { return std::move(jobs_); }
    /// What every start held.
    [[nodiscard]] std::vector<grant<node_ref>> take_grants() { return std::move(grants_); }
    /// The clocks of the last starts.
    [[nodiscard]] std::vector<clock_choice> take_clocks() { return std::move(clocks_); }
    /// A node leaves or comes back.
    void set_up(index n, bool up) { up_[n] = up; }

  private:
    // Watts beyond what can be counted are as good as no limit.
    [[nodiscard]] static std::int64_t whole(double watts) {
        return watts < 0x1p61 ? static_cast<std::int64_t>(watts) : std::int64_t{1} << 61;
    }
    [[nodiscard]] amounts<resources> const& task(job_ref j, std::size_t group) const {
        if constexpr (equal_gang<Shape>) return shape(j).each;
        else return shape(j)[group].each;
    }

    workload<Shape, Budget> const* work_;
    std::vector<node_ref> nodes_;
    std::vector<bool> up_;
    std::vector<outcome> jobs_;
    std::size_t running_ = 0;
    std::vector<grant<node_ref>> grants_;  // of every start, in order
    std::vector<clock_choice> clocks_;     // by job, of its last start; empty without a clock slot
};

} // namespace gangway::sim
