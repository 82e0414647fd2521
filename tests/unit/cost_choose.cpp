// Choosing an operating point under constraints, and how the choice moves as a target moves.
#include <doctest/doctest.h>

#include <gangway/cost/targets.hpp>
#include <gangway/quantity.hpp>
#include <gangway/trace/random.hpp>

#include <limits>
#include <list>
#include <optional>
#include <vector>

using namespace gangway;
using namespace gangway::cost;

namespace {

struct point {
    duration latency;
    energy joules;
    double success_low = 0.0;
};

// The worked example of the stages, with a made-up success at each clock.
std::vector<point> const clocks{{seconds{0.054}, energy{2.052}, 0.90},
                                {seconds{0.060}, energy{1.6944}, 0.88},
                                {seconds{0.070}, energy{1.5624}, 0.84},
                                {seconds{0.090}, energy{1.7352}, 0.70}};

/// By hand: the cheapest point within the limits, the first of equals.
std::optional<std::size_t> cheapest(std::vector<point> const& points, double latency, double low) {
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < points.size(); ++i)
        if (points[i].latency.value() <= latency && points[i].success_low >= low &&
            (!best || points[i].joules < points[*best].joules))
            best = i;
    return best;
}

std::vector<point> random_points(trace::random& draw, std::uint32_t most) {
    std::vector<point> out(draw.below(most));
    for (auto& p : out)
        p = {duration{static_cast<double>(draw.below(8))}, energy{static_cast<double>(draw.below(8))},
             static_cast<double>(draw.below(8)) / 8.0};
    return out;
}

} // namespace

TEST_CASE("choose: least energy under latency and success, and who was excluded by what") {
    auto const c = choose(clocks, minimise{&point::joules}, at_most{&point::latency, seconds{0.060}},
                          at_least{&point::success_low, 0.85});
    REQUIRE(c.index.has_value());
    CHECK(*c.index == 1);
    CHECK(c.feasible == 2);
    CHECK(c.excluded[0].points == 2);
    CHECK(c.excluded[1].points == 2);
    CHECK(c.excluded[0].alone == 0);
    CHECK_FALSE(c.nearest.has_value());
    CHECK(*choose(clocks, minimise{&point::joules}).index == 2);
    CHECK(*choose(clocks, maximise{&point::success_low}).index == 0);
    CHECK(*choose(clocks, minimise{&point::latency}, at_most{&point::joules, energy{1.7}}).index == 1);
}

TEST_CASE("choose: nothing feasible: what comes nearest, and what it misses by") {
    auto const c = choose(clocks, minimise{&point::joules}, at_most{&point::latency, seconds{0.050}},
                          at_least{&point::success_low, 0.89});
    CHECK_FALSE(c.index.has_value());
    REQUIRE(c.nearest.has_value());
    CHECK(c.nearest->index == 0);
    CHECK(c.nearest->by[0] == doctest::Approx(0.004));
    CHECK(c.nearest->by[1] == 0.0);
    CHECK(c.nearest->relative == doctest::Approx(0.08));
    CHECK(c.excluded[0].points == 4);
    CHECK(c.excluded[0].alone == 1);
    CHECK(c.excluded[1].points == 3);
    CHECK(choose(std::vector<point>{}, minimise{&point::joules}).feasible == 0);
    CHECK_FALSE(choose(std::vector<point>{}, minimise{&point::joules}).nearest.has_value());
}

TEST_CASE("choose: ties go to the next objective, then to the first in the range") {
    std::vector<point> const tied{{seconds{2}, energy{1}, 0.1},
                                  {seconds{1}, energy{1}, 0.1},
                                  {seconds{1}, energy{1}, 0.3},
                                  {seconds{1}, energy{1}, 0.3}};
    CHECK(*choose(tied, minimise{&point::joules}).index == 0);
    CHECK(*choose(tied, in_order{minimise{&point::joules}, minimise{&point::latency}}).index == 1);
    CHECK(*choose(tied, in_order{minimise{&point::joules}, minimise{&point::latency}, maximise{&point::success_low}})
               .index == 2);
}

