#include <doctest/doctest.h>

#include "toy_host.hpp"

using namespace gangway;
using toy::gpus;

namespace {

auto drain(int at_most = 1) {
    return policy{.rank = submit_order{}, .admit = draining{.after = seconds{100}, .at_most = at_most, .order = {}}};
}

} // namespace

TEST_CASE("an old gang holds the nodes with the least expected work, chosen anew on every pass") {
    // Expected work at 1000: devices * sqrt(time run + 600). n1: 4 * sqrt(650) = 102; n2: 2 * sqrt(1600) = 80;
    // n3: 1 * sqrt(1600) = 40. Two tasks of 4 are held on n3 and n2.
    toy::host<> h{toy::pool(4, 4)};
    h.runs_on({.id = "r1", .shape = gpus(1, 4), .at = 950}, {"n1"});
    h.runs_on({.id = "r2", .shape = gpus(1, 2), .at = 0}, {"n2"});
    h.runs_on({.id = "r3", .shape = gpus(1, 1), .at = 0}, {"n3"});
    h.runs_on({.id = "r4", .shape = gpus(1, 1), .at = 990}, {"n4"}); // 1 * sqrt(610) = 25
    h.machines[3].capacity = {2};                                    // but it can hold no task of 4
    h.add({.id = "old", .shape = gpus(2, 4), .at = 900});
    scheduler s{h, drain()};
    toy::submit_all(s, h);
    for (int i = 0; i < 3; ++i) s.submit(h.add({.id = "s" + std::to_string(i), .shape = gpus(1, 1), .at = 1000}));
    CHECK(toy::pass(s, h, 1000) == "s0@n4"); // n2 and n3 have room, but are held
    toy::finish(s, h, "r1", 1010);           // n1 is empty now: held instead of n2
    CHECK(toy::pass(s, h, 1010) == "s1@n2 s2@n2");
    toy::finish(s, h, "r3", 1020);
    CHECK(toy::pass(s, h, 1020) == "old@n1,n3");
}

TEST_CASE("time alone moves a hold: a pass on which nothing was freed looks again") {
    // n1: 3 * sqrt(600 + t), n2: 2 * sqrt(1600 + t): n1 until t = 200, n2 from then on. Only n1 has 4 free beside r1.
    toy::host<> h{{{"n1", {8}}, {"n2", {8}, {}, true, {3}}}};
    h.runs_on({.id = "r1", .shape = gpus(1, 3), .at = 1000}, {"n1"});
    h.runs_on({.id = "r2", .shape = gpus(1, 2), .at = 0}, {"n2"});
    h.add({.id = "old", .shape = gpus(1, 8), .at = 0});
    h.add({.id = "s", .shape = gpus(1, 4), .at = 1000});
    scheduler s{h, drain()};
    toy::submit_all(s, h);
    CHECK(toy::pass(s, h, 1000).empty());
    CHECK(toy::pass(s, h, 1190).empty());
    CHECK(toy::pass(s, h, 1210) == "s@n1");
}

TEST_CASE("freest_then_oldest: the freest nodes, then the gang that has run longest") {
    // n3 is the freest; of n1, n2, n4, equally free, the gang on n2 has run longest.
    toy::host<> h{toy::pool(4, 4)};
    h.runs_on({.id = "r1", .shape = gpus(1, 3), .at = 50}, {"n1"});
    h.runs_on({.id = "r2", .shape = gpus(1, 3), .at = 10}, {"n2"});
    h.runs_on({.id = "r3", .shape = gpus(1, 1), .at = 60}, {"n3"});
    h.runs_on({.id = "r4", .shape = gpus(1, 3), .at = 40}, {"n4"});
    h.add({.id = "old", .shape = gpus(2, 4), .at = 0});
    scheduler s{h, policy{.rank = submit_order{},
                          .admit = draining_by<freest_then_oldest>{.after = seconds{100}, .at_most = 1, .order = {}}}};
    toy::submit_all(s, h);
    for (int i = 0; i < 4; ++i) s.submit(h.add({.id = "s" + std::to_string(i), .shape = gpus(1, 1), .at = 100}));
    CHECK(toy::pass(s, h, 100) == "s0@n1 s1@n4");
    toy::finish(s, h, "r4", 110); // n4 and n3 are the freest, 3 each: held, and n2 is open
    CHECK(toy::pass(s, h, 110) == "s2@n2");
}

