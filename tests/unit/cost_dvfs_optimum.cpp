// The best clock in closed form: the printed examples, and a numeric search on random models.
#include "cost_dvfs_testing.hpp"

#include <gangway/cost/dvfs/optimum.hpp>

#include <cmath>

using namespace gangway;
using namespace gangway::cost;
using doctest::Approx;
using dvfs_testing::draw;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double low = 1e-3;
constexpr double high = 1e3;

// P_s = 40, c = 60, C = 1 of the printed examples, the clock relative to the nominal one.
constexpr clock_power cubic{power{40}, {}, cubic_draw{60}};
constexpr clock_power constant_volts{power{40}, energy{60}};

double exponent_of(clock_cost cost) {
    return cost == clock_cost::joules ? 1.0 : cost == clock_cost::edp ? 2.0 : 3.0;
}

template <class Power>
double cost_at(clock_time const& t, Power const& p, clock_cost cost, double f) {
    return p(frequency{f}).value() * std::pow(t(frequency{f}).value(), exponent_of(cost));
}

/// The best of a fine grid of clocks, refined around it.
template <class Power>
double search(clock_time const& t, Power const& p, clock_cost cost) {
    double from = low;
    double to = high;
    double best = from;
    for (int round = 0; round < 8; ++round) {
        double const step = std::pow(to / from, 1.0 / 200.0);
        double f = from;
        for (int i = 0; i <= 200; ++i, f *= step)
            if (cost_at(t, p, cost, f) < cost_at(t, p, cost, best)) best = f;
        from = std::max(low, best / step);
        to = std::min(high, best * step);
    }
    return best;
}

template <class Power>
void must_be_best(clock_time const& t, Power const& p, clock_cost cost) {
    double const f = std::clamp(best_clock(t, p, cost).value(), low, high);
    CHECK(cost_at(t, p, cost, f) <= cost_at(t, p, cost, search(t, p, cost)) * (1.0 + 1e-9));
}

std::string digits(double v, int n) {
    char out[64];
    std::snprintf(out, sizeof out, "%.*f", n, v);
    return out;
}

} // namespace

TEST_CASE("optimum: the printed examples") {
    auto const half = stall_time(seconds{0.5}, 1.0);
    auto const none = stall_time({}, 1.0);
    auto const f = best_clock(half, cubic);
    CHECK(digits(f.value(), 4) == "0.6114");
    CHECK(digits((cubic(f) * half(f)).value(), 3) == "114.709");
    CHECK(digits(best_clock(none, cubic).value(), 4) == "0.6934");
    CHECK(digits(best_clock(none, cubic, clock_cost::edp).value(), 4) == "1.1006");
    CHECK(digits(best_clock(half, constant_volts).value(), 4) == "1.1547");
    CHECK(best_clock(none, constant_volts).value() == infinity);          // race to idle
    CHECK(best_clock(none, cubic, clock_cost::ed2p).value() == infinity); // strictly falling
    CHECK(best_clock(none, cubic, clock_cost::delay).value() == infinity);
    CHECK(best_clock(none, cubic, clock_cost::edp).value() == Approx(std::cbrt(4.0) * best_clock(none, cubic).value()));
    // 3 c M f^4 + 2 c C f^3 - P_s C = 0
    double const x = f.value();
    CHECK(3.0 * 60.0 * 0.5 * std::pow(x, 4) + 2.0 * 60.0 * std::pow(x, 3) - 40.0 == Approx(0.0).epsilon(1e-9));
}

TEST_CASE("optimum: a general exponent without memory") {
    for (double const alpha : {1.5, 2.0, 2.4, 3.0}) {
        power_law const p{power{40}, power{60}, frequency{1}, alpha};
        CHECK(best_clock(stall_time({}, 1.0), p).value() ==
              Approx(std::pow(40.0 / ((alpha - 1.0) * 60.0), 1.0 / alpha)));
        CHECK(best_clock(stall_time({}, 1.0), p, clock_cost::ed2p).value() == infinity);
    }
    power_law const linear{power{40}, power{60}, frequency{1}, 1.0};
    CHECK(best_clock(stall_time(seconds{0.5}, 1.0), linear).value() ==
          Approx(best_clock(stall_time(seconds{0.5}, 1.0), constant_volts).value()));
    CHECK(best_clock(stall_time({}, 1.0), linear).value() == infinity);
}

