#include <doctest/doctest.h>

#include "toy_host.hpp"

using namespace gangway;
using toy::gpus;

TEST_CASE("strict stops at the first job that does not fit; greedy starts whatever fits") {
    auto const make = [] {
        toy::host<> h{toy::pool(1, 8)};
        h.add({.id = "a", .shape = gpus(4), .at = 1});
        h.add({.id = "big", .shape = gpus(6), .at = 2});
        h.add({.id = "b", .shape = gpus(2), .at = 3});
        h.add({.id = "c", .shape = gpus(2), .at = 4});
        h.add({.id = "d", .shape = gpus(1), .at = 5});
        return h;
    };
    auto h = make();
    CHECK(toy::decided(h, policy{}, 9) == "a@n1*4");
    h = make();
    CHECK(toy::decided(h, policy{.rank = submit_order{}, .admit = greedy{}}, 9) == "a@n1*4 b@n1*2 c@n1*2");
}

TEST_CASE("what can never fit, or not now that a node is down, blocks nobody") {
    for (bool never : {true, false}) {
        toy::host<> h{{{"n1", {8}}, {"n2", {8}, {}, never}}};
        h.add({.id = "impossible", .shape = never ? gpus(1, 9) : gpus(2, 8)});
        h.add({.id = "next", .shape = gpus(1, 8), .at = 1});
        scheduler s{h, policy{}};
        toy::submit_all(s, h);
        CHECK(toy::pass(s, h, 1) == "next@n1");
        if (never) continue;
        toy::finish(s, h, "next", 2);
        h.machines[1].up = true;
        s.update(h.machine("n2"));
        CHECK(toy::pass(s, h, 2) == "impossible@n1,n2");
    }
}

TEST_CASE("the shape counts, not the total: 12 tasks of 4 do not fit on 10 nodes of 6") {
    toy::host<> h{toy::pool(10, 6)};
    h.add({.id = "gang", .shape = gpus(12, 4)});
    h.add({.id = "next", .shape = gpus(10, 4), .at = 1});
    CHECK(toy::decided(h, policy{}, 1).substr(0, 5) == "next@");
    CHECK(h.runs.size() == 1);
}

TEST_CASE("greedy looks at arrivals alone while nothing is freed, and at everything once something is") {
    toy::host<> h{toy::pool(1, 8)};
    h.runs_on({.id = "r", .shape = gpus(6)}, {"n1", "n1", "n1", "n1", "n1", "n1"});
    h.add({.id = "wide", .shape = gpus(4), .at = 1});
    scheduler s{h, policy{.rank = submit_order{}, .admit = greedy{}}};
    toy::submit_all(s, h);
    CHECK(toy::pass(s, h, 1).empty());
    s.submit(h.add({.id = "slim", .shape = gpus(1), .at = 2}));
    s.submit(h.add({.id = "wide2", .shape = gpus(4), .at = 2}));
    CHECK(toy::pass(s, h, 2) == "slim@n1");
    CHECK(toy::pass(s, h, 3).empty());
    toy::finish(s, h, "r", 4);
    CHECK(toy::pass(s, h, 4) == "wide@n1*4");
    toy::finish(s, h, "wide", 5);
    CHECK(toy::pass(s, h, 5) == "wide2@n1*4");
}

TEST_CASE("strict after arrivals: a better-ranked one goes first, others wait behind the head") {
    toy::host<> h{toy::pool(1, 8)};
    h.runs_on({.id = "r", .shape = gpus(1, 4)}, {"n1"});
    h.add({.id = "head", .shape = gpus(1, 8), .at = 1, .prio = 1.0});
    scheduler s{h, policy{.rank = priority{}}};
    toy::submit_all(s, h);
    CHECK(toy::pass(s, h, 1).empty());
    s.submit(h.add({.id = "low", .shape = gpus(1, 1), .at = 2}));
    CHECK(toy::pass(s, h, 2).empty());
    s.submit(h.add({.id = "high", .shape = gpus(1, 1), .at = 3, .prio = 2.0}));
    CHECK(toy::pass(s, h, 3) == "high@n1");
    s.cancel(h.find("head"));
    CHECK(toy::pass(s, h, 4) == "low@n1");
}
