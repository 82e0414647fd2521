#include <doctest/doctest.h>

#include "toy_host.hpp"

// The placement cases of ../shared/scenarios, number by number.

using namespace gangway;
using toy::decided;
using toy::gpus;

TEST_CASE("17: a small job goes to the small node, so that the large ones stay whole") {
    toy::host<> h{{{"n1", {4}}, {"n2", {4}}, {"n3", {2}}}};
    h.add({.id = "job1", .shape = gpus(1, 2)});
    h.add({.id = "job2", .shape = gpus(1, 4)});
    h.add({.id = "job3", .shape = gpus(1, 4)});
    CHECK(decided(h, policy{}, 0) == "job1@n3 job2@n1 job3@n2");
}

TEST_CASE("17: a 2-GPU job, nodes with 4 and 2 free: take the 2") {
    toy::host<> h{{{"a", {8}, {}, true, {4}}, {"b", {8}, {}, true, {6}}}};
    h.add({.id = "job", .shape = gpus(1, 2)});
    CHECK(decided(h, policy{}, 0) == "job@b");
}

TEST_CASE("18: a gang that may be apart leaves the whole node to the one that may not") {
    toy::host<> h{{{"x1", {2}}, {"x2", {1}}, {"x3", {1}}}};
    auto const a = h.add({.id = "A", .shape = gpus(2, 1)});
    h.add({.id = "B", .shape = gpus(1, 2)});
    CHECK(decided(h, policy{}, 0) == "A@x2,x3 B@x1");

    h.runs.clear(); // A on one node: one task of 2
    h.jobs[a.at].shape = gpus(1, 2);
    CHECK(decided(h, policy{.rank = submit_order{}, .admit = greedy{}}, 0) == "A@x1");
}

TEST_CASE("19: the tightest rack first, then the tightest node in it") {
    toy::host<> h{{{"a1", {4}, {"A"}},
                   {"a2", {4}, {"A"}},
                   {"b1", {2}, {"B"}},
                   {"b2", {4}, {"B"}},
                   {"c1", {4}, {"C"}},
                   {"c2", {4}, {"C"}}}};
    for (int i = 1; i <= 6; ++i) h.add({.id = "s" + std::to_string(i)});
    CHECK(decided(h, policy{.rank = submit_order{}, .admit = strict{}, .place = topology{}}, 0) ==
          "s1@b1 s2@b1 s3@b2 s4@b2 s5@b2 s6@b2"); // A and C stay empty
}

TEST_CASE("23: pack or spread is a choice") {
    auto const on = [](auto const& place) {
        toy::host<> h{{{"A", {24}}, {"B", {10}}}};
        for (int i = 0; i < 8; ++i) h.add({.id = "j" + std::to_string(i)});
        auto const text = decided(h, policy{.rank = submit_order{}, .admit = strict{}, .place = place}, 0);
        return std::pair{std::count(text.begin(), text.end(), 'A'), std::count(text.begin(), text.end(), 'B')};
    };
    CHECK(on(best_fit{}) == std::pair{0l, 8l});
    CHECK(on(spread{}) == std::pair{4l, 4l});
}
