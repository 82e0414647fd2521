// Race to idle or go slow, and two clocks for one piece of work, against brute force.
#include "cost_dvfs_testing.hpp"

#include <gangway/cost/dvfs/split.hpp>
#include <gangway/cost/dvfs/sweep.hpp>

#include <cmath>

using namespace gangway;
using namespace gangway::cost;
using doctest::Approx;
using dvfs_testing::draw;

namespace {

std::vector<clock_point> two(double slow_time, double slow_draw) {
    return {{frequency{1.0}, seconds{10}, power{300}}, {frequency{0.6}, seconds{slow_time}, power{slow_draw}}};
}

std::vector<clock_point> random_sweep(draw& random) {
    std::vector<clock_point> sweep;
    for (std::size_t n = 1 + random.below(8); n > 0; --n)
        sweep.push_back({frequency{static_cast<double>(n)}, duration{random(1, 10)}, power{random(10, 300)}});
    return sweep;
}

period random_period(draw& random) {
    period of{duration{random(2, 12)}, power{random(0, 200)}};
    if (random.below(2) == 0) of.deadline = duration{random(1, of.length.value())};
    return of;
}

} // namespace

TEST_CASE("race or slow: four built cases with a period of 20 s") {
    auto const joules = [](clock_point const& p, period const& of) { return energy_of_period(p, of).value().value(); };
    period const dear{seconds{20}, power{60}};
    auto sweep = two(50.0 / 3.0, 150);
    CHECK(joules(sweep[0], dear) == Approx(3600));
    CHECK(joules(sweep[1], dear) == Approx(2700));
    CHECK(choose_pace(sweep, dear)->at.clock == frequency{0.6});
    CHECK(!choose_pace(sweep, dear)->races);
    CHECK(choose_pace(sweep, dear)->joules.value() == Approx(2700));

    period const cheap{seconds{20}, power{10}};
    sweep = two(50.0 / 3.0, 220);
    CHECK(joules(sweep[0], cheap) == Approx(3100));
    CHECK(joules(sweep[1], cheap) == Approx(3700).epsilon(1e-3));
    CHECK(choose_pace(sweep, cheap)->at.clock == frequency{1.0});
    CHECK(choose_pace(sweep, cheap)->races);

    period const soon{seconds{20}, power{60}, seconds{15}};
    sweep = two(50.0 / 3.0, 150);
    CHECK(joules(sweep[0], soon) == Approx(3600));
    CHECK(!energy_of_period(sweep[1], soon)); // not allowed
    CHECK(choose_pace(sweep, soon)->at.clock == frequency{1.0});

    sweep = two(10, 200); // bound by memory: no slower at the low clock
    CHECK(joules(sweep[0], dear) == Approx(3600));
    CHECK(joules(sweep[1], dear) == Approx(2600));
    CHECK(choose_pace(sweep, dear)->at == sweep[1]);

    CHECK(!choose_pace(sweep, period{seconds{9}, power{60}}));
    CHECK(!choose_pace(std::vector<clock_point>{}, dear));
}

TEST_CASE("race or slow: the printed example") {
    clock_power const p{power{40}, {}, cubic_draw{60}};
    auto const chosen = race_or_pace(stall_time({}, 1.0), p, {seconds{2}, power{25}}, {frequency{0.1}, frequency{1.0}});
    CHECK(chosen.clock.value() == Approx(0.5).epsilon(1e-12));
    CHECK(!chosen.races);
    CHECK(chosen.kept);
}

TEST_CASE("race or slow: constant voltage without memory races unless idling draws more than running's fixed part") {
    clock_power const p{power{40}, energy{60}};
    clock_range const range{frequency{0.2}, frequency{1.0}};
    CHECK(race_or_pace(stall_time({}, 1.0), p, {seconds{4}, power{10}}, range).races);
    auto const slow = race_or_pace(stall_time({}, 1.0), p, {seconds{4}, power{50}}, range);
    CHECK(slow.clock.value() == Approx(0.25)); // as slow as the deadline allows
    auto const late = race_or_pace(stall_time({}, 1.0), p, {seconds{0.5}, power{10}}, range);
    CHECK(late.races);
    CHECK(!late.kept);
}

