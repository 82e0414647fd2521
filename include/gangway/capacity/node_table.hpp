// L3 - the nodes of a cluster as arrays, in the order of their ids: capacity, what is free, what runs.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "../config.hpp"
#include "levels.hpp"
#include "room.hpp"

namespace gangway {

/// Nodes that a gang may use; empty means all of them.
using node_mask = std::vector<bool>;

/// What each node has, by position.
///
/// Complexity: take and give O(1) for each node touched, plus the levels of GPU-only nodes.
template <std::size_t N>
class node_table {
  public:
    /// A node as the scheduler knows it.
    struct node {
        amounts<N> capacity;    ///< of the whole node
        amounts<N> free;        ///< of it
        std::int64_t tasks = 0; ///< tasks of running gangs
        bool up = true;         ///< in service
    };

    node_table() = default;
    /// `domains[level][n]` numbers the domain of node `n`, in the order of the host's keys.
    /// Expects: `free <= capacity`; below zero where a node was cut below what it holds.
    explicit node_table(std::vector<node> nodes, std::vector<std::vector<index>> domains = {})
        : nodes_{std::move(nodes)}, domains_{std::move(domains)} {
        if constexpr (N == 1) levels_ = free_levels{size()};
        for (index n = 0; n < size(); ++n) {
            GANGWAY_EXPECTS(fits(nodes_[n].free, nodes_[n].capacity), "what is free on a node or in a pool is at most its capacity");
            free_ += at_least_zero(nodes_[n].free);
            if constexpr (N == 1)
                if (nodes_[n].up) levels_.insert(n, nodes_[n].free[0]);
        }
    }

    [[nodiscard]] index size() const { return static_cast<index>(nodes_.size()); }
    /// A node by its place in the order of ids.
    [[nodiscard]] node const& operator[](index n) const { return nodes_[n]; }
    /// What is free in all, nodes that are down included: more than this no gang gets.
    [[nodiscard]] amounts<N> const& free() const { return free_; }
    /// Nodes by what is free on them, with one resource.
    [[nodiscard]] free_levels const& levels() const
        requires(N == 1)
    {
        return levels_;
    }
    /// The domain of each node, by level.
    [[nodiscard]] std::vector<std::vector<index>> const& domains() const { return domains_; }

    /// Takes `tasks` tasks of `each` from node `n`, or gives them back with negative `tasks`.
    void take(index n, std::int64_t tasks, amounts<N> const& each) {
        node& here = nodes_[n];
        auto const before = here.free;
        auto const taken = tasks * each;
        here.free -= taken;
        here.tasks += tasks;
        free_ += at_least_zero(here.free) - at_least_zero(before);
        for ([[maybe_unused]] std::size_t r = 0; r < N; ++r)
            GANGWAY_EXPECTS(taken[r] <= 0 || here.free[r] >= 0, "a node holds more than it has");
        if constexpr (N == 1)
            if (here.up) levels_.move(n, before[0], here.free[0]);
    }
    /// Counts tasks that run on a node already; their room is taken.
    void count(index n, std::int64_t tasks) { nodes_[n].tasks += tasks; }
    /// A node leaves or comes back.
    void set_up(index n, bool up) {
        if (nodes_[n].up == up) return;
        nodes_[n].up = up;
        if constexpr (N == 1) {
            if (up) levels_.insert(n, nodes_[n].free[0]);
            else levels_.erase(n, nodes_[n].free[0]);
        }
    }
    /// A node has other amounts.
    void set_amounts(index n, amounts<N> const& capacity, amounts<N> const& free) {
        auto const before = nodes_[n].free;
        free_ += at_least_zero(free) - at_least_zero(before);
        nodes_[n].capacity = capacity;
        nodes_[n].free = free;
        if constexpr (N == 1)
            if (nodes_[n].up) levels_.move(n, before[0], free[0]);
    }

  private:
    // A node that was shrunk below what it holds has less than nothing: no room, but none to take from others either.
    static constexpr amounts<N> at_least_zero(amounts<N> a) {
        for (auto& x : a.of) x = x < 0 ? 0 : x;
        return a;
    }

    std::vector<node> nodes_;
    std::vector<std::vector<index>> domains_;
    amounts<N> free_; // of all nodes
    [[no_unique_address]] free_levels levels_; // N == 1 only: the nodes that are up
};

namespace detail {

// What both rooms answer alike: everything but how much is left.
template <std::size_t N>
class room_base {
  public:
    room_base(node_table<N> const& nodes, node_mask const* mask) : nodes_{&nodes}, mask_{mask} {}

    [[nodiscard]] index size() const { return nodes_->size(); }
    [[nodiscard]] amounts<N> const& capacity(index n) const { return (*nodes_)[n].capacity; }
    [[nodiscard]] bool usable(index n) const { return (*nodes_)[n].up && (!mask_ || (*mask_)[n]); }
    [[nodiscard]] std::int64_t tasks_on(index n) const { return (*nodes_)[n].tasks; }
    [[nodiscard]] std::vector<std::vector<index>> const& domains() const { return nodes_->domains(); }

  protected:
    node_table<N> const* nodes_;
    node_mask const* mask_;
};

} // namespace detail

/// Room as it is now.
template <std::size_t N>
class room_now : public detail::room_base<N> {
  public:
    /// Nodes that the mask leaves out are not usable.
    explicit room_now(node_table<N> const& nodes, node_mask const* mask = nullptr) : detail::room_base<N>{nodes, mask} {}

    /// What is free on a node.
    [[nodiscard]] amounts<N> const& left(index n) const { return (*this->nodes_)[n].free; }
    /// Nodes by what is free on them; null where there is more than one resource, or a mask.
    [[nodiscard]] free_levels const* levels() const
        requires(N == 1)
    {
        return this->mask_ ? nullptr : &this->nodes_->levels();
    }
};

/// Room as an array says: what is left after reservations, in a window of time, or on an empty cluster.
template <std::size_t N>
class room_array : public detail::room_base<N> {
  public:
    /// `left` has an entry for each node.
    room_array(node_table<N> const& nodes, amounts<N> const* left, node_mask const* mask = nullptr)
        : detail::room_base<N>{nodes, mask}, left_{left} {}

    /// What is free on a node.
    [[nodiscard]] amounts<N> const& left(index n) const { return left_[n]; }

  private:
    amounts<N> const* left_;
};

} // namespace gangway
