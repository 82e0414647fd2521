// InfAdapter: allocations against every allocation, the worked examples, capacity lines, the controller and baselines.
#include <gangway/plan/infadapter/capacity.hpp>
#include <gangway/plan/infadapter/controller.hpp>
#include <gangway/plan/infadapter/round_robin.hpp>
#include <gangway/plan/infadapter/solve.hpp>
#include <gangway/plan/infadapter/vertical.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <functional>
#include <map>
#include <random>
#include <sstream>
#include <string>

using namespace gangway;
using namespace gangway::plan::infadapter;

namespace {

frequency per_second(double r) {
    return frequency{r};
}

auto line_through_zero(double slope) {
    return [slope](std::int64_t n) { return frequency{slope * static_cast<double>(n)}; };
}

/// Three variants, ten cores.
service small() {
    return {{{.70, duration{6}, capacity_table(10, line_through_zero(10))},
             {.76, duration{7}, capacity_table(10, line_through_zero(5))},
             {.78, duration{8}, capacity_table(10, line_through_zero(2))}},
            10,
            2};
}

/// The five ResNets on twenty cores, with the refitted lines and a reserve of a fifth.
service resnets() {
    double const accuracy[]{.69758, .73314, .7613, .77374, .78312};
    double const load_time[]{6.44, 6.79, 6.82, 7.77, 8.52};
    capacity_line const lines[]{{24.446, -6.167}, {13.044, -1.875}, {10.321, -3.792}, {5.090, .042}, {3.815, -2.250}};
    service s{{}, 20, 2};
    for (std::size_t v = 0; v < 5; ++v)
        s.variants.push_back(
            {accuracy[v], duration{load_time[v]}, capacity_table(20, discounted_capacity{lines[v], .8})});
    return s;
}

void each_allocation(service const& s, std::function<void(allocation const&)> const& visit) {
    allocation a(s.variants.size(), 0);
    std::function<void(std::size_t, std::int64_t)> const next = [&](std::size_t v, std::int64_t left) {
        if (v == a.size()) {
            visit(a);
            return;
        }
        for (std::int64_t n = 0; n <= left; ++n) {
            if (n > 0 && n < s.fewest) continue;
            a[v] = n;
            next(v + 1, left - n);
        }
        a[v] = 0;
    };
    next(0, s.budget);
}

/// The objective written down once more, from its definition.
std::optional<double> slow_value(service const& s, weights const& w, double load, allocation const& a,
                                 allocation const& before) {
    std::multimap<double, std::size_t, std::greater<>> by_accuracy;
    for (std::size_t v = 0; v < a.size(); ++v) by_accuracy.emplace(s.variants[v].accuracy, v);
    double left = load;
    double mean = 0.0;
    double cores = 0.0;
    double loading = 0.0;
    double longest = 0.0;
    for (auto const& [accuracy, v] : by_accuracy) {
        double const quota = std::min(left, s.variants[v].capacity[static_cast<std::size_t>(a[v])].value());
        left -= quota;
        mean += quota / load * accuracy;
        cores += static_cast<double>(a[v]);
        double const rt = s.variants[v].load_time.value();
        longest = std::max(longest, rt);
        if (a[v] > 0 && (before.empty() || before[v] != a[v])) loading = std::max(loading, rt);
    }
    if (left > 0.0) return std::nullopt;
    if (w.in == terms::as_shares)
        return w.accuracy * mean - w.cores * cores / static_cast<double>(s.budget) -
               (longest > 0.0 ? w.loading * loading / longest : 0.0);
    return w.accuracy * mean - w.cores * cores - w.loading * loading;
}

} // namespace

