// Amounts of the cluster as a whole, watts above all: admission, reservations, explanations, clocks, energy.
#include <doctest/doctest.h>

#include <gangway/gangway.hpp>
#include <gangway/sim/energy.hpp>

#include "toy_host.hpp"

#include <array>
#include <map>
#include <string>
#include <vector>

using namespace gangway;

namespace {

using powered = sim::workload<gang<1>, sim::power_budget>;

powered cluster(std::int64_t gpus, double watts) {
    powered w;
    w.nodes.push_back({{gpus}, true});
    w.budget.limit = power{watts};
    return w;
}
void add(powered& w, double at, std::int64_t gpus, double watts, double run) {
    w.jobs.push_back({static_cast<std::int64_t>(w.jobs.size()), instant{at}, duration{run}, duration{run}, 0.0, 0, {1, {gpus}}});
    w.draws.push_back(power{watts});
}
template <class Policy>
std::vector<double> starts(powered const& w, Policy const& p) {
    std::vector<double> all;
    for (auto const& j : sim::replay{w, p}.run().jobs) all.push_back(j.start);
    return all;
}

/// A sweep a job, by its place.
struct sweeps {
    std::map<index, std::vector<clock_point>> of;
    std::vector<clock_point> none;

    [[nodiscard]] std::vector<clock_point> const& clocks(sim::job_ref j) const {
        auto const found = of.find(j.at);
        return found == of.end() ? none : found->second;
    }
};

auto const by_easy = policy{.admit = easy{}};

} // namespace

