// L3 - placement: the tightest node first.
#pragma once

#include <algorithm>

#include "../capacity/room.hpp"

namespace gangway {

/// Is node `a` tighter than node `b`? Less left, resource by resource in the model's order, then the smaller position.
template <class Room>
bool tighter(Room const& room, index a, index b) {
    auto const& x = room.left(a).of;
    auto const& y = room.left(b).of;
    return x != y ? x < y : a < b;
}

/// Packs: each task on the node with the least left that still holds it, so that large holes stay whole.
///
/// Complexity: O(levels + nodes used) for GPU-only nodes; O(nodes log nodes) else, O(nodes) for a single task.
struct best_fit {
    /// Places all tasks of the group or none; appends to `out`. True if placed.
    template <class Room, std::size_t N>
    bool operator()(Room const& room, gang<N> const& g, index group, placement& out) const {
        if constexpr (leveled_room<Room>) {
            if (auto const* levels = room.levels(); levels && g.each[0] > 0) return on_levels(*levels, g, group, out);
        }
        std::int64_t wanted = g.tasks;
        if (wanted == 1) {
            index best = no_index;
            for (index n = 0; n < room.size(); ++n)
                if (room.usable(n) && fits(g.each, room.left(n)) && (best == no_index || tighter(room, n, best))) best = n;
            if (best != no_index) out.push_back({best, 1, group});
            return best != no_index;
        }
        if (!holds(room, g)) return false;
        std::vector<index> order;
        for (index n = 0; n < room.size(); ++n)
            if (room.usable(n) && fits(g.each, room.left(n))) order.push_back(n);
        std::sort(order.begin(), order.end(), [&](index a, index b) { return tighter(room, a, b); });
        for (index n : order) {
            auto const here = std::min(wanted, tasks_that_fit(g.each, room.left(n)));
            out.push_back({n, here, group});
            if ((wanted -= here) == 0) break;
        }
        return true;
    }

  private:
    template <class Levels, std::size_t N>
    static bool on_levels(Levels const& levels, gang<N> const& g, index group, placement& out) {
        std::int64_t const each = g.each[0];
        std::int64_t wanted = g.tasks;
        auto const on = [&](std::int64_t amount) { // mostly without a division
            return std::min(wanted, ((wanted == 1) | (each == 1)) ? amount : amount / each);
        };
        auto const [first, amount] = levels.tightest(each);
        if (first == no_index) return false;
        if (on(amount) == wanted) { // most gangs are on one node
            out.push_back({first, wanted, group});
            return true;
        }
        if (!levels.holds(each, wanted)) return false;
        levels.for_each_from(each, [&](index n, std::int64_t free) {
            auto const here = on(free);
            out.push_back({n, here, group});
            return (wanted -= here) > 0;
        });
        return true;
    }
};

} // namespace gangway
