// L3 - placement: where the least room becomes useless for the tasks that usually come.
#pragma once

#include <algorithm>

#include "best_fit.hpp"

namespace gangway {

/// Puts each task where it adds the least fragmentation: devices (resource 0) that no further typical task could use.
///
/// Semantics: `typical` lists task demands with whole weights, how often each is asked for. Ties go to the tighter node.
/// Complexity: O(tasks * nodes * typical).
/// Source: Weng et al., "Beware of Fragmentation: Scheduling GPU-Sharing Workloads with Fragmentation Gradient Descent",
/// USENIX ATC 2023, section 4, for whole devices.
template <std::size_t N>
struct fragmentation_aware {
    /// A task of the load that is to be expected.
    struct typical_task {
        amounts<N> each;         ///< what it asks of one node
        std::int64_t weight = 1; ///< how often it comes
    };
    std::vector<typical_task> typical; ///< tasks for which nodes are kept whole

    template <class Room>
    bool operator()(Room const& room, gang<N> const& g, index group, placement& out) const {
        if (!holds(room, g)) return false;
        std::vector<amounts<N>> left(room.size());
        for (index n = 0; n < room.size(); ++n) left[n] = room.left(n);
        std::vector<std::int64_t> taken(room.size(), 0);
        for (std::int64_t t = 0; t < g.tasks; ++t) {
            index best = no_index;
            std::int64_t least = 0;
            for (index n = 0; n < room.size(); ++n) {
                if (!room.usable(n) || !fits(g.each, left[n])) continue;
                auto const added = fragment(left[n] - g.each) - fragment(left[n]);
                if (best == no_index || added < least || (added == least && left[n].of < left[best].of)) {
                    best = n;
                    least = added;
                }
            }
            left[best] -= g.each;
            ++taken[best];
        }
        for (index n = 0; n < room.size(); ++n)
            if (taken[n] > 0) out.push_back({n, taken[n], group});
        return true;
    }

  private:
    // Devices of one node that a stream of each typical task would leave over, weighted.
    [[nodiscard]] std::int64_t fragment(amounts<N> const& room) const {
        std::int64_t sum = 0;
        for (auto const& t : typical) {
            auto const used = t.each[0] > 0 ? tasks_that_fit(t.each, room) * t.each[0] : room[0];
            sum += t.weight * (room[0] - used);
        }
        return sum;
    }
};

} // namespace gangway
