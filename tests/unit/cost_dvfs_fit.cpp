// Fits of time and power: known models come back, maxima are fitted exactly, forms are chosen by points left out.
#include "cost_dvfs_testing.hpp"

#include <gangway/cost/dvfs/held_out.hpp>

#include <cmath>
#include <set>

using namespace gangway;
using namespace gangway::cost;
using doctest::Approx;
using dvfs_testing::draw;

namespace {

std::vector<frequency> clocks_of(draw& random, std::size_t n) {
    std::vector<frequency> out;
    double f = random(0.5e9, 0.7e9);
    for (std::size_t i = 0; i < n; ++i) out.emplace_back(f += random(0.03e9, 0.12e9));
    return out;
}

template <class Time, class Power>
std::vector<clock_point> sweep_of(Time const& t, Power const& p, std::vector<frequency> const& clocks) {
    std::vector<clock_point> out;
    for (auto const f : clocks) out.push_back({f, t(f), p(f)});
    return out;
}

clock_power const some_power{power{40}, energy{20e-9}, cubic_draw{20e-27}};

double squared_error(clock_time const& t, std::vector<clock_point> const& sweep) {
    double sum = 0.0;
    for (auto const& p : sweep) sum += std::pow(t(p.clock) / p.time - 1.0, 2);
    return sum;
}

/// The plain slow twin of a fit with a knee: many knees, at each one non-negative least squares.
double least_squared_error(std::vector<clock_point> const& sweep, time_form form) {
    double best = std::numeric_limits<double>::infinity();
    auto const n = static_cast<Eigen::Index>(sweep.size());
    double const first = 1.0 / sweep.back().clock.value();
    double const last = 1.0 / sweep.front().clock.value();
    for (int k = 0; k <= 2000; ++k) {
        double const knee = first + (last - first) * k / 2000.0;
        Eigen::MatrixXd a(n, 2);
        for (Eigen::Index i = 0; i < n; ++i) {
            auto const& p = sweep[static_cast<std::size_t>(i)];
            double const period = 1.0 / p.clock.value();
            a(i, 0) = (form == time_form::crisp ? period : 1.0) / p.time.value();
            a(i, 1) = std::max(period, knee) / p.time.value();
        }
        best = std::min(best, std::pow(nnls(a, Eigen::VectorXd::Ones(n)).residual, 2));
    }
    return best;
}

} // namespace

TEST_CASE("fit: known models come back") {
    draw random{9};
    for (int trial = 0; trial < 300; ++trial) {
        auto const clocks = clocks_of(random, 12);
        auto const middle = clocks[3 + random.below(6)].value() * 1.01; // between two clocks
        auto const stall = stall_time(duration{random(0.1, 1)}, random(1e8, 1e9));
        auto s = fit_time(sweep_of(stall, some_power, clocks), time_form::stall);
        CHECK(s.model.fixed.value() == Approx(stall.fixed.value()).epsilon(1e-6));
        CHECK(s.model.cycles == Approx(stall.cycles).epsilon(1e-6));
        CHECK(s.mean_error < 1e-12);

        double const cycles = random(1e8, 1e9);
        auto const roof = roofline_time(cycles, duration{cycles / middle}, duration{random(0.1, 1)});
        auto r = fit_time(sweep_of(roof, some_power, clocks), time_form::roofline);
        CHECK(r.model.fixed.value() == Approx(roof.fixed.value()).epsilon(1e-6));
        CHECK(r.model.hidden_cycles == Approx(roof.hidden_cycles).epsilon(1e-6));
        CHECK(r.model.cover.value() == Approx(roof.cover.value()).epsilon(1e-6));
        CHECK(r.mean_error < 1e-9);

        auto const crisp = crisp_time(duration{cycles / middle}, cycles, random(1e7, 1e9));
        auto c = fit_time(sweep_of(crisp, some_power, clocks), time_form::crisp);
        CHECK(c.model.cycles == Approx(crisp.cycles).epsilon(1e-6));
        CHECK(c.model.hidden_cycles == Approx(crisp.hidden_cycles).epsilon(1e-6));
        CHECK(c.model.cover.value() == Approx(crisp.cover.value()).epsilon(1e-6));

        auto p = fit_power(sweep_of(stall, some_power, clocks), power_form::linear_cubic);
        CHECK(p.model.fixed.value() == Approx(40).epsilon(1e-6));
        CHECK(p.model.linear.value() == Approx(20e-9).epsilon(1e-6));
        CHECK(p.model.cubic.value() == Approx(20e-27).epsilon(1e-6));
        CHECK(p.worst_error < 1e-9);
        CHECK(p.condition > 1.0);
    }
}

