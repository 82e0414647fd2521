// L5 - an event-driven replay: a host like any other, on the public interface of the scheduler alone.
#pragma once

#include <algorithm>

#include "../scheduler.hpp"
#include "arrival_order.hpp"
#include "event_tree.hpp"
#include "workload.hpp"

namespace gangway::sim {

/// What came of a replay.
struct result {
    std::vector<outcome> jobs;           ///< in the order of the workload
    std::vector<grant<node_ref>> grants; ///< what every start held, in the order of the decisions
    std::vector<clock_choice> clocks;    ///< by job, of its last start; empty where the policy has no clock slot
    std::vector<energy> joules;          ///< by job, over all its starts; empty where nobody says what gangs draw
    std::vector<double> device_seconds;  ///< by job, of resource 0, over all its starts; counted where joules are
    instant stopped;                     ///< the last event, or the end of the time that was asked for
    std::size_t passes = 0;              ///< of the scheduler
    std::size_t decisions = 0;           ///< gangs that were started
    bool deadlock = false;               ///< partly bound jobs wait for each other and no event is left

    /// What the last start of a job held.
    [[nodiscard]] std::span<grant<node_ref> const> nodes_of(index job) const {
        return {grants.data() + jobs[job].first_grant, jobs[job].grant_count};
    }
};

/// Watches a replay: called after every pass with the scheduler as it then is.
struct no_observer {
    template <class Scheduler, class World>
    void operator()(Scheduler const&, World const&, instant) const {}
};

/// Replays a workload under a policy until nothing more happens, or until `until`.
///
/// Semantics: of all that happens at one instant, ends come first, then nodes, cancellations and arrivals, then one pass.
/// A job ends at its run time or its estimate, whichever is shorter; one that follows another (`workload::after`)
/// arrives at the end of that one. Simulated time alone: no clock is read, and equal input gives equal bytes, whatever
/// the order of jobs.
/// Complexity: O(log n) an event beside the scheduler's own work.
template <class Policy, class Shape, class Budget>
class replay {
  public:
    /// The workload must outlive the replay.
    replay(workload<Shape, Budget> const& work, Policy policy) : replay{work, arrival_order{work}, std::move(policy)} {}
    /// The same with the order of arrivals, where many replays of one workload need not look for it each. Expects: it was
    /// found for this workload, or for one whose jobs have the same submissions and ids.
    replay(workload<Shape, Budget> const& work, arrival_order arrivals, Policy policy)
        : world_{work}, scheduler_{world_, std::move(policy)}, arrivals_{std::move(arrivals)} {
        auto const n = static_cast<index>(work.jobs.size());
        GANGWAY_EXPECTS(arrivals_.jobs() == n, "the order of arrivals is that of another workload");
        if (!work.after.empty()) expect_followers(work);
        node_events_ = work.node_events;
        std::sort(node_events_.begin(), node_events_.end(), [](node_event const& a, node_event const& b) {
            return a.at != b.at ? a.at < b.at : a.node != b.node ? a.node < b.node : a.up < b.up;
        });
        cancellations_ = work.cancellations;
        std::sort(cancellations_.begin(), cancellations_.end(), [&](auto const& a, auto const& b) {
            return a.at != b.at ? a.at < b.at : work.jobs[a.job].id < work.jobs[b.job].id;
        });
        if (with_clock || !work.draws.empty()) {
            result_.joules.resize(n);
            result_.device_seconds.resize(n);
        }
        GANGWAY_EXPECTS(work.draws.empty() || work.draws.size() == n, "draws are given for every job or for none");
        expect_arrival();
        expect_interruption();
    }
    replay(replay const&) = delete;
    replay& operator=(replay const&) = delete;

    /// Runs to the end, or until an instant; once.
    template <class Observer = no_observer>
    result run(instant until = never_instant, Observer&& observe = {}) {
        while (step(until)) observe(scheduler_, world_, now_);
        finish_result(until);
        return std::move(result_);
    }