TEST_CASE("three variants on ten cores") {
    auto const s = small();
    auto const at = [&](double beta, double gamma = .001, allocation const& before = {}) {
        return *solve(s, {1.0, beta, gamma, terms::as_shares}, per_second(40), before);
    };
    auto const free_cores = at(0);
    CHECK(free_cores.cores == allocation{0, 7, 3});
    CHECK(free_cores.worth.quotas[1].value() == 34);
    CHECK(free_cores.worth.quotas[2].value() == 6);
    CHECK(free_cores.worth.accuracy == doctest::Approx(.763));
    CHECK(free_cores.worth.value == doctest::Approx(.762));
    CHECK(at(.05).cores == allocation{0, 8, 0});
    CHECK(at(.05).worth.value == doctest::Approx(.719125).epsilon(1e-12));
    CHECK(at(.2).cores == allocation{4, 0, 0});
    CHECK(at(.2).worth.value == doctest::Approx(.61925).epsilon(1e-12));
    CHECK(at(1).cores == allocation{4, 0, 0});
    CHECK(at(1).worth.value == doctest::Approx(.29925).epsilon(1e-12));
    CHECK(at(.05, .2, {0, 8, 0}).cores == allocation{0, 8, 0});
    CHECK(at(.05, .2, {0, 8, 0}).worth.value == doctest::Approx(.72).epsilon(1e-12));
    CHECK(!solve(s, {}, per_second(101)));
    CHECK(solve(s, {}, per_second(100)));
    CHECK(all_cores_for_throughput(s) == allocation{10, 0, 0});
}

TEST_CASE("five ResNets on twenty cores") {
    auto const s = resnets();
    struct row {
        double load;
        allocation cores;
        double value;
    };
    for (auto const& r : {row{20, {0, 0, 0, 0, 8}, .76212}, row{40, {0, 0, 0, 10, 0}, .747828},
                          row{75, {0, 0, 10, 0, 0}, .7355}, row{100, {0, 0, 13, 0, 0}, .7280}}) {
        CAPTURE(r.load);
        auto const c = *solve(s, {}, per_second(r.load));
        CHECK(c.cores == r.cores);
        CHECK(c.worth.value == doctest::Approx(r.value).epsilon(1e-5));
        CHECK(c.worth.holds);
    }
    int all = 0;
    int hold = 0;
    each_allocation(s, [&](allocation const& a) {
        ++all;
        hold += score_of(s, {}, per_second(20), a).holds ? 1 : 0;
    });
    CHECK(all == 20529);
    CHECK(hold == 20512);
}

TEST_CASE("every allocation tried: both forms of the objective, any state before") {
    std::mt19937 r{1};
    auto const real = [&](double a, double b) { return a + (b - a) * (static_cast<double>(r()) / 4294967296.0); };
    int solved = 0;
    for (int i = 0; i < 300; ++i) {
        CAPTURE(i);
        service s{{}, static_cast<std::int64_t>(2 + r() % 9), static_cast<std::int64_t>(1 + r() % 3)};
        std::size_t const variants = 1 + r() % 4;
        for (std::size_t v = 0; v < variants; ++v) {
            double const slope = real(1, 12);
            std::vector<frequency> capacity{frequency{0}};
            for (std::int64_t n = 1; n <= s.budget; ++n) {
                double const c =
                    std::max(0.0, slope * static_cast<double>(n) + real(-4, 4)); // need not grow with the cores
                capacity.push_back(frequency{i % 2 ? std::floor(c) : c});
            }
            // A few coarse values, so that ties happen.
            s.variants.push_back(
                {.5 + .1 * static_cast<double>(r() % 5), duration{static_cast<double>(r() % 4)}, capacity});
        }
        weights const w{i % 7 == 0 ? 0.0 : 1.0, i % 5 == 0 ? 0.0 : real(0, .3), i % 3 == 0 ? 0.0 : real(0, .3),
                        i % 4 < 2 ? terms::as_shares : terms::as_given};
        allocation before;
        if (i % 2)
            for (std::size_t v = 0; v < variants; ++v) before.push_back(static_cast<std::int64_t>(r() % 4));
        double const load = i % 3 ? 1.0 + static_cast<double>(r() % 40) : real(.5, 40);
        std::optional<double> best;
        std::optional<double> alone;
        each_allocation(s, [&](allocation const& a) {
            auto const value = slow_value(s, w, load, a, before);
            if (!value) return;
            if (!best || *value > *best) best = value;
            if (std::count_if(a.begin(), a.end(), [](auto n) { return n > 0; }) == 1 && (!alone || *value > *alone))
                alone = value;
        });
        auto const got = solve(s, w, per_second(load), before);
        REQUIRE(got.has_value() == best.has_value());
        auto const one = solve_one_variant(s, w, per_second(load), before);
        REQUIRE(one.has_value() == alone.has_value());
        if (one) CHECK(one->worth.value == doctest::Approx(*alone).epsilon(1e-10));
        if (!got) continue;
        ++solved;
        CHECK(std::abs(got->worth.value - *best) < 1e-10);
        CHECK(got->worth.value == doctest::Approx(*slow_value(s, w, load, got->cores, before)).epsilon(1e-10));
        CHECK(got->worth.holds);
        double quotas = 0.0;
        for (auto const q : got->worth.quotas) quotas += q.value();
        CHECK(quotas == doctest::Approx(load));
    }
    CHECK(solved > 150);
}

