// L3 - placement: the node with the fewest tasks first.
#pragma once

#include <algorithm>

#include "../capacity/room.hpp"

namespace gangway {

/// Spreads: each task on the node that runs the fewest tasks, counting those just placed; ties by node id.
///
/// Complexity: O(nodes + tasks log nodes).
struct spread {
    template <class Room, std::size_t N>
    bool operator()(Room const& room, gang<N> const& g, index group, placement& out) const {
        if (!holds(room, g)) return false;
        struct choice {
            std::int64_t load;
            index node;
            std::int64_t left;
            std::int64_t taken;
        };
        std::vector<choice> heap;
        for (index n = 0; n < room.size(); ++n) {
            if (!room.usable(n)) continue;
            if (auto const here = tasks_that_fit(g.each, room.left(n)); here > 0) heap.push_back({room.tasks_on(n), n, here, 0});
        }
        auto const later = [](choice const& a, choice const& b) {
            return a.load != b.load ? a.load > b.load : a.node > b.node;
        };
        std::make_heap(heap.begin(), heap.end(), later);
        std::vector<choice> done;
        for (std::int64_t wanted = g.tasks; wanted > 0; --wanted) {
            std::pop_heap(heap.begin(), heap.end(), later);
            choice& c = heap.back();
            ++c.load;
            ++c.taken;
            if (--c.left == 0) {
                done.push_back(c);
                heap.pop_back();
            } else {
                std::push_heap(heap.begin(), heap.end(), later);
            }
        }
        done.insert(done.end(), heap.begin(), heap.end());
        std::sort(done.begin(), done.end(), [](choice const& a, choice const& b) { return a.node < b.node; });
        for (choice const& c : done)
            if (c.taken > 0) out.push_back({c.node, c.taken, group});
        return true;
    }
};

} // namespace gangway
