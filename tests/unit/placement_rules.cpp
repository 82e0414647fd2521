#include <doctest/doctest.h>

#include "toy_host.hpp"

using namespace gangway;
using toy::gpus;

namespace {

/// Places one gang in nodes n0, n1, ... with this much free; `on` says what already runs where.
template <class Place, std::size_t N>
std::string place(Place const& p, std::vector<amounts<N>> const& free, gang<N> const& g,
                  std::vector<std::vector<index>> domains = {}, std::vector<std::int64_t> const& on = {}) {
    std::vector<typename node_table<N>::node> nodes;
    for (std::size_t n = 0; n < free.size(); ++n) nodes.push_back({free[n], free[n], on.empty() ? 0 : on[n], true});
    node_table<N> const table{nodes, std::move(domains)};
    placement by_levels;
    placement by_array;
    bool const placed = p(room_now<N>{table}, g, 3, by_levels);
    CHECK(placed == p(room_array<N>{table, free.data()}, g, 3, by_array)); // sorted levels or not: the same nodes
    CHECK(by_levels == by_array);
    CHECK(placed != by_levels.empty());
    std::string text;
    for (auto const& t : by_levels) {
        CHECK(t.group == 3);
        text += (text.empty() ? "" : " ") + std::to_string(t.node) + "*" + std::to_string(t.tasks);
    }
    return text;
}

using free1 = std::vector<amounts<1>>;
using free2 = std::vector<amounts<2>>;

} // namespace

TEST_CASE("best fit: the tightest node that holds a task, ties by position") {
    CHECK(place(best_fit{}, free1{{8}, {3}, {5}, {3}}, gang<1>{1, {2}}) == "1*1");
    CHECK(place(best_fit{}, free1{{8}, {3}, {5}, {3}}, gang<1>{4, {2}}) == "1*1 3*1 2*2");
    CHECK(place(best_fit{}, free1{{8}, {3}, {5}, {3}}, gang<1>{8, {2}}) == "1*1 3*1 2*2 0*4");
    CHECK(place(best_fit{}, free1{{8}, {3}, {5}, {3}}, gang<1>{9, {2}}).empty()); // the shape, not the total
    CHECK(place(best_fit{}, free1{{8}, {3}}, gang<1>{2, {0}}) == "1*2");
    CHECK(place(best_fit{}, free2{{4, 10}, {4, 9}, {3, 1}}, gang<2>{2, {2, 3}}) == "1*2"); // resource by resource
    CHECK(place(best_fit{}, free2{{4, 10}, {4, 9}, {3, 1}}, gang<2>{1, {0, 1}}) == "2*1");
}

TEST_CASE("spread: task by task to the node with the fewest tasks, ties by position") {
    CHECK(place(spread{}, free1{{4}, {4}, {1}}, gang<1>{4, {1}}) == "0*2 1*1 2*1");
    CHECK(place(spread{}, free1{{4}, {4}, {1}}, gang<1>{9, {1}}) == "0*4 1*4 2*1");
    CHECK(place(spread{}, free1{{4}, {4}, {1}}, gang<1>{10, {1}}).empty());
    CHECK(place(spread{}, free1{{4}, {4}, {4}}, gang<1>{3, {1}}, {}, {2, 0, 1}) == "1*2 2*1"); // what runs counts
    CHECK(place(spread{}, free2{{4, 0}, {4, 4}}, gang<2>{2, {1, 1}}) == "1*2");
    CHECK(place(spread{}, free1{{4}, {4}}, gang<1>{3, {0}}) == "0*2 1*1");
}

TEST_CASE("consolidate: the fewest nodes, then the tightest that holds the rest") {
    CHECK(place(consolidate{}, free1{{8}, {5}, {6}}, gang<1>{5, {1}}) == "1*5");
    CHECK(place(consolidate{}, free1{{8}, {5}, {6}}, gang<1>{6, {1}}) == "2*6");
    CHECK(place(consolidate{}, free1{{8}, {5}, {6}}, gang<1>{9, {1}}) == "0*8 1*1");
    CHECK(place(consolidate{}, free1{{8}, {5}, {6}}, gang<1>{14, {1}}) == "0*8 2*6");
    CHECK(place(consolidate{}, free1{{8}, {5}, {6}}, gang<1>{20, {1}}).empty());
    CHECK(place(consolidate{}, free1{{7}, {6}}, gang<1>{5, {2}}) ==
          "1*3 0*2"); // 3 tasks each: the tighter one is filled
}

