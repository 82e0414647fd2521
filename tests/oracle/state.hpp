// tests - the oracle's state at one instant: who waits, who runs where, and what follows from it.
#pragma once

#include "placement.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace oracle {

struct running_gang {
    int job = 0;
    double start = 0;
    double ends = 0;                     ///< the true end
    double estimated_end = never_ends;   ///< what the planner believes
    assignment where;
};

/// pod_by_pod only: a gang that holds some of its tasks (-1: not bound).
struct partial_gang {
    int job = 0;
    double since = 0;
    assignment where;
};

struct state {
    cluster nodes; ///< `up` is kept as it is now
    std::vector<job> const* jobs = nullptr;
    policy how;
    double now = 0;
    std::vector<int> waiting; ///< pod_by_pod keeps its queue order here
    std::vector<double> stamp; ///< pod_by_pod: last failed attempt or submit, one a job
    std::vector<running_gang> running;
    std::vector<partial_gang> partial;
    result out;

    job const& of(int j) const { return (*jobs)[static_cast<std::size_t>(j)]; }
};

inline rooms empty_rooms(cluster const& nodes, bool all_up) {
    rooms all;
    for (auto const& n : nodes) all.push_back({all_up || n.up, n.capacity, 0});
    return all;
}

inline void take_bound(rooms& all, std::vector<amounts> const& tasks, assignment const& where) {
    for (std::size_t i = 0; i < tasks.size(); ++i)
        if (where[i] >= 0) take(all[static_cast<std::size_t>(where[i])], tasks[i]);
}

inline rooms rooms_now(state const& s) {
    rooms all = empty_rooms(s.nodes, false);
    for (auto const& g : s.running) take(all, s.of(g.job).tasks, g.where);
    for (auto const& g : s.partial) take_bound(all, s.of(g.job).tasks, g.where);
    return all;
}

/// When the planner assumes that the gang ends: never in the past, nor now.
inline double assumed_end(state const& s, running_gang const& g) {
    return std::max(g.estimated_end, std::nextafter(s.now, never_ends));
}

/// What is free at `t` >= now if every gang ends as the planner assumes. `tasks` stays the count of now.
inline rooms rooms_at(state const& s, double t) {
    rooms all = empty_rooms(s.nodes, false);
    for (auto const& g : s.running)
        if (assumed_end(s, g) > t) take(all, s.of(g.job).tasks, g.where);
    rooms const present = rooms_now(s);
    for (std::size_t n = 0; n < all.size(); ++n) all[n].tasks = present[n].tasks;
    return all;
}

inline bool can_never_run(state const& s, job const& j) { return !fits(empty_rooms(s.nodes, true), j.tasks); }
inline bool is_blocked(state const& s, job const& j) { return !fits(empty_rooms(s.nodes, false), j.tasks); }

/// Does `a` come before `b` at `t`?
inline bool ranks_before(job const& a, job const& b, double t) {
    return std::tuple(-a.score_at(t), a.submit, a.id) < std::tuple(-b.score_at(t), b.submit, b.id);
}

/// The waiting jobs that could run on the up nodes, by rank.
inline std::vector<int> ranked(state const& s) {
    std::vector<int> order;
    for (int j : s.waiting)
        if (!is_blocked(s, s.of(j))) order.push_back(j);
    std::sort(order.begin(), order.end(), [&](int a, int b) { return ranks_before(s.of(a), s.of(b), s.now); });
    return order;
}

/// Those of `order` that have waited `after`, by (submitted, id).
inline std::vector<int> waited(state const& s, std::vector<int> const& order, double after) {
    std::vector<int> old;
    for (int j : order)
        if (s.now - s.of(j).submit >= after) old.push_back(j);
    std::sort(old.begin(), old.end(), [&](int a, int b) {
        return std::tuple(s.of(a).submit, s.of(a).id) < std::tuple(s.of(b).submit, s.of(b).id);
    });
    return old;
}

inline void start(state& s, int j, assignment const& where) {
    auto const& job = s.of(j);
    s.waiting.erase(std::find(s.waiting.begin(), s.waiting.end(), j));
    s.running.push_back({j, s.now, s.now + job.length(), job.wall ? s.now + *job.wall : never_ends, where});
    auto& o = s.out.jobs[static_cast<std::size_t>(j)];
    o.start = s.now;
    o.end.reset();
    o.nodes = where;
    ++o.starts;
    s.out.spans.push_back({j, s.now, never_ends, where, true});
}

/// Takes a gang off its nodes. `whole`: it came to its own end.
inline void stop(state& s, std::size_t place_in_running, bool whole) {
    auto const g = s.running[place_in_running];
    s.running.erase(s.running.begin() + static_cast<std::ptrdiff_t>(place_in_running));
    for (auto& p : s.out.spans)
        if (p.job == g.job && p.end == never_ends) {
            p.end = s.now;
            p.whole = whole;
        }
    s.out.jobs[static_cast<std::size_t>(g.job)].end = s.now;
}

inline void reserve(state& s, int j, double at) {
    auto& o = s.out.jobs[static_cast<std::size_t>(j)];
    if (!o.reserved_at) o.reserved_at = at;
    o.last_reserved_at = at;
}

/// Starts the job by the policy's placement if it fits now.
inline bool start_if_it_fits(state& s, int j) {
    auto const where = place(s.how.place, rooms_now(s), s.of(j).tasks);
    if (where) start(s, j, *where);
    return where.has_value();
}

} // namespace oracle
