// tests - the oracle's baseline: tasks bind one by one and hold what they got.
#pragma once

#include "state.hpp"

namespace oracle {

inline double gives_up_at(state const& s, partial_gang const& g) {
    return s.how.give_up_after ? g.since + *s.how.give_up_after : never_ends;
}

/// Binds what fits of the tasks of `j` that are not bound; best fit, largest first.
inline void bind_more(state& s, int j) {
    auto const& tasks = s.of(j).tasks;
    auto const mine = [&](partial_gang const& g) { return g.job == j; };
    auto held = std::find_if(s.partial.begin(), s.partial.end(), mine);
    assignment where = held == s.partial.end() ? assignment(tasks.size(), -1) : held->where;
    rooms all = rooms_now(s);
    for (std::size_t i : largest_first(tasks)) {
        if (where[i] >= 0) continue;
        for (int node : best_fit_order(all))
            if (fits_on(tasks[i], all[static_cast<std::size_t>(node)])) {
                take(all[static_cast<std::size_t>(node)], tasks[i]);
                where[i] = node;
                break;
            }
    }
    auto const bound = std::count_if(where.begin(), where.end(), [](int n) { return n >= 0; });
    if (static_cast<std::size_t>(bound) == tasks.size()) {
        if (held != s.partial.end()) s.partial.erase(held);
        start(s, j, where);
    } else {
        if (held != s.partial.end()) held->where = where;
        else if (bound > 0) s.partial.push_back({j, s.now, where});
        s.stamp[static_cast<std::size_t>(j)] = s.now;
    }
}

inline void pass_pods(state& s) {
    // A gang that cannot run on the up nodes is skipped completely: it keeps nothing either.
    std::erase_if(s.partial, [&](partial_gang const& g) { return is_blocked(s, s.of(g.job)); });
    std::vector<int> const before = s.waiting;
    for (int j : before) {
        auto const gives_up = [&](partial_gang const& g) { return g.job == j && gives_up_at(s, g) <= s.now; };
        if (std::erase_if(s.partial, gives_up) == 0) continue;
        s.stamp[static_cast<std::size_t>(j)] = s.now;
        s.waiting.erase(std::find(s.waiting.begin(), s.waiting.end(), j));
        s.waiting.push_back(j);
    }
    std::vector<int> const order_before = s.waiting;
    auto const key = [&](int j) {
        auto const place_before = std::find(order_before.begin(), order_before.end(), j) - order_before.begin();
        return std::tuple(-s.of(j).score_at(s.now), s.stamp[static_cast<std::size_t>(j)], place_before);
    };
    std::sort(s.waiting.begin(), s.waiting.end(), [&](int a, int b) { return key(a) < key(b); });
    std::vector<int> const queue = s.waiting;
    for (int j : queue)
        if (!is_blocked(s, s.of(j))) bind_more(s, j);
}

} // namespace oracle