    /// The scheduler as it stands.
    [[nodiscard]] auto const& scheduler() const { return scheduler_; }
    /// The cluster as it stands.
    [[nodiscard]] auto const& cluster() const { return world_; }

  private:
    static constexpr bool with_clock = !std::is_same_v<typename Policy::clock_type, no_clock>;
    static constexpr double forever = std::numeric_limits<double>::infinity();

    // The next instant at which anything happens by itself ...
    [[nodiscard]] double next_happening() {
        if (interrupted_)
            while (ends_.next() < forever && !current(ends_.top())) ends_.pop();
        return std::min(std::min(ends_.next(), arrives_), interrupts_);
    }
    // ... or at which the policy asked to be woken, unless that leads nowhere any more.
    [[nodiscard]] double next_event(double happens) const {
        return idle_wakes_ > most_idle_wakes ? happens : std::min(happens, scheduler_.next_wake().value());
    }
    // All events of the next instant, then one pass; false when there is none.
    bool step(instant until) {
        double const happens = next_happening();
        double const at = next_event(happens);
        if (!(at < forever) || at > until.value()) return false;
        now_ = instant{at};
        while (ends_.next() <= at) { // nothing is earlier than `at`
            auto const e = ends_.top();
            ends_.pop();
            if (!interrupted_ || current(e)) end(e.job);
        }
        if (interrupts_ <= at) interrupt();
        for (; arrives_ <= at; expect_arrival()) {
            index const job = arrivals_[next_arrival_++];
            if (!interrupted_ || !world_.of(job).cancelled) scheduler_.submit({job});
        }
        std::size_t const decided = result_.decisions;
        scheduler_.pass(now_, [&](auto const& d) { start(d); });
        idle_wakes_ = at < happens && decided == result_.decisions ? idle_wakes_ + 1 : 0;
        ++result_.passes;
        return true;
    }
    void expect_arrival() {
        arrives_ = next_arrival_ < arrivals_.size() ? world_.work().jobs[arrivals_[next_arrival_]].submitted.value() : forever;
    }
    // Nodes that leave or come, then cancellations.
    void interrupt() {
        for (; next_node_event_ < node_events_.size() && node_events_[next_node_event_].at == now_; ++next_node_event_)
            change(node_events_[next_node_event_]);
        for (; next_cancellation_ < cancellations_.size() && cancellations_[next_cancellation_].at == now_; ++next_cancellation_)
            cancel(cancellations_[next_cancellation_].job);
        expect_interruption();
    }
    void expect_interruption() {
        interrupts_ = next_node_event_ < node_events_.size() ? node_events_[next_node_event_].at.value() : forever;
        if (next_cancellation_ < cancellations_.size())
            interrupts_ = std::min(interrupts_, cancellations_[next_cancellation_].at.value());
    }
    template <class Decision>
    void start(Decision const& d) {
        auto const& job = world_.work().jobs[d.job.at];
        world_.start(d.job, d.nodes, now_);
        outcome& o = world_.of(d.job.at);
        bool const cut = job.estimate && *job.estimate < job.run;
        o.cut = cut;
        ++result_.decisions;
        duration run = cut ? *job.estimate : job.run;
        if constexpr (with_clock) {
            world_.set_clock(d.job, d.clock);
            run = d.clock.slowdown * run;
        }
        ends_.push({(now_ + run).value(), d.job.at, o.starts});
    }
    // Passes in a row that a policy asked for and that started nothing: from here on it goes round in circles.
    static constexpr int most_idle_wakes = 1000;