TEST_CASE("topology: one rack, else one row, else the fewest racks") {
    // nodes:                     0  1 | 2  3 | 4  5     racks 0 1 2; rows {0, 1} and {2}
    std::vector<std::vector<index>> const levels{{0, 0, 1, 1, 2, 2}, {0, 0, 0, 0, 1, 1}};
    free1 const free{{4}, {4}, {2}, {3}, {4}, {2}};
    auto const put = [&](std::int64_t tasks, std::int64_t each) {
        return place(topology{}, free, gang<1>{tasks, {each}}, levels);
    };
    CHECK(put(5, 1) == "2*2 3*3");          // rack 1 has the least and holds it
    CHECK(put(6, 1) == "5*2 4*4");          // rack 2
    CHECK(put(8, 1) == "0*4 1*4");          // rack 0
    CHECK(put(9, 1) == "2*2 3*3 0*4");      // no rack, but row 0, tightest node first
    CHECK(put(14, 1) == "0*4 1*4 5*2 4*4"); // no row: the rack that holds most, then the tightest that holds the rest
    CHECK(put(19, 1) == "0*4 1*4 5*2 4*4 2*2 3*3"); // all of it
    CHECK(put(20, 1).empty());
    CHECK(put(2, 4) == "0*1 1*1");
    CHECK(put(3, 4) == "0*1 1*1 4*1");                                // by tasks of 4, rack 1 holds none
    CHECK(place(topology{}, free, gang<1>{5, {1}}) == "2*2 5*2 3*1"); // no topology: best fit
}

TEST_CASE("fragmentation-aware: where the fewest devices become useless, by hand") {
    // Typical: 1 GPU + 4 CPU (weight 3), 4 GPU + 4 CPU (weight 1). Left over on a node with (gpu, cpu):
    //   (4, 8): 3 * (4 - 2) + (4 - 4) = 6;  (3, 7): 3 * (3 - 1) + 3 = 9;  so a (1, 1) task there adds 3
    //   (2, 9): 3 * (2 - 2) + 2 = 2;        (1, 8): 3 * 0 + 1 = 1;        so it adds -1
    fragmentation_aware<2> const p{{{{1, 4}, 3}, {{4, 4}, 1}}};
    CHECK(place(p, free2{{4, 8}, {2, 9}}, gang<2>{1, {1, 1}}) == "1*1");
    // The second task: (1, 8) -> (0, 7) adds -1 again. The third has only node 0 left.
    CHECK(place(p, free2{{4, 8}, {2, 9}}, gang<2>{2, {1, 1}}) == "1*2");
    CHECK(place(p, free2{{4, 8}, {2, 9}}, gang<2>{3, {1, 1}}) == "0*1 1*2");
    CHECK(place(p, free2{{4, 8}, {2, 9}}, gang<2>{7, {1, 1}}).empty());
    // Best fit would do the same; here it would not: (3, 3) is useless already, 3 * 3 + 3 = 12, and (2, 3) adds -4,
    // while the tighter (2, 4) -> (1, 3) goes from 3 * (2 - 1) + 2 = 5 to 3 * 1 + 1 = 4 and adds -1.
    CHECK(place(p, free2{{3, 3}, {2, 4}}, gang<2>{1, {1, 1}}) == "0*1");
    CHECK(place(best_fit{}, free2{{3, 3}, {2, 4}}, gang<2>{1, {1, 1}}) == "1*1");
    // Weights decide. A (1, 5) task on (3, 8) wastes one GPU more for the small typical task and one less for the large
    // one; on (4, 20) it wastes three more for the large one alone.
    for (std::int64_t weight : {1, 5})
        CHECK(place(fragmentation_aware<2>{{{{1, 4}, weight}, {{4, 4}, 1}}}, free2{{3, 8}, {4, 20}},
                    gang<2>{1, {1, 5}}) == (weight == 1 ? "0*1" : "1*1"));
    // Equal harm: the tighter node.
    CHECK(place(fragmentation_aware<1>{{{{1}, 1}}}, free1{{5}, {3}, {3}}, gang<1>{1, {1}}) == "1*1");
}

TEST_CASE("unequal gangs: a placement that exists is found where largest-first best fit fails") {
    // 5, 4, 3, 3 into 7 and 8: best fit puts 5 into 7 and 4 into 8, and the last 3 fits nowhere. 5 + 3 and 4 + 3 does.
    toy::host<> h{{{"n1", {7}}, {"n2", {8}}}};
    h.add({.id = "g", .shape = {{2, {3}}, {1, {4}}, {1, {5}}}});
    scheduler s{h, policy{}};
    toy::submit_all(s, h);
    CHECK(toy::pass(s, h, 0) == "g@n2,n1,n1,n2");
    CHECK(h.free({0})[0] == 0);
    CHECK(h.free({1})[0] == 0);
    for (auto const& g : h.runs[0].nodes) CHECK(g.group < 3); // groups are named by their place in the host's list
    toy::finish(s, h, "g", 1);
    h.add({.id = "again", .shape = {{1, {5}}, {1, {4}}, {2, {3}}}}); // whatever the order of the list
    s.submit(h.find("again"));
    CHECK(toy::pass(s, h, 1) == "again@n2,n1,n1,n2");
}

TEST_CASE("unequal gangs: largest first by the policy, all or nothing") {
    toy::host<2> h{{{"n1", {8, 64}}, {"n2", {4, 64}}}};
    h.add({.id = "fits", .shape = {{4, {1, 8}}, {1, {4, 8}}}}); // leader 4 on n2, workers on n1
    h.add({.id = "not", .shape = {{2, {2, 1}}, {1, {1, 60}}}});
    CHECK(toy::decided(h, policy{.rank = submit_order{}, .admit = greedy{}}, 0) == "fits@n2,n1*4");
    CHECK(h.free({0}) == amounts<2>{4, 32});
    CHECK(h.free({1}) == amounts<2>{0, 56});
}