TEST_CASE("jobs under one power budget (geopm/geopm#3028)") {
    auto w = cluster(8, 1000);
    for (int j = 0; j < 3; ++j) add(w, 0, 2, 400, 100);
    CHECK(starts(w, by_easy) == std::vector{0.0, 0.0, 100.0});

    // The third may run at 200 W and 1.3 times the time: it starts at once.
    sweeps s;
    s.of[2] = {{frequency{1.4e9}, seconds{100}, power{400}}, {frequency{0.9e9}, seconds{130}, power{200}}};
    auto const p = policy{.admit = easy{}, .clock = cheapest_clock{s}};
    auto const r = sim::replay{w, p}.run();
    CHECK(r.jobs[2].start == 0.0);
    CHECK(r.jobs[2].end == 130.0);
    CHECK(r.clocks[2].at->draw == power{200});
    CHECK(r.clocks[2].slowdown == doctest::Approx(1.3));
    CHECK(r.joules[0] == energy{40'000});
    CHECK(r.joules[2] == energy{26'000});
    auto const e = sim::measure_energy(w, r, power{10});
    CHECK(e.gangs == energy{106'000});
    CHECK(e.idle == energy{10 * (8 * 130 - 2 * 2 * 100 - 2 * 130)});
    CHECK(e.peak == power{1000});
}

TEST_CASE("what is spare may be lent until a reservation needs it (geopm/geopm#2960)") {
    for (double b : {300.0, 301.0}) {
        auto w = cluster(8, 1000);
        add(w, 0, 1, 400, 100);  // A
        add(w, 5, 1, 700, 50);   // H, the head: reserved at 100
        add(w, 10, 1, b, 190);   // B
        bool const beside = b == 300.0; // 700 + 300 = the budget at 100: H is not delayed
        CHECK(starts(w, by_easy) == (beside ? std::vector{0.0, 100.0, 10.0} : std::vector{0.0, 100.0, 150.0}));

        std::vector<headroom_step<1>> spare;
        sim::replay r{w, by_easy};
        (void)r.run(instant{10}, [&](auto const& s, auto const&, instant now) {
            if (now == instant{10}) spare = headroom(s, now);
        });
        using step = headroom_step<1>;
        if (beside) // A may be raised from 400 to 700 W up to time 100 and no longer
            CHECK(spare == std::vector<step>{{instant{10}, {300}}, {instant{100}, {0}}, {instant{150}, {700}}, {instant{200}, {1000}}});
        else CHECK(spare == std::vector<step>{{instant{10}, {600}}, {instant{100}, {300}}, {instant{150}, {1000}}});
    }
}

TEST_CASE("energy of a job that is cut (oar-team/batsim#51)") {
    struct {
        std::int64_t hosts;
        double wall;
        double joules;
    } const cases[] = {{2, 3, 1218}, {2, 4, 1624}, {1, 3, 609}};
    for (auto const& c : cases) {
        sim::workload<gang<1>> w;
        w.nodes.assign(2, {{1}, true});
        w.jobs.push_back({0, instant{0}, seconds{4}, seconds{c.wall}, 0.0, 0, {c.hosts, {1}}});
        w.draws.push_back(power{203.0 * static_cast<double>(c.hosts)});
        auto const r = sim::replay{w, policy{}}.run();
        CHECK(r.joules[0] == energy{c.joules});
    }
}

TEST_CASE("explanations name the pool") {
    auto w = cluster(8, 1000);
    add(w, 0, 2, 800, 100);
    add(w, 1, 2, 400, 100);
    add(w, 2, 2, 1200, 100);
    sim::replay r{w, policy{.admit = greedy{}}};
    constexpr std::array<std::string_view, 2> names{"GPUs", "W"};
    std::string second;
    std::string third;
    (void)r.run(instant{2}, [&](auto const& s, auto const&, instant now) {
        if (now < instant{2}) return;
        second = describe(explain(s, {1}, now), names);
        third = describe(explain(s, {2}, now), names);
        CHECK(explain(s, {1}, now).resource == 1);
        CHECK(explain(s, {2}, now).why == cause::beyond_pool);
    });
    CHECK(second == "waits: capacity, needs 400 W, 200 free; 0 ahead; estimate 100");
    CHECK(third == "never: needs 1200 W, the cluster has 1000");
}

TEST_CASE("a gang that draws nothing needs no watts, and whole watts are rounded against the gang") {
    auto w = cluster(8, 1000.9);
    add(w, 0, 1, 1000, 10);
    add(w, 0, 1, 0, 10);
    add(w, 0, 1, 0.5, 10);
    CHECK(starts(w, by_easy) == std::vector{0.0, 0.0, 10.0});
}

TEST_CASE("a failed node gives its watts back, and the budget may change") {
    auto w = cluster(4, 500);
    w.nodes.push_back({{4}, true});
    add(w, 0, 4, 500, 100); // best fit: node 0
    add(w, 1, 4, 500, 100);
    w.node_events.push_back({instant{20}, 0, false});
    CHECK(starts(w, policy{.admit = greedy{}}) == std::vector{20.0, 120.0}); // requeued whole, starts over on the other

    sim::world<gang<1>, sim::power_budget> world{w};
    scheduler s{world, policy{}};
    s.submit({0});
    w.budget.limit = power{499};
    s.update_pool();
    std::size_t started = 0;
    s.pass(instant{0}, [&](auto const&) { ++started; });
    CHECK(started == 0);
    CHECK(explain(s, {0}, instant{0}).is == verdict::never);
    w.budget.limit = power{500};
    s.update_pool();
    s.pass(instant{1}, [&](auto const& d) {
        ++started;
        CHECK(d.nodes.size() == 1); // the host sees nodes alone
    });
    CHECK(started == 1);
    w.budget.limit = power{400}; // below what runs: nothing more starts, nothing breaks
    s.update_pool();
    s.finish({0}, instant{5});
    CHECK(s.book().nodes[2].free[1] == 400);
}

TEST_CASE("a job by its deadline, and power caps") {
    struct with_deadline : sweeps {
        [[nodiscard]] std::optional<duration> deadline(sim::job_ref j) const {
            return j.at == 0 ? std::optional{duration{110}} : std::nullopt;
        }
    } s;
    for (index j : {0u, 1u})
        s.of[j] = {{frequency{1.4e9}, seconds{100}, power{400}}, {frequency{0.9e9}, seconds{130}, power{200}}};
    auto w = cluster(8, 1000);
    add(w, 0, 1, 400, 100);
    add(w, 0, 1, 400, 100);
    auto const r = sim::replay{w, policy{.clock = cheapest_clock{s}}}.run();
    CHECK(r.jobs[0].end == 100.0);
    CHECK(r.jobs[1].end == 130.0);
    auto const capped = sim::replay{w, policy{.clock = cheapest_clock{s, clock_cost::delay, {.draw = power{300}}}}}.run();
    CHECK(capped.jobs[0].end == 130.0);
    CHECK(capped.clocks[1].at->draw == power{200});
}

TEST_CASE("rank terms that read energy and predicted time") {
    struct profiles {
        [[nodiscard]] throughput rate(sim::job_ref j, std::int64_t) const { return throughput{j.at == 0 ? 10.0 : 6.0}; }
        [[nodiscard]] power draw(sim::job_ref j, std::int64_t) const { return power{j.at == 0 ? 500.0 : 200.0}; }
        [[nodiscard]] duration seconds(sim::job_ref j, std::int64_t) const { return duration{j.at == 0 ? 10.0 : 60.0}; }
    } const known;
    auto w = cluster(1, 1000);
    add(w, 0, 1, 500, 10);
    add(w, 0, 1, 200, 60);
    CHECK(starts(w, policy{.rank = throughput_per_watt{known}}) == std::vector{60.0, 0.0}); // 0.02 against 0.03 a joule
    CHECK(starts(w, policy{.rank = energy_per_iteration{known}}) == std::vector{60.0, 0.0});
    CHECK(starts(w, policy{.rank = shortest_predicted{known}}) == std::vector{0.0, 10.0});
    struct unmeasured : profiles {
        [[nodiscard]] throughput rate(sim::job_ref j, std::int64_t) const { return throughput{j.at == 0 ? 0.0 : 6.0}; }
    } const first_unknown;
    CHECK(starts(w, policy{.rank = energy_per_iteration{first_unknown}}) == std::vector{60.0, 0.0}); // last
}

namespace {

/// Named nodes with racks, limits and eligible nodes, and a budget that may change while gangs run.
struct powered_host : toy::host<1> {
    using toy::host<1>::host;
    std::int64_t budget = 1000;
    std::vector<std::int64_t> watts; ///< by job

    [[nodiscard]] pool_amounts<1> pool() const {
        pool_amounts<1> p{{budget}, {budget}};
        for (auto const& r : runs) p.free[0] -= watts[r.job.at];
        return p;
    }
    [[nodiscard]] amounts<1> pool_demand(toy::job_ref j, clock_choice const&) const { return {watts[j.at]}; }
};

template <class Policy>
std::string started(powered_host const& h, Policy const& p, std::vector<toy::job_ref> const& pending) {
    std::string all;
    decide(h, pending, p, instant{10}, [&](auto const& d) {
        all += h.id(d.job) + "@";
        for (auto const& g : d.nodes) all += h.id(g.node);
        all += " ";
    });
    return all;
}

} // namespace

TEST_CASE("every placement works beside a pool, and sees nodes alone") {
    powered_host h{{{"a", {4}, {"r1"}}, {"b", {4}, {"r2"}, true, {2}}, {"c", {4}, {"r2"}}}};
    h.jobs = {{.id = "j", .shape = {{2, {2}}}}, {.id = "k", .shape = {{1, {4}}, {2, {1}}}}, {.id = "l", .only = {"c"}}};
    h.watts = {500, 400, 200};
    CHECK(started(h, policy{.place = topology{}}, {{0}}) == "j@a ");
    CHECK(started(h, policy{.place = best_fit{}}, {{0}}) == "j@ba ");
    CHECK(started(h, policy{.place = spread{}}, {{0}}) == "j@ab ");
    CHECK(started(h, policy{.place = consolidate{}}, {{0}}) == "j@a ");
    CHECK(started(h, policy{.place = fragmentation_aware<1>{{{{4}, 1}}}}, {{0}}) == "j@ab ");
    CHECK(started(h, policy{.admit = greedy{}}, {{0}, {1}, {2}}) == "j@ba k@ca "); // l finds no watts
    h.watts = {500, 400, 100};
    h.machines[2].capacity = {8};
    CHECK(started(h, policy{.admit = greedy{}}, {{0}, {1}, {2}}) == "j@ba k@ca l@c ");
    h.caps["u"] = {2};
    h.jobs[0].user = "u"; // a limit is on what nodes hold
    CHECK(started(h, policy{.admit = greedy{}}, {{0}, {2}}) == "l@c ");
}

TEST_CASE("a budget below what runs: rebuilt or long-lived, the same decisions") {
    powered_host h{{{"a", {8}}}};
    h.jobs = {{.id = "r", .wall = 100}, {.id = "s", .wall = 100}, {.id = "t", .wall = 10}};
    h.watts = {500, 500, 100};
    scheduler s{h, policy{.admit = easy{}}};
    s.submit({0});
    s.submit({1});
    s.pass(instant{0}, [&](auto const& d) { h.runs.push_back({d.job, d.at, {d.nodes.begin(), d.nodes.end()}}); });
    REQUIRE(h.runs.size() == 2);
    h.budget = 600;
    s.update_pool();
    h.jobs[0].wall = 50; // a new estimate of a gang that holds more than there is
    s.update(toy::job_ref{0});
    s.submit({2});
    std::size_t live = 0;
    s.pass(instant{10}, [&](auto const&) { ++live; });
    CHECK(live == 0);
    CHECK(started(h, policy{.admit = easy{}}, {{2}}).empty());
    s.finish({0}, instant{50});
    h.runs.erase(h.runs.begin());
    CHECK(started(h, policy{.admit = easy{}}, {{2}}) == "t@a "); // 500 + 100 = 600
    s.pass(instant{50}, [&](auto const&) { ++live; });
    CHECK(live == 1);
}

TEST_CASE("a gang keeps the clock at which it was started, also in a scheduler that is rebuilt") {
    sweeps s;
    s.of[0] = {{frequency{1e9}, seconds{100}, power{600}}};
    auto w = cluster(8, 1000);
    add(w, 0, 1, 600, 100);
    add(w, 0, 1, 700, 100);
    auto const p = policy{.clock = cheapest_clock{s}};
    sim::world<gang<1>, sim::power_budget> world{w};
    scheduler first{world, p};
    first.submit({0});
    first.pass(instant{0}, [&](auto const& d) {
        world.start(d.job, d.nodes, d.at);
        world.set_clock(d.job, d.clock);
    });
    s.of[0] = {{frequency{1e9}, seconds{100}, power{100}}}; // measured anew while it runs
    scheduler second{world, p};
    second.finish({0}, instant{50});
    world.stop({0});
    CHECK(second.book().nodes[1].free[1] == 1000);
}

TEST_CASE("an estimate that would help is one that the user can give") {
    sweeps s;
    s.of[2] = {{frequency{1e9}, seconds{2}, power{1}}, {frequency{2e9}, seconds{1}, power{10}}};
    auto w = cluster(8, 1000);
    add(w, 0, 4, 1, 100);
    add(w, 0, 8, 1, 100); // the head, reserved at 100
    add(w, 1, 4, 1, 90);  // at half the clock 180 s: over after 100
    sim::replay r{w, policy{.admit = easy{}, .clock = cheapest_clock{s}}};
    std::optional<duration> would;
    (void)r.run(instant{1}, [&](auto const& sched, auto const&, instant now) { would = explain(sched, {2}, now).would_start_with_estimate; });
    REQUIRE(would.has_value());
    CHECK(*would == seconds{49.5});
}

TEST_CASE("joules of a replay that was stopped") {
    auto w = cluster(8, 1000);
    add(w, 0, 1, 100, 100);
    add(w, 0, 4, 400, 1000);
    auto const e = sim::measure_energy(w, sim::replay{w, by_easy}.run(instant{150}), power{10});
    CHECK(e.gangs == energy{100 * 100 + 400 * 150});
    CHECK(e.peak == power{500});
    CHECK(e.idle == energy{10 * (8 * 150 - 100 - 4 * 150)});
    w.budget.limit = power{std::numeric_limits<double>::infinity()}; // no limit
    CHECK(starts(w, by_easy) == std::vector{0.0, 0.0});
}

TEST_CASE("headroom of a reservation that is due") {
    auto w = cluster(8, 1000);
    add(w, 0, 1, 400, 200);
    w.jobs[0].estimate = seconds{100}; // and it outlives that, as far as the host says
    add(w, 5, 1, 700, 50);
    sim::world<gang<1>, sim::power_budget> world{w};
    scheduler s{world, by_easy};
    s.submit({0});
    s.submit({1});
    s.pass(instant{5}, [](auto const&) {});
    auto const later = headroom(s, instant{125});
    REQUIRE(later.size() == 3);
    CHECK(later[0].spare == amounts<1>{600});
    CHECK(later[1].spare == amounts<1>{300}); // what the overdue gang gives back, the head takes
}