    [[nodiscard]] bool current(event_tree::event const& e) const {
        outcome const& o = world_.of(e.job);
        return e.run == o.starts && o.running;
    }
    void end(index job) {
        scheduler_.finish(job_ref{job}, now_);
        stop(job);
        world_.of(job).end = now_.value();
        if (!followers_.empty() && !world_.of(job).cancelled) submit_followers(job);
    }
    // Jobs that join the queue at the end of another, in a list for each; they are no arrivals.
    void expect_followers(workload<Shape, Budget> const& work) {
        auto const n = static_cast<index>(work.jobs.size());
        followers_.assign(n, no_index);
        next_follower_.assign(n, no_index);
        for (index j = n; j-- > 0;) {
            index const before = work.after[j];
            if (before == no_index) continue;
            GANGWAY_EXPECTS(before < n && before != j, "a job waits for another job of the workload");
            next_follower_[j] = followers_[before];
            followers_[before] = j;
        }
    }
    void submit_followers(index job) {
        for (index j = followers_[job]; j != no_index; j = next_follower_[j])
            if (!world_.of(j).cancelled) scheduler_.submit({j});
    }
    [[nodiscard]] bool in_scheduler(index job) const {
        auto const& after = world_.work().after;
        if (after.empty() || after[job] == no_index) return world_.work().jobs[job].submitted < now_;
        outcome const& before = world_.of(after[job]);
        return before.ended() && !before.cancelled;
    }
    // A gang no longer runs, whether it is done or not: what it drew is counted.
    void stop(index job) {
        count_energy(job);
        world_.stop({job});
    }
    void count_energy(index job) {
        if (result_.joules.empty()) return;
        duration const ran = now_ - instant{world_.of(job).start};
        result_.joules[job] = result_.joules[job] + world_.draw({job}, world_.clock_of({job})) * ran;
        result_.device_seconds[job] += ran.value() * static_cast<double>(total_demand(world_.work().jobs[job].shape)[0]);
    }
    void cancel(index job) {
        outcome& o = world_.of(job);
        if (o.cancelled || o.ended()) return;
        o.cancelled = interrupted_ = true;
        if (o.running) end(job);
        else if (in_scheduler(job)) scheduler_.cancel(job_ref{job});
    }
    void change(node_event const& e) {
        interrupted_ = true;
        if (!e.up)
            for (index j = 0; j < world_.work().jobs.size(); ++j)
                if (world_.of(j).running && holds(j, e.node)) {
                    scheduler_.requeue(job_ref{j});
                    stop(j);
                }
        world_.set_up(e.node, e.up);
        scheduler_.update(node_ref{e.node});
    }
    [[nodiscard]] bool holds(index job, index node) const {
        auto const on = world_.nodes_of({job});
        return std::any_of(on.begin(), on.end(), [&](auto const& g) { return g.node.at == node; });
    }
    void finish_result(instant until) {
        if constexpr (requires { scheduler_.memory().partial(); })
            result_.deadlock = next_event(next_happening()) == forever && scheduler_.memory().partial() > 0;
        if (until < never_instant) now_ = until; // what still runs has run until then
        if (!result_.joules.empty())
            for (index j = 0; j < result_.joules.size(); ++j)
                if (world_.of(j).running) count_energy(j);
        result_.stopped = now_;
        result_.clocks = world_.take_clocks();
        if (with_clock) result_.clocks.resize(world_.work().jobs.size()); // also where nothing has started
        result_.jobs = world_.take_jobs();
        result_.grants = world_.take_grants();
    }

    world<Shape, Budget> world_;
    gangway::scheduler<world<Shape, Budget>, Policy> scheduler_;
    result result_;
    event_tree ends_;
    arrival_order arrivals_;
    std::vector<index> followers_;     // of each job the first that joins at its end; empty where none does
    std::vector<index> next_follower_; // of each job the next that joins with it
    std::vector<node_event> node_events_;
    std::vector<cancellation> cancellations_;
    index next_arrival_ = 0;
    double arrives_ = forever;    // the next arrival
    double interrupts_ = forever; // the next node event or cancellation
    std::size_t next_node_event_ = 0;
    std::size_t next_cancellation_ = 0;
    bool interrupted_ = false; // something ended before its time: ends may be stale
    int idle_wakes_ = 0;
    instant now_;
};

} // namespace gangway::sim
