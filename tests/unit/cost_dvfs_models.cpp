// Voltage, power and time over the clock: the formulas, their corners, and the forms of the literature.
#include "cost_dvfs_testing.hpp"

#include <gangway/cost/dvfs/sweep.hpp>

#include <cmath>

using namespace gangway;
using namespace gangway::cost;
using doctest::Approx;
using dvfs_testing::draw;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr frequency megahertz(double f) {
    return frequency{f * 1e6};
}

} // namespace

TEST_CASE("voltage table: straight between points, flat below the first") {
    auto const v = voltage_table::from({{megahertz(1500), 1.05}, {megahertz(900), 0.75}, {megahertz(1200), 0.80}});
    REQUIRE(v);
    CHECK((*v)(megahertz(300)) == 0.75);
    CHECK((*v)(megahertz(900)) == 0.75);
    CHECK((*v)(megahertz(1050)) == Approx(0.775));
    CHECK((*v)(megahertz(1200)) == 0.80);
    CHECK((*v)(megahertz(1400)) == Approx(0.80 + 0.25 * 2.0 / 3.0));
    CHECK((*v)(megahertz(1500)) == 1.05);
}

TEST_CASE("voltage table: what is no curve") {
    double const nan = std::nan("");
    CHECK(!voltage_table::from({}));
    CHECK(!voltage_table::from({{megahertz(900), 0.8}, {megahertz(900), 0.8}}));
    CHECK(!voltage_table::from({{megahertz(900), 0.8}, {megahertz(1000), 0.7}}));
    CHECK(!voltage_table::from({{megahertz(900), nan}}));
    CHECK(!voltage_table::from({{megahertz(nan), 0.8}}));
    CHECK(!voltage_table::from({{megahertz(infinity), 0.8}}));
    CHECK(!voltage_table::from({{megahertz(0), 0.8}}));
    CHECK(!voltage_table::from({{megahertz(900), 0.0}}));
    CHECK(voltage_table::from({{megahertz(900), 0.8}, {megahertz(1000), 0.8}}));
}

TEST_CASE("voltage laws") {
    voltage_line const line{0.7, 1.0, megahertz(1500), clock_slope{0.5e-9}};
    CHECK(line(megahertz(1500)) == 1.0);
    CHECK(line(megahertz(1700)) == Approx(1.1));
    CHECK(line(megahertz(1000)) == Approx(0.75));
    CHECK(line(megahertz(800)) == 0.7); // 0.65 by the slope: below the floor

    voltage_parabola const parabola{megahertz(1800)};
    CHECK(parabola(megahertz(1800)) == Approx(1.0));
    CHECK(parabola(megahertz(900)) == 0.5);
    CHECK(parabola(megahertz(450)) == 0.5);
    CHECK(parabola(megahertz(1980)) == Approx(2.0 * 0.36 + 0.5));
    for (double const x : {0.5, 0.7, 1.0, 1.2})
        CHECK(parabola.highest_clock_at(parabola(x * megahertz(1800))).value() == Approx(x * 1.8e9));
}

TEST_CASE("power: switched capacitance, and its polynomials") {
    // 40 W, and 60 W of switching at 1.5 GHz and 1 V; half the activity draws half of that
    switched_power const constant{power{40}, energy{60 / 1.5e9}, constant_voltage{}};
    CHECK(constant(megahertz(1500)).value() == Approx(100.0));
    CHECK(constant(megahertz(1500), 0.5).value() == Approx(70.0));
    CHECK(constant(megahertz(750)).value() == Approx(70.0));

    // V in proportion to f: cubic
    switched_power const cubic{power{40}, energy{60 / 1.5e9},
                               voltage_line{0.0, 1.0, megahertz(1500), clock_slope{1 / 1.5e9}}};
    clock_power const polynomial{power{40}, {}, cubic_draw{60 / std::pow(1.5e9, 3)}};
    power_law const law{power{40}, power{60}, megahertz(1500), 3.0};
    for (double const f : {300.0, 900.0, 1500.0, 2000.0}) {
        CHECK(cubic(megahertz(f)).value() == Approx(40.0 + 60.0 * std::pow(f / 1500.0, 3)));
        CHECK(polynomial(megahertz(f)).value() == Approx(cubic(megahertz(f)).value()));
        CHECK(law(megahertz(f)).value() == Approx(cubic(megahertz(f)).value()));
    }
    CHECK(memory_power{power{10}, energy{4e-9}}(megahertz(5000)).value() == Approx(30.0));
}

