// L3 - gangs that also ask something of the cluster as a whole: the nodes by the policy, the pool by its amount.
#pragma once

#include "gang.hpp"

namespace gangway {

/// The part of a gang that a pool holds stands at this place of its list.
inline constexpr index pool_group = no_index - 1;

namespace detail {

/// A room without its last node, which is the pool, and without the resources that only the pool has.
template <std::size_t N, class Room>
class nodes_without_pool {
  public:
    explicit nodes_without_pool(Room const& room) : room_{&room} {}

    [[nodiscard]] index size() const { return room_->size() - 1; }
    [[nodiscard]] amounts<N> left(index n) const { return narrowed<N>(room_->left(n)); }
    [[nodiscard]] amounts<N> capacity(index n) const { return narrowed<N>(room_->capacity(n)); }
    [[nodiscard]] bool usable(index n) const { return room_->usable(n); }
    [[nodiscard]] std::int64_t tasks_on(index n) const { return room_->tasks_on(n); }
    [[nodiscard]] std::vector<std::vector<index>> const& domains() const { return room_->domains(); }

  private:
    Room const* room_;
};

} // namespace detail

/// Places a whole gang on nodes, and its demand on the pool behind them, or nothing; appends to `out`. True if placed.
///
/// Shape: `room` has the pool as its last node; `on_nodes` is the gang without its demand on the pool.
template <class Room, class Place, std::size_t N, std::size_t M>
bool place_beside_pool(Room const& room, gang_groups<N> const& on_nodes, amounts<M> const& of_pool, Place const& place,
                       placement& out) {
    index const pool = room.size() - 1;
    if (!fits(of_pool, room.left(pool))) return false;
    if (!place_gang(detail::nodes_without_pool<N, Room>{room}, on_nodes, place, out)) return false;
    if (of_pool != amounts<M>{}) out.push_back({pool, 1, pool_group});
    return true;
}

/// Could the whole gang be placed in this room?
template <class Room, class Place, std::size_t N, std::size_t M>
bool holds_beside_pool(Room const& room, gang_groups<N> const& on_nodes, amounts<M> const& of_pool, Place const& place) {
    return fits(of_pool, room.left(room.size() - 1)) &&
           holds_gang(detail::nodes_without_pool<N, Room>{room}, on_nodes, place);
}

} // namespace gangway
