// Amounts of the cluster as a whole, watts above all: admission, reservations, explanations, clocks, energy.
#include <doctest/doctest.h>

#include <gangway/gangway.hpp>
#include <gangway/sim/energy.hpp>

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
}
