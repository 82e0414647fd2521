// Scrooge: the graphs of the authors' code, exactness against every choice, residuals, shared machines, changed rates.
#include "plan_scrooge_testing.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace scrooge_testing;

namespace {

std::string profiles_in(assignment const& p) {
    std::string out;
    for (auto const& m : p.models) out += std::to_string(m.profile);
    return out;
}

} // namespace

TEST_CASE("rates and latencies of profiles") {
    double const rates[]{40, 50, 160.0 / 3, 60, 80};
    auto const all = common();
    for (std::size_t k = 0; k < all.size(); ++k) {
        CHECK(rate_of(all[k]).value() == doctest::Approx(rates[k]));
        CHECK(full_latency(all[k].parallel, all[k].run).value() == doctest::Approx(all[k].latency.value()));
    }
    CHECK(latency_at(all[2], frequency{20}).value() == doctest::Approx(.275));
    CHECK(latency_at(all[0], frequency{1}).value() == doctest::Approx(.05));
    CHECK(whole_machines(2.0 + 1e-13) == 2);
    CHECK(whole_machines(2.001) == 3);
    CHECK(whole_machines(0.0) == 0);
}

TEST_CASE("two models in a row") {
    struct row {
        double limit, fractions;
        char const* profiles;
        double critical, machines;
    };
    for (auto const& r : {row{.10, 4.5, "00", .10, 5}, row{.20, 3.6, "11", .16, 5}, row{.25, 3.45, "12", .23, 4},
                          row{.30, 3.2, "13", .28, 4}, row{.40, 3.0, "33", .40, 3}, row{.50, 3.0, "33", .40, 3},
                          row{.70, 2.5, "34", .70, 3}, row{1.0, 2.25, "44", 1.0, 3}}) {
        CAPTURE(r.limit);
        auto const g = dag1(r.limit);
        auto const o = solve(g);
        REQUIRE(o.is == verdict::optimal);
        CHECK(o.best.cost == doctest::Approx(r.fractions));
        CHECK(o.at_least == doctest::Approx(r.fractions));
        CHECK(o.gap() == 0.0);
        CHECK(profiles_in(o.best) == r.profiles);
        CHECK(o.best.critical.value() == doctest::Approx(r.critical));
        auto const whole = solve(g, charge::machines);
        REQUIRE(whole.is == verdict::optimal);
        CHECK(whole.best.cost == r.machines);
        CHECK(whole.best.critical.value() <= r.limit * (1 + 1e-9));
    }
    CHECK(profiles_in(solve(dag1(.25), charge::machines).best) == "03");
    auto const none = solve(dag1(.0999));
    CHECK(none.is == verdict::impossible);
    CHECK(none.best.models.empty());
    CHECK(none.fastest.value() == doctest::Approx(.10));
}

TEST_CASE("four models in a tree") {
    auto const o = solve(dag2());
    REQUIRE(o.is == verdict::optimal);
    CHECK(o.best.cost == doctest::Approx(10.9));
    CHECK(profiles_in(o.best) == "1444");
    CHECK(o.best.critical.value() == doctest::Approx(.08 + 2.0 / 3));
    CHECK(o.best.models[1].start.value() == doctest::Approx(.08));
    CHECK(o.best.models[3].start.value() == doctest::Approx(.08 + 1.0 / 3));
    CHECK(solve(dag2(), charge::machines).best.cost == 12);
}

TEST_CASE("rates follow the fan-out") {
    auto g = dag2();
    propagate(g, {frequency{120}, frequency{0}, frequency{0}, frequency{0}});
    double const want[]{120, 360, 240, 240};
    for (std::size_t m = 0; m < 4; ++m) CHECK(g.models[m].rate.value() == want[m]);
}

