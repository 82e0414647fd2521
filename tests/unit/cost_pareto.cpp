// Pareto sets against their definition: no other point is as good in everything and better in something.
#include <doctest/doctest.h>

#include <gangway/cost/pareto.hpp>
#include <gangway/quantity.hpp>
#include <gangway/trace/random.hpp>

#include <array>
#include <cmath>
#include <limits>
#include <list>
#include <vector>

using namespace gangway;
using namespace gangway::cost;

namespace {

struct point {
    duration latency;
    energy joules;
    double success = 0.0;
    std::array<double, 3> at() const { return {latency.value(), joules.value(), -success}; }
};

/// The definition, in O(n^2), over the first `dimensions` values.
pareto_set by_definition(std::vector<point> const& points, std::size_t dimensions, equal_points equals) {
    pareto_set out;
    auto const finite = [&](point const& p) {
        for (std::size_t d = 0; d < dimensions; ++d)
            if (!std::isfinite(p.at()[d])) return false;
        return true;
    };
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (!finite(points[i])) {
            out.refused.push_back(i);
            continue;
        }
        bool on_front = true;
        for (std::size_t j = 0; j < points.size() && on_front; ++j) {
            if (!finite(points[j])) continue;
            bool no_worse = true;
            bool better = false;
            for (std::size_t d = 0; d < dimensions; ++d) {
                no_worse = no_worse && points[j].at()[d] <= points[i].at()[d];
                better = better || points[j].at()[d] < points[i].at()[d];
            }
            if (no_worse && better) on_front = false;
            if (no_worse && !better && j < i && equals == equal_points::first) on_front = false;
        }
        if (on_front) out.front.push_back(i);
    }
    return out;
}

pareto_set fast(std::vector<point> const& points, std::size_t dimensions, equal_points equals) {
    minimise const latency{&point::latency};
    minimise const joules{&point::joules};
    maximise const success{&point::success};
    if (dimensions == 1) return pareto_front(equals, points, latency);
    if (dimensions == 2) return pareto_front(equals, points, latency, joules);
    return pareto_front(equals, points, latency, joules, success);
}

} // namespace

TEST_CASE("pareto: equals the definition on small grids, where ties are many, and on points of any size") {
    trace::random draw{7, 1};
    auto const real = [&] { return static_cast<double>(draw.next() >> 11U) * 0x1p-53; };
    for (int round = 0; round < 3'000; ++round) {
        std::vector<point> points(draw.below(40));
        auto const levels = 1 + draw.below(round % 3 == 0 ? 3 : 12);
        for (auto& p : points) {
            if (round % 4 == 0) {
                double const a = real();
                double const b = real() * (1.0 - a);
                p = {duration{a}, energy{b}, a + b}; // all on the front in three dimensions
            } else if (round % 4 == 1) {
                p = {duration{std::exp(200.0 * real() - 100.0)}, energy{real() - 0.5},
                     std::exp(600.0 * real() - 300.0)};
            } else {
                p = {duration{static_cast<double>(draw.below(levels))},
                     energy{-static_cast<double>(draw.below(levels))}, static_cast<double>(draw.below(levels))};
            }
            if (draw.below(50) == 0) p.joules = energy{std::numeric_limits<double>::quiet_NaN()};
            if (draw.below(50) == 0) p.success = std::numeric_limits<double>::infinity();
        }
        for (std::size_t dimensions = 1; dimensions <= 3; ++dimensions)
            for (auto const equals : {equal_points::all, equal_points::first}) {
                auto const want = by_definition(points, dimensions, equals);
                auto const got = fast(points, dimensions, equals);
                REQUIRE(got.front == want.front);
                REQUIRE(got.refused == want.refused);
            }
    }
}

TEST_CASE("pareto: a few thousand points, more than one bucket of the radix sort") {
    trace::random draw{8, 1};
    for (int const coarse : {30, 20, 0}) {
        std::vector<point> points(3'000);
        for (auto& p : points) {
            auto const value = [&] { return static_cast<double>(draw.bits() >> coarse); };
            double const x = value();
            double const y = value();
            p = {duration{x}, energy{y}, x + y + value() / 16.0};
        }
        for (std::size_t dimensions = 2; dimensions <= 3; ++dimensions)
            CHECK(fast(points, dimensions, equal_points::all).front ==
                  by_definition(points, dimensions, equal_points::all).front);
    }
}

TEST_CASE("pareto: equal points are all kept, or the first; zeros of both signs are equal") {
    std::vector<point> const points{{seconds{1}, energy{2}, 0},
                                    {seconds{-0.0}, energy{3}, 0},
                                    {seconds{1}, energy{2}, 0},
                                    {seconds{0.0}, energy{3}, 0}};
    CHECK(pareto_front(points, minimise{&point::latency}, minimise{&point::joules}).front ==
          std::vector<std::size_t>{0, 1, 2, 3});
    CHECK(pareto_front(equal_points::first, points, minimise{&point::latency}, minimise{&point::joules}).front ==
          std::vector<std::size_t>{0, 1});
}

TEST_CASE("pareto: any range, any projection, either direction") {
    std::list<int> const numbers{3, 1, 2};
    auto const square = [](int n) { return n * n; };
    CHECK(pareto_front(numbers, minimise{square}).front == std::vector<std::size_t>{1});
    CHECK(pareto_front(numbers, maximise{square}).front == std::vector<std::size_t>{0});
    CHECK(pareto_front(numbers, minimise{square}, maximise{square}).front == std::vector<std::size_t>{0, 1, 2});
    CHECK(pareto_front(std::vector<point>{}, minimise{&point::latency}).front.empty());
}

TEST_CASE("pareto: extreme values do not overflow into the comparison") {
    double const huge = std::numeric_limits<double>::max();
    std::vector<std::array<double, 2>> const points{{-huge, huge}, {huge, -huge}, {huge, huge}, {0.0, 0.0}};
    auto const at = [](std::size_t d) { return minimise{[d](std::array<double, 2> const& p) { return p[d]; }}; };
    CHECK(pareto_front(points, at(0), at(1)).front == std::vector<std::size_t>{0, 1, 3});
}

TEST_CASE("radix order: exact where the leading bits are equal") {
    trace::random draw{9, 1};
    for (int round = 0; round < 200; ++round) {
        std::vector<double> values(draw.below(300));
        for (auto& v : values)
            v = 1.0 + static_cast<double>(draw.below(9)) * 0x1p-52 - (round % 2 == 0 ? 0.0 : 2e9 * draw.below(2));
        auto const before = [&](std::uint32_t a, std::uint32_t b) {
            return values[a] != values[b] ? values[a] < values[b] : a < b;
        };
        std::vector<std::uint32_t> want(values.size());
        for (std::uint32_t i = 0; i < want.size(); ++i) want[i] = i;
        std::sort(want.begin(), want.end(), before);
        REQUIRE(radix_order(values.size(), [&](std::size_t i) { return values[i]; }, before) == want);
    }
}
