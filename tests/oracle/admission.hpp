// tests - the oracle's admissions without estimates: strict, greedy, protected_greedy, draining.
#pragma once

#include "state.hpp"

#include <cmath>

namespace oracle {

inline void pass_strict(state& s) {
    for (int j : ranked(s))
        if (!start_if_it_fits(s, j)) return;
}

inline void pass_greedy(state& s) {
    for (int j : ranked(s)) start_if_it_fits(s, j);
}

inline void pass_protected(state& s) {
    for (int j : waited(s, ranked(s), s.how.after))
        if (!start_if_it_fits(s, j)) return;
    pass_greedy(s);
}

/// What draining keeps for its holders: amounts a node.
using holds = std::vector<amounts>;

inline holds no_holds(state const& s) {
    holds h;
    for (auto const& n : s.nodes) h.emplace_back(n.capacity.size(), 0);
    return h;
}

/// What is free beside the holds, never negative.
inline rooms room_beside(state const& s, holds const& held) {
    rooms all = rooms_now(s);
    for (std::size_t n = 0; n < all.size(); ++n)
        for (std::size_t k = 0; k < all[n].free.size(); ++k)
            all[n].free[k] = std::max<std::int64_t>(0, all[n].free[k] - held[n][k]);
    return all;
}

/// Expected work of a node: for each task on it its first resource, times the square root of its time so far + 600 s.
inline std::int64_t expected_work(state const& s, int node) {
    std::int64_t work = 0;
    for (auto const& g : s.running)
        for (std::size_t task = 0; task < g.where.size(); ++task)
            if (g.where[task] == node)
                work += s.of(g.job).tasks[task][0] * static_cast<std::int64_t>(1000.0 * std::sqrt(s.now - g.start + 600.0));
    return work;
}

/// Nodes that look free soonest: least expected work, then id.
inline std::vector<int> drain_order(state const& s) {
    std::vector<int> order;
    for (int n = 0; n < static_cast<int>(s.nodes.size()); ++n) order.push_back(n);
    std::sort(order.begin(), order.end(), [&](int a, int b) {
        return std::tuple(expected_work(s, a), a) < std::tuple(expected_work(s, b), b);
    });
    return order;
}

/// The holds with those of one more gang, or nothing where its tasks cannot all be held.
inline std::optional<holds> hold_for(state const& s, std::vector<amounts> const& tasks, holds held) {
    auto left = largest_first(tasks);
    for (int node : drain_order(s)) {
        auto const n = static_cast<std::size_t>(node);
        room unheld{s.nodes[n].up, s.nodes[n].capacity, 0};
        for (std::size_t k = 0; k < unheld.free.size(); ++k) unheld.free[k] -= held[n][k];
        for (auto task = left.begin(); task != left.end();) {
            if (!fits_on(tasks[*task], unheld)) {
                ++task;
                continue;
            }
            take(unheld, tasks[*task]);
            for (std::size_t k = 0; k < held[n].size(); ++k) held[n][k] += tasks[*task][k];
            task = left.erase(task);
        }
    }
    if (!left.empty()) return std::nullopt;
    return held;
}

inline void pass_draining(state& s) {
    holds held = no_holds(s);
    std::vector<int> holders;
    for (int j : waited(s, ranked(s), s.how.after)) {
        auto const& tasks = s.of(j).tasks;
        if (auto const where = place(s.how.place, room_beside(s, held), tasks)) {
            start(s, j, *where);
        } else if (static_cast<int>(holders.size()) < s.how.at_most) {
            if (auto const more = hold_for(s, tasks, held)) {
                held = *more;
                holders.push_back(j);
            }
        }
    }
    for (int j : ranked(s)) {
        if (std::find(holders.begin(), holders.end(), j) != holders.end()) continue;
        if (auto const where = place(s.how.place, room_beside(s, held), s.of(j).tasks)) start(s, j, *where);
    }
}

} // namespace oracle
