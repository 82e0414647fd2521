// The choice of a clock from a sweep: cost, limits, ties, what happens where no clock keeps the limits.
#include <doctest/doctest.h>

#include <gangway/clock/rules.hpp>

#include <algorithm>
#include <random>
#include <vector>

using namespace gangway;

namespace {

using sweep = std::vector<clock_point>;

clock_point at(double mhz, double s, double w) { return {frequency{mhz * 1e6}, duration{s}, power{w}}; }

double cost(clock_cost c, clock_point const& p) {
    double const t = p.time.value();
    switch (c) {
    case clock_cost::delay: return t;
    case clock_cost::joules: return p.draw.value() * t;
    case clock_cost::edp: return p.draw.value() * t * t;
    case clock_cost::ed2p: return p.draw.value() * t * t * t;
    }
    return 0.0;
}

/// The rule in plain words: sort what is allowed, or else what is nearest.
clock_choice plain(sweep s, clock_cost c, clock_limits const& l) {
    if (s.empty()) return {};
    auto const top = *std::max_element(s.begin(), s.end(), [](auto const& a, auto const& b) { return a.clock < b.clock; });
    auto const cheaper = [](auto key) {
        return [key](clock_point const& a, clock_point const& b) {
            if (key(a) != key(b)) return key(a) < key(b);
            return a.time != b.time ? a.time < b.time : a.clock < b.clock;
        };
    };
    sweep allowed;
    sweep in_power;
    for (auto const& p : s) {
        if (p.draw <= l.draw) in_power.push_back(p);
        if (p.draw <= l.draw && p.time <= l.time && p.time.value() <= l.slowdown * top.time.value()) allowed.push_back(p);
    }
    bool const found = !allowed.empty();
    if (found) std::sort(allowed.begin(), allowed.end(), cheaper([&](auto const& p) { return cost(c, p); }));
    else if (!in_power.empty()) std::sort(in_power.begin(), in_power.end(), cheaper([](auto const& p) { return p.time.value(); }));
    else std::sort(s.begin(), s.end(), cheaper([](auto const& p) { return p.draw.value(); }));
    auto const best = found ? allowed.front() : !in_power.empty() ? in_power.front() : s.front();
    return {best, best.time / top.time, found};
}

} // namespace

TEST_CASE("each cost has its own best clock") {
    // Seconds and watts of 1/f and 40 + 60 f^3 at f = 0.5, 0.7, 1.1, 1.4.
    sweep const s{at(500, 2.0, 47.5), at(700, 1 / 0.7, 60.58), at(1100, 1 / 1.1, 119.86), at(1400, 1 / 1.4, 204.64)};
    CHECK(choose_clock(s, clock_cost::joules).at == s[1]);
    CHECK(choose_clock(s, clock_cost::edp).at == s[2]);
    CHECK(choose_clock(s, clock_cost::ed2p).at == s[3]);
    CHECK(choose_clock(s, clock_cost::delay).at == s[3]);
    CHECK(choose_clock(s, clock_cost::joules).slowdown == doctest::Approx(2.0));
}

TEST_CASE("limits") {
    sweep const s{at(500, 2.0, 100), at(1000, 1.0, 300)};
    CHECK(choose_clock(s, clock_cost::joules).at == s[0]);
    CHECK(choose_clock(s, clock_cost::joules, {.time = seconds{1.5}}).at == s[1]);
    CHECK(choose_clock(s, clock_cost::joules, {.slowdown = 1.9}).at == s[1]);
    CHECK(choose_clock(s, clock_cost::joules, {.slowdown = 2.0}).at == s[0]);
    CHECK(choose_clock(s, clock_cost::delay, {.draw = power{299}}).at == s[0]);

    auto const none = choose_clock(s, clock_cost::joules, {.time = seconds{0.5}});
    CHECK(none.at == s[1]); // nearest in time
    CHECK_FALSE(none.within_limits);
    auto const both = choose_clock(s, clock_cost::joules, {.time = seconds{0.5}, .draw = power{200}});
    CHECK(both.at == s[0]); // the power limit holds all the same
    CHECK_FALSE(both.within_limits);
    CHECK(choose_clock(s, clock_cost::joules, {.draw = power{50}}).at == s[0]);
}

TEST_CASE("no sweep, no choice") {
    auto const c = choose_clock(sweep{}, clock_cost::joules);
    CHECK_FALSE(c.at.has_value());
    CHECK(c.slowdown == 1.0);
    CHECK(c.within_limits);
}

TEST_CASE("the choice equals the plain rule, whatever the order of the sweep") {
    std::mt19937 draw{7};
    auto const some = [&](int most) { return 1.0 + static_cast<double>(draw() % static_cast<unsigned>(most)); };
    for (int round = 0; round < 20'000; ++round) {
        sweep s;
        for (auto n = draw() % 6; n > 0; --n) s.push_back(at(static_cast<double>(n), some(6), some(6))); // ties abound
        clock_limits l;
        if (draw() % 2) l.time = duration{some(6)};
        if (draw() % 2) l.draw = power{some(6)};
        if (draw() % 2) l.slowdown = some(3);
        for (auto c : {clock_cost::delay, clock_cost::joules, clock_cost::edp, clock_cost::ed2p}) {
            auto const expected = plain(s, c, l);
            REQUIRE(choose_clock(s, c, l) == expected);
            std::shuffle(s.begin(), s.end(), draw);
            REQUIRE(choose_clock(s, c, l) == expected);
        }
    }
}
