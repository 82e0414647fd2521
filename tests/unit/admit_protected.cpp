#include <doctest/doctest.h>

#include "toy_host.hpp"

using namespace gangway;
using toy::gpus;

namespace {
auto const patient = policy{.rank = priority{}, .admit = protected_greedy{.after = seconds{100}}};
}

TEST_CASE("greedy until a job has waited long enough; from then on it blocks") {
    toy::host<> h{toy::pool(1, 8)};
    h.runs_on({.id = "r", .shape = gpus(1, 4)}, {"n1"});
    h.add({.id = "big", .shape = gpus(1, 8), .at = 0});
    scheduler s{h, patient};
    toy::submit_all(s, h);
    CHECK(toy::pass(s, h, 0).empty());
    s.submit(h.add({.id = "s1", .shape = gpus(1, 2), .at = 99}));
    CHECK(toy::pass(s, h, 99) == "s1@n1");
    s.submit(h.add({.id = "s2", .shape = gpus(1, 1), .at = 100, .prio = 9.0}));
    CHECK(toy::pass(s, h, 100).empty()); // big is protected: not even a higher priority passes
    toy::finish(s, h, "r", 150);
    CHECK(toy::pass(s, h, 150).empty());
    toy::finish(s, h, "s1", 160);
    CHECK(toy::pass(s, h, 160) == "big@n1");
    toy::finish(s, h, "big", 170);
    CHECK(toy::pass(s, h, 170) == "s2@n1"); // held back then, not forgotten
}

TEST_CASE("what was held back is looked at once the protected job is out of the way, even if nothing was freed") {
    toy::host<> h{toy::pool(1, 8)};
    h.caps["u"] = {4};
    h.runs_on({.id = "r", .shape = gpus(1, 5)}, {"n1"});
    h.add({.id = "big", .shape = gpus(1, 4), .at = 0, .user = "u"});
    h.add({.id = "s", .shape = gpus(1, 1), .at = 100});
    scheduler s{h, patient};
    toy::submit_all(s, h);
    CHECK(toy::pass(s, h, 100).empty());
    s.submit(h.add({.id = "older", .shape = gpus(1, 2), .at = -1, .user = "u"})); // puts big over its limit
    CHECK(toy::pass(s, h, 110) == "older@n1 s@n1");
    s.submit(h.add({.id = "last", .shape = gpus(1, 1), .at = 111}));
    CHECK(toy::pass(s, h, 111).empty()); // the node is full
}

TEST_CASE("protected jobs go by submission, whatever their rank; the others by rank") {
    toy::host<> h{toy::pool(1, 6)};
    h.add({.id = "old2", .shape = gpus(1, 2), .at = 5, .prio = 1.0});
    h.add({.id = "old1", .shape = gpus(1, 2), .at = 0, .prio = 0.0});
    h.add({.id = "new1", .shape = gpus(1, 1), .at = 90, .prio = 0.0});
    h.add({.id = "new2", .shape = gpus(1, 1), .at = 95, .prio = 5.0});
    CHECK(toy::decided(h, patient, 105) == "old1@n1 old2@n1 new2@n1 new1@n1");
}

TEST_CASE("what can never run is not protected") {
    toy::host<> h{toy::pool(1, 6)};
    h.add({.id = "never", .shape = gpus(1, 7), .at = 0});
    h.add({.id = "next", .shape = gpus(1, 1), .at = 1});
    CHECK(toy::decided(h, patient, 1000) == "next@n1");
}