TEST_CASE("equal worth: fewer cores") {
    service s{{{.7, duration{1}, {}}}, 4, 1};
    for (double const c : {0, 5, 9, 9, 9}) s.variants[0].capacity.push_back(per_second(c));
    CHECK(solve(s, {1.0, 0.0, 0.0, terms::as_given}, per_second(8))->cores == allocation{2});
}

TEST_CASE("the line of least squares") {
    auto const line = *fit_line({{1, per_second(3)}, {2, per_second(5)}, {4, per_second(9)}});
    CHECK(line.slope == doctest::Approx(2));
    CHECK(line.intercept == doctest::Approx(1));
    CHECK(*r_squared(line, {{1, per_second(3)}, {4, per_second(9)}}) == doctest::Approx(1));
    CHECK(!fit_line({{2, per_second(3)}, {2, per_second(5)}}));
    CHECK(!fit_line({}));
    CHECK(!r_squared(line, {{1, per_second(3)}}));
    CHECK(capacity_line{2, -5}(1).value() == 0);
    CHECK(capacity_line{2.6, 0}(1).value() == 2);
    CHECK(discounted_capacity{{10, -3.9}, .8}(2).value() == 13); // .8 * (20 - 3)
    CHECK(discounted_capacity{{10, 7.0}, .8}(2).value() == 16);  // a positive intercept counts for nothing
}

TEST_CASE("capacity lines of measured ResNets") {
    std::ifstream in{GANGWAY_SHARED_DIR "/data/serving/infadapter_capacity.csv"};
    if (!in) {
        MESSAGE("skipped: ../shared/data/serving/infadapter_capacity.csv is absent");
        return;
    }
    std::map<int, std::vector<capacity_sample>> all;
    std::string row;
    std::getline(in, row);
    REQUIRE(row.starts_with("REPLICA,HARDWARE,CPU,MEM,ARCH,"));
    while (std::getline(in, row)) {
        std::vector<std::string> fields;
        std::stringstream cut{row};
        for (std::string f; std::getline(cut, f, ',');) fields.push_back(f);
        if (fields.size() > 12 && fields[10] == "750")
            all[std::stoi(fields[4])].push_back({std::stod(fields[2]), per_second(std::stod(fields[12]))});
    }
    struct row_of {
        int arch;
        double slope, intercept, r2;
    };
    for (auto const& want :
         {row_of{18, 24.446, -6.167, .997}, row_of{34, 13.044, -1.875, .993}, row_of{50, 10.321, -3.792, .995},
          row_of{101, 5.090, .042, .993}, row_of{152, 3.815, -2.250, .952}}) {
        CAPTURE(want.arch);
        auto const& samples = all[want.arch];
        REQUIRE(samples.size() == 20);
        std::vector<capacity_sample> powers;
        for (auto const& s : samples)
            if (s.cores == 1 || s.cores == 2 || s.cores == 4 || s.cores == 8 || s.cores == 16) powers.push_back(s);
        auto const line = *fit_line(powers);
        CHECK(std::abs(line.slope - want.slope) < 5e-4);
        CHECK(std::abs(line.intercept - want.intercept) < 5e-4);
        CHECK(std::abs(*r_squared(line, samples) - want.r2) < 5e-4);
    }
}