TEST_CASE("choose: NaN and infinity are refused and counted") {
    double const nan = std::numeric_limits<double>::quiet_NaN();
    std::list<point> const doubtful{{seconds{nan}, energy{1}, 0.9},
                                    {seconds{1}, energy{nan}, 0.9},
                                    {seconds{1}, energy{3}, 0.9},
                                    {seconds{1}, energy{-std::numeric_limits<double>::infinity()}, 0.9}};
    auto const c = choose(doubtful, minimise{&point::joules}, at_most{&point::latency, seconds{2}});
    CHECK(c.refused == 3);
    CHECK(*c.index == 2);
    CHECK(as_target_moves(doubtful, minimise{&point::joules}, moving_at_most{&point::latency}).size() == 1);
}

TEST_CASE("choose: equals a walk by hand; the nearest miss is the least largest share") {
    trace::random draw{21, 1};
    for (int round = 0; round < 3'000; ++round) {
        auto const points = random_points(draw, 12);
        double const latency = static_cast<double>(draw.below(9)) - 0.5;
        double const low = static_cast<double>(draw.below(10)) / 8.0;
        auto const c = choose(points, minimise{&point::joules}, at_most{&point::latency, duration{latency}},
                              at_least{&point::success_low, low});
        REQUIRE(c.index == cheapest(points, latency, low));
        if (c.index || points.empty()) continue;
        double least = std::numeric_limits<double>::infinity();
        for (auto const& p : points)
            least = std::min(least, std::max(std::max(0.0, p.latency.value() - latency) / std::abs(latency),
                                             std::max(0.0, low - p.success_low) / (low > 0.0 ? low : 1.0)));
        REQUIRE(c.nearest->relative == doctest::Approx(least));
    }
}

TEST_CASE("targets: the worked example as the deadline is loosened") {
    auto const path = as_target_moves(clocks, minimise{&point::joules}, moving_at_most{&point::latency});
    REQUIRE(path.size() == 3); // 0.4 of the clock never: slower and dearer than 0.6
    CHECK(path[0].limit == 0.054);
    CHECK(path[0].index == 0);
    CHECK(path[1].limit == 0.060);
    CHECK(path[1].index == 1);
    CHECK(path[2].limit == 0.070);
    CHECK(path[2].index == 2);
    auto const by_success = as_target_moves(clocks, minimise{&point::joules}, moving_at_least{&point::success_low});
    REQUIRE(by_success.size() == 3); // from the strictest on: 0.90, 0.88, 0.84
    CHECK(by_success[0].limit == 0.90);
    CHECK(by_success[2].index == 2);
}

TEST_CASE("targets: at, between and before the breakpoints the path is what choose answers") {
    trace::random draw{22, 1};
    for (int round = 0; round < 1'000; ++round) {
        auto const points = random_points(draw, 30);
        double const low = static_cast<double>(draw.below(6)) / 8.0;
        auto const ask = [&](double limit) {
            return choose(points, minimise{&point::joules}, at_most{&point::latency, duration{limit}},
                          at_least{&point::success_low, low})
                .index;
        };
        auto const path = as_target_moves(points, minimise{&point::joules}, moving_at_most{&point::latency},
                                          at_least{&point::success_low, low});
        for (double limit = -0.5; limit < 9.0; limit += 0.25) {
            std::optional<std::size_t> preferred;
            for (auto const& b : path)
                if (b.limit <= limit) preferred = b.index;
            REQUIRE(ask(limit) == preferred);
        }
        for (std::size_t i = 1; i < path.size(); ++i) { // each one is a change, at a limit of its own
            REQUIRE(path[i].index != path[i - 1].index);
            REQUIRE(path[i].limit > path[i - 1].limit);
        }

        auto const down = as_target_moves(points, minimise{&point::joules}, moving_at_least{&point::success_low},
                                          at_most{&point::latency, seconds{4}});
        for (std::size_t i = 1; i < down.size(); ++i) REQUIRE(down[i].limit < down[i - 1].limit);
        for (double limit = -0.1; limit < 1.1; limit += 0.0625) {
            std::optional<std::size_t> preferred;
            for (auto const& b : down)
                if (b.limit >= limit) preferred = b.index;
            auto const want = choose(points, minimise{&point::joules}, at_least{&point::success_low, limit},
                                     at_most{&point::latency, seconds{4}});
            REQUIRE(want.index == preferred);
        }
    }
}