TEST_CASE("time: one formula, the forms of the literature") {
    auto const stall = stall_time(seconds{2}, 3e9);
    CHECK(stall(megahertz(1000)).value() == Approx(5.0));
    CHECK(stall(megahertz(3000)).value() == Approx(3.0));

    auto const roof = roofline_time(3e9, seconds{2}, seconds{0.5}); // knee at 1.5 GHz
    CHECK(roof.knee().value() == Approx(1.5e9));
    CHECK(roof(megahertz(1000)).value() == Approx(3.5));
    CHECK(roof(megahertz(1500)).value() == Approx(2.5));
    CHECK(roof(megahertz(3000)).value() == Approx(2.5));

    auto const crisp = crisp_time(seconds{2}, 3e9, 1e9); // max(2, 3 / f) + 1 / f
    CHECK(crisp(megahertz(1000)).value() == Approx(4.0));
    CHECK(crisp(megahertz(2000)).value() == Approx(2.5));

    auto const piecewise = piecewise_time(seconds{4}, 3e9, megahertz(1500)); // 4 above 1.5 GHz
    for (double const f : {500.0, 1000.0, 1400.0, 1500.0, 1600.0, 3000.0}) {
        double const wanted = f > 1500.0 ? 4.0 : 4.0 + 3e9 * (1.0 / (f * 1e6) - 1.0 / 1.5e9);
        CHECK(piecewise(megahertz(f)).value() == Approx(wanted));
    }
    CHECK(stall_time(seconds{1}, 0).knee().value() == 0.0);
    CHECK(roofline_time(1e9, {}).knee().value() == infinity);
}

TEST_CASE("time: what is sound") {
    CHECK(is_sound(stall_time(seconds{1}, 0)));
    CHECK(!is_sound(stall_time(seconds{0}, 0)));
    CHECK(!is_sound(stall_time(seconds{-1}, 3)));
    CHECK(!is_sound(stall_time(seconds{std::nan("")}, 3)));
    CHECK(!is_sound(roofline_time(infinity, seconds{1})));
    CHECK(is_sound(clock_power{power{0}}));
    CHECK(!is_sound(clock_power{power{1}, energy{-1}}));
    CHECK(!is_sound(clock_power{power{1}, energy{0}, cubic_draw{std::nan("")}}));
    CHECK(!is_sound(power_law{power{1}, power{1}, frequency{0}, 3}));
    CHECK(!is_sound(power_law{power{1}, power{1}, frequency{1}, 0.5}));
}

