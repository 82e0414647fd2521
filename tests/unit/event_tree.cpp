#include <gangway/sim/event_tree.hpp>

#include <doctest/doctest.h>

#include <limits>
#include <queue>
#include <random>
#include <set>
#include <vector>

using gangway::sim::event_tree;

namespace {

constexpr double never = std::numeric_limits<double>::infinity();

} // namespace

TEST_CASE("no event: nothing is due") {
    event_tree tree;
    CHECK(tree.next() == never);
    tree.push({never, 1, 1}); // an event that never comes is none
    CHECK(tree.next() == never);
    tree.push({-3.0, 7, 2});
    CHECK(tree.next() == -3.0);
    CHECK(tree.top().job == 7);
    CHECK(tree.top().run == 2);
    tree.pop();
    CHECK(tree.next() == never);
}

TEST_CASE("events come in the order of their times, and all of an instant are there") {
    std::mt19937 random{5};
    event_tree tree;
    std::multiset<std::pair<double, std::uint32_t>> plain; // time, job
    for (std::uint32_t step = 0; step < 20'000; ++step) {
        bool const grows = step / 2'000 % 2 == 0; // up to a thousand events, and down to few again
        if (plain.empty() || random() % 4 < (grows ? 3u : 1u)) {
            double const at = static_cast<double>(random() % 500) - 50.0; // many ties
            tree.push({at, step, step / 2});
            plain.insert({at, step});
        } else {
            double const at = tree.next();
            REQUIRE(at == plain.begin()->first);
            auto const found = plain.find({at, tree.top().job});
            REQUIRE(found != plain.end()); // of equal times in any order, each once
            REQUIRE(tree.top().at == at);
            REQUIRE(tree.top().run == tree.top().job / 2);
            plain.erase(found);
            tree.pop();
        }
        REQUIRE(tree.next() == (plain.empty() ? never : plain.begin()->first));
    }
}
