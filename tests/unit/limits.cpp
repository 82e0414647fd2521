#include <doctest/doctest.h>

#include "toy_host.hpp"

using namespace gangway;
using toy::gpus;

namespace {

/// 16 cores; user u may hold 8 and does, until 1000. a (u) and b (v) each ask for 8.
toy::host<> case_31() {
    toy::host<> h{toy::pool(1, 16)};
    h.caps["u"] = {8};
    h.runs_on({.id = "r", .shape = gpus(1, 8), .wall = 1000, .user = "u"}, {"n1"});
    h.add({.id = "a", .shape = gpus(1, 8), .at = 1, .wall = 10, .user = "u"});
    h.add({.id = "b", .shape = gpus(1, 8), .at = 2, .wall = 10, .user = "v"});
    return h;
}

} // namespace

TEST_CASE_TEMPLATE("31: a job over its user's limit takes no reservation; the next one is the head", Admit, strict,
                   greedy, easy, conservative, draining, protected_greedy) {
    auto h = case_31();
    policy<submit_order, Admit, best_fit> p{};
    if constexpr (requires { p.admit.after; }) p.admit.after = seconds{0};
    scheduler s{h, p};
    toy::submit_all(s, h);
    CHECK(toy::pass(s, h, 2) == "b@n1");
    CHECK(s.reservation(h.find("a")) == std::nullopt);
    s.submit(h.add({.id = "c", .shape = gpus(1, 8), .at = 3, .wall = 10, .user = "v"}));
    CHECK(toy::pass(s, h, 3).empty());
    if constexpr (std::is_same_v<Admit, easy> || std::is_same_v<Admit, conservative>)
        CHECK(s.reservation(h.find("c")) == instant{12.0}); // when b ends: a is not before it
    toy::finish(s, h, "r", 5);
    CHECK(toy::pass(s, h, 5) == "a@n1"); // the limit opens with the end of r
}

TEST_CASE_TEMPLATE("the limit holds within one pass", Admit, strict, greedy, easy, conservative, draining,
                   protected_greedy) {
    toy::host<> h{toy::pool(2, 16)};
    h.caps["u"] = {8};
    for (auto id : {"a", "b", "c"}) h.add({.id = id, .shape = gpus(1, id[0] == 'c' ? 3 : 4), .wall = 10, .user = "u"});
    h.add({.id = "d", .shape = gpus(1, 16), .user = "other"});
    policy<submit_order, Admit, best_fit> p{};
    if constexpr (requires { p.admit.after; }) p.admit.after = seconds{0};
    CHECK(toy::decided(h, p, 1) == "a@n1 b@n1 d@n2"); // 4 + 4 = 8
}

TEST_CASE_TEMPLATE("a reservation counts the limit too: none of its own group may push it over", Admit, easy,
                   conservative) {
    // u may hold 8. head (u, 8) fits at 100; x and y (u, 1) fit beside it on the node, but with either of them running
    // the head would be over its limit, which a fresh pass calls blocked: it would lose its reservation.
    toy::host<> h{toy::pool(1, 16)};
    h.caps["u"] = {8};
    h.runs_on({.id = "r", .shape = gpus(1, 12), .wall = 100, .user = "v"}, {"n1"});
    h.add({.id = "head", .shape = gpus(1, 8), .at = 1, .wall = 10, .user = "u"});
    h.add({.id = "x", .shape = gpus(1, 1), .at = 2, .wall = 1000, .user = "u"});
    h.add({.id = "y", .shape = gpus(1, 1), .at = 3, .wall = 10, .user = "u"});
    h.add({.id = "z", .shape = gpus(1, 1), .at = 3, .wall = 10, .user = "v"});
    CHECK(toy::decided(h, policy<submit_order, Admit, best_fit>{}, 3) == "z@n1");
}

TEST_CASE("the baseline keeps to limits as well") {
    toy::host<> h{toy::pool(1, 16)};
    h.caps["u"] = {8};
    h.add({.id = "a", .shape = gpus(8), .user = "u"});
    h.add({.id = "b", .shape = gpus(4), .user = "u"});
    CHECK(toy::decided(h, policy{.rank = submit_order{}, .admit = pod_by_pod{}}, 1) == "a@n1*8");
}

TEST_CASE("limits count each resource, and a group without one is free") {
    toy::host<2> h{{{"n1", {16, 100}}}};
    h.caps["u"] = {8, 20};
    h.add({.id = "a", .shape = {{1, {1, 15}}}, .user = "u"});
    h.add({.id = "b", .shape = {{1, {1, 6}}}, .at = 1, .user = "u"});
    h.add({.id = "c", .shape = {{7, {1, 0}}}, .at = 2, .user = "u"}); // no memory: the second limit does not matter
    h.add({.id = "d", .shape = {{1, {8, 70}}}, .at = 3, .user = "v"});
    CHECK(toy::decided(h, policy{}, 4) == "a@n1 c@n1*7 d@n1");
}

TEST_CASE("a mask of eligible nodes: other nodes are not there for the job") {
    toy::host<> h{{{"h1", {8}}, {"a1", {8}}, {"a2", {4}}}};
    h.add({.id = "x", .shape = gpus(2, 4), .only = {"a1", "a2"}});
    h.add({.id = "y", .shape = gpus(1, 8), .at = 1, .only = {"a1"}});
    h.add({.id = "z", .shape = gpus(1, 8), .at = 2});
    h.add({.id = "nowhere", .shape = gpus(1, 1), .at = 0, .only = {"n9"}});
    scheduler s{h, policy{.rank = submit_order{}, .admit = greedy{}}};
    toy::submit_all(s, h);
    CHECK(toy::pass(s, h, 2) == "x@a2,a1 z@h1");
    toy::finish(s, h, "x", 3);
    CHECK(toy::pass(s, h, 3) == "y@a1");
    CHECK(s.waiting() == 1);
}

TEST_CASE("13: order holds inside a pool; a job for another pool starts under easy, not under strict") {
    toy::host<> h{{{"h", {8}}, {"a", {8}}}};
    h.runs_on({.id = "r", .shape = gpus(1, 8), .wall = 1000}, {"h"});
    h.add({.id = "hh", .shape = gpus(1, 8), .at = 1, .wall = 10, .only = {"h"}});
    h.add({.id = "aa", .shape = gpus(1, 8), .at = 2, .wall = 10, .only = {"a"}});
    h.add({.id = "h2", .shape = gpus(1, 8), .at = 3, .wall = 10, .only = {"h"}});
    CHECK(toy::decided(h, policy{}, 3).empty());
    scheduler s{h, policy{.rank = submit_order{}, .admit = easy{}}};
    toy::submit_all(s, h);
    CHECK(toy::pass(s, h, 3) == "aa@a");
    CHECK(s.reservation(h.find("hh")) == instant{1000.0}); // the empty node is none of its own
}
