// tests - the oracle's room and placement: every node is looked at for every task.
#pragma once

#include "model.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace oracle {

/// What is left of one node. A node that is down takes nothing, whatever it has.
struct room {
    bool up = true;
    amounts free;
    int tasks = 0; ///< tasks that run on it
};

using rooms = std::vector<room>;
using assignment = std::vector<int>; ///< node of each task, in the order of the tasks

inline bool fits_on(amounts const& demand, room const& r) {
    if (!r.up) return false;
    for (std::size_t k = 0; k < demand.size(); ++k)
        if (demand[k] > 0 && demand[k] > r.free[k]) return false;
    return true;
}

inline void take(room& r, amounts const& demand) {
    for (std::size_t k = 0; k < demand.size(); ++k) r.free[k] -= demand[k];
    ++r.tasks;
}

inline void take(rooms& all, std::vector<amounts> const& tasks, assignment const& where) {
    for (std::size_t i = 0; i < tasks.size(); ++i) take(all[static_cast<std::size_t>(where[i])], tasks[i]);
}

/// Nodes by (free ascending, id); all of them, whatever fits.
inline std::vector<int> best_fit_order(rooms const& all) {
    std::vector<int> order;
    for (int n = 0; n < static_cast<int>(all.size()); ++n) order.push_back(n);
    std::sort(order.begin(), order.end(), [&](int a, int b) {
        auto const& free_a = all[static_cast<std::size_t>(a)].free;
        auto const& free_b = all[static_cast<std::size_t>(b)].free;
        return free_a != free_b ? free_a < free_b : a < b;
    });
    return order;
}

/// Places in the list of tasks, largest demand first, equal ones in their order.
inline std::vector<std::size_t> largest_first(std::vector<amounts> const& tasks) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < tasks.size(); ++i) order.push_back(i);
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return tasks[a] != tasks[b] ? tasks[a] > tasks[b] : a < b;
    });
    return order;
}

inline bool all_equal(std::vector<amounts> const& tasks) {
    return std::adjacent_find(tasks.begin(), tasks.end(), std::not_equal_to<>{}) == tasks.end();
}

/// How many of `most` tasks of one demand the node holds, by putting them there one after the other.
inline int how_many_fit(amounts const& demand, room r, int most) {
    int n = 0;
    for (; n < most && fits_on(demand, r); ++n) take(r, demand);
    return n;
}

inline std::optional<assignment> place_best_fit(rooms all, amounts const& demand, int n) {
    assignment where;
    for (int node : best_fit_order(all)) {
        auto& r = all[static_cast<std::size_t>(node)];
        while (static_cast<int>(where.size()) < n && fits_on(demand, r)) {
            take(r, demand);
            where.push_back(node);
        }
    }
    if (static_cast<int>(where.size()) < n) return std::nullopt;
    return where;
}

inline std::optional<assignment> place_spread(rooms all, amounts const& demand, int n) {
    assignment where;
    for (int i = 0; i < n; ++i) {
        int best = -1;
        for (int node = 0; node < static_cast<int>(all.size()); ++node) {
            auto const& r = all[static_cast<std::size_t>(node)];
            if (fits_on(demand, r) && (best < 0 || r.tasks < all[static_cast<std::size_t>(best)].tasks)) best = node;
        }
        if (best < 0) return std::nullopt;
        take(all[static_cast<std::size_t>(best)], demand);
        where.push_back(best);
    }
    return where;
}

/// Where one node holds all that remain, the first such one in best-fit order (it holds the most, as does each other
/// such node); else the node that holds the most is filled. Both are "the first in best-fit order that holds the most".
inline std::optional<assignment> place_consolidate(rooms all, amounts const& demand, int n) {
    assignment where;
    while (static_cast<int>(where.size()) < n) {
        int const left = n - static_cast<int>(where.size());
        int best = -1;
        int best_holds = 0;
        for (int node : best_fit_order(all)) {
            int const holds = how_many_fit(demand, all[static_cast<std::size_t>(node)], left);
            if (holds > best_holds) {
                best = node;
                best_holds = holds;
            }
        }
        if (best < 0) return std::nullopt;
        for (int i = 0; i < best_holds; ++i) {
            take(all[static_cast<std::size_t>(best)], demand);
            where.push_back(best);
        }
    }
    return where;
}

/// Unequal tasks, from `order[i]` on: each on its nodes in best-fit order, the first complete assignment wins.
inline bool search(rooms const& all, std::vector<amounts> const& tasks, std::vector<std::size_t> const& order,
                   std::size_t i, assignment& where) {
    if (i == order.size()) return true;
    auto const& demand = tasks[order[i]];
    for (int node : best_fit_order(all)) {
        if (!fits_on(demand, all[static_cast<std::size_t>(node)])) continue;
        rooms next = all;
        take(next[static_cast<std::size_t>(node)], demand);
        where[order[i]] = node;
        if (search(next, tasks, order, i + 1, where)) return true;
    }
    return false;
}

/// Where all tasks go at once, or nothing. An answer of nothing is a proof: no placement exists.
inline std::optional<assignment> place(placement kind, rooms const& all, std::vector<amounts> const& tasks) {
    if (tasks.empty()) return assignment{};
    if (all_equal(tasks)) {
        int const n = static_cast<int>(tasks.size());
        switch (kind) {
        case placement::best_fit: return place_best_fit(all, tasks[0], n);
        case placement::spread: return place_spread(all, tasks[0], n);
        case placement::consolidate: return place_consolidate(all, tasks[0], n);
        }
    }
    assignment where(tasks.size(), -1);
    if (search(all, tasks, largest_first(tasks), 0, where)) return where;
    return std::nullopt;
}

inline bool fits(rooms const& all, std::vector<amounts> const& tasks) {
    return place(placement::best_fit, all, tasks).has_value();
}

/// Calls `ok(assignment)` for the placements of a gang, until it says true or `budget` placements were shown. Tasks
/// largest first, nodes in the best-fit order of `all` as it is given; equal tasks never swap their nodes.
template <class Ok>
bool any_placement(rooms const& all, std::vector<amounts> const& tasks, int& budget, Ok const& ok) {
    auto const order = largest_first(tasks);
    auto const nodes = best_fit_order(all);
    assignment where(tasks.size(), -1);
    std::function<bool(rooms const&, std::size_t, std::size_t)> go = [&](rooms const& now, std::size_t i,
                                                                        std::size_t first) {
        if (i == order.size()) return budget-- > 0 && ok(where);
        if (i > 0 && tasks[order[i]] != tasks[order[i - 1]]) first = 0;
        for (std::size_t k = first; k < nodes.size() && budget > 0; ++k) {
            auto const n = static_cast<std::size_t>(nodes[k]);
            if (!fits_on(tasks[order[i]], now[n])) continue;
            rooms next = now;
            take(next[n], tasks[order[i]]);
            where[order[i]] = nodes[k];
            if (go(next, i + 1, k)) return true;
        }
        return false;
    };
    return go(all, 0, 0);
}

} // namespace oracle
