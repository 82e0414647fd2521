// tests - every placement policy: all tasks or none, on nodes that hold them, whenever any placement exists.
#include "workloads.hpp"

#include <doctest/doctest.h>

using namespace gangway;
using random_workload::from;

namespace {

using room = amounts<2>;

/// Tries every node for every task.
bool exists(std::vector<room>& left, std::vector<bool> const& usable, std::vector<room> const& tasks, std::size_t at = 0) {
    if (at == tasks.size()) return true;
    for (std::size_t n = 0; n < left.size(); ++n) {
        if (!usable[n] || !fits(tasks[at], left[n])) continue;
        left[n] -= tasks[at];
        bool const found = exists(left, usable, tasks, at + 1);
        left[n] += tasks[at];
        if (found) return true;
    }
    return false;
}

template <class Place>
void whole_or_nothing(char const* name, Place const& place, int most_groups) {
    CHECK_MESSAGE(rc::check(name, [&] {
        int const count = from(1, 5);
        std::vector<node_table<2>::node> nodes;
        std::vector<std::vector<index>> domains(2);
        node_mask mask;
        std::vector<bool> usable;
        for (int n = 0; n < count; ++n) {
            room const capacity{from(0, 6), from(0, 6)};
            nodes.push_back({capacity, {from(0, static_cast<int>(capacity[0])), from(0, static_cast<int>(capacity[1]))}, from(0, 3), from(0, 5) > 0});
            domains[0].push_back(static_cast<index>(from(0, 2)));
            domains[1].push_back(domains[0].back() / 2);
            mask.push_back(from(0, 4) > 0);
            usable.push_back(nodes.back().up && mask.back());
        }
        node_table<2> const table{nodes, domains};
        gang_groups<2> shape;
        std::vector<room> tasks;
        for (int g = from(1, most_groups); g > 0; --g) {
            gang<2> const group{from(1, most_groups == 1 ? 5 : 2), random_workload::demand<2>(3)};
            shape.groups.push_back({group, static_cast<index>(shape.groups.size())});
            tasks.insert(tasks.end(), static_cast<std::size_t>(group.tasks), group.each);
        }
        std::sort(shape.groups.begin(), shape.groups.end(), [](auto const& a, auto const& b) { return a.tasks.each.of > b.tasks.each.of; });
        std::vector<room> left;
        for (auto const& n : nodes) left.push_back(n.free);

        placement out;
        bool const placed = place_gang(room_now<2>{table, &mask}, shape, place, out);
        RC_ASSERT(placed == exists(left, usable, tasks));
        RC_ASSERT(placed == holds_gang(room_now<2>{table, &mask}, shape, place));
        std::vector<std::int64_t> given(shape.groups.size(), 0);
        for (auto const& p : out) {
            RC_ASSERT(p.tasks > 0 && usable[p.node]);
            left[p.node] -= p.tasks * demand_of(shape, p.group);
            given[p.group] += p.tasks;
        }
        for (auto const& l : left) RC_ASSERT(!any_negative(l));
        for (auto const& g : shape.groups) RC_ASSERT(given[g.at] == (placed ? g.tasks.tasks : 0));
    }), name);
}

template <class Place>
void both(char const* name, Place const& place) {
    whole_or_nothing(name, place, 1);
    whole_or_nothing(name, place, 4); // unequal tasks, few enough for the exact search
}

} // namespace

TEST_CASE("a gang is placed whole, or not at all, and always where a placement exists") {
    both("best_fit", best_fit{});
    both("spread", spread{});
    both("consolidate", consolidate{});
    both("topology", topology{});
    both("fragmentation_aware", fragmentation_aware<2>{{{{1, 0}, 3}, {{2, 1}, 2}, {{4, 4}, 1}}});
}
