// The cost of Zeus and its largest slowdown, by hand and against exhaustive search over measured power limits.
#include "cost_dvfs_testing.hpp"

#include <gangway/clock/choose.hpp>
#include <gangway/cost/dvfs/zeus.hpp>

using namespace gangway;
using namespace gangway::cost;
using doctest::Approx;

namespace {

std::vector<limit_point> three() {
    return {{power{100}, seconds{30}, power{98}},
            {power{250}, seconds{20}, power{200}},
            {power{175}, seconds{20.8}, power{160}}};
}

} // namespace

TEST_CASE("zeus: cost and choice by hand") {
    auto const sweep = three();
    zeus_cost const half{power{250}};
    CHECK(half(sweep[0]).value() == Approx(0.5 * 2940 + 0.5 * 7500)); // 5220
    CHECK(half(sweep[1]).value() == Approx(0.5 * 4000 + 0.5 * 5000)); // 4500
    CHECK(half(sweep[2]).value() == Approx(0.5 * 3328 + 0.5 * 5200)); // 4264
    CHECK(choose_by_zeus(sweep, half)->limit == power{175});
    CHECK(choose_by_zeus(sweep, {power{250}, 1.0})->limit == power{100}); // energy alone
    CHECK(choose_by_zeus(sweep, {power{250}, 0.0})->limit == power{250}); // time alone
    CHECK(!choose_by_zeus(std::vector<limit_point>{}, half));
}

TEST_CASE("zeus: the lowest limit within a slowdown") {
    auto const sweep = three();
    CHECK(lowest_limit_within(sweep, 1.0)->limit == power{250});
    CHECK(lowest_limit_within(sweep, 1.05)->limit == power{175});
    CHECK(lowest_limit_within(sweep, 1.5)->limit == power{100});
    CHECK(!lowest_limit_within(std::vector<limit_point>{}, 1.05));
    // Always against the highest limit, not against the next one: 4 % and 3.4 % are 7.5 %.
    std::vector<limit_point> const stairs{{power{250}, seconds{20}, power{200}},
                                          {power{175}, seconds{20.8}, power{160}},
                                          {power{150}, seconds{21.5}, power{145}}};
    CHECK(lowest_limit_within(stairs, 1.05)->limit == power{175});
}

TEST_CASE("zeus: on clocks as on limits") {
    std::vector<clock_point> const sweep{{frequency{1.0}, seconds{10}, power{200}},
                                         {frequency{0.8}, seconds{11}, power{130}}};
    CHECK(choose_by_zeus(sweep, {power{200}})->clock == frequency{0.8}); // 1815 against 2000
    CHECK(choose_by_zeus(sweep, {power{400}, 0.1})->clock == frequency{1.0});
}

TEST_CASE("zeus: every measured configuration, equal to exhaustive search") {
    auto const content = dvfs_testing::shared_sweep("zeus-v100-power-limit.csv");
    if (!content) return;
    std::map<std::string, std::vector<limit_point>> runs;
    power top{0};
    dvfs_testing::for_each_row(*content,
                               {{"dataset", true},
                                {"network", true},
                                {"batch_size", true},
                                {"optimizer", true},
                                {"power_limit", true},
                                {"time_per_epoch", true},
                                {"average_power", true}},
                               [&](auto f) {
                                   std::string key;
                                   for (std::size_t c = 0; c < 4; ++c) key += std::string{f[c]} + "/";
                                   runs[key].push_back({power{dvfs_testing::number(f[4])},
                                                        seconds{dvfs_testing::number(f[5])},
                                                        power{dvfs_testing::number(f[6])}});
                                   top = std::max(top, runs[key].back().limit);
                               });
    CHECK(runs.size() == 68);
    CHECK(top == power{250});

    std::vector<double> saving;
    for (auto const& [name, sweep] : runs) {
        CAPTURE(name);
        // Exhaustive: the smallest value of everything that keeps the constraint, in a sorted list.
        auto const least = [&](auto value, auto keeps) {
            std::vector<std::pair<double, limit_point>> all;
            for (auto const& p : sweep)
                if (keeps(p)) all.push_back({value(p), p});
            std::sort(all.begin(), all.end(), [](auto const& a, auto const& b) { return a.first < b.first; });
            REQUIRE(!all.empty());
            return all.front().second;
        };
        auto const any = [](limit_point const&) { return true; };
        auto const joules = [](limit_point const& p) { return p.time.value() * p.draw.value(); };
        auto const highest = least([](auto const& p) { return -p.limit.value(); }, any);

        auto const by_energy = choose_by_zeus(sweep, {top, 1.0});
        CHECK(*by_energy == least(joules, any));
        CHECK(*choose_by_zeus(sweep, {top, 0.5}) ==
              least([&](auto const& p) { return 0.5 * joules(p) + 0.5 * top.value() * p.time.value(); }, any));
        CHECK(*lowest_limit_within(sweep, 1.05) ==
              least([](auto const& p) { return p.limit.value(); },
                    [&](auto const& p) { return p.time.value() <= 1.05 * highest.time.value(); }));
        saving.push_back(1.0 - joules(*by_energy) / joules(highest));

        // The scheduler's choice of a clock, on the same numbers.
        std::vector<clock_point> clocks;
        for (auto const& p : sweep) clocks.push_back({frequency{p.limit.value()}, p.time, p.draw});
        CHECK(choose_clock(clocks, clock_cost::joules).at->clock.value() == by_energy->limit.value());
    }
    CHECK(dvfs_testing::mean(saving) == Approx(0.214).epsilon(0.005));
}
