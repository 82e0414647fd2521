// L3 - placement: the tightest domain that holds the whole gang, then the tightest nodes in it.
#pragma once

#include <algorithm>

#include "best_fit.hpp"

namespace gangway {

/// Keeps a gang in one domain where it can: racks before rows, the rack with the least left first.
///
/// Semantics: levels come from the model, tightest first. A gang that no single domain of any level holds is placed over
/// the whole cluster: fewest tightest-level domains, the fullest-holding first.
/// Complexity: O(levels * nodes + nodes log nodes).
struct topology {
    template <class Room, std::size_t N>
    bool operator()(Room const& room, gang<N> const& g, index group, placement& out) const {
        auto const& domains = room.domains();
        for (auto const& domain_of : domains) {
            auto const all = tally(room, g, domain_of);
            index best = no_index;
            for (index d = 0; d < all.size(); ++d)
                if (all[d].tasks >= g.tasks && (best == no_index || all[d].left.of < all[best].left.of)) best = d;
            if (best != no_index) return best_fit{}(inside<Room>{&room, &domain_of, best}, g, group, out);
        }
        if (domains.empty()) return best_fit{}(room, g, group, out);
        return across(room, domains.front(), g, group, out);
    }

  private:
    template <std::size_t N>
    struct domain_room {
        std::int64_t tasks = 0; // how many tasks of the gang it holds
        amounts<N> left;
    };
    // The nodes of one domain.
    template <class Room>
    struct inside {
        Room const* room;
        std::vector<index> const* domain_of;
        index domain;

        [[nodiscard]] index size() const { return room->size(); }
        [[nodiscard]] decltype(auto) left(index n) const { return room->left(n); }
        [[nodiscard]] decltype(auto) capacity(index n) const { return room->capacity(n); }
        [[nodiscard]] bool usable(index n) const { return (*domain_of)[n] == domain && room->usable(n); }
        [[nodiscard]] std::int64_t tasks_on(index n) const { return room->tasks_on(n); }
        [[nodiscard]] auto const& domains() const { return room->domains(); }
    };

    template <class Room, std::size_t N>
    static std::vector<domain_room<N>> tally(Room const& room, gang<N> const& g, std::vector<index> const& domain_of) {
        std::vector<domain_room<N>> all;
        for (index n = 0; n < room.size(); ++n) {
            if (domain_of[n] >= all.size()) all.resize(domain_of[n] + 1);
            if (!room.usable(n)) continue;
            auto& d = all[domain_of[n]];
            d.tasks += std::min(g.tasks, tasks_that_fit(g.each, room.left(n)));
            d.left += room.left(n);
        }
        return all;
    }
    template <class Room, std::size_t N>
    static bool across(Room const& room, std::vector<index> const& domain_of, gang<N> g, index group, placement& out) {
        if (!holds(room, g)) return false;
        auto const all = tally(room, g, domain_of);
        std::vector<index> order(all.size());
        for (index d = 0; d < order.size(); ++d) order[d] = d;
        std::sort(order.begin(), order.end(), [&](index a, index b) {
            return all[a].tasks != all[b].tasks ? all[a].tasks > all[b].tasks : a < b;
        });
        for (std::size_t i = 0; g.tasks > 0; ++i) {
            index best = order[i];
            for (std::size_t k = i + 1; k < order.size() && all[order[k]].tasks >= g.tasks; ++k)
                if (all[order[k]].left.of < all[best].left.of) best = order[k]; // the rest: the tightest that holds it
            gang<N> part = g;
            part.tasks = std::min(g.tasks, all[best].tasks);
            best_fit{}(inside<Room>{&room, &domain_of, best}, part, group, out);
            g.tasks -= part.tasks;
        }
        return true;
    }
};

} // namespace gangway
