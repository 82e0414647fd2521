// tests - what must hold of any finished schedule, the library's too; each check lists what it found wrong.
#pragma once

#include "replay.hpp"

#include <set>
#include <sstream>

namespace oracle {

using faults = std::vector<std::string>;

/// A schedule and what it was made from. `spans` holds each run of a gang, also those that a node failure ended.
struct schedule {
    cluster nodes;
    std::vector<job> jobs;
    events ev;
    std::vector<span> spans;
    double until = never_ends;
};

template <class... Parts>
void note(faults& f, Parts const&... parts) {
    std::ostringstream s;
    s.precision(17);
    (s << ... << parts);
    f.push_back(s.str());
}

inline job const& job_of(schedule const& s, span const& p) { return s.jobs[static_cast<std::size_t>(p.job)]; }

/// Is the node up once all events of `t` are applied?
inline bool up_at(schedule const& s, int node, double t) {
    bool up = s.nodes[static_cast<std::size_t>(node)].up;
    double last = -never_ends;
    for (auto const& e : s.ev.nodes)
        if (e.node == node && e.t <= t && e.t >= last) {
            up = e.up;
            last = e.t;
        }
    return up;
}

inline std::optional<double> cancelled_at(schedule const& s, int j) {
    std::optional<double> first;
    for (auto const& c : s.ev.cancels)
        if (c.job == j && (!first || c.t < *first)) first = c.t;
    return first;
}

/// Every instant at which something happens, ascending.
inline std::set<double> instants(schedule const& s) {
    std::set<double> all;
    for (auto const& p : s.spans) all.insert({p.start, p.end});
    for (auto const& j : s.jobs) all.insert(j.submit);
    for (auto const& e : s.ev.nodes) all.insert(e.t);
    for (auto const& c : s.ev.cancels) all.insert(c.t);
    std::erase_if(all, [&](double t) { return t > s.until || t == never_ends; });
    return all;
}

/// Free room after all passes of `t`.
inline rooms rooms_after(schedule const& s, double t) {
    rooms all;
    for (int n = 0; n < static_cast<int>(s.nodes.size()); ++n)
        all.push_back({up_at(s, n, t), s.nodes[static_cast<std::size_t>(n)].capacity, 0});
    for (auto const& p : s.spans)
        if (p.start <= t && t < p.end) take(all, job_of(s, p).tasks, p.nodes);
    return all;
}

/// The jobs that wait after all passes of `t` and could run on the up nodes, by rank.
inline std::vector<int> waiting_after(schedule const& s, double t) {
    rooms empty;
    for (int n = 0; n < static_cast<int>(s.nodes.size()); ++n)
        empty.push_back({up_at(s, n, t), s.nodes[static_cast<std::size_t>(n)].capacity, 0});
    std::vector<int> all;
    for (int j = 0; j < static_cast<int>(s.jobs.size()); ++j) {
        auto const& job = s.jobs[static_cast<std::size_t>(j)];
        auto const gone = cancelled_at(s, j);
        if (job.submit > t || (gone && *gone <= t) || !fits(empty, job.tasks)) continue;
        bool const taken_care_of = std::any_of(s.spans.begin(), s.spans.end(), [&](span const& p) {
            return p.job == j && p.start <= t && (t < p.end || p.whole);
        });
        if (!taken_care_of) all.push_back(j);
    }
    std::sort(all.begin(), all.end(), [&](int a, int b) {
        return ranks_before(s.jobs[static_cast<std::size_t>(a)], s.jobs[static_cast<std::size_t>(b)], t);
    });
    return all;
}

/// A node for every task, one run of a gang at a time, nothing after the run that came to its own end.
inline faults gangs_are_whole(schedule const& s) {
    faults f;
    for (auto const& p : s.spans) {
        auto const& name = job_of(s, p).name;
        if (p.nodes.size() != job_of(s, p).tasks.size())
            note(f, name, ": ", p.nodes.size(), " of ", job_of(s, p).tasks.size(), " tasks at ", p.start);
        for (int n : p.nodes)
            if (n < 0 || n >= static_cast<int>(s.nodes.size())) note(f, name, ": a task on no node at ", p.start);
        for (auto const& q : s.spans) {
            if (&p == &q || p.job != q.job) continue;
            if (p.start <= q.start && q.start < p.end) note(f, name, ": runs twice at ", q.start);
            if (p.whole && q.start >= p.end) note(f, name, ": runs again at ", q.start);
        }
    }
    return f;
}

/// No node carries more than it has, at any instant.
inline faults capacity_holds(schedule const& s) {
    faults f;
    for (double t : instants(s)) {
        rooms const all = rooms_after(s, t);
        for (std::size_t n = 0; n < all.size(); ++n)
            for (auto x : all[n].free)
                if (x < 0) note(f, "node ", s.nodes[n].name, ": ", -x, " too much at ", t);
    }
    return f;
}

inline faults starts_are_allowed(schedule const& s) {
    faults f;
    for (auto const& p : s.spans) {
        auto const& name = job_of(s, p).name;
        if (p.start < job_of(s, p).submit) note(f, name, ": starts at ", p.start, " before its submit time");
        if (auto const gone = cancelled_at(s, p.job); gone && p.start >= *gone)
            note(f, name, ": starts at ", p.start, " after it was cancelled");
        for (int n : p.nodes) {
            if (!up_at(s, n, p.start)) note(f, name, ": starts at ", p.start, " on a node that is down");
            for (auto const& e : s.ev.nodes)
                if (e.node == n && !e.up && e.t <= s.until && p.start < e.t && e.t < p.end)
                    note(f, name, ": runs on at ", e.t, " when its node went down");
        }
    }
    return f;
}

/// A whole run lasts min(run, wall), to the bit; another ends with a node or a cancellation, no later than that.
inline faults ends_are_right(schedule const& s) {
    faults f;
    for (auto const& p : s.spans) {
        double const own = p.start + job_of(s, p).length();
        auto const& name = job_of(s, p).name;
        if (p.end == never_ends && own > s.until) continue;
        if (p.whole && p.end != own) note(f, name, ": ends at ", p.end, ", not at ", own);
        if (p.whole) continue;
        bool const node_failed = std::any_of(s.ev.nodes.begin(), s.ev.nodes.end(), [&](node_event const& e) {
            return e.t == p.end && !e.up && std::find(p.nodes.begin(), p.nodes.end(), e.node) != p.nodes.end();
        });
        if (p.end > own || (!node_failed && cancelled_at(s, p.job) != p.end))
            note(f, name, ": was stopped at ", p.end, " by nothing");
    }
    return f;
}

/// Everything that holds under every admission.
inline faults always(schedule const& s) {
    faults all;
    for (auto const& part : {gangs_are_whole(s), capacity_holds(s), starts_are_allowed(s), ends_are_right(s)})
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

/// greedy: after the passes of an instant nothing that waits fits.
inline faults work_is_conserved(schedule const& s) {
    faults f;
    for (double t : instants(s))
        for (int j : waiting_after(s, t))
            if (fits(rooms_after(s, t), s.jobs[static_cast<std::size_t>(j)].tasks))
                note(f, s.jobs[static_cast<std::size_t>(j)].name, ": waits at ", t, " although it fits");
    return f;
}

/// strict: the first that waits does not fit, and nothing ranked behind it has started.
inline faults order_is_strict(schedule const& s) {
    faults f;
    for (double t : instants(s)) {
        auto const waiting = waiting_after(s, t);
        if (waiting.empty()) continue;
        auto const& first = s.jobs[static_cast<std::size_t>(waiting.front())];
        if (fits(rooms_after(s, t), first.tasks)) note(f, first.name, ": waits at ", t, " although it fits");
        for (auto const& p : s.spans)
            if (p.start == t && ranks_before(first, job_of(s, p), t))
                note(f, job_of(s, p).name, ": passes ", first.name, " at ", t);
    }
    return f;
}

/// easy: from one pass to the next with the same head its reservation moves no later, unless a node event lies between
/// or something ranked before it started. Holds where no job outlives its estimate.
inline faults head_keeps_its_time(schedule const& s, std::vector<head_reservation> const& heads) {
    faults f;
    for (std::size_t i = 1; i < heads.size(); ++i) {
        auto const& a = heads[i - 1];
        auto const& b = heads[i];
        if (a.job != b.job || b.at <= a.at) continue;
        auto const& head = s.jobs[static_cast<std::size_t>(b.job)];
        bool const node_moved = std::any_of(s.ev.nodes.begin(), s.ev.nodes.end(),
                                            [&](node_event const& e) { return e.t > a.now && e.t <= b.now; });
        bool const passed_by_rank = std::any_of(s.spans.begin(), s.spans.end(), [&](span const& p) {
            return p.start > a.now && p.start <= b.now && ranks_before(job_of(s, p), head, p.start);
        });
        if (!node_moved && !passed_by_rank)
            note(f, head.name, ": reserved at ", a.at, " in the pass of ", a.now, ", at ", b.at, " in that of ", b.now);
    }
    return f;
}

} // namespace oracle