TEST_CASE("every choice tried: fractions, machines, one to three types, any graph") {
    std::mt19937 r{1};
    int solved = 0;
    for (int i = 0; i < 300; ++i) {
        CAPTURE(i);
        auto const types = 1 + static_cast<std::size_t>(i % 3);
        auto const models = 1 + r() % 5;
        auto const g = random_graph(r, models, types == 1 ? 4 : 2, types, (i % 5) * .25);
        for (auto const how : {charge::fractions, charge::machines}) {
            double const want = brute_force(g, how);
            auto const o = solve(g, how);
            REQUIRE((o.is == verdict::impossible) == std::isinf(want));
            if (std::isinf(want)) continue;
            ++solved;
            CHECK(o.is == verdict::optimal);
            CHECK(o.best.cost == doctest::Approx(want).epsilon(1e-9));
            double sum = 0.0;
            std::vector<double> seconds;
            for (auto const& p : o.best.models) {
                sum += p.cost;
                seconds.push_back(p.latency.value());
            }
            CHECK(sum == doctest::Approx(want).epsilon(1e-9));
            CHECK(longest(g, seconds) == doctest::Approx(o.best.critical.value()));
            CHECK(o.best.critical.value() <= g.limit.value() * (1 + 1e-9));
        }
    }
    CHECK(solved > 400);
}

TEST_CASE("out of nodes: a plan and a true gap") {
    std::mt19937 r{2};
    int short_of_nodes = 0;
    for (int i = 0; i < 60; ++i) {
        auto const g = random_graph(r, 5, 6, 1, .5);
        auto const best = solve(g);
        if (best.is == verdict::impossible) continue;
        REQUIRE(best.is == verdict::optimal);
        for (std::uint64_t const nodes : {1u, 10u, 40u}) {
            auto const o = solve(g, charge::fractions, {nodes});
            REQUIRE(!o.best.models.empty());
            CHECK(o.best.critical.value() <= g.limit.value() * (1 + 1e-9));
            CHECK(o.best.cost >= best.best.cost * (1 - 1e-12));
            CHECK(o.at_least <= best.best.cost * (1 + 1e-9));
            if (o.is == verdict::optimal)
                CHECK(o.best.cost == doctest::Approx(best.best.cost));
            else
                CHECK(o.gap() > 0.0);
            short_of_nodes += o.is == verdict::feasible ? 1 : 0;
        }
    }
    CHECK(short_of_nodes > 5);
}

TEST_CASE("merged staircases lie below the true ones") {
    std::mt19937 r{6};
    auto const real = [&] { return static_cast<double>(r()) / 4294967296.0; };
    for (int i = 0; i < 50; ++i) {
        std::vector<detail::step> rest{{}};
        std::vector<detail::step> merged{{}};
        for (int m = 0; m < 4; ++m) {
            std::vector<detail::option> options;
            for (int k = 0; k < 6; ++k) options.push_back({real(), real(), 0, 0, 0.0});
            rest = detail::before(detail::undominated(options), rest, 2.5, 1000);
            merged = detail::before(detail::undominated(options), merged, 2.5, 5);
        }
        CHECK(merged.size() <= 5);
        for (double budget = 0.0; budget < 2.5; budget += .01) {
            double const bound = detail::least_cost(merged, budget);
            double const truth = detail::least_cost(rest, budget);
            REQUIRE(bound <= truth);
            if (std::isinf(bound)) CHECK(std::isinf(truth));
        }
    }
}

TEST_CASE("ten models of twenty profiles, proved") {
    std::mt19937 r{3};
    for (int i = 0; i < 20; ++i) {
        CAPTURE(i);
        auto const g = random_graph(r, 10, 20, 1, .1 + .03 * i);
        auto const o = solve(g);
        CHECK((o.is == verdict::optimal || o.is == verdict::impossible));
    }
}

TEST_CASE("two steps: the residuals by themselves") {
    // One model, 73.33 requests/s on machines of 53.33: one full, 20/s left, and a batch of 4 takes .275 s to collect
    // and run.
    auto const only = std::vector<profile>{made(4, 1, .15, .075)};
    graph g{{{1.0}}, {{frequency{160.0 / 3 + 20}, {only}}}, {}, duration{.3}};
    auto const o = solve_two_steps(g);
    REQUIRE(o.found());
    CHECK(o.models[0].full == 1);
    CHECK(o.models[0].residual.value() == doctest::Approx(20));
    CHECK(o.models[0].latency.value() == doctest::Approx(.275));
    CHECK(o.cost == doctest::Approx(1 + 20 / (160.0 / 3)));
    CHECK(o.machines == 2);
    g.limit = duration{.25};
    CHECK(!solve_two_steps(g).found());
    CHECK(solve_two_steps(g).major.is == verdict::optimal);
    // A residual with full machines of its own and one that is not: the slower, also where measured latencies are slow.
    CHECK(detail::residual_latency(made(4, 1, .5, .075), 100) == doctest::Approx(.5));
    CHECK(detail::residual_latency(made(4, 1, .15, .075), 60) == doctest::Approx(.075 + 4 / (60 - 160.0 / 3)));
    CHECK(detail::residual_latency(made(4, 1, .15, .075), 320.0 / 3) == doctest::Approx(.15));
    // Nothing left over: the second step has nothing to do.
    auto const even = solve_two_steps(dag1(.4));
    REQUIRE(even.found());
    CHECK(even.cost == doctest::Approx(3.0));
    CHECK(even.machines == 3);
    CHECK(!even.models[0].last);
}

