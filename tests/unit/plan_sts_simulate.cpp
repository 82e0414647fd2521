// STS, jobs that come and go: hand-checked runs, what every policy must keep, the baselines, a generated week.
#include <doctest/doctest.h>

#include <gangway/plan/sts/baselines.hpp>
#include <gangway/plan/sts/generated_load.hpp>

#include <cmath>
#include <map>
#include <set>

using namespace gangway;
using namespace gangway::plan::sts;

namespace {

early_stop stops(std::vector<double> const& p) {
    return early_stop::from_probabilities(p).value();
}

/// The worked example of one job: epochs on 1, 2 or 4 of 4 devices, 6000, 7000 and 9000 J each.
training_load worked(double due, std::size_t stops_after) {
    training_load load;
    load.park = {{{{power{0}, power{100}, power{175}, power{240}, power{300}}, bytes{}}}, {0}};
    std::vector<configuration> const gpus{{0, 1, 1.0, {}, duration{60}, energy{6000}},
                                          {0, 2, 1.0, {}, duration{40}, energy{7000}},
                                          {0, 4, 1.0, {}, duration{30}, energy{9000}}};
    load.jobs = {{gpus, stops({.5, .3, .2}), instant{due}}};
    load.stops_after = {stops_after};
    return load;
}

/// Looks over the shoulder of a policy: keeps what it said and when.
template <class Policy>
struct watched {
    struct look {
        instant now;
        std::vector<std::size_t> jobs;
        std::vector<placement> at;
    };
    Policy policy;
    std::vector<look>* seen;

    template <class Host>
    duration operator()(Host const& host, std::vector<std::size_t> const& jobs, node_park const& park, instant now,
                        std::vector<placement>& at) const {
        auto const wake = policy(host, jobs, park, now, at);
        seen->push_back({now, jobs, at});
        return wake;
    }
};
template <class Policy>
struct seen_run {
    load_result result;
    std::vector<typename watched<Policy>::look> looks;
};
template <class Policy>
seen_run<Policy> run(training_load const& load, Policy const& policy) {
    seen_run<Policy> out;
    out.result = simulate(load, watched<Policy>{policy, &out.looks});
    return out;
}

/// Joules, work and room of a run from the looks alone. Between two looks jobs run as they were put, until their ends.
template <class Run>
void check_run(training_load const& load, Run const& r) {
    double joules = 0.0;
    std::vector<double> done(load.jobs.size(), 0.0);
    for (std::size_t l = 0; l < r.looks.size(); ++l) {
        auto const& look = r.looks[l];
        REQUIRE(std::set<std::size_t>(look.jobs.begin(), look.jobs.end()).size() == look.jobs.size());
        std::vector<std::size_t> devices(load.park.kind_of_node.size(), 0);
        std::set<std::pair<index, std::size_t>> shared;
        std::map<std::pair<index, std::size_t>, std::pair<double, double>> of_device;
        double until = l + 1 < r.looks.size() ? r.looks[l + 1].now.value() : 1e300;
        for (std::size_t i = 0; i < look.jobs.size(); ++i) {
            auto const job = look.jobs[i];
            REQUIRE(load.jobs[job].submitted <= look.now);
            REQUIRE(look.now <= r.result.ends[job]);
            if (look.at[i].runs()) until = std::min(until, r.result.ends[job].value());
        }
        double const step = until - look.now.value();
        for (std::size_t i = 0; i < look.jobs.size(); ++i) {
            auto const& at = look.at[i];
            if (!at.runs()) continue;
            auto const& c = load.jobs[look.jobs[i]].configurations[at.configuration];
            REQUIRE(c.kind == load.park.kind_of_node[at.node]);
            done[look.jobs[i]] += step / c.time.value();
            if (c.share < 1.0) {
                shared.insert({at.node, at.device});
                auto& [share, memory] = of_device[{at.node, at.device}];
                share += c.share;
                memory += c.memory.value();
                REQUIRE(share <= 1.0 + 1e-9);
                REQUIRE(memory <= load.park.at(at.node).memory.value() * (1 + 1e-12));
            } else {
                REQUIRE(c.memory <= load.park.at(at.node).memory);
                devices[at.node] += static_cast<std::size_t>(c.devices);
            }
        }
        for (auto const& [node, device] : shared) ++devices[node];
        for (index n = 0; n < devices.size(); ++n) {
            REQUIRE(devices[n] <= load.park.at(n).devices());
            joules += load.park.at(n).draw[devices[n]].value() * step;
        }
    }
    CHECK(joules == doctest::Approx(r.result.spent.value()).epsilon(1e-9));
    std::size_t late = 0;
    double tardiness = 0.0;
    for (std::size_t j = 0; j < load.jobs.size(); ++j) {
        REQUIRE(done[j] == doctest::Approx(static_cast<double>(load.stops_after[j])).epsilon(1e-6));
        double const by = (r.result.ends[j] - load.jobs[j].due).value();
        late += by > 1e-6 ? 1 : 0;
        tardiness += std::max(0.0, by);
    }
    CHECK(r.result.violations == late);
    CHECK(r.result.tardiness.value() == doctest::Approx(tardiness).epsilon(1e-6));
    CHECK(r.result.finished == load.jobs.size());
}

} // namespace

