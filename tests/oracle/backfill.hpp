// tests - the oracle's admissions with estimates: easy, hybrid, conservative.
#pragma once

#include "admission.hpp"

namespace oracle {

/// More placements than this are not tried for one candidate of EASY.
inline constexpr int placements_tried = 20000;

/// The instants after now at which the planner assumes that something ends, ascending.
inline std::vector<double> assumed_ends(state const& s) {
    std::vector<double> ends;
    for (auto const& g : s.running)
        if (assumed_end(s, g) < never_ends) ends.push_back(assumed_end(s, g));
    std::sort(ends.begin(), ends.end());
    ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
    return ends;
}

inline std::optional<double> shadow_of(state const& s, std::vector<amounts> const& head) {
    for (double t : assumed_ends(s))
        if (fits(rooms_at(s, t), head)) return t;
    return std::nullopt;
}

/// A placement of `j` now that leaves the head its shadow time; nothing where there is none.
inline std::optional<assignment> harmless(state const& s, int j, int head, double shadow) {
    auto const& job = s.of(j);
    auto const own = place(s.how.place, rooms_now(s), job.tasks);
    if (!own || (job.wall && s.now + *job.wall <= shadow)) return own;
    auto const head_keeps_it = [&](assignment const& where) {
        rooms then = rooms_at(s, shadow);
        take(then, job.tasks, where);
        return fits(then, s.of(head).tasks);
    };
    if (head_keeps_it(*own)) return own;
    std::optional<assignment> found;
    int budget = placements_tried;
    any_placement(rooms_now(s), job.tasks, budget, [&](assignment const& where) {
        if (head_keeps_it(where)) found = where;
        return found.has_value();
    });
    return found;
}

inline void pass_easy(state& s) {
    std::optional<int> head;
    for (int j : ranked(s))
        if (!start_if_it_fits(s, j)) {
            head = j;
            break;
        }
    if (!head) return;
    auto const shadow = shadow_of(s, s.of(*head).tasks);
    if (!shadow) return pass_greedy(s);
    reserve(s, *head, *shadow);
    s.out.heads.push_back({s.now, *head, *shadow});
    for (bool started = true; started;) {
        started = false;
        for (int j : ranked(s)) {
            if (j == *head) continue;
            if (auto const where = harmless(s, j, *head, *shadow)) {
                start(s, j, *where);
                started = true;
                break;
            }
        }
    }
}

/// Free room from `from` until the next step.
struct step {
    double from = 0;
    rooms free;
};

using profile = std::vector<step>;

inline profile profile_of(state const& s) {
    profile p{{s.now, rooms_now(s)}};
    for (double t : assumed_ends(s)) p.push_back({t, rooms_at(s, t)});
    return p;
}

/// The least room of each node over [from, to); `from` is a step.
inline rooms least(profile const& p, double from, double to) {
    rooms all;
    for (auto const& st : p) {
        if (st.from == from) all = st.free;
        if (st.from <= from || st.from >= to) continue;
        for (std::size_t n = 0; n < all.size(); ++n)
            for (std::size_t k = 0; k < all[n].free.size(); ++k)
                all[n].free[k] = std::min(all[n].free[k], st.free[n].free[k]);
    }
    return all;
}

/// Takes the tasks out of [from, to).
inline void occupy(profile& p, double from, double to, std::vector<amounts> const& tasks, assignment const& where) {
    for (std::size_t i = 0; i < p.size(); ++i)
        if (p[i].from < to && to < never_ends && (i + 1 == p.size() || p[i + 1].from > to)) {
            p.insert(p.begin() + static_cast<std::ptrdiff_t>(i) + 1, {to, p[i].free});
            break;
        }
    for (auto& st : p)
        if (st.from >= from && st.from < to)
            for (std::size_t t = 0; t < tasks.size(); ++t)
                for (std::size_t k = 0; k < tasks[t].size(); ++k)
                    st.free[static_cast<std::size_t>(where[t])].free[k] -= tasks[t][k];
}

inline void pass_hybrid(state& s, int reservations) {
    profile p = profile_of(s);
    int made = 0;
    for (int j : ranked(s)) {
        auto const& job = s.of(j);
        for (std::size_t i = 0; i < p.size(); ++i) {
            double const at = p[i].from;
            if (at > s.now && made >= reservations) break;
            double const until = job.wall ? std::max(at + *job.wall, std::nextafter(at, never_ends)) : never_ends;
            rooms const room = least(p, at, until);
            auto const where = place(s.how.place, room, job.tasks);
            if (!where) continue;
            occupy(p, at, until, job.tasks, *where);
            if (at == s.now) {
                start(s, j, *where);
                for (auto& st : p)
                    for (int n : *where) ++st.free[static_cast<std::size_t>(n)].tasks;
            } else {
                reserve(s, j, at);
                ++made;
            }
            break;
        }
    }
}

} // namespace oracle
