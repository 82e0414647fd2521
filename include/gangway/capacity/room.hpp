// L3 - what placement and admission see of the nodes: room for each node, by position in the order of node ids.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "../fwd.hpp"
#include "../model/job.hpp"

namespace gangway {

/// Tasks of one group of a gang on one node, by the node's position.
struct placed_tasks {
    index node;         ///< by the order of ids
    std::int64_t tasks; ///< how many of them
    index group;        ///< of the shape's tasks

    friend constexpr bool operator==(placed_tasks const&, placed_tasks const&) = default;
};
/// A gang, task by task group and node.
using placement = std::vector<placed_tasks>;

/// A gang as algorithms handle it: its groups, largest demand first, each with its place in the host's list.
template <std::size_t N>
struct gang_groups {
    /// Equal tasks of a gang.
    struct group {
        gang<N> tasks; ///< equal ones
        index at;      ///< place in the host's list

        friend constexpr bool operator==(group const&, group const&) = default;
    };
    std::vector<group> groups; ///< of unlike tasks, largest demand first

    friend bool operator==(gang_groups const&, gang_groups const&) = default;
};

/// Demand of one task of the group that stands at place `at` in the host's list.
template <std::size_t N>
constexpr amounts<N> const& demand_of(gang_groups<N> const& shape, index at) {
    std::size_t g = 0;
    while (shape.groups[g].at != at) ++g;
    return shape.groups[g].tasks.each;
}

/// Everything that the gang asks for, over all tasks, each amount at most INT64_MAX: a gang may ask for more than can be
/// counted, and is told that it can never run.
template <std::size_t N>
constexpr amounts<N> total_of(gang_groups<N> const& shape) {
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    amounts<N> sum;
    for (auto const& g : shape.groups)
        for (std::size_t r = 0; r < N; ++r) {
            std::int64_t const each = g.tasks.each[r];
            if (each == 0) continue;
            std::int64_t const part = g.tasks.tasks > most / each ? most : g.tasks.tasks * each;
            sum[r] = sum[r] > most - part ? most : sum[r] + part;
        }
    return sum;
}

/// A view of nodes: how many there are, what each has left, and which of them this gang may use.
///
/// Semantics: positions follow the order of node ids, so the smallest position is the smallest id.
template <class Room>
concept room_view = requires(Room const& room, index node) {
    { room.size() } -> std::convertible_to<index>;
    room.left(node);                                          // amounts<N>
    room.capacity(node);                                      // amounts<N>
    { room.usable(node) } -> std::convertible_to<bool>;       // up, and the gang may run there
    { room.tasks_on(node) } -> std::convertible_to<std::int64_t>;
    room.domains(); // [level][node] -> number of the domain; empty without topology
};

/// Does the view keep its nodes sorted by free level? Then fit and best fit cost O(distinct levels).
template <class Room>
concept leveled_room = room_view<Room> && requires(Room const& room) { room.levels(); };

/// Can all tasks of this group be placed at once? Complexity: O(nodes), or O(distinct levels) where the view has levels.
template <class Room, std::size_t N>
bool holds(Room const& room, gang<N> const& g) {
    if constexpr (leveled_room<Room>) {
        if (auto const* levels = room.levels()) return levels->holds(g.each[0], g.tasks);
    }
    std::int64_t wanted = g.tasks;
    for (index n = 0, end = room.size(); n < end && wanted > 0; ++n)
        if (room.usable(n)) {
            auto const here = tasks_that_fit(g.each, room.left(n));
            if (here >= wanted) return true;
            wanted -= here;
        }
    return wanted <= 0;
}

} // namespace gangway
