// L3 - placement: as few nodes as possible.
#pragma once

#include <algorithm>

#include "best_fit.hpp"

namespace gangway {

/// Uses the fewest nodes: fills the nodes that hold the most tasks, and puts the rest on the tightest node that holds it.
///
/// Complexity: O(nodes log nodes).
struct consolidate {
    template <class Room, std::size_t N>
    bool operator()(Room const& room, gang<N> const& g, index group, placement& out) const {
        if (!holds(room, g)) return false;
        struct choice {
            std::int64_t tasks;
            index node;
        };
        std::vector<choice> order; // most tasks first, then tightest
        for (index n = 0; n < room.size(); ++n)
            if (room.usable(n))
                if (auto const here = tasks_that_fit(g.each, room.left(n)); here > 0) order.push_back({here, n});
        std::sort(order.begin(), order.end(), [&](choice const& a, choice const& b) {
            return a.tasks != b.tasks ? a.tasks > b.tasks : tighter(room, a.node, b.node);
        });
        std::int64_t wanted = g.tasks;
        for (std::size_t i = 0; wanted > 0; ++i) {
            if (order[i].tasks >= wanted) { // one node holds the rest: take the tightest that does
                index best = order[i].node;
                for (std::size_t k = i + 1; k < order.size() && order[k].tasks >= wanted; ++k)
                    if (tighter(room, order[k].node, best)) best = order[k].node;
                out.push_back({best, wanted, group});
                break;
            }
            out.push_back({order[i].node, order[i].tasks, group});
            wanted -= order[i].tasks;
        }
        return true;
    }
};

} // namespace gangway