TEST_CASE("the worked job speeds up as planned, and is charged each configuration's node") {
    auto const three = simulate(worked(130, 3), stochastic{});
    CHECK(three.ends[0].value() == doctest::Approx(130)); // 60 + 40 + 30
    CHECK(three.spent.value() == doctest::Approx(6000 + 7000 + 9000));
    CHECK(three.violations == 0);
    CHECK(three.resizes == 2);
    CHECK(three.plans == 3);
    auto const one = simulate(worked(130, 1), stochastic{});
    CHECK(one.ends[0].value() == doctest::Approx(60));
    CHECK(one.spent.value() == doctest::Approx(6000));
    auto const sure = simulate(worked(130, 1), stochastic{.early_stops = false});
    CHECK(sure.spent.value() == doctest::Approx(7000)); // 2, 2, 2: pays for a course that hardly ever happens
    auto const late = simulate(worked(89, 3), stochastic{});
    CHECK(late.violations == 1);
    CHECK(late.tardiness.value() == doctest::Approx(1)); // 4 devices throughout
    CHECK(late.tardiness_cost == doctest::Approx(1000));
}

TEST_CASE("moves that take time: a reserve keeps the due date") {
    // 60 s on one device; 5 s and 35 s on two, when its plan would be done with that epoch; late, it takes all four.
    auto const without = simulate(worked(130, 3), stochastic{}, {.move = seconds{5}});
    CHECK(without.ends[0].value() == doctest::Approx(60 + 5 + 35 + 5 + 30.0 / 8 + 30));
    CHECK(without.spent.value() == doctest::Approx(60 * 100 + 40 * 175 + (5 + 30.0 / 8 + 30) * 300));
    CHECK(without.violations == 1);
    // For 110 s the plan is 2, 2, 4.
    auto const with = simulate(worked(130, 3), stochastic{{.restarts = 1, .sweeps = 0, .reserve = seconds{20}}},
                               {.move = seconds{5}});
    CHECK(with.ends[0].value() == doctest::Approx(40 + 40 + 5 + 30));
    CHECK(with.violations == 0);
}

TEST_CASE("a job that was moved stands still once, whatever happens meanwhile") {
    auto load = worked(130, 2);
    load.park.kinds.push_back({{power{0}, power{50}}, bytes{}});
    load.park.kind_of_node.push_back(1);
    load.jobs.push_back({{{1, 1, 1.0, {}, duration{6}, energy{300}}}, stops({1.0}), instant{1000}});
    load.jobs.back().submitted = instant{62};
    load.stops_after.push_back(1);
    auto const r = simulate(load, stochastic{}, {.move = seconds{5}});
    CHECK(r.ends[1].value() == doctest::Approx(68));
    // 60 s on one device, 2 s standing on two; then 40 s there would be too late: 5 s standing and 30 s on four.
    CHECK(r.ends[0].value() == doctest::Approx(60 + 2 + 5 + 30));
    CHECK(r.spent.value() == doctest::Approx(60 * 100 + 2 * 175 + 35 * 300 + 6 * 50));
}

TEST_CASE("baselines keep what runs on shares of devices") {
    training_load load;
    load.park = {{{{power{0}, power{300}}, bytes{}}}, {0}};
    load.jobs = {{{{0, 1, 0.5, {}, duration{100}, energy{1000}}}, stops({1.0}), instant{1000}},
                 {{{0, 1, 1.0, {}, duration{10}, energy{1000}}}, stops({1.0}), instant{1000}},
                 {{{0, 1, 0.5, {}, duration{20}, energy{1000}}}, stops({1.0}), instant{1000}}};
    for (std::size_t j = 0; j < 3; ++j) load.jobs[j].submitted = instant{10.0 * static_cast<double>(j)};
    load.stops_after = {1, 1, 1};
    auto const r = simulate(load, in_order<first_come>{{}, node_use::shared});
    CHECK(r.ends == std::vector<instant>{instant{100}, instant{110}, instant{40}});
    CHECK(r.spent.value() == doctest::Approx(110 * 300));
}