TEST_CASE("two steps: the second step is exact too") {
    std::mt19937 r{4};
    int found = 0;
    for (int i = 0; i < 200; ++i) {
        CAPTURE(i);
        auto const g = random_graph(r, 1 + r() % 4, 4, 1 + static_cast<std::size_t>(i % 2), .5);
        for (auto const on_the_way : {meets::either, meets::last_only}) {
            auto const o = solve_two_steps(g, charge::fractions, on_the_way);
            if (o.major.is == verdict::impossible) continue;
            auto const& major = o.major.best.models;
            std::vector<double> rest(major.size());
            double whole = 0.0;
            for (std::size_t m = 0; m < major.size(); ++m) {
                double const each = rate_of(g.models[m].on[major[m].type][major[m].profile]).value();
                rest[m] = std::fmod(g.models[m].rate.value(), each);
                whole += g.types[major[m].type].cost * std::floor(g.models[m].rate.value() / each);
            }
            double const want = brute_force(
                g,
                [&](std::size_t m, pick p) {
                    if (p.type != major[m].type) return 1e9;
                    auto const& chosen = g.models[m].on[p.type][p.profile];
                    double const each = rate_of(chosen).value();
                    double const remainder = std::fmod(rest[m], each);
                    double latency = chosen.batch == 1
                                         ? chosen.latency.value()
                                         : chosen.run.value() + static_cast<double>(chosen.batch) / remainder;
                    if (rest[m] >= each) latency = std::max(latency, chosen.latency.value());
                    if (on_the_way == meets::either && rest[m] + 1e-9 < g.models[m].rate.value())
                        latency = std::max(latency, major[m].latency.value());
                    return latency;
                },
                [&](std::vector<pick> const& picks) {
                    double sum = 0.0;
                    for (std::size_t m = 0; m < picks.size(); ++m)
                        sum += g.types[picks[m].type].cost * rest[m] /
                               rate_of(g.models[m].on[picks[m].type][picks[m].profile]).value();
                    return sum;
                });
            REQUIRE(o.found() == !std::isinf(want));
            if (!o.found()) continue;
            ++found;
            CHECK(o.cost == doctest::Approx(whole + want).epsilon(1e-9));
            CHECK(o.cost >= o.major.best.cost * (1 - 1e-9));
        }
    }
    CHECK(found > 100);
}

TEST_CASE("shared machines: every choice tried, and the shares fill them") {
    std::mt19937 r{5};
    int solved = 0;
    for (int i = 0; i < 200; ++i) {
        CAPTURE(i);
        auto const types = 1 + static_cast<std::size_t>(i % 3);
        auto g = random_graph(r, 1 + r() % 5, types == 1 ? 4 : 2, types, .4);
        if (i % 4 == 3)
            for (auto& t : g.types) t.at_most = static_cast<std::int64_t>(r() % 5);
        double const want = brute_force(
            g, [&](std::size_t m, pick p) { return g.models[m].on[p.type][p.profile].latency.value(); },
            [&](std::vector<pick> const& picks) {
                std::vector<double> loads(types, 0.0);
                for (std::size_t m = 0; m < picks.size(); ++m) loads[picks[m].type] += load(g, m, picks[m]);
                double sum = 0.0;
                for (std::size_t t = 0; t < types; ++t) {
                    double const n = std::ceil(loads[t] - 1e-9 * std::max(1.0, loads[t]));
                    if (n > static_cast<double>(g.types[t].at_most)) return std::numeric_limits<double>::infinity();
                    sum += n * g.types[t].cost;
                }
                return sum;
            });
        auto const o = solve_shared(g);
        REQUIRE((o.result.is == verdict::impossible) == std::isinf(want));
        if (std::isinf(want)) continue;
        ++solved;
        CHECK(o.result.is == verdict::optimal);
        CHECK(o.result.best.cost == doctest::Approx(want).epsilon(1e-9));
        std::vector<std::vector<double>> full(types);
        std::vector<double> of_model(g.models.size(), 0.0);
        for (std::size_t t = 0; t < types; ++t) full[t].resize(static_cast<std::size_t>(o.machines[t]));
        for (auto const& s : o.shares) {
            REQUIRE(s.machine < o.machines[s.type]);
            full[s.type][static_cast<std::size_t>(s.machine)] += s.of_it;
            of_model[s.model] += s.of_it;
        }
        for (auto const& type : full)
            for (double const used : type) CHECK(used <= 1 + 1e-9);
        for (std::size_t m = 0; m < of_model.size(); ++m)
            CHECK(of_model[m] == doctest::Approx(o.result.best.models[m].machines));
    }
    CHECK(solved > 120);
    // Where machines cost nothing, there is still a number of them.
    graph const given{{{0.0, 1}}, {{frequency{60}, {{common()[0], common()[4]}}}}, {}, duration{1}};
    CHECK(solve_shared(given).result.is == verdict::optimal);
    CHECK(solve_shared(given).result.best.models[0].profile == 1);
    auto const o = solve_shared(dag2());
    CHECK(o.result.best.cost == 11); // 10.9 machines in all
}