TEST_CASE("fit: forms leave out what they do not hold") {
    auto const sweep =
        sweep_of(stall_time(seconds{1}, 1e9), some_power, {frequency{1e9}, frequency{1.2e9}, frequency{1.5e9}});
    CHECK(fit_power(sweep, power_form::cubic).model.linear.value() == 0.0);
    CHECK(fit_power(sweep, power_form::linear).model.cubic.value() == 0.0);
    CHECK(fit_power(sweep, power_form::linear).model.linear.value() > 0.0);
    CHECK(fit_time(sweep, time_form::crisp).model.fixed.value() ==
          Approx(1.0)); // no knee earns its place: the stall model
}

TEST_CASE("fit: noisy sweeps, no worse than a fine search over knees") {
    draw random{10};
    for (int trial = 0; trial < 30; ++trial) {
        auto sweep =
            sweep_of(clock_time{duration{random(0, 1)}, random(0, 1e9), random(1e8, 1e9), duration{random(0, 1)}},
                     some_power, clocks_of(random, 9));
        for (auto& p : sweep) p.time = p.time * random(0.95, 1.05);
        for (auto const form : {time_form::roofline, time_form::crisp}) {
            auto const f = fit_time(sweep, form);
            double const got = squared_error(f.model, sweep);
            CHECK(f.converged);
            CHECK(is_sound(f.model));
            CHECK(got <= least_squared_error(sweep, form) + 1e-9);
            CHECK(got <= squared_error(fit_time(sweep, time_form::stall).model, sweep) + 1e-12);
            CHECK(f.mean_error == Approx(mean_time_error(f.model, sweep)));
        }
    }
}

TEST_CASE("fit: few points") {
    std::vector<clock_point> const one{{frequency{1e9}, seconds{2}, power{100}}};
    for (auto const form : {time_form::stall, time_form::roofline, time_form::crisp})
        CHECK(fit_time(one, form).model(frequency{1e9}).value() == Approx(2.0));
    CHECK(fit_power(one, power_form::linear_cubic).model(frequency{1e9}).value() == Approx(100.0));
    CHECK(choose_time(one).left_out_error == 0.0);
    std::vector<clock_point> const twice{one[0], one[0]}; // one clock, two runs
    CHECK(fit_time(twice, time_form::crisp).model(frequency{1e9}).value() == Approx(2.0));
}

TEST_CASE("two clocks: known models come back") {
    draw random{11};
    for (int trial = 0; trial < 60; ++trial) {
        auto const cores = clocks_of(random, 5);
        auto const memories = clocks_of(random, 4);
        double const ridge = memories[2] / cores[2] * 1.02;
        two_domain_time const sum{duration{random(0.1, 1)}, random(1e8, 1e9), random(1e8, 1e9)};
        double const cycles = random(1e8, 1e9);
        auto const max = overlapped_time(duration{random(0.1, 1)}, cycles, cycles * ridge);
        two_domain_time mixed = max;
        mixed.core_cycles = random(1e8, 1e9);
        two_domain_polynomial const watts{power{30}, energy{5e-9}, energy{10e-9}, cubic_draw{10e-27}};
        auto const sweep = [&](two_domain_time const& t) {
            std::vector<two_clock_point> out;
            for (auto const c : cores)
                for (auto const m : memories) out.push_back({c, m, t(c, m), watts(c, m)});
            return out;
        };
        auto const s = fit_time(sweep(sum), two_domain_time_form::sum);
        CHECK(s.model.core_cycles == Approx(sum.core_cycles).epsilon(1e-6));
        CHECK(s.model.memory_cycles == Approx(sum.memory_cycles).epsilon(1e-6));
        auto const m = fit_time(sweep(max), two_domain_time_form::max);
        CHECK(m.model.hidden_core_cycles == Approx(max.hidden_core_cycles).epsilon(1e-6));
        CHECK(m.model.hidden_memory_cycles == Approx(max.hidden_memory_cycles).epsilon(1e-6));
        CHECK(m.model.fixed.value() == Approx(max.fixed.value()).epsilon(1e-6));
        CHECK(fit_time(sweep(mixed), two_domain_time_form::mixed).worst_error < 1e-7);
        CHECK(fit_time(sweep(sum), two_domain_time_form::max).worst_error > 1e-4);
        auto const p = fit_power(std::span<two_clock_point const>{sweep(sum)});
        CHECK(p.model.cubic.value() == Approx(10e-27).epsilon(1e-5));
        CHECK(p.model.per_memory_cycle.value() == Approx(5e-9).epsilon(1e-5));
    }
}

