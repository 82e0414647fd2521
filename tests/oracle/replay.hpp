// tests - the oracle's replay: events of one instant, then one pass.
#pragma once

#include "admission.hpp"
#include "backfill.hpp"
#include "pods.hpp"

#include <limits>

namespace oracle {

/// Passes in a row in which only partial gangs gave up, after which the replay is called deadlocked.
inline constexpr int idle_passes = 1000;

struct events {
    std::vector<node_event> nodes;
    std::vector<cancel> cancels;
};

inline void pass(state& s) {
    ++s.out.passes;
    switch (s.how.admit) {
    case admission::strict: return pass_strict(s);
    case admission::greedy: return pass_greedy(s);
    case admission::protected_greedy: return pass_protected(s);
    case admission::draining: return pass_draining(s);
    case admission::easy: return pass_easy(s);
    case admission::hybrid: return pass_hybrid(s, s.how.K);
    case admission::conservative: return pass_hybrid(s, std::numeric_limits<int>::max());
    case admission::pod_by_pod: return pass_pods(s);
    }
}

inline void forget_partial(state& s, int j) {
    std::erase_if(s.partial, [&](partial_gang const& g) { return g.job == j; });
}

inline void end_gangs(state& s) {
    for (std::size_t i = 0; i < s.running.size();) {
        if (s.running[i].ends <= s.now) stop(s, i, true);
        else ++i;
    }
}

/// A gang with a task on the node is requeued whole, with its first submit time; a partial one loses what it holds.
inline void node_goes(state& s, node_event const& e) {
    s.nodes[static_cast<std::size_t>(e.node)].up = e.up;
    if (e.up) return;
    auto const touches = [&](auto const& g) {
        return std::find(g.where.begin(), g.where.end(), e.node) != g.where.end();
    };
    for (std::size_t i = 0; i < s.running.size();) {
        if (!touches(s.running[i])) {
            ++i;
            continue;
        }
        int const j = s.running[i].job;
        stop(s, i, false);
        auto& o = s.out.jobs[static_cast<std::size_t>(j)];
        o.start.reset();
        o.end.reset();
        o.nodes.clear();
        s.stamp[static_cast<std::size_t>(j)] = s.of(j).submit;
        s.waiting.push_back(j);
    }
    std::erase_if(s.partial, touches);
}

/// A waiting job leaves the queue, a running one is stopped, one that is still to come never arrives.
inline void take_back(state& s, int j) {
    auto& o = s.out.jobs[static_cast<std::size_t>(j)];
    if (o.end) return;
    o.why = job_class::cancelled;
    std::erase(s.waiting, j);
    forget_partial(s, j);
    for (std::size_t i = 0; i < s.running.size(); ++i)
        if (s.running[i].job == j) {
            stop(s, i, false);
            break;
        }
}

/// Replays the jobs until nothing is left to happen, or the next event lies after `until`.
inline result replay(cluster const& nodes, std::vector<job> const& jobs, events const& ev, policy const& how,
                     double until = never_ends) {
    state s;
    s.nodes = nodes;
    s.jobs = &jobs;
    s.how = how;
    s.out.jobs.resize(jobs.size());
    for (auto const& j : jobs) s.stamp.push_back(j.submit);
    std::vector<bool> arrived(jobs.size(), false);
    std::vector<bool> node_done(ev.nodes.size(), false);
    std::vector<bool> cancel_done(ev.cancels.size(), false);
    for (int idle = 0;;) {
        double next = never_ends;
        for (auto const& g : s.running) next = std::min(next, g.ends);
        for (std::size_t i = 0; i < jobs.size(); ++i)
            if (!arrived[i]) next = std::min(next, jobs[i].submit);
        for (std::size_t i = 0; i < ev.nodes.size(); ++i)
            if (!node_done[i]) next = std::min(next, ev.nodes[i].t);
        for (std::size_t i = 0; i < ev.cancels.size(); ++i)
            if (!cancel_done[i]) next = std::min(next, ev.cancels[i].t);
        bool const only_timed = next == never_ends;
        for (auto const& g : s.partial) next = std::min(next, gives_up_at(s, g));
        if (next == never_ends || idle > idle_passes) {
            s.out.deadlock = !s.partial.empty();
            break;
        }
        if (next > until) break;
        s.now = next;
        idle = only_timed ? idle + 1 : 0;

        end_gangs(s);
        for (std::size_t i = 0; i < ev.nodes.size(); ++i)
            if (!node_done[i] && ev.nodes[i].t <= s.now) {
                node_done[i] = true;
                node_goes(s, ev.nodes[i]);
            }
        for (std::size_t i = 0; i < ev.cancels.size(); ++i)
            if (!cancel_done[i] && ev.cancels[i].t <= s.now) {
                cancel_done[i] = true;
                take_back(s, ev.cancels[i].job);
            }
        for (std::size_t i = 0; i < jobs.size(); ++i)
            if (!arrived[i] && jobs[i].submit <= s.now) {
                arrived[i] = true;
                if (s.out.jobs[i].why != job_class::cancelled) s.waiting.push_back(static_cast<int>(i));
            }
        pass(s);
    }
    for (int j : s.waiting)
        if (is_blocked(s, s.of(j)))
            s.out.jobs[static_cast<std::size_t>(j)].why =
                can_never_run(s, s.of(j)) ? job_class::never : job_class::blocked;
    return s.out;
}

} // namespace oracle
