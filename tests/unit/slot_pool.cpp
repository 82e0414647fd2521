#include <gangway/slot_pool.hpp>

#include <doctest/doctest.h>

#include <random>
#include <set>
#include <vector>

using namespace gangway;

TEST_CASE("slots come in turn, each to one taker at a time") {
    slot_pool pool;
    CHECK(pool.size() == 0);
    std::mt19937 random{2};
    std::set<index> taken;
    std::vector<index> in_order;
    for (int step = 0; step < 30'000; ++step) {
        bool const grows = step / 3'000 % 2 == 0;
        if (taken.empty() || random() % 4 < (grows ? 3u : 1u)) {
            index const slot = pool.take();
            REQUIRE(slot < pool.size());
            REQUIRE(taken.insert(slot).second);
            in_order.push_back(slot);
            REQUIRE(3 * taken.size() <= 2 * pool.size() + 3);
        } else {
            auto const at = random() % in_order.size();
            pool.give_back(in_order[at]);
            taken.erase(in_order[at]);
            in_order.erase(in_order.begin() + static_cast<std::ptrdiff_t>(at));
        }
    }
    slot_pool fresh;
    for (index slot = 0; slot < 40; ++slot) CHECK(fresh.take() == slot);
    fresh.give_back(7);
    CHECK(fresh.take() == 40); // not the one that was given back last
}