TEST_CASE("two clocks: power at a known voltage comes back") {
    two_domain_power const wanted{power{20}, energy{4e-9}, energy{30e-9}, voltage_parabola{frequency{1.8e9}}};
    std::vector<two_clock_point> sweep;
    for (double const c : {1.6e9, 1.8e9, 2.0e9})
        for (double const m : {4e9, 5e9})
            sweep.push_back({frequency{c}, frequency{m}, seconds{1}, wanted(frequency{c}, frequency{m})});
    auto const f = fit_power(sweep, voltage_parabola{frequency{1.8e9}});
    CHECK(f.model.fixed.value() == Approx(20).epsilon(1e-6));
    CHECK(f.model.per_memory_cycle.value() == Approx(4e-9).epsilon(1e-6));
    CHECK(f.model.per_core_cycle.value() == Approx(30e-9).epsilon(1e-6));
    CHECK(mean_power_error(f.model, sweep) < 1e-10);
}

TEST_CASE("two clocks: a maximum on one side of its ridge is one clock alone") {
    std::vector<two_clock_point> sweep;
    for (double const c : {1.6e9, 1.8e9, 2.0e9})
        for (double const m : {4e9, 5e9})
            sweep.push_back({frequency{c}, frequency{m}, seconds{0.5 + 1e9 / m}, power{1}});
    auto const f = fit_time(sweep, two_domain_time_form::max);
    CHECK(f.worst_error < 1e-12);
    CHECK(f.model.hidden_memory_cycles == Approx(1e9));
}

TEST_CASE("held out: every second clock, whatever the order of the sweep") {
    std::vector<clock_point> sweep;
    for (double const f : {5.0, 1.0, 4.0, 2.0, 3.0, 4.0}) sweep.push_back({frequency{f}, seconds{1}, power{1}});
    auto const s = every_second(sweep);
    std::vector<double> fit;
    std::vector<double> judge;
    for (auto const& p : s.fit) fit.push_back(p.clock.value());
    for (auto const& p : s.judge) judge.push_back(p.clock.value());
    CHECK(fit == std::vector<double>{5, 1, 3});
    CHECK(judge == std::vector<double>{4, 2, 4});
}

TEST_CASE("held out: pairs of clocks as on a chess board") {
    std::vector<two_clock_point> pairs;
    for (double const c : {2.0, 1.0, 3.0})
        for (double const m : {8.0, 9.0}) pairs.push_back({frequency{c}, frequency{m}, seconds{1}, power{1}});
    auto const p = every_second(pairs);
    std::set<std::pair<double, double>> fit;
    for (auto const& at : p.fit) fit.insert({at.core.value(), at.memory.value()});
    CHECK(fit == std::set<std::pair<double, double>>{{1, 8}, {2, 9}, {3, 8}});
    CHECK(p.judge.size() == 3);
}

TEST_CASE("left out: the mean error on each point without it, by hand") {
    // 2, 2 and 4 s at one clock: without the last 2, without a 2 the w of (w/2 - 1)^2 + (w/4 - 1)^2, 2.4
    std::vector<clock_point> const sweep{{frequency{1}, seconds{2}, power{1}},
                                         {frequency{1}, seconds{2}, power{1}},
                                         {frequency{1}, seconds{4}, power{1}}};
    double const e = left_out_error(
        sweep, [](auto const& part) { return fit_time(part, time_form::stall); },
        [](auto const& model, auto part) { return mean_time_error(model, part); });
    CHECK(e == Approx((0.2 + 0.2 + 0.5) / 3.0));
}

TEST_CASE("choice: the form that made the data") {
    draw random{12};
    int right = 0;
    int const trials = 60;
    for (int trial = 0; trial < trials; ++trial) {
        auto const clocks = clocks_of(random, 13);
        double const middle = clocks[6].value();
        bool const overlaps = trial % 2 == 0;
        auto const t =
            overlaps ? roofline_time(1e9, duration{1e9 / middle}, seconds{0.1}) : stall_time(seconds{0.5}, 1e9);
        auto sweep = sweep_of(t, some_power, clocks);
        for (auto& p : sweep) p.time = p.time * random(0.998, 1.002);
        auto const c = choose_time(sweep, {time_form::stall, time_form::roofline});
        if ((c.form == time_form::roofline) == overlaps) ++right;
        CHECK(c.left_out_error < 0.003);
        CHECK(c.fit.model == fit_time(sweep, c.form).model);
    }
    CHECK(right >= trials * 9 / 10); // a knee beyond the last clock is a stall: noise may prefer it
    CHECK(choose_time(sweep_of(stall_time(seconds{1}, 1e9), some_power, clocks_of(random, 8))).form ==
          time_form::stall);
}
