// The energy roofline and the power cap: example 7 of the models, closed forms against sums and searches.
#include <doctest/doctest.h>

#include <gangway/cost/energy_roofline.hpp>

#include <cmath>
#include <limits>
#include <random>

using namespace gangway;
using namespace gangway::cost;
using doctest::Approx;

namespace {

constexpr energy_machine ex7{time_per_work{1e-12}, time_per_byte{1e-11}, energy_per_work{20e-12},
                             energy_per_byte{200e-12}, power{30.0}};
constexpr kernel of_intensity(double i) {
    return {work{1e12}, bytes{1e12 / i}};
}

std::mt19937_64 random_bits{13};
double size(double least, double most) {
    return std::exp(std::uniform_real_distribution<double>{std::log(least), std::log(most)}(random_bits));
}
double maybe(double value) {
    return random_bits() % 8 == 0 ? 0.0 : value;
}
energy_machine machine() {
    return {time_per_work{size(1e-15, 1e-9)}, time_per_byte{size(1e-13, 1e-9)},
            energy_per_work{maybe(size(1e-13, 1e-9))}, energy_per_byte{maybe(size(1e-12, 1e-8))},
            power{maybe(size(1.0, 300.0))}};
}

} // namespace

TEST_CASE("energy roofline: example 7") {
    struct {
        double intensity, seconds, joules, watts;
    } const printed[] = {{1, 10, 520, 52}, {5, 2, 120, 60}, {10, 1, 70, 70}, {40, 1, 55, 55}};
    for (auto const& row : printed) {
        auto const k = of_intensity(row.intensity);
        CHECK(time_of(k, ex7).value() == Approx(row.seconds));
        CHECK(energy_of(k, ex7).value() == Approx(row.joules));
        CHECK(power_of(k, ex7).value() == Approx(row.watts));
    }
    CHECK(time_balance(ex7).value() == Approx(10.0));
    CHECK(energy_balance(ex7).value() == Approx(10.0));
    CHECK(full_energy_flop(ex7).value() == Approx(50e-12));
    CHECK(time_under_cap(of_intensity(5), ex7, power{55.0})->value() == Approx(2.4));
    CHECK(time_under_cap(of_intensity(10), ex7, power{55.0})->value() == Approx(1.6));
}

TEST_CASE("energy roofline: nothing to do, and machines that are none") {
    CHECK(time_of(kernel{}, ex7).value() == 0.0);
    CHECK(energy_of(kernel{}, ex7).value() == 0.0);
    CHECK(power_of(kernel{}, ex7).value() == 30.0);
    CHECK(energy_of(kernel{work{0.0}, bytes{1e12}}, ex7).value() == Approx(200.0 + 300.0));
    CHECK(work_per_joule(intensity{0.0}, ex7).value() == 0.0);
    auto bad = ex7;
    bad.energy_flop = energy_per_work{std::nan("")};
    CHECK(is_sound(ex7));
    CHECK_FALSE(is_sound(bad));
    bad = ex7;
    bad.time_byte = time_per_byte{0.0};
    CHECK_FALSE(is_sound(bad));
}

TEST_CASE("energy roofline: the closed form of Choi et al. is the sum of its parts") {
    for (int round = 0; round < 3000; ++round) {
        auto m = machine();
        if (full_energy_flop(m).value() <= 0.0) m.constant = power{10.0};
        kernel const k{work{size(1e6, 1e15)}, bytes{size(1e3, 1e14)}};
        auto const i = intensity_of(k);
        double const w = k.flop.value();
        double const q = k.traffic.value();
        double const seconds = std::max(w * m.time_flop.value(), q * m.time_byte.value());
        double const joules = w * m.energy_flop.value() + q * m.energy_byte.value() + m.constant.value() * seconds;
        REQUIRE(energy_of(k, m).value() == Approx(joules).epsilon(1e-13));
        double const closed = w * full_energy_flop(m).value() * (1.0 + effective_balance(i, m) / i);
        REQUIRE(closed == Approx(joules).epsilon(1e-10));
        REQUIRE(work_per_joule(i, m).value() == Approx(w / joules).epsilon(1e-10));
        REQUIRE(power_of(k, m).value() == Approx(joules / seconds).epsilon(1e-13));
    }
}

TEST_CASE("energy roofline: power peaks at the balance of time") {
    for (int round = 0; round < 200; ++round) {
        auto m = machine();
        double const balance = time_balance(m).value();
        double const peak = power_of(kernel{work{1e12 * balance}, bytes{1e12}}, m).value();
        for (double i = balance / 64.0; i < balance * 64.0; i *= 1.1)
            REQUIRE(power_of(kernel{work{1e12 * i}, bytes{1e12}}, m).value() <= peak * (1.0 + 1e-12));
    }
}

TEST_CASE("power cap: the least time at which the mean power keeps it, by search") {
    for (int round = 0; round < 1000; ++round) {
        auto const m = machine();
        kernel const k{work{size(1e6, 1e15)}, bytes{size(1e3, 1e14)}};
        double const cap = m.constant.value() + size(0.1, 500.0);
        double const active = k.flop.value() * m.energy_flop.value() + k.traffic.value() * m.energy_byte.value();
        double const roofline = time_of(k, m).value();
        double low = roofline;
        double high = roofline;
        auto const keeps = [&](double t) { return active / t + m.constant.value() <= cap; };
        while (!keeps(high)) high *= 2.0;
        if (!keeps(low))
            for (int step = 0; step < 200; ++step) {
                double const middle = (low + high) / 2.0;
                (keeps(middle) ? high : low) = middle;
            }
        else
            high = low;
        auto const ours = time_under_cap(k, m, power{cap});
        REQUIRE(ours);
        REQUIRE(ours->value() == Approx(high).epsilon(1e-9));
    }
    CHECK_FALSE(time_under_cap(of_intensity(5), ex7, power{30.0}));
    CHECK_FALSE(time_under_cap(of_intensity(5), ex7, power{std::nan("")}));
    CHECK(*time_under_cap(of_intensity(5), ex7, power{1000.0}) ==
          time_of(of_intensity(5), ex7)); // a cap that does not bind
}
