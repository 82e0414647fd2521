#include <gangway/capacity/timeline.hpp>

#include <doctest/doctest.h>

#include <random>

using namespace gangway;

namespace {

constexpr double forever = std::numeric_limits<double>::infinity();

/// One pool unless told otherwise.
struct plan {
    node_table<1> nodes;
    timeline<1> line;

    explicit plan(std::vector<std::int64_t> free, double now = 0.0)
        : nodes{[&] {
              std::vector<node_table<1>::node> all;
              for (auto f : free) all.push_back({{100}, {f}, 0, true});
              return all;
          }()} {
        line.reset(instant{now}, nodes);
    }
    double earliest(std::int64_t gpus, double length, bool only_now = false) {
        auto const enough = [&](amounts<1> const* left) {
            return holds(room_array<1>{nodes, left}, gang<1>{1, {gpus}});
        };
        return line.earliest(length, only_now, enough, enough);
    }
};

} // namespace

TEST_CASE("releases and reservations are steps; the earliest window is over all of them") {
    plan p{{2}};
    p.line.release(100.0, 0, 1, {6});        // 2 | 8 from 100
    p.line.reserve(150.0, 200.0, 0, 1, {5}); // 3 between 150 and 200
    CHECK(p.line.steps() == 4);
    struct row {
        std::int64_t gpus;
        double length, start;
    };
    for (auto const& [gpus, length, start] :
         {row{2, 1e9, 0.0}, row{3, 10.0, 100.0}, row{3, 1e9, 100.0},
          row{8, 50.0, 100.0}, // ends as the reservation starts
          row{8, 50.5, 200.0}, row{8, forever, 200.0}, row{4, forever, 200.0}, row{9, 1.0, forever},
          row{3, forever, 100.0}, row{8, 0.0, 100.0}, row{2, 0.0, 0.0}}) {
        CAPTURE(gpus);
        CAPTURE(length);
        CHECK(p.earliest(gpus, length) == start);
        CHECK(p.earliest(gpus, length, true) == (start == 0.0 ? 0.0 : forever)); // now or not at all
    }
}

TEST_CASE("a reservation without an end stays") {
    plan p{{4}};
    p.line.release(50.0, 0, 1, {4});
    p.line.reserve(50.0, forever, 0, 1, {6});
    CHECK(p.earliest(4, 50.0) == 0.0);
    CHECK(p.earliest(4, 51.0) == forever);
    CHECK(p.earliest(2, forever) == 0.0);
}

TEST_CASE("advancing forgets the past and keeps the present step") {
    plan p{{1}};
    p.line.release(10.0, 0, 1, {1});
    p.line.release(20.0, 0, 1, {1});
    p.line.advance(instant{15.0});
    CHECK(p.line.steps() == 2);
    CHECK(p.earliest(2, 1.0) == 15.0);
    CHECK(p.earliest(3, 1.0) == 20.0);
    p.line.release(12.0, 0, 1, {1}); // before the present: from now on
    CHECK(p.earliest(3, 1.0) == 15.0);
    for (double t = 21.0; t < 300.0; t += 1.0) { // the kept steps are moved now and then
        p.line.reserve(t, t + 0.5, 0, 1, {4});
        p.line.advance(instant{t + 0.25});
        REQUIRE(p.earliest(4, 0.1) == t + 0.5);
        REQUIRE(p.line.steps() == 2);
    }
}

TEST_CASE("windows are per node: half here now and half there later are no window") {
    plan p{{4, 0}};
    p.line.reserve(10.0, forever, 0, 1, {4});
    p.line.release(10.0, 1, 1, {4});
    CHECK(p.earliest(4, 10.0) == 0.0);
    CHECK(p.earliest(4, 11.0) == 10.0);
}

TEST_CASE("earliest finds what trying every step finds") {
    std::mt19937 random{11};
    auto const below = [&](unsigned n) { return static_cast<std::int64_t>(random() % n); };
    for (int round = 0; round < 60; ++round) {
        plan p{{below(5), below(5), below(5)}};
        std::vector<std::vector<std::int64_t>> left(41); // at 0, 1, ..., 40
        for (auto& row : left)
            for (index n = 0; n < 3; ++n) row.push_back(p.nodes[n].free[0]);
        for (int i = 0; i < 6; ++i) {
            auto const n = static_cast<index>(below(3));
            auto const at = below(30);
            auto const until = at + 1 + below(10);
            auto const amount = 1 + below(3);
            bool const release = random() % 2 == 0;
            if (release)
                p.line.release(static_cast<double>(at), n, 1, {amount});
            else
                p.line.reserve(static_cast<double>(at), static_cast<double>(until), n, 1, {amount});
            for (std::size_t t = static_cast<std::size_t>(at); t < (release ? 41 : static_cast<std::size_t>(until));
                 ++t)
                left[t][n] += release ? amount : -amount;
        }
        for (std::int64_t gpus = 1; gpus < 7; ++gpus)
            for (std::size_t length : {1u, 4u, 12u, 60u}) {
                double expected = forever;
                for (std::size_t s = 0; s < 41 && expected == forever; ++s)
                    for (index n = 0; n < 3 && expected == forever; ++n) {
                        bool good = true;
                        for (std::size_t t = s; t < 41 && t < s + length; ++t) good = good && left[t][n] >= gpus;
                        if (good) expected = static_cast<double>(s);
                    }
                REQUIRE(p.earliest(gpus, static_cast<double>(length)) == expected);
            }
    }
}