TEST_CASE("before its time a gang holds nothing") {
    toy::host<> h{toy::pool(1, 4)};
    h.runs_on({.id = "r", .shape = gpus(1, 1)}, {"n1"});
    h.add({.id = "big", .shape = gpus(1, 4), .at = 0});
    h.add({.id = "s", .shape = gpus(1, 1), .at = 99});
    CHECK(toy::decided(h, drain(), 99) == "s@n1");
    h.runs.pop_back();
    CHECK(toy::decided(h, drain(), 100).empty());
}

TEST_CASE("a hold is an amount: a large node keeps its other room open") {
    toy::host<> h{{{"large", {16}}, {"small", {4}}}};
    h.runs_on({.id = "r1", .shape = gpus(1, 7), .at = 0}, {"large"}); // 9 free
    h.runs_on({.id = "r2", .shape = gpus(1, 4), .at = 0}, {"small"});
    h.add({.id = "old", .shape = gpus(2, 6), .at = 0}); // holds 2 * 6 of the 16: 9 - 12, nothing is open
    h.add({.id = "s", .shape = gpus(1, 1), .at = 100});
    CHECK(toy::decided(h, drain(), 100).empty());
    toy::host<> idle{{{"large", {16}}, {"small", {4}}}};
    idle.runs_on({.id = "r", .shape = gpus(1, 3)},
                 {"large"}); // 13 free: 14 do not fit, and holding them leaves nothing ...
    idle.add({.id = "old", .shape = gpus(1, 14)});
    idle.add({.id = "s", .shape = gpus(1, 1), .at = 100});
    CHECK(toy::decided(idle, drain(), 100) == "s@small"); // ... on that node
    idle.runs.pop_back();
    idle.runs[0].nodes.clear(); // r is gone: the gang starts, and what it leaves is open
    CHECK(toy::decided(idle, drain(), 101) == "old@large s@large");
}

TEST_CASE("at_most gangs hold, in order of submission; a later old one is an ordinary job") {
    for (int at_most : {1, 2}) {
        toy::host<> h{toy::pool(2, 4)};
        h.runs_on({.id = "r1", .shape = gpus(1, 2)}, {"n1"});
        h.runs_on({.id = "r2", .shape = gpus(1, 2)}, {"n2"});
        h.add({.id = "a", .shape = gpus(1, 4), .at = 0});
        h.add({.id = "b", .shape = gpus(1, 4), .at = 1});
        h.add({.id = "s", .shape = gpus(1, 1), .at = 2});
        CAPTURE(at_most);
        CHECK(toy::decided(h, drain(at_most), 102) == (at_most == 1 ? "s@n2" : "")); // a holds n1, b would hold n2
    }
}

TEST_CASE("a gang that cannot hold all of its tasks beside the earlier holds takes nothing") {
    toy::host<> h{toy::pool(2, 4)};
    h.runs_on({.id = "r", .shape = gpus(2, 2)}, {"n1", "n2"});
    h.add({.id = "a", .shape = gpus(1, 4), .at = 0});
    h.add({.id = "b", .shape = gpus(2, 4), .at = 1});
    h.add({.id = "s", .shape = gpus(2, 1), .at = 2});
    CHECK(toy::decided(h, drain(2), 102) == "s@n2*2");
}

TEST_CASE("old gangs that fit start first, by submission") {
    toy::host<> h{toy::pool(1, 4)};
    h.add({.id = "young", .shape = gpus(1, 4), .at = 50, .prio = 9.0});
    h.add({.id = "old", .shape = gpus(1, 4), .at = 0});
    CHECK(toy::decided(h,
                       policy{.rank = priority{}, .admit = draining{.after = seconds{100}, .at_most = 1, .order = {}}},
                       100) == "old@n1");
}