TEST_CASE("race or slow: no clock of a fine grid is better, for random models") {
    draw random{7};
    for (int trial = 0; trial < 1500; ++trial) {
        clock_time const t{duration{random(0, 2)}, random(0, 2), random(0, 2), duration{random(0, 2)}};
        clock_power const p{power{random(0, 60)}, energy{random(0, 60)},
                            cubic_draw{random.below(3) == 0 ? 0.0 : random(0, 60)}};
        auto const of = random_period(random);
        clock_range const range{frequency{0.3}, frequency{1.5}};
        auto const got = race_or_pace(t, p, of, range);
        CHECK(got.kept == (t(range.most).value() <= of.deadline.value() * (1.0 + 1e-12)));
        CHECK(got.races == (got.clock == range.most));
        if (!got.kept) continue;
        clock_point const at{got.clock, t(got.clock) * (1.0 - 1e-12), p(got.clock)}; // rounding at the deadline
        auto const joules = energy_of_period(at, of);
        REQUIRE(joules);
        double least = joules->value();
        for (int i = 0; i <= 400; ++i) {
            frequency const f{0.3 + 1.2 * i / 400.0};
            if (auto const other = energy_of_period({f, t(f), p(f)}, of)) least = std::min(least, other->value());
        }
        CHECK(joules->value() <= least + 1e-9 * std::abs(least));
    }
}

TEST_CASE("split: two levels by hand") {
    // 10 s at 300 W or 20 s at 100 W, no idle power, 15 s: half of the work at each
    std::vector<clock_point> const sweep{{frequency{1.0}, seconds{10}, power{300}},
                                         {frequency{0.5}, seconds{20}, power{100}}};
    auto const s = split_levels(sweep, {seconds{15}, power{0}});
    REQUIRE(s);
    CHECK(s->first.clock == frequency{1.0});
    CHECK(s->second.clock == frequency{0.5});
    CHECK(s->share == Approx(0.5));
    CHECK(s->time.value() == 15.0);
    CHECK(s->joules.value() == Approx(2500)); // against 3000 at one clock
    CHECK(split_levels(sweep, {seconds{30}, power{0}})->is_one_clock());
    CHECK(split_levels(sweep, {seconds{30}, power{0}})->joules.value() == Approx(2000));
    CHECK(split_levels(sweep, {seconds{10}, power{0}})->joules.value() == Approx(3000));
    CHECK(!split_levels(sweep, {seconds{9}, power{0}}));
    CHECK(!split_levels(std::vector<clock_point>{}, {seconds{9}, power{0}}));
    CHECK(split_levels(sweep, {seconds{30}, power{0}, seconds{15}})->share == Approx(0.5)); // the deadline counts
}

TEST_CASE("split: never worse than one clock, and no mix of any two is better") {
    draw random{8};
    int mixed = 0;
    for (int trial = 0; trial < 3000; ++trial) {
        auto const sweep = random_sweep(random);
        auto const of = random_period(random);
        auto const got = split_levels(sweep, of);
        auto const one = choose_pace(sweep, of);
        REQUIRE(got.has_value() == one.has_value());
        if (!got) continue;
        CHECK(got->joules.value() <= one->joules.value() * (1.0 + 1e-12));
        CHECK(got->time.value() <= of.deadline.value());
        CHECK(got->share >= 0.0);
        CHECK(got->share <= 1.0);
        double const spent = got->share * energy_of(got->first).value() +
                             (1.0 - got->share) * energy_of(got->second).value() +
                             of.idle.value() * (of.length - got->time).value();
        CHECK(got->joules.value() == Approx(spent));
        if (!got->is_one_clock()) ++mixed;
        double least = got->joules.value();
        for (auto const& a : sweep)
            for (auto const& b : sweep)
                for (int i = 0; i <= 50; ++i) {
                    double share = i / 50.0;
                    double const exact = (b.time - of.deadline) / (b.time - a.time);
                    if (i == 50 && exact >= 0.0 && exact <= 1.0) share = exact;
                    double const time = share * a.time.value() + (1.0 - share) * b.time.value();
                    if (!(time <= of.deadline.value())) continue;
                    least = std::min(least, share * energy_of(a).value() + (1.0 - share) * energy_of(b).value() +
                                                of.idle.value() * (of.length.value() - time));
                }
        CHECK(got->joules.value() <= least + 1e-9 * std::abs(least));
    }
    CHECK(mixed > 300);
}

TEST_CASE("split: with continuous clocks the two levels close in on the one clock between them") {
    auto const t = stall_time(seconds{0.5}, 1.0);
    clock_power const p{power{40}, {}, cubic_draw{60}};
    auto const at_deadline = slowest_clock_within(t, seconds{1.9});
    double const best = (p(at_deadline) * seconds{1.9}).value();
    double last = 1e9;
    for (int n : {4, 16, 64}) {
        std::vector<frequency> clocks;
        for (int i = 0; i <= n; ++i) clocks.emplace_back(0.5 + 0.5 * i / n);
        auto const s = split_levels(modelled_sweep{t, p, clocks}, {seconds{1.9}, power{0}});
        REQUIRE(s);
        CHECK(s->joules.value() >= best * (1.0 - 1e-12));
        CHECK(s->joules.value() <= last);
        last = s->joules.value();
    }
    CHECK(last == Approx(best).epsilon(1e-3));
}
