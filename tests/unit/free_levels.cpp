#include <gangway/capacity/levels.hpp>

#include <doctest/doctest.h>

#include <limits>
#include <optional>
#include <random>

using namespace gangway;

namespace {

/// Levels beside a plain list of free amounts.
struct checked {
    free_levels levels;
    std::vector<std::optional<std::int64_t>> free; // empty: not in service

    explicit checked(index n) : levels{n}, free(n) {}

    void set(index n, std::optional<std::int64_t> to) {
        if (free[n] && to)
            levels.move(n, *free[n], *to);
        else if (to)
            levels.insert(n, *to);
        else if (free[n])
            levels.erase(n, *free[n]);
        free[n] = to;
    }
    void check() const {
        for (std::int64_t each : {0, 1, 2, 3, 5})
            for (std::int64_t tasks : {1, 2, 7, 40, 1000}) {
                std::int64_t sum = 0;
                bool any = false;
                for (auto const& f : free) {
                    any = any || f;
                    if (f && each > 0 && *f > 0) sum += *f / each;
                }
                REQUIRE(levels.holds(each, tasks) == (each == 0 ? any : sum >= tasks));
            }
        std::vector<std::pair<std::int64_t, index>> expected;
        std::vector<std::pair<std::int64_t, index>> seen;
        for (index n = 0; n < free.size(); ++n)
            if (free[n] && *free[n] >= 2) expected.push_back({*free[n], n});
        std::sort(expected.begin(), expected.end()); // tightest level first, positions ascending
        levels.for_each_from(2, [&](index n, std::int64_t amount) {
            seen.push_back({amount, n});
            return true;
        });
        REQUIRE(seen == expected);
    }
};

} // namespace

TEST_CASE("free levels count as plain counting does") {
    for (index nodes : {1u, 3u, 64u, 130u}) { // one word, and several
        CAPTURE(nodes);
        checked c{nodes};
        c.check();
        std::mt19937 random{nodes};
        for (int step = 0; step < 600; ++step) {
            auto const n = static_cast<index>(random() % nodes);
            c.set(n,
                  random() % 8 == 0 ? std::nullopt : std::optional<std::int64_t>(static_cast<int>(random() % 9) - 1));
            c.check();
        }
    }
}

TEST_CASE("thousands of amounts come and go: the empty levels do not pile up") {
    checked c{5};
    std::mt19937 random{3};
    for (int step = 0; step < 4000; ++step) {
        c.set(static_cast<index>(random() % 5), static_cast<std::int64_t>(random() % 1000));
        if (step % 5 == 0) c.check();
    }
    CHECK(c.levels.distinct() <= 5);
}

TEST_CASE("a pool that went down comes back, with another amount, and goes on") {
    checked c{1};
    for (std::int64_t amount : {8, 3, 0, -2, 5}) {
        c.set(0, amount);
        c.check();
        c.set(0, amount - 1);
        c.check();
        CHECK(c.levels.distinct() == 1);
        c.set(0, std::nullopt);
        c.check();
    }
}

TEST_CASE("the tightest node that has enough") {
    checked c{130};
    CHECK(c.levels.tightest(1).first == no_index);
    for (index n : {129u, 3u, 70u}) c.set(n, n == 3 ? 8 : 4);
    CHECK(c.levels.tightest(1) == std::pair{index{70}, std::int64_t{4}});
    CHECK(c.levels.tightest(5) == std::pair{index{3}, std::int64_t{8}});
    CHECK(c.levels.tightest(9).first == no_index);
    c.set(70, 0);
    CHECK(c.levels.tightest(1) == std::pair{index{129}, std::int64_t{4}});
}

TEST_CASE("levels come and go with their nodes, and a visit stops when told to") {
    checked c{4};
    for (index n = 0; n < 4; ++n) c.set(n, n % 2 == 0 ? 8 : 4);
    CHECK(c.levels.distinct() == 2);
    CHECK(c.levels.largest() == 8);
    int visits = 0;
    c.levels.for_each_from(1, [&](index, std::int64_t) { return ++visits < 3; });
    CHECK(visits == 3);
    c.set(0, 4);
    c.set(2, 4);
    CHECK(c.levels.distinct() == 1);
    CHECK(c.levels.largest() == 4);
    for (index n = 0; n < 4; ++n) c.set(n, std::nullopt);
    CHECK(c.levels.distinct() == 0);
    CHECK(c.levels.largest() == 0);
}

TEST_CASE("amounts in bytes: no sum overflows") {
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    checked c{3};
    for (index n = 0; n < 3; ++n) c.set(n, most);
    CHECK(c.levels.holds(most, 3));
    CHECK_FALSE(c.levels.holds(most, 4));
    CHECK(c.levels.holds(1, most));
    c.set(0, 4);
    c.set(1, 4);
    c.set(2, 4);
    CHECK(c.levels.holds(1, 12));
    CHECK_FALSE(c.levels.holds(1, most)); // an absurd gang does not fit
}
