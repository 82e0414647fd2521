// Stages of a model: bound, seconds and joules at each clock, one clock for all or a clock a stage.
#include <doctest/doctest.h>

#include <gangway/cost/stage_clocks.hpp>
#include <gangway/trace/random.hpp>

#include <array>
#include <cmath>
#include <optional>

using namespace gangway;
using namespace gangway::cost;

namespace {

// The worked example: F = 100 TFLOP/s, B = 200 GB/s that does not move with the clock, P = 18 + 20 f^3 W.
roofs const device{dense_peak{throughput{100e12}}, bandwidth{200e9}, seconds{5e-6}};
std::vector<stage> const vla{{"vision", {work{0.4e12}, bytes{0.8e9}, 300}},
                             {"prefill", {work{2e12}, bytes{4e9}, 400}},
                             {"action", {work{0.6e12}, bytes{6e9}, 2'000}}};
constexpr auto draw = [](clock_shares const& f) { return power{18.0 + 20.0 * f.core * f.core * f.core}; };

pipeline_cost whole(double f) {
    return total_of(costs_of(vla, device, {f, 1.0}, draw));
}

stage_options example_options() {
    std::array<clock_shares, 4> const clocks{{{1.0, 1.0}, {0.8, 1.0}, {0.6, 1.0}, {0.4, 1.0}}};
    return options_of(vla, device, clocks, draw);
}

/// All clocks for all stages, one after the other.
std::optional<clock_plan> exhaustive(stage_options const& o, duration deadline, switching const& change) {
    std::optional<clock_plan> best;
    std::vector<std::size_t> clocks(o.size(), 0);
    while (true) {
        auto p = plan_of(o, clocks, change);
        if (is_within(p.time.value(), deadline.value()) &&
            (!best || p.joules < best->joules || (p.joules == best->joules && p.time < best->time)))
            best = p;
        std::size_t s = 0;
        while (s < clocks.size() && ++clocks[s] == o[s].size()) clocks[s++] = 0;
        if (s == clocks.size()) return best;
    }
}

stage_options random_options(trace::random& draw_from, std::size_t stages, std::size_t clocks) {
    auto const real = [&] { return static_cast<double>(draw_from.bits()) * 0x1p-32; };
    bool const whole_numbers = draw_from.below(2) == 0; // ties and exact deadlines
    stage_options o(stages, std::vector<clock_option>(clocks));
    for (auto& row : o)
        for (auto& c : row)
            c = whole_numbers
                    ? clock_option{duration{1.0 + draw_from.below(9)}, energy{static_cast<double>(draw_from.below(9))}}
                    : clock_option{duration{0.1 + real()}, energy{0.1 + real()}};
    return o;
}

} // namespace

TEST_CASE("stages: the worked example at nominal clocks") {
    auto const c = costs_of(vla, device, {}, draw);
    CHECK(c[0].time.value() == doctest::Approx(4e-3));
    CHECK(c[1].time.value() == doctest::Approx(20e-3));
    CHECK(c[2].time.value() == doctest::Approx(30e-3));
    CHECK(c[0].bound.by == roof::compute);
    CHECK(c[0].bound.margin == doctest::Approx(1.0)); // the ridge is at 500 FLOP/B, both stages stand on it
    CHECK(c[1].bound.by == roof::compute);
    CHECK(c[2].bound.by == roof::memory);
    CHECK(c[2].bound.next == roof::launch); // 10 ms of launches
    CHECK(c[2].bound.margin == doctest::Approx(3.0));
    CHECK(c[2].use.core == doctest::Approx(0.2));
    CHECK(c[2].use.memory == doctest::Approx(1.0));
}

TEST_CASE("stages: the worked example at each clock") {
    struct row {
        double f, ms, joules;
    };
    for (auto const& r : {row{1.0, 54, 2.052}, row{0.8, 60, 1.6944}, row{0.6, 70, 1.5624}, row{0.4, 90, 1.7352}}) {
        CHECK(whole(r.f).time.value() == doctest::Approx(r.ms * 1e-3).epsilon(1e-9));
        CHECK(whole(r.f).joules.value() == doctest::Approx(r.joules).epsilon(1e-9));
    }
    auto const edp = [](double f) { return whole(f).time.value() * whole(f).joules.value(); };
    for (double const f : {1.0, 0.6, 0.4}) {
        CHECK(whole(0.6).joules <= whole(f).joules);
        CHECK(edp(0.8) < edp(f));
    }
    CHECK(edp(0.8) == doctest::Approx(0.10166).epsilon(0.5e-5 / 0.10166));
}

TEST_CASE("stages: a deadline of 60 ms, one clock or one a stage") {
    auto const o = example_options();
    auto const one = one_clock(o, seconds{0.060});
    REQUIRE(one.has_value());
    CHECK(one->clocks == std::vector<std::size_t>{1, 1, 1}); // 0.8
    CHECK(one->joules.value() == doctest::Approx(1.6944).epsilon(1e-9));
    auto const each = clock_each_stage(o, seconds{0.060});
    REQUIRE(each.has_value());
    CHECK(each->clocks ==
          std::vector<std::size_t>{1, 1, 3}); // (.8, .8, .4): the action head is bound by memory at each
    CHECK(each->joules.value() == doctest::Approx(1.4256).epsilon(1e-9));
    CHECK(each->time.value() == doctest::Approx(0.060).epsilon(1e-9));
    CHECK(1.0 - each->joules / one->joules == doctest::Approx(0.159).epsilon(0.0005 / 0.159));
    CHECK_FALSE(one_clock(o, seconds{0.053}).has_value());
    CHECK_FALSE(clock_each_stage(o, seconds{0.053}).has_value());
    CHECK(one_clock(o)->joules.value() == doctest::Approx(1.5624)); // no deadline

    // 0.5 ms a change leaves no room for (.8, .8, .4); a change that costs more than it saves is not made.
    auto const slow = clock_each_stage(o, seconds{0.060}, {seconds{0.5e-3}});
    CHECK(slow->clocks == std::vector<std::size_t>{0, 1, 3});
    auto const dear = clock_each_stage(o, seconds{0.060}, {seconds{0.0}, energy{1.0}});
    CHECK(dear->clocks == one->clocks);
    CHECK(dear->changes == 0);
}

TEST_CASE("stages: a sum above the deadline by nothing but rounding keeps it") {
    stage_options const o{{{seconds{0.1}, energy{1}}}, {{seconds{0.2}, energy{1}}}};
    CHECK(0.1 + 0.2 > 0.3);
    CHECK(one_clock(o, seconds{0.3}).has_value());
    CHECK(clock_each_stage(o, seconds{0.3}).has_value());
    CHECK_FALSE(one_clock(o, seconds{0.3 - 1e-9}).has_value());
    CHECK_FALSE(clock_each_stage(o, seconds{0.3 - 1e-9}).has_value());
}

TEST_CASE("stages: a clock a stage equals all combinations, with and without the way back") {
    trace::random source{11, 1};
    int found = 0;
    for (int round = 0; round < 3'000; ++round) {
        auto const o = random_options(source, 1 + source.below(5), 1 + source.below(5));
        switching change{duration{0.5 * source.below(3)}, energy{0.5 * source.below(3)}, source.below(2) == 0};
        duration const deadline{source.below(8) == 0 ? unbounded.value()
                                                     : static_cast<double>(o.size()) * 0.25 * source.below(20)};
        auto const want = exhaustive(o, deadline, change);
        auto const got = clock_each_stage(o, deadline, change);
        REQUIRE(got.has_value() == want.has_value());
        if (!want) continue;
        ++found;
        REQUIRE(got->joules.value() == doctest::Approx(want->joules.value()).epsilon(1e-12));
        REQUIRE(got->time.value() == doctest::Approx(want->time.value()).epsilon(1e-12));
        auto const again = plan_of(o, got->clocks, change);
        REQUIRE(again.joules == got->joules);
        REQUIRE(again.changes == got->changes);
    }
    CHECK(found > 1'000);
}

TEST_CASE("stages: the frontier answers every deadline") {
    trace::random source{12, 1};
    for (int round = 0; round < 300; ++round) {
        auto const o = random_options(source, 1 + source.below(4), 1 + source.below(4));
        switching const change{duration{0.5 * source.below(3)}, energy{0.5 * source.below(3)}, source.below(2) == 0};
        auto const front = clock_frontier(o, change);
        REQUIRE_FALSE(front.empty());
        for (std::size_t i = 0; i < front.size(); ++i) {
            auto const best = exhaustive(o, front[i].time, change);
            REQUIRE(best->joules.value() == doctest::Approx(front[i].joules.value()).epsilon(1e-12));
            if (i > 0) REQUIRE(front[i].joules < front[i - 1].joules);
            if (i > 0) REQUIRE(front[i].time > front[i - 1].time);
        }
        CHECK_FALSE(exhaustive(o, 0.999 * front.front().time, change).has_value());
        CHECK(front.back().joules.value() == doctest::Approx(exhaustive(o, unbounded, change)->joules.value()));
    }
}

TEST_CASE("stages: forty stages at twenty clocks are quick") {
    trace::random source{13, 1};
    auto const o = random_options(source, 40, 20);
    auto const loose = one_clock(o);
    REQUIRE(loose.has_value());
    auto const p = clock_each_stage(o, 0.9 * loose->time, {duration{0.01}, energy{0.01}});
    REQUIRE(p.has_value());
    CHECK(p->joules < loose->joules);
}

TEST_CASE("stages: repeats, host time, efficiency factors, memory clock, launches") {
    stage const s{"decode", {work{1e12}, bytes{1e9}, 100}, 7, seconds{0.003}, {0.5, 0.25}};
    auto const c = cost_of(s, device, {0.8, 0.5}, [](clock_shares const& f, utilisation const& u) {
        return power{10.0 + 100.0 * f.core * u.core + 40.0 * f.memory * u.memory};
    });
    double const compute = 1e12 / (0.5 * 100e12 * 0.8);
    double const memory = 1e9 / (0.25 * 200e9 * 0.5);
    CHECK(c.time.value() == doctest::Approx(7 * memory + 0.003));
    CHECK(c.bound.by == roof::memory);
    CHECK(c.bound.next == roof::compute);
    double const total = 7 * memory + 0.003;
    CHECK(c.joules.value() == doctest::Approx(total * (10.0 + 80.0 * 7 * compute / total + 20.0 * 7 * memory / total)));

    auto summed = s;
    summed.how = overlap::sum();
    CHECK(cost_of(summed, device, {0.8, 0.5}, draw).time.value() ==
          doctest::Approx(7 * (compute + memory + 5e-4) + 0.003));

    stage const empty{"none", {}};
    auto const nothing = cost_of(empty, device, {}, draw);
    CHECK(nothing.time.value() == 0.0);
    CHECK(nothing.joules.value() == 0.0);
    CHECK(nothing.bound.by == roof::none);
}

TEST_CASE("pipeline: serial and pipelined rates, Amdahl's ceiling") {
    auto const costs = costs_of(vla, device, {}, draw);
    auto const p = total_of(costs);
    CHECK(p.serial_rate().value() == doctest::Approx(1.0 / 0.054));
    CHECK(p.pipelined_rate().value() == doctest::Approx(1.0 / 0.030));
    CHECK(p.slowest_at == 2);
    CHECK(share_bound_by(costs, roof::memory) == doctest::Approx(30.0 / 54.0));
    CHECK(share_bound_by(costs, roof::launch) == 0.0);
    CHECK(amdahl(30.0 / 54.0) == doctest::Approx(54.0 / 24.0));
    CHECK(amdahl(0.75, 3.0) == doctest::Approx(2.0));
    CHECK(amdahl(0.0) == 1.0);
    // An upper bound: with memory without limit the action head is bound by its launches instead.
    auto const fast = total_of(costs_of(vla, {device.peak, bandwidth{1e18}, device.launch}, {}, draw));
    CHECK(p.time / fast.time < amdahl(share_bound_by(costs, roof::memory)));
    CHECK(fast.time.value() == doctest::Approx(0.034));
    CHECK(network{seconds{0.01}, bandwidth{1e6}}.time_for(bytes{5e3}).value() == doctest::Approx(0.015));
}