TEST_CASE("predictors") {
    std::vector<frequency> const h{per_second(10), per_second(40), per_second(20)};
    CHECK(ewma{3}(h).value() == doctest::Approx(.5 * 20 + .5 * (.5 * 40 + .5 * 10)));
    CHECK(ewma{}({}).value() == 0);
    CHECK(last_maximum{2}(h).value() == 40);
    CHECK(last_maximum{1}(h).value() == 20);
    CHECK(last_maximum{9}(h).value() == 40);
    CHECK(last_maximum{}({}).value() == 0);
    auto const tops = maxima(h, 2);
    REQUIRE(tops.size() == 2);
    CHECK(tops[0].value() == 10);
    CHECK(tops[1].value() == 40);
    CHECK(over_maxima<last_maximum>{{1}, 2}(h).value() == 40);
    static_assert(predictor<ewma> && predictor<over_maxima<ewma>>);
}

TEST_CASE("make before break") {
    auto const steps = transition({4, 0, 3}, {0, 5, 2}, {per_second(0), per_second(25), per_second(4)});
    std::vector<std::tuple<step_kind, std::size_t, std::int64_t>> got;
    for (auto const& s : steps) got.emplace_back(s.is, s.variant, s.cores);
    using k = step_kind;
    CHECK(got == std::vector<std::tuple<step_kind, std::size_t, std::int64_t>>{{k::create, 1, 5},
                                                                               {k::create, 2, 2},
                                                                               {k::wait_ready, 1, 5},
                                                                               {k::wait_ready, 2, 2},
                                                                               {k::switch_quotas, 0, 0},
                                                                               {k::remove, 0, 4},
                                                                               {k::remove, 2, 3}});
    CHECK(steps[4].quotas[1].value() == 25);
    CHECK(peak_cores({4, 0, 3}, steps) == 14);
    CHECK(transition({4}, {4}, {per_second(9)}).size() == 1);
    CHECK(transition({}, {2}, {per_second(9)}).size() == 3);
}

TEST_CASE("the controller holds four decisions before it plans for less") {
    controller<last_maximum> c{small(), {}, {1}, {0, 8, 0}}; // planned for 40
    std::vector<frequency> h{per_second(50)};
    auto d = c.decide(h);
    CHECK(d.is == decision_kind::planned);
    CHECK(d.predicted.value() == 50);
    CHECK(d.load.value() == 55);
    CHECK(d.worth.holds);
    CHECK(d.cores == solve(small(), {}, per_second(55), {0, 8, 0})->cores);
    auto const high = d.cores;
    h = {per_second(20)};
    for (int i = 0; i < 4; ++i) {
        d = c.decide(h);
        CHECK(d.is == decision_kind::held);
        CHECK(d.steps.empty());
        CHECK(d.cores == high);
        CHECK(d.load.value() == 55);
    }
    d = c.decide(h);
    CHECK(d.is == decision_kind::planned);
    CHECK(d.load.value() == 22);
    CHECK(d.worth.cores < 9);
    // Up again at once, and the count starts anew.
    CHECK(c.decide(h).is == decision_kind::held);
    h = {per_second(80)};
    CHECK(c.decide(h).is == decision_kind::planned);
    h = {per_second(30)};
    for (int i = 0; i < 4; ++i) CHECK(c.decide(h).is == decision_kind::held);
    CHECK(c.decide(h).is == decision_kind::planned);
    h = {per_second(500)};
    d = c.decide(h);
    CHECK(d.is == decision_kind::overloaded);
    CHECK(d.cores == allocation{10, 0, 0});
    CHECK(d.worth.quotas[0].value() == 550);
    CHECK(!d.worth.holds);
    CHECK(c.cores() == d.cores);
    controller<last_maximum> switching{small(), {.objective = {.cores = 0}, .variants = may_use::one_variant}, {1}};
    h = {per_second(40 / 1.1)};
    d = switching.decide(h);
    CHECK(d.cores == solve_one_variant(small(), {.cores = 0}, per_second(40))->cores);
    CHECK(d.cores != solve(small(), {.cores = 0}, per_second(40))->cores);
    // A predictor of one's own, and none of the loads so far.
    auto const fixed = [](std::span<frequency const>) { return frequency{40 / 1.1}; };
    controller<decltype(fixed)> mine{small(), {}, fixed};
    d = mine.decide({});
    CHECK(d.load.value() == 40);
    CHECK(d.cores == allocation{0, 8, 0});
    REQUIRE(d.steps.size() == 3);
}