TEST_CASE("optimum: hertz instead of relative clocks") {
    double const nominal = 1.53e9;
    clock_power const p{power{40}, {}, cubic_draw{60 / std::pow(nominal, 3)}};
    CHECK(best_clock(stall_time(seconds{0.5}, nominal), p).value() / nominal ==
          Approx(best_clock(stall_time(seconds{0.5}, 1.0), cubic).value()).epsilon(1e-12));
    power_law const law{power{40}, power{60}, frequency{nominal}, 3.0};
    CHECK(best_clock(stall_time(seconds{0.5}, nominal), law).value() ==
          Approx(best_clock(stall_time(seconds{0.5}, nominal), p).value()).epsilon(1e-12));
}

TEST_CASE("optimum: roofline, no higher than the ridge") {
    auto const roof = roofline_time(1.0, seconds{2.0}); // ridge at 0.5
    CHECK(best_clock(roof, cubic).value() == Approx(0.5));
    CHECK(best_clock(roofline_time(1.0, seconds{1.0}), cubic).value() ==
          Approx(best_clock(stall_time({}, 1.0), cubic).value()));
    CHECK(best_clock(roof, constant_volts).value() == Approx(0.5));
    CHECK(best_clock(roof, cubic, clock_cost::ed2p).value() == Approx(0.5));
}

TEST_CASE("optimum: without cycles or without fixed power the slower the better") {
    CHECK(best_clock(stall_time(seconds{1}, 0.0), cubic).value() == 0.0);
    CHECK(best_clock(stall_time(seconds{1}, 1.0), clock_power{power{0}, {}, cubic_draw{60}}).value() == 0.0);
    CHECK(best_clock(stall_time(seconds{1}, 1.0), clock_power{power{40}}).value() == infinity);
}

TEST_CASE("optimum: no clock is better, for random models and every cost") {
    draw random{5};
    for (int trial = 0; trial < 600; ++trial) {
        auto const some = [&](double most) { return random.below(4) == 0 ? 0.0 : random(0.0, most); };
        clock_time const t{duration{some(2)}, some(3), some(3), duration{some(2)}};
        if (!is_sound(t)) continue;
        clock_power const p{power{some(50)}, energy{some(50)}, cubic_draw{some(50)}};
        power_law const law{power{some(50)}, power{some(50)}, frequency{random(0.5, 2.0)}, random(1.0, 4.0)};
        for (auto const cost : {clock_cost::joules, clock_cost::edp, clock_cost::ed2p}) {
            must_be_best(t, p, cost);
            must_be_best(t, law, cost);
        }
    }
}

TEST_CASE("levels: the better neighbour is the best of all levels") {
    draw random{6};
    for (int trial = 0; trial < 1000; ++trial) {
        clock_time const t{duration{random(0, 2)}, random(0, 3), random(0, 3), duration{random(0.01, 2)}};
        clock_power const p{power{random(0, 50)}, energy{random(0, 50)}, cubic_draw{random(1, 50)}};
        std::vector<frequency> levels;
        double f = random(0.1, 0.5);
        for (std::size_t n = 1 + random.below(16); n > 0; --n) levels.emplace_back(f += random(0.01, 0.3));
        auto const joules = [&](frequency at) { return cost_at(t, p, clock_cost::joules, at.value()); };
        double const got = joules(best_level(levels, best_clock(t, p), joules));
        for (auto const level : levels) CHECK(got <= joules(level) * (1.0 + 1e-12));
    }
}

TEST_CASE("range: clips") {
    clock_range const range{frequency{0.5}, frequency{1.0}};
    CHECK(range.clip(frequency{0.2}).value() == 0.5);
    CHECK(range.clip(frequency{0.7}).value() == 0.7);
    CHECK(range.clip(frequency{infinity}).value() == 1.0);
}
