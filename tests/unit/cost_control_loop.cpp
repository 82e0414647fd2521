// A robot's control loop: deadlines, stale actions, exact boundaries in floating point, energy of calls and episodes.
#include <doctest/doctest.h>

#include <gangway/cost/control_loop.hpp>
#include <gangway/trace/random.hpp>

#include <cmath>
#include <limits>

using namespace gangway;
using namespace gangway::cost;

namespace {

constexpr frequency hz(double f) {
    return frequency{f};
}

} // namespace

TEST_CASE("control loop: 54 ms calls at 50 Hz") {
    control_loop const ahead{hz(50), 50, 10};
    auto const t = timing_of(ahead, seconds{0.054});
    CHECK(t.period.value() == doctest::Approx(0.2)); // K/r: the call is hidden behind the actions
    CHECK(t.time_left.value() == doctest::Approx(0.146));
    CHECK(t.stale == 3); // 2.7 actions
    CHECK(t.spare == 40);
    CHECK(t.held == 0);
    CHECK(t.keeps_up);
    CHECK(t.feasible);

    auto const waits = timing_of({hz(50), 50, 10, replanning::synchronous}, seconds{0.054});
    CHECK(waits.period.value() == doctest::Approx(0.254)); // T + K/r
    CHECK(waits.held == 3);
    CHECK(waits.stale == 0);
    CHECK(waits.feasible);
}

TEST_CASE("control loop: too slow for the chunk, too slow for the rate") {
    auto const no_spare = timing_of({hz(50), 10, 10}, seconds{0.054}); // every action executed: nothing left meanwhile
    CHECK(no_spare.keeps_up);
    CHECK_FALSE(no_spare.chunk_lasts);
    CHECK(no_spare.held == 3);
    CHECK_FALSE(no_spare.feasible);

    auto const behind = timing_of({hz(50), 50, 2}, seconds{0.054}); // 40 ms of actions a call
    CHECK_FALSE(behind.keeps_up);
    CHECK(behind.chunk_lasts);
    CHECK(behind.time_left.value() == doctest::Approx(-0.014));
    CHECK(behind.period.value() == doctest::Approx(0.054)); // one call after the other
    CHECK_FALSE(behind.feasible);

    CHECK(longest_call({hz(50), 50, 10}).value() == doctest::Approx(0.2));
    CHECK(longest_call({hz(50), 12, 10}).value() == doctest::Approx(0.04));
    CHECK(longest_call({hz(50), 10, 10}).value() == 0.0);
}

