// Batch-aware dispatch: worked examples, every choice of modes tried, bounds that a simulation keeps, the Nexus rule.
#include <gangway/plan/dispatch/batch_aware.hpp>
#include <gangway/plan/dispatch/fleet.hpp>
#include <gangway/plan/dispatch/least_latency.hpp>
#include <gangway/plan/dispatch/simulate.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <random>

using namespace gangway;
using namespace gangway::plan::dispatch;

namespace {

machine doubling() {
    return {{{1, duration{.020}}, {2, duration{.028}}, {4, duration{.044}}, {8, duration{.076}}}};
}

std::vector<std::int64_t> batches(std::vector<machine> const& machines, assignment const& a) {
    std::vector<std::int64_t> out;
    for (std::size_t i = 0; i < machines.size(); ++i)
        out.push_back(a.machines[i].mode ? machines[i].modes[*a.machines[i].mode].batch : 0);
    return out;
}

/// The largest latency from the definitions, machine by machine; infinite where the rate is not served.
double slow_latency(std::vector<machine> const& machines, std::vector<int> const& modes, double rate, form how) {
    struct in_use {
        double b, d, t, worth;
        std::size_t at;
    };
    std::vector<in_use> used;
    double capacity = 0.0;
    for (std::size_t i = 0; i < machines.size(); ++i) {
        if (modes[i] < 0) continue;
        auto const& m = machines[i].modes[static_cast<std::size_t>(modes[i])];
        double const t = static_cast<double>(m.batch) / m.run.value();
        used.push_back({static_cast<double>(m.batch), m.run.value(), t, t / machines[i].cost, i});
        capacity += t;
    }
    if (capacity < rate * (1 - 1e-9)) return std::numeric_limits<double>::infinity();
    std::sort(used.begin(), used.end(),
              [](auto const& a, auto const& b) { return a.worth != b.worth ? a.worth > b.worth : a.at < b.at; });
    double worst = 0.0;
    double left = rate;
    for (auto const& u : used) {
        if (how == form::round_robin) worst = std::max(worst, u.d + u.b / (rate * u.t / capacity));
        if (how == form::batch_aware) worst = std::max(worst, u.d + u.b / rate);
        if (how == form::strict_priority && left > 1e-9 * rate) worst = std::max(worst, u.d + u.b / left);
        left -= u.t;
    }
    return worst;
}

double brute_force(std::vector<machine> const& machines, double rate, form how) {
    std::vector<int> modes(machines.size());
    double best = std::numeric_limits<double>::infinity();
    std::function<void(std::size_t)> const next = [&](std::size_t i) {
        if (i == machines.size()) {
            best = std::min(best, slow_latency(machines, modes, rate, how));
            return;
        }
        for (int k = -1; k < static_cast<int>(machines[i].modes.size()); ++k) {
            modes[i] = k;
            next(i + 1);
        }
    };
    next(0);
    return best;
}

std::vector<machine> random_machines(std::mt19937& r, std::size_t n) {
    auto const real = [&](double a, double b) { return a + (b - a) * (static_cast<double>(r()) / 4294967296.0); };
    std::vector<machine> out;
    for (std::size_t i = 0; i < n; ++i) {
        if (i > 0 && r() % 3 == 0) {
            out.push_back(out.back());
            continue;
        }
        machine m{{}, real(.5, 2)};
        double const base = real(.005, .03);
        for (std::int64_t b = 1; b <= 8; b *= 2)
            if (b == 1 || r() % 4) m.modes.push_back({b, duration{base * (1 + real(.2, .6) * static_cast<double>(b))}});
        out.push_back(m);
    }
    return out;
}

double all_they_can(std::vector<machine> const& machines) {
    double sum = 0.0;
    for (auto const& m : machines) {
        double most = 0.0;
        for (auto const& k : m.modes) most = std::max(most, rate_of(k).value());
        sum += most;
    }
    return sum;
}

} // namespace