TEST_CASE("baselines: the order, nodes of their own or shared, configurations that stay") {
    // Two nodes of two devices; three jobs of one epoch of 100 s on one device. The last comes with the least time.
    training_load load;
    load.park = {{{{power{0}, power{300}, power{400}}, bytes{}}}, {0, 0}};
    std::vector<configuration> const one{{0, 1, 1.0, {}, duration{100}, energy{30000}}};
    for (int i = 0; i < 3; ++i) {
        load.jobs.push_back({one, stops({1.0}), instant{1000.0 - 100.0 * i}});
        load.jobs.back().priority = i == 1 ? 5 : 1;
        load.stops_after.push_back(1);
    }
    auto const ends = [](load_result const& r) {
        return std::vector<double>{r.ends[0].value(), r.ends[1].value(), r.ends[2].value()};
    };
    auto const own = simulate(load, in_order<first_come>{});
    CHECK(ends(own) == std::vector<double>{100, 100, 200});
    CHECK(own.spent.value() == doctest::Approx(3 * 30000));
    CHECK(ends(simulate(load, in_order<earliest_due>{})) == std::vector<double>{200, 100, 100});
    CHECK(ends(simulate(load, in_order<highest_priority>{})) == std::vector<double>{100, 100, 200});
    load.jobs[2].priority = 9;
    CHECK(ends(simulate(load, in_order<highest_priority>{})) == std::vector<double>{200, 100, 100});
    auto const shared = simulate(load, in_order<first_come>{{}, node_use::shared});
    CHECK(ends(shared) == std::vector<double>{100, 100, 100});
    CHECK(shared.spent.value() == doctest::Approx(40000 + 30000));
    CHECK(shared.moves + shared.resizes == 0);

    // The cheapest configuration that keeps the due date in the worst case, else the fastest.
    CHECK(simulate(worked(180, 3), in_order<first_come>{}).spent.value() == doctest::Approx(18000));
    CHECK(simulate(worked(179, 3), in_order<first_come>{}).spent.value() == doctest::Approx(21000));
    CHECK(simulate(worked(10, 3), in_order<first_come>{}).spent.value() == doctest::Approx(27000));
}

TEST_CASE("a job that no node can take is left over, not waited for") {
    auto load = worked(130, 3);
    load.jobs.push_back(load.jobs[0]);
    load.jobs[1].configurations[0].devices = load.jobs[1].configurations[1].devices =
        load.jobs[1].configurations[2].devices = 9;
    load.stops_after.push_back(2);
    for (auto const& r : {simulate(load, stochastic{}), simulate(load, in_order<first_come>{})}) {
        CHECK(r.finished == 1);
        CHECK(r.violations == 1);
        CHECK(r.ends[1] == never_instant);
    }
}

TEST_CASE("whatever the policy: no device twice, memory fits, every epoch is run, joules add up") {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        auto const load = generated_load({.seed = seed,
                                          .nodes = 4,
                                          .jobs = 40,
                                          .span = days{1},
                                          .tight = 1.1,
                                          .loose = 4.0,
                                          .sharing = seed % 2 == 0});
        check_run(load, run(load, stochastic{}));
        check_run(load, run(load, stochastic{{.restarts = 6, .sweeps = 1}}));
        check_run(load, run(load, stochastic{{.restarts = 2, .sweeps = 0, .move = seconds{120}}}));
        check_run(load, run(load, stochastic{{.restarts = 2, .sweeps = 1, .move = seconds{5}}}));
        check_run(load, run(load, stochastic{.early_stops = false}));
        check_run(load, run(load, in_order<first_come>{}));
        check_run(load, run(load, in_order<earliest_due>{{}, node_use::shared}));
        check_run(load, run(load, in_order<highest_priority>{{}, node_use::shared}));
    }
}

TEST_CASE("nodes that are alike change places so that jobs stay") {
    node_park const park{{{{power{0}, power{1}, power{2}}, bytes{}}, {{power{0}, power{1}, power{2}}, bytes{}}},
                         {0, 0, 1, 1, 0}};
    // Node 0 of the plan holds one job that is on node 1 and two that are on node 4: it becomes node 4.
    std::vector<placement> const present{{1, 0, 0}, {4, 0, 0}, {4, 0, 0}, {3, 0, 0}, {0, 0, 0}, {}};
    std::vector<placement> plan{{0, 2, 0}, {0, 1, 0}, {0, 0, 0}, {2, 0, 0}, {1, 0, 0}, {4, 0, 0}};
    auto const becomes = nodes_kept(plan, present, park);
    for (auto& p : plan) p.node = becomes[p.node];
    CHECK(plan == std::vector<placement>{{4, 2, 0}, {4, 1, 0}, {4, 0, 0}, {3, 0, 0}, {0, 0, 0}, {1, 0, 0}});
}

TEST_CASE("the same seed is the same week; a busy week costs less under STS than under the baselines") {
    load_shape const shape{.seed = 3, .nodes = 6, .jobs = 250};
    auto const load = generated_load(shape);
    auto const sts = simulate(load, stochastic{});
    CHECK(simulate(generated_load(shape), stochastic{}).spent == sts.spent);
    auto const fifo = simulate(load, in_order<first_come>{});
    auto const packed = simulate(load, in_order<earliest_due>{{}, node_use::shared});
    CHECK(sts.spent < 0.8 * fifo.spent);
    CHECK(sts.spent < 0.9 * packed.spent);
    CHECK(sts.violations < fifo.violations);
    CHECK(sts.finished == load.jobs.size());
}
