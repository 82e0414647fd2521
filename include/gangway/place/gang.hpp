// L3 - placement of whole gangs: one group by the policy itself, unequal tasks group by group, exactly where small.
#pragma once

#include <algorithm>

#include "../capacity/room.hpp"

namespace gangway {

/// Largest number of tasks of an unequal gang for which a placement that exists is always found.
inline constexpr std::int64_t exact_unequal_tasks = 10;

namespace detail {

// A room with other amounts left.
template <std::size_t N, class Room>
class room_with_left {
  public:
    room_with_left(Room const& room, amounts<N> const* left) : room_{&room}, left_{left} {}

    [[nodiscard]] index size() const { return room_->size(); }
    [[nodiscard]] amounts<N> const& left(index n) const { return left_[n]; }
    [[nodiscard]] decltype(auto) capacity(index n) const { return room_->capacity(n); }
    [[nodiscard]] bool usable(index n) const { return room_->usable(n); }
    [[nodiscard]] std::int64_t tasks_on(index n) const { return room_->tasks_on(n); }
    [[nodiscard]] std::vector<std::vector<index>> const& domains() const { return room_->domains(); }

  private:
    Room const* room_;
    amounts<N> const* left_;
};

// Depth-first over tasks, largest first; equal tasks never go to an earlier node than the one before.
template <std::size_t N, class Room>
class exact_placement {
  public:
    exact_placement(Room const& room, std::vector<amounts<N>>& left, gang_groups<N> const& shape)
        : room_{room}, left_{left} {
        for (auto const& g : shape.groups)
            for (std::int64_t t = 0; t < g.tasks.tasks; ++t) tasks_.push_back({g.tasks.each, g.at, no_index});
    }
    bool search(std::size_t at = 0) {
        if (at == tasks_.size()) return true;
        auto& [each, group, on] = tasks_[at];
        bool const twin = at > 0 && tasks_[at - 1].each == each;
        for (index n = twin ? tasks_[at - 1].on : 0; n < room_.size(); ++n) {
            if (!room_.usable(n) || !fits(each, left_[n]) || seen_before(n, at)) continue;
            left_[n] -= each;
            on = n;
            if (search(at + 1)) return true;
            left_[n] += each;
        }
        on = no_index;
        return false;
    }
    void append_to(placement& out) const {
        for (auto const& t : tasks_) {
            if (!out.empty() && out.back().node == t.on && out.back().group == t.group) ++out.back().tasks;
            else out.push_back({t.on, 1, t.group});
        }
    }

  private:
    struct task {
        amounts<N> each;
        index group;
        index on;
    };
    // A node with the same room left as an untouched earlier one leads nowhere new.
    [[nodiscard]] bool seen_before(index n, std::size_t at) const {
        for (index m = at > 0 && tasks_[at - 1].each == tasks_[at].each ? tasks_[at - 1].on : 0; m < n; ++m)
            if (room_.usable(m) && left_[m] == left_[n]) return true;
        return false;
    }

    Room const& room_;
    std::vector<amounts<N>>& left_;
    std::vector<task> tasks_;
};

template <std::size_t N>
std::int64_t task_count(gang_groups<N> const& shape) {
    std::int64_t count = 0;
    for (auto const& g : shape.groups) count += g.tasks.tasks;
    return count;
}

template <class Room, class Place, std::size_t N>
bool place_unequal(Room const& room, gang_groups<N> const& shape, Place const& place, placement& out) {
    std::vector<amounts<N>> left(room.size());
    for (index n = 0; n < room.size(); ++n) left[n] = room.left(n);
    room_with_left<N, Room> const scratch{room, left.data()};
    std::size_t const start = out.size();
    bool placed = true;
    for (auto const& g : shape.groups) {
        std::size_t const from = out.size();
        if (!(placed = place(scratch, g.tasks, g.at, out))) break;
        for (std::size_t i = from; i < out.size(); ++i) left[out[i].node] -= out[i].tasks * g.tasks.each;
    }
    if (placed) return true;
    out.resize(start);
    if (task_count(shape) > exact_unequal_tasks) return false;
    for (index n = 0; n < room.size(); ++n) left[n] = room.left(n);
    exact_placement<N, Room> exact{room, left, shape};
    if (!exact.search()) return false;
    exact.append_to(out);
    return true;
}

} // namespace detail

/// Places a whole gang in a room, or nothing; appends to `out`. True if placed.
///
/// Semantics: unequal tasks are placed largest first by the policy; if that fails and the gang has at most
/// `exact_unequal_tasks` tasks, every placement is tried, so that one that exists is found.
/// Complexity: that of the policy; the exact search is exponential in the number of tasks, which is why it is bounded.
template <class Room, class Place, std::size_t N>
bool place_gang(Room const& room, gang_groups<N> const& shape, Place const& place, placement& out) {
    if (shape.groups.size() == 1) return place(room, shape.groups[0].tasks, shape.groups[0].at, out);
    return detail::place_unequal(room, shape, place, out);
}

/// Could the whole gang be placed in this room?
template <class Room, class Place, std::size_t N>
bool holds_gang(Room const& room, gang_groups<N> const& shape, Place const& place) {
    if (shape.groups.size() == 1) return holds(room, shape.groups[0].tasks);
    placement out;
    return detail::place_unequal(room, shape, place, out);
}

} // namespace gangway