TEST_CASE("two machines of four modes") {
    std::vector<machine> const two{doubling(), doubling()};
    struct row {
        double rate;
        std::vector<std::int64_t> modes;
        double aware, round_robin, precision;
    };
    for (auto const& r : {row{60, {1, 1}, 36.67, 53.33, .005}, row{100, {1, 1}, 30.00, 40.00, .005},
                          row{150, {2, 4}, 70.67, 91.62, .005}, row{190, {4, 8}, 118.1, 154.5, .05}}) {
        CAPTURE(r.rate);
        auto const aware = batch_aware(two, frequency{r.rate});
        REQUIRE(aware);
        CHECK(batches(two, *aware) == r.modes);
        CHECK(std::abs(1e3 * aware->latency.value() - r.aware) < r.precision);
        auto const bisected = batch_aware_by_bisection(two, frequency{r.rate});
        CHECK(bisected->latency.value() == doctest::Approx(aware->latency.value()).epsilon(1e-7));
        auto const turns = least_latency(two, frequency{r.rate}, form::round_robin);
        REQUIRE(turns.best);
        CHECK(turns.proved);
        CHECK(std::abs(1e3 * turns.best->latency.value() - r.round_robin) < r.precision);
        // In the same modes too.
        std::vector<std::optional<std::size_t>> modes;
        for (auto const& d : aware->machines) modes.push_back(d.mode);
        CHECK(std::abs(1e3 * with_modes(two, modes, frequency{r.rate}, form::round_robin)->latency.value() -
                       r.round_robin) < r.precision);
    }
    CHECK(!batch_aware(two, frequency{211}));
    CHECK(!batch_aware_by_bisection(two, frequency{211}));
    CHECK(!least_latency(two, frequency{211}, form::round_robin).best);
    // What one machine can do alone, the second is left out of where it does not help.
    CHECK(batches(two, *batch_aware(two, frequency{40})) == std::vector<std::int64_t>{1, 0});
}

TEST_CASE("every choice of modes tried, in every form") {
    std::mt19937 r{1};
    int served = 0;
    for (int i = 0; i < 300; ++i) {
        CAPTURE(i);
        auto const machines = random_machines(r, 1 + r() % 4);
        double const rate = all_they_can(machines) * (.1 + static_cast<double>(r() % 100) / 100);
        for (auto const how : {form::round_robin, form::batch_aware, form::strict_priority}) {
            double const want = brute_force(machines, rate, how);
            auto const got = least_latency(machines, frequency{rate}, how);
            REQUIRE(got.best.has_value() == std::isfinite(want));
            if (!got.best) continue;
            ++served;
            CHECK(got.proved);
            CHECK(got.best->latency.value() == doctest::Approx(want).epsilon(1e-9));
            double sum = 0.0;
            for (std::size_t m = 0; m < machines.size(); ++m) {
                auto const& d = got.best->machines[m];
                sum += d.rate.value();
                if (d.mode)
                    CHECK(d.rate.value() <= rate_of(machines[m].modes[*d.mode]).value() * (1 + 1e-9));
                else
                    CHECK(d.rate.value() == 0);
            }
            CHECK(sum == doctest::Approx(rate).epsilon(1e-8));
        }
        auto const bisected = batch_aware_by_bisection(machines, frequency{rate});
        if (auto const exact = batch_aware(machines, frequency{rate}))
            CHECK(bisected->latency.value() == doctest::Approx(exact->latency.value()).epsilon(1e-7));
        else
            CHECK(!bisected);
    }
    CHECK(served > 500);
}

TEST_CASE("strict priority: the remaining rate collects") {
    // T = 80 and 40, equal costs: the first takes 80 of 120, the second collects from the other 40.
    std::vector<machine> const two{{{{2, duration{.05}}}}, {{{8, duration{.1}}}}};
    auto const a = *with_modes(two, {0, 0}, frequency{120}, form::strict_priority);
    CHECK(a.machines[1].latency.value() == doctest::Approx(.1 + 8.0 / 120));
    CHECK(a.machines[0].latency.value() == doctest::Approx(.05 + 2.0 / 40));
    CHECK(a.machines[0].rate.value() == doctest::Approx(40));
    // Dear enough, the large one comes second.
    std::vector<machine> const dear{two[0], {two[1].modes, 3.0}};
    auto const b = *with_modes(dear, {0, 0}, frequency{120}, form::strict_priority);
    CHECK(b.machines[0].latency.value() == doctest::Approx(.05 + 2.0 / 120));
    CHECK(b.machines[1].latency.value() == doctest::Approx(.1 + 8.0 / 80));
    // What is not needed gets nothing and counts for nothing.
    auto const c = *with_modes(two, {0, 0}, frequency{80}, form::strict_priority);
    CHECK(!c.machines[0].mode);
    CHECK(c.latency.value() == doctest::Approx(.1 + 8.0 / 80));
}

