// tests - small random workloads for the property tests, in the library's words and in the oracle's.
#pragma once

#include <gangway/gangway.hpp>
#include <gangway/sim/replay.hpp>
#include <oracle/invariants.hpp>
#include <rapidcheck.h>

#include <algorithm>

namespace random_workload {

/// What to vary.
struct options {
    int most_jobs = 14;
    int least_nodes = 1;
    int most_nodes = 1;
    int most_capacity = 6;
    int most_tasks = 4;
    int least_estimate = 1;
    bool exact_estimates = false;
    bool missing_estimates = false;
    bool node_failures = false;
    bool cancellations = false;
    bool priorities = false;
};

template <std::size_t N, class Shape>
using work_of = gangway::sim::workload<Shape>;

inline int from(int low, int high) { return *rc::gen::inRange(low, high + 1); }

template <std::size_t N>
gangway::amounts<N> demand(int most) {
    gangway::amounts<N> a;
    a[0] = from(1, most);
    for (std::size_t r = 1; r < N; ++r) a[r] = from(0, most);
    return a;
}

/// One group of equal tasks a job.
template <std::size_t N>
gangway::sim::workload<gangway::gang<N>> equal_gangs(options const& o) {
    gangway::sim::workload<gangway::gang<N>> w;
    int const nodes = from(o.least_nodes, o.most_nodes);
    for (int n = 0; n < nodes; ++n) {
        gangway::amounts<N> capacity;
        for (std::size_t r = 0; r < N; ++r) capacity[r] = from(1, o.most_capacity);
        w.nodes.push_back({capacity, !o.node_failures || from(0, 4) > 0});
    }
    int const jobs = from(1, o.most_jobs);
    for (int j = 0; j < jobs; ++j) {
        gangway::sim::job<gangway::gang<N>> job;
        job.id = j;
        job.submitted = gangway::instant{static_cast<double>(from(0, 20))};
        job.run = gangway::seconds{static_cast<double>(from(1, 12))};
        if (!o.missing_estimates || from(0, 3) > 0)
            job.estimate = o.exact_estimates ? job.run : gangway::seconds{static_cast<double>(from(o.least_estimate, 16))};
        job.priority = o.priorities ? from(0, 3) : 0;
        // Mostly small, so that most jobs fit and the cluster is crowded; now and then one that may never.
        bool const small = from(0, 3) > 0;
        job.shape = {from(1, small ? std::min(2, o.most_tasks) : o.most_tasks), demand<N>(small ? 2 : o.most_capacity)};
        w.jobs.push_back(job);
    }
    for (int e = o.node_failures ? from(0, 4) : 0; e > 0; --e) {
        auto const n = static_cast<gangway::index>(from(0, nodes - 1));
        gangway::instant const at{static_cast<double>(from(0, 30))};
        bool taken = false; // one event a node and instant: two would have no order
        for (auto const& other : w.node_events) taken = taken || (other.at == at && other.node == n);
        if (!taken) w.node_events.push_back({at, n, from(0, 1) == 1});
    }
    for (int c = o.cancellations ? from(0, 3) : 0; c > 0; --c)
        w.cancellations.push_back({gangway::instant{static_cast<double>(from(0, 30))}, static_cast<gangway::index>(from(0, jobs - 1))});
    return w;
}

/// The same gangs, each drawing a few watts or none, under a budget that mostly binds.
template <class Shape>
gangway::sim::workload<Shape, gangway::sim::power_budget> under_budget(gangway::sim::workload<Shape> const& w) {
    gangway::sim::workload<Shape, gangway::sim::power_budget> powered{w.jobs, w.nodes, w.node_events, w.cancellations, {}, {}};
    powered.budget.limit = gangway::power{static_cast<double>(from(2, 8))};
    for (std::size_t j = 0; j < w.jobs.size(); ++j) powered.draws.push_back(gangway::power{static_cast<double>(from(0, 5))});
    return powered;
}

template <std::size_t N>
oracle::amounts plain(gangway::amounts<N> const& a) {
    return {a.of.begin(), a.of.end()};
}

/// The same workload for the oracle. A budget is one more node, with watts alone, and one more task of each gang that
/// draws any: the oracle tries every placement, so it needs to know no more.
template <class Shape, class Budget = gangway::sim::no_budget>
struct in_plain_words {
    static constexpr bool powered = std::is_same_v<Budget, gangway::sim::power_budget>;

    oracle::cluster nodes;
    std::vector<oracle::job> jobs;
    oracle::events events;

    explicit in_plain_words(gangway::sim::workload<Shape, Budget> const& w) {
        for (auto const& n : w.nodes) nodes.push_back({"", plain(n.capacity), n.up});
        if constexpr (powered) {
            for (auto& n : nodes) n.capacity.push_back(0);
            nodes.push_back({"", watts(w.budget.limit), true});
        }
        for (auto const& j : w.jobs) {
            oracle::job o;
            o.id = static_cast<int>(j.id);
            gangway::for_each_group(j.shape, [&](std::size_t, auto const& g) {
                for (std::int64_t t = 0; t < g.tasks; ++t) o.tasks.push_back(plain(g.each));
            });
            if constexpr (powered) {
                for (auto& t : o.tasks) t.push_back(0);
                if (auto const draw = w.draws[jobs.size()]; draw.value() > 0.0) o.tasks.push_back(watts(draw));
            }
            o.submit = j.submitted.value();
            o.score_at_zero = j.priority;
            o.run = j.run.value();
            if (j.estimate) o.wall = j.estimate->value();
            jobs.push_back(o);
        }
        for (auto const& e : w.node_events) events.nodes.push_back({e.at.value(), static_cast<int>(e.node), e.up});
        for (auto const& c : w.cancellations) events.cancels.push_back({c.at.value(), static_cast<int>(c.job)});
    }
    [[nodiscard]] static oracle::amounts watts(gangway::power p) {
        oracle::amounts a(gangway::sim::workload<Shape, Budget>::resources, 0);
        a.push_back(static_cast<std::int64_t>(p.value()));
        return a;
    }
};

} // namespace random_workload

namespace rc {

/// A counterexample that can be read.
template <class Shape, class Budget>
void showValue(gangway::sim::workload<Shape, Budget> const& w, std::ostream& os) {
    if constexpr (std::is_same_v<Budget, gangway::sim::power_budget>) {
        os << "\nbudget " << w.budget.limit.value() << " W, draws";
        for (auto d : w.draws) os << ' ' << d.value();
    }
    for (auto const& n : w.nodes) {
        os << "\nnode" << (n.up ? "" : " down");
        for (auto a : n.capacity.of) os << ' ' << a;
    }
    for (auto const& j : w.jobs) {
        os << "\njob " << j.id << " at " << j.submitted.value() << " run " << j.run.value() << " est "
           << (j.estimate ? j.estimate->value() : -1) << " prio " << j.priority;
        gangway::for_each_group(j.shape, [&](std::size_t, auto const& g) {
            os << " | " << g.tasks << " x";
            for (auto a : g.each.of) os << ' ' << a;
        });
    }
    for (auto const& e : w.node_events) os << "\nat " << e.at.value() << " node " << e.node << (e.up ? " up" : " down");
    for (auto const& c : w.cancellations) os << "\nat " << c.at.value() << " cancel job " << c.job;
}

} // namespace rc