TEST_CASE("time: the slowest clock within a limit") {
    CHECK(slowest_clock_within(stall_time({}, 3e9), seconds{2}).value() == Approx(1.5e9));
    CHECK(slowest_clock_within(stall_time(seconds{1}, 3e9), seconds{2}).value() == Approx(3e9));
    CHECK(slowest_clock_within(stall_time(seconds{1}, 3e9), seconds{1}).value() == infinity);
    CHECK(slowest_clock_within(stall_time(seconds{1}, 3e9), seconds{0.5}).value() == infinity);
    CHECK(slowest_clock_within(stall_time(seconds{1}, 0), seconds{1}).value() == 0.0);
    CHECK(slowest_clock_within(roofline_time(3e9, seconds{2}), seconds{2}).value() == Approx(1.5e9));
    CHECK(slowest_clock_within(roofline_time(3e9, seconds{2}), seconds{1.9}).value() == infinity);
    draw random{4};
    for (int trial = 0; trial < 2000; ++trial) {
        clock_time const t{duration{random(0, 2)}, random(0, 3), random(0, 3), duration{random(0, 2)}};
        double const limit = random(0.1, 6.0);
        double const f = slowest_clock_within(t, duration{limit}).value();
        if (f < infinity) CHECK(t(frequency{f * (1.0 + 1e-12)}).value() <= limit + 1e-9);
        if (f > 0.0 && f < infinity) CHECK(t(frequency{f * (1.0 - 1e-6)}).value() > limit);
        if (f == infinity) CHECK(t(frequency{1e9}).value() > limit - 1e-6);
    }
}

TEST_CASE("two clocks: sum, maximum and the moving ridge") {
    auto const added = added_time(seconds{0.1}, seconds{2.0}, 0.25, megahertz(1800), megahertz(5000));
    CHECK(added(megahertz(1800), megahertz(5000)).value() == Approx(2.1));
    CHECK(added(megahertz(900), megahertz(5000)).value() == Approx(0.1 + 2.0 * (0.25 * 2.0 + 0.75)));
    CHECK(added(megahertz(1800), megahertz(4000)).value() == Approx(0.1 + 2.0 * (0.25 + 0.75 * 1.25)));

    auto const most =
        overlapped_time(seconds{0.1}, 1.8e9, 1e10); // 1 s of the cores, 2 s of the memory at nominal clocks
    CHECK(most(megahertz(1800), megahertz(5000)).value() == Approx(2.1));
    CHECK(most(megahertz(900), megahertz(5000)).value() == Approx(2.1)); // the ridge: half the clock for nothing
    CHECK(most(megahertz(800), megahertz(5000)).value() == Approx(0.1 + 2.25));
    CHECK(most(megahertz(450), megahertz(2500)).value() == Approx(4.1)); // it moves with f_c / f_m

    two_domain_power const p{power{20}, energy{4e-9}, energy{60 / 1.8e9}, voltage_parabola{megahertz(1800)}};
    CHECK(p(megahertz(1800), megahertz(5000)).value() == Approx(100.0));
    CHECK(p(megahertz(900), megahertz(2500)).value() == Approx(20.0 + 10.0 + 60.0 * 0.25 * 0.5));
    two_domain_polynomial const q{power{20}, energy{4e-9}, energy{10 / 1.8e9}, cubic_draw{50 / std::pow(1.8e9, 3)}};
    CHECK(q(megahertz(1800), megahertz(5000)).value() == Approx(100.0));
    CHECK(q(megahertz(900), megahertz(2500)).value() == Approx(20.0 + 10.0 + 5.0 + 6.25));
}

TEST_CASE("a sweep of models, and the same as arrays") {
    auto const t = crisp_time(seconds{2}, 3e9, 1e9);
    clock_power const p{power{40}, energy{10e-9}, cubic_draw{1e-26}};
    std::vector<frequency> clocks;
    Eigen::ArrayXd hertz(16);
    for (int i = 0; i < 16; ++i) {
        clocks.push_back(megahertz(600 + 90 * i));
        hertz[i] = clocks.back().value();
    }
    modelled_sweep const sweep{t, p, clocks};
    auto const times = seconds_at(t, hertz);
    auto const draws = watts_at(p, hertz);
    Eigen::Index i = 0;
    for (clock_point const at : sweep) {
        CHECK(at == clock_point{clocks[static_cast<std::size_t>(i)], t(at.clock), p(at.clock)});
        CHECK(times[i] == Approx(at.time.value()).epsilon(1e-14));
        CHECK(draws[i] == Approx(at.draw.value()).epsilon(1e-14));
        ++i;
    }
    CHECK(i == 16);
}