TEST_CASE("out of nodes: a plan, not a proof") {
    std::mt19937 r{2};
    auto const machines = random_machines(r, 8);
    frequency const rate{.8 * all_they_can(machines)};
    auto const exact = least_latency(machines, rate, form::round_robin);
    auto const quick = least_latency(machines, rate, form::round_robin, 10);
    REQUIRE(quick.best);
    CHECK(!quick.proved);
    CHECK(quick.best->latency >= exact.best->latency);
}

TEST_CASE("the simulation: equal machines at full load") {
    double const aware[]{.175, .1375, .125, .11875};
    for (std::size_t n = 1; n <= 4; ++n) {
        CAPTURE(n);
        std::vector<machine> const machines(n, machine{{{4, duration{.1}}}});
        frequency const rate{40.0 * static_cast<double>(n)};
        std::vector<std::optional<std::size_t>> const all(n, 0);
        auto const arrivals = periodic_arrivals(rate, 4000);
        for (auto const how : {form::batch_aware, form::strict_priority}) {
            auto const s = simulate(machines, *with_modes(machines, all, rate, how), rate, how, arrivals);
            CHECK(s.worst.value() == doctest::Approx(aware[n - 1]).epsilon(1e-9));
            CHECK(s.queued().value() == doctest::Approx(0));
            CHECK(s.served + s.unfinished == 4000);
        }
        auto const plan = *with_modes(machines, all, rate, form::round_robin);
        auto const s = simulate(machines, plan, rate, form::round_robin, arrivals);
        CHECK(s.worst.value() == doctest::Approx(.175).epsilon(1e-9));
        CHECK(plan.latency.value() == doctest::Approx(.2));
    }
}

TEST_CASE("the simulation: unequal machines at full load") {
    std::vector<machine> const two{{{{8, duration{.1}}}}, {{{2, duration{.05}}}}};
    frequency const rate{120};
    auto const arrivals = periodic_arrivals(rate, 12000);
    auto const aware = *with_modes(two, {0, 0}, rate, form::batch_aware);
    CHECK(aware.latency.value() == doctest::Approx(.1 + 8.0 / 120));
    CHECK(simulate(two, aware, rate, form::batch_aware, arrivals).worst.value() ==
          doctest::Approx(.1 + 7.0 / 120).epsilon(1e-9));
    auto const turns =
        simulate(two, *with_modes(two, {0, 0}, rate, form::round_robin), rate, form::round_robin, arrivals);
    CHECK(turns.worst.value() == doctest::Approx(.1 + 11.0 / 120).epsilon(1e-9));
    CHECK(turns.machines[0].served == 8000);
    CHECK(turns.machines[1].served == 4000);
}

TEST_CASE("the simulation keeps the bounds while machines have slack") {
    std::mt19937 r{3};
    int equal = 0;
    int unequal = 0;
    for (int i = 0; i < 400; ++i) {
        CAPTURE(i);
        auto machines = random_machines(r, 1 + r() % 4);
        bool const same = i % 2 == 0;
        if (same) machines.assign(machines.size(), machines[0]);
        std::vector<std::optional<std::size_t>> modes;
        for (auto const& m : machines) modes.push_back(same ? machines[0].modes.size() - 1 : r() % m.modes.size());
        double capacity = 0.0;
        double longest = 0.0;
        for (std::size_t m = 0; m < machines.size(); ++m) {
            auto const& chosen = machines[m].modes[*modes[m]];
            capacity += rate_of(chosen).value();
            longest = std::max(longest, chosen.run.value());
        }
        frequency const rate{capacity * (.3 + static_cast<double>(r() % 70) / 100)};
        for (auto const how : {form::batch_aware, form::round_robin, form::strict_priority}) {
            auto const plan = *with_modes(machines, modes, rate, how);
            auto const s = simulate(machines, plan, rate, how, periodic_arrivals(rate, 3000));
            double const slot = same && how != form::round_robin ? 0.0 : longest;
            CHECK(s.worst.value() <= plan.latency.value() + slot + 1e-9);
            if (how == form::batch_aware) {
                CHECK(s.queued().value() <= slot + 1e-9);
                (same ? equal : unequal) += s.worst <= plan.latency ? 1 : 0;
            }
        }
    }
    CHECK(equal == 200);
    CHECK(unequal > 150); // most keep the bound without the slot
}