TEST_CASE("control loop: T r on a whole number is that number, on whichever side the rounding fell") {
    CHECK((0.1 + 0.2) * 10.0 > 3.0); // the trap
    auto const t = timing_of({hz(10), 6, 3}, seconds{0.1 + 0.2});
    CHECK(t.stale == 3);
    CHECK(t.keeps_up);
    CHECK(t.feasible);
    // A real excess, a billionth of an action, is one action more.
    CHECK(timing_of({hz(10), 6, 3}, seconds{0.3 + 1e-10}).stale == 4);
    CHECK_FALSE(timing_of({hz(10), 6, 3}, seconds{0.3 + 1e-10}).keeps_up);
    CHECK(timing_of({hz(10), 6, 3}, seconds{0.0}).stale == 0);

    // k / r for every k and many rates, one rounding up and down of it: k actions. The middle of a step: one more.
    trace::random draw{3, 1};
    for (int round = 0; round < 20'000; ++round) {
        auto const k = static_cast<std::int64_t>(draw.below(5'000));
        double const rate = 0.5 + 2'000.0 * static_cast<double>(draw.bits()) * 0x1p-32;
        control_loop const l{hz(rate), 10'000, 5'000};
        double const exact = static_cast<double>(k) / rate;
        for (double const near :
             {exact, k > 0 ? std::nextafter(exact, 1e9) : exact, k > 0 ? std::nextafter(exact, 0.0) : exact})
            REQUIRE(timing_of(l, duration{near}).stale == k);
        REQUIRE(timing_of(l, duration{(static_cast<double>(k) + 0.5) / rate}).stale == k + 1);
    }
}

TEST_CASE("control loop: the deadline and the stale actions are one rule") {
    trace::random draw{4, 1};
    for (int round = 0; round < 20'000; ++round) {
        std::int64_t const execute = 1 + draw.below(20);
        control_loop const l{hz(1.0 + draw.below(120)), execute + draw.below(20), execute};
        duration const latency{static_cast<double>(draw.below(400)) / 1'000.0};
        auto const t = timing_of(l, latency);
        double const steps = latency.value() * l.rate.value();
        // Whole thousandths: T r = K exactly is seen without rounding in whole numbers.
        auto const ms = static_cast<std::int64_t>(std::llround(latency.value() * 1'000.0));
        auto const r = static_cast<std::int64_t>(l.rate.value());
        REQUIRE(t.keeps_up == (ms * r <= 1'000 * l.execute));
        REQUIRE(t.stale == (ms * r + 999) / 1'000);
        REQUIRE(t.chunk_lasts == (ms * r <= 1'000 * (l.chunk - l.execute)));
        REQUIRE(t.feasible == (is_within(latency.value(), longest_call(l).value())));
        REQUIRE(std::abs(static_cast<double>(t.stale) - steps) < 1.0);
    }
}

TEST_CASE("control loop: energy of a period") {
    call_cost const call{seconds{0.054}, energy{2.052}};
    auto const ahead = energy_of({hz(50), 50, 10}, call, power{18});
    CHECK(ahead.per_period.value() == doctest::Approx(2.052 + 18 * 0.146));
    CHECK(ahead.mean.value() == doctest::Approx((2.052 + 18 * 0.146) / 0.2));
    auto const waits = energy_of({hz(50), 50, 10, replanning::synchronous}, call, power{18});
    CHECK(waits.per_period.value() == doctest::Approx(2.052 + 18 * 0.2)); // the robot moves, the device idles
    auto const behind = energy_of({hz(50), 50, 2}, call, power{18});
    CHECK(behind.per_period.value() == doctest::Approx(2.052)); // never idle
}

TEST_CASE("control loop: an episode, against walking through it call by call") {
    trace::random draw{5, 1};
    for (int round = 0; round < 2'000; ++round) {
        std::int64_t const execute = 1 + draw.below(8);
        control_loop const l{hz(1.0 + draw.below(60)), execute + draw.below(8), execute,
                             draw.below(2) == 0 ? replanning::synchronous : replanning::asynchronous};
        call_cost const call{duration{static_cast<double>(draw.below(300)) / 1'000.0},
                             energy{static_cast<double>(draw.below(9))}};
        power const idle{static_cast<double>(draw.below(30))};
        std::int64_t const actions = draw.below(100);
        double now = 0.0;
        double joules = 0.0;
        std::int64_t calls = 0;
        double const step = 1.0 / l.rate.value();
        double const latency = call.latency.value();
        for (std::int64_t done = 0; done < actions;) {
            std::int64_t const turn = std::min(l.execute, actions - done);
            ++calls;
            joules += call.joules.value();
            if (l.mode == replanning::synchronous || done == 0) now += latency; // nothing to carry out meanwhile
            done += turn;
            // While these actions run, an asynchronous loop computes the next chunk; it lasts as long as the longer
            // one.
            double const acting = static_cast<double>(turn) * step;
            bool const computes = l.mode == replanning::asynchronous && done < actions;
            double const lasts = computes ? std::max(acting, latency) : acting;
            joules += idle.value() * (lasts - (computes ? latency : 0.0));
            now += lasts;
        }
        auto const e = episode_of(l, call, idle, actions);
        REQUIRE(e.calls == calls);
        REQUIRE(e.time.value() == doctest::Approx(now).epsilon(1e-9));
        REQUIRE(e.joules.value() == doctest::Approx(joules).epsilon(1e-9));
    }
}