TEST_CASE("the dispatcher serves quotas by rounds") {
    round_robin turn{{3, 0, 1, 2}};
    std::vector<std::size_t> got;
    for (int i = 0; i < 12; ++i) got.push_back(*turn.next());
    CHECK(got == std::vector<std::size_t>{0, 2, 3, 0, 3, 0, 0, 2, 3, 0, 3, 0});
    turn.reset({0, 1});
    CHECK(turn.next() == 1u);
    CHECK(turn.next() == 1u);
    CHECK(!round_robin{{0, 0}}.next());
    CHECK(!round_robin{}.next());
    // Beside the rounds written out.
    std::mt19937 r{3};
    for (int i = 0; i < 50; ++i) {
        std::vector<std::int64_t> quotas;
        for (unsigned k = 0; k < 1 + r() % 5; ++k) quotas.push_back(static_cast<std::int64_t>(r() % 6));
        std::vector<std::size_t> cycle;
        for (std::int64_t round = 1; round <= 6; ++round)
            for (std::size_t k = 0; k < quotas.size(); ++k)
                if (quotas[k] >= round) cycle.push_back(k);
        round_robin t{quotas};
        for (std::size_t k = 0; k < 3 * cycle.size(); ++k) CHECK(t.next() == cycle[k % cycle.size()]);
    }
    CHECK(whole_quotas({per_second(1.5), per_second(2.6), per_second(.9)}) == std::vector<std::int64_t>{1, 3, 1});
    CHECK(whole_quotas({per_second(34), per_second(6)}) == std::vector<std::int64_t>{34, 6});
}

TEST_CASE("vertical autoscaling") {
    usage_histogram use{hours{24}};
    CHECK(use.percentile(.9) == 0);
    for (int i = 0; i < 90; ++i) use.add(1.0, instant{0});
    for (int i = 0; i < 10; ++i) use.add(4.0, instant{0});
    CHECK(use.percentile(.9) >= 1.0);
    CHECK(use.percentile(.9) <= 1.05 * 1.0 + .02);
    CHECK(use.percentile(.95) >= 4.0);
    CHECK(use.percentile(.95) <= 4.25);
    // A day later the old samples weigh half: 100 new ones of 2 cores move the median.
    for (int i = 0; i < 100; ++i) use.add(2.0, instant{86400});
    CHECK(use.percentile(.5) >= 2.0);
    CHECK(use.percentile(.5) <= 2.11);
    CHECK(use.percentile(.3) <= 1.07); // 45 of 150

    vertical_settings const settings{.budget = 20};
    vertical_autoscaler v{settings, 2};
    CHECK(!v.decide());
    // Full: it grows by the margin and a bucket, step by step.
    for (int i = 0; i < 100; ++i) v.observe(2.0, instant{static_cast<double>(i)});
    CHECK(v.decide());
    CHECK(v.cores() == 3);
    CHECK(!v.decide());
    vertical_autoscaler large{settings, 10};
    for (int i = 0; i < 100; ++i) large.observe(10.0, instant{0});
    CHECK(large.decide());
    CHECK(large.cores() >= 12); // 11.5 and a bucket
    CHECK(large.cores() <= 13);
    for (int i = 0; i < 2000; ++i) v.observe(.2, instant{1e6 + i});
    CHECK(v.decide());
    CHECK(v.cores() == 1);
}

TEST_CASE("faults of a service are named") {
    using kind = service_fault_kind;
    auto const kinds = [](service const& s) {
        std::vector<kind> out;
        for (auto const& f : faults_of(s)) out.push_back(f.kind);
        return out;
    };
    CHECK(faults_of(small()).empty());
    CHECK(kinds({{}, 4, 1}) == std::vector{kind::no_variant});
    auto s = small();
    s.fewest = 0;
    s.variants[0].accuracy = std::nan("");
    s.variants[1].load_time = duration{-1};
    s.variants[2].capacity.pop_back();
    CHECK(kinds(s) == std::vector{kind::bad_budget, kind::bad_accuracy, kind::bad_load_time, kind::bad_capacity});
    s = small();
    s.variants[0].capacity[0] = frequency{1};
    CHECK(kinds(s) == std::vector{kind::bad_capacity});
}