TEST_CASE("batches that never fill are told") {
    std::vector<machine> const one{{{{4, duration{.1}}}}};
    auto const plan = *with_modes(one, {0}, frequency{10}, form::batch_aware);
    auto const s = simulate(one, plan, frequency{10}, form::batch_aware, periodic_arrivals(frequency{10}, 10));
    CHECK(s.served == 8);
    CHECK(s.unfinished == 2);
    CHECK(s.machines[0].batches == 2);
    CHECK(s.mean.value() == doctest::Approx(.1 + .15));
    CHECK(simulate(one, plan, frequency{10}, form::batch_aware, {}).served == 0);
    // Arrivals in bursts: the second batch waits for the machine.
    std::vector<instant> const burst(8, instant{1});
    CHECK(simulate(one, plan, frequency{10}, form::batch_aware, burst).queued().value() == doctest::Approx(.1));
}

TEST_CASE("smooth turns") {
    smooth_round_robin turns{{2, 1, 0}};
    std::vector<std::size_t> got;
    for (int i = 0; i < 6; ++i) got.push_back(turns.next());
    CHECK(got == std::vector<std::size_t>{0, 1, 0, 0, 1, 0});
}

TEST_CASE("machines that a rate needs: batch-aware beside Nexus") {
    auto const modes = doubling().modes;
    auto const nexus = fewest_machines(modes, frequency{500}, duration{.1}, fleet_rule::nexus);
    REQUIRE(nexus);
    CHECK(modes[nexus->mode].batch == 4); // 88 ms; eight at once would take 152
    CHECK(nexus->machines == 6);          // 5.5
    CHECK(nexus->latency.value() == doctest::Approx(.088));
    auto const aware = fewest_machines(modes, frequency{500}, duration{.1}, fleet_rule::batch_aware);
    REQUIRE(aware);
    CHECK(modes[aware->mode].batch == 8); // 76 + 16 ms
    CHECK(aware->machines == 5);          // 4.75
    CHECK(aware->latency.value() == doctest::Approx(.092));
    CHECK(!fewest_machines(modes, frequency{500}, duration{.021}, fleet_rule::nexus));
    CHECK(fewest_machines(modes, frequency{50}, duration{.04}, fleet_rule::nexus)->machines == 1);
    std::mt19937 r{4};
    for (int i = 0; i < 200; ++i) {
        auto const list = random_machines(r, 1)[0].modes;
        double const rate = 20.0 + static_cast<double>(r() % 1000);
        double const limit = .02 + static_cast<double>(r() % 200) / 1000;
        for (auto const rule : {fleet_rule::nexus, fleet_rule::batch_aware}) {
            double want = std::numeric_limits<double>::infinity();
            for (auto const& m : list) {
                double const latency =
                    rule == fleet_rule::nexus ? 2 * m.run.value() : m.run.value() + static_cast<double>(m.batch) / rate;
                if (latency <= limit * (1 + 1e-9))
                    want = std::min(want, std::ceil(rate * m.run.value() / static_cast<double>(m.batch) - 1e-9));
            }
            auto const got = fewest_machines(list, frequency{rate}, duration{limit}, rule);
            REQUIRE(got.has_value() == std::isfinite(want));
            if (got) CHECK(static_cast<double>(got->machines) == want);
        }
    }
}

TEST_CASE("faults of machines are named") {
    using kind = dispatch_fault_kind;
    auto const kinds = [](std::vector<machine> const& m, double rate) {
        std::vector<kind> out;
        for (auto const& f : faults_of(m, frequency{rate})) out.push_back(f.kind);
        return out;
    };
    CHECK(kinds({doubling()}, 1).empty());
    CHECK(kinds({}, std::nan("")) == std::vector{kind::no_machine, kind::bad_rate});
    CHECK(kinds({{{}, 0.0}}, 1) == std::vector{kind::bad_cost, kind::no_mode});
    CHECK(kinds({{{{0, duration{1}}}}, {{{1, duration{-1}}}}}, 1) == std::vector{kind::bad_mode, kind::bad_mode});
}

TEST_CASE("modes from the host's own records") {
    struct record {
        int size;
        double seconds;
    };
    std::vector<record> const records{{1, .02}, {2, .028}};
    CHECK(modes_of(records, &record::size, &record::seconds) ==
          std::vector<mode>{{1, duration{.02}}, {2, duration{.028}}});
}