TEST_CASE("changed rates: more machines at once, then a new plan") {
    replanner online{dag1(.25)};
    CHECK(online.current().best.cost == doctest::Approx(3.45));
    auto const r = online.on_rates({frequency{120}, frequency{0}});
    CHECK(online.now().models[1].rate.value() == 240);
    CHECK(r.at_once.cost == doctest::Approx(6.9));
    CHECK(r.at_once.critical.value() <= .25);
    REQUIRE(r.scale_out.size() == 2);
    CHECK(r.scale_out[0].before.whole == 2);
    CHECK(r.scale_out[0].after.whole == 3);
    CHECK(r.scale_out[0].same_profile());
    CHECK(r.solved.best.cost == doctest::Approx(6.9));
    CHECK(r.then.empty());
    auto const fewer = online.on_fan_out(0, .1, {frequency{120}, frequency{0}});
    CHECK(online.now().models[1].rate.value() == doctest::Approx(12));
    CHECK(fewer.solved.best.cost < fewer.at_once.cost);
    REQUIRE(!fewer.then.empty());
    CHECK(!fewer.then[0].same_profile());
    CHECK(online.current().best.cost == fewer.solved.best.cost);
}

TEST_CASE("faults of a graph are named") {
    using kind = graph_fault_kind;
    auto const kinds = [](graph const& g) {
        std::vector<kind> out;
        for (auto const& f : faults_of(g)) out.push_back(f.kind);
        return out;
    };
    CHECK(faults_of(dag2()).empty());
    CHECK(kinds({{}, {}, {}, duration{1}}) == std::vector{kind::no_model});
    auto g = dag1(.2);
    g.edges.push_back({1, 0});
    CHECK(kinds(g) == std::vector{kind::cycle});
    g.edges.back() = {1, 7};
    CHECK(kinds(g) == std::vector{kind::bad_edge});
    g = dag1(std::numeric_limits<double>::quiet_NaN());
    g.types[0].cost = -1;
    g.models[0].rate = frequency{-1};
    g.models[1].on[0].clear();
    CHECK(kinds(g) == std::vector{kind::bad_limit, kind::bad_cost, kind::bad_rate, kind::no_profile});
    g = dag1(.2);
    g.models[0].on[0][1].run = duration{0};
    g.models[1].on.emplace_back();
    CHECK(kinds(g) == std::vector{kind::bad_profile, kind::types_differ});
}

TEST_CASE("profiles from the host's own records") {
    struct record {
        int size, streams;
        double milliseconds;
    };
    std::vector<record> const records{{1, 1, 25}, {4, 2, 400.0 / 3}};
    auto const run = [](record const& r) { return r.milliseconds / 1000; };
    auto const got = profiles_of(
        records, &record::size, &record::streams,
        [&](record const& r) { return full_latency(r.streams, duration{run(r)}).value(); }, run);
    CHECK(got[0] == common()[0]);
    CHECK(got[1].latency.value() == doctest::Approx(.2));
}
