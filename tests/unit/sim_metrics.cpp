// Metrics of a replay, and the bound below mean completion time.
#include <gangway/sim/lower_bound.hpp>
#include <gangway/sim/metrics.hpp>

#include <gangway/admit/easy.hpp>
#include <gangway/admit/greedy.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <random>

using namespace gangway;

namespace {

sim::job<gang<1>> job(std::int64_t id, double submit, double run, std::int64_t gpus) {
    sim::job<gang<1>> j;
    j.id = id;
    j.submitted = instant{submit};
    j.run = duration{run};
    j.shape = {gpus, {1}};
    return j;
}

sim::workload<gang<1>> pool(std::int64_t gpus) {
    sim::workload<gang<1>> w;
    w.nodes.push_back({{gpus}, true});
    return w;
}

template <class Admit>
sim::result replayed(sim::workload<gang<1>> const& w, Admit admit) {
    policy<submit_order, Admit, best_fit> const p{.rank = {}, .admit = admit, .place = {}};
    sim::replay r{w, p};
    return r.run();
}

} // namespace

TEST_CASE("quantiles lie on straight lines between the ordered values") {
    std::vector<double> const values{10.0, 20.0, 30.0, 40.0};
    CHECK(sim::quantile(values, 0.0) == 10.0);
    CHECK(sim::quantile(values, 1.0) == 40.0);
    CHECK(sim::quantile(values, 0.5) == 25.0);
    CHECK(sim::quantile(values, 0.9) == doctest::Approx(37.0));
    CHECK(sim::quantile({7.0}, 0.99) == 7.0);
}

TEST_CASE("no values give zeros") {
    auto const s = sim::spread_over({});
    CHECK(s.mean == 0.0);
    CHECK(s.max == 0.0);
}

TEST_CASE("the figures of two jobs one after the other, and of one that can never run") {
    auto w = pool(2);
    w.jobs = {job(0, 0.0, 100.0, 2), job(1, 50.0, 5.0, 1), job(2, 60.0, 1.0, 3)};
    auto const m = sim::measure(w, replayed(w, strict{}));
    CHECK(m.ended == 2);
    CHECK(m.started == 2);
    CHECK(m.never_started == 1);
    CHECK(m.wait.mean == 25.0);
    CHECK(m.wait.max == 50.0);
    CHECK(m.longest_wait == 1);
    CHECK(m.completion.mean == (100.0 + 55.0) / 2.0);
    CHECK(m.makespan == 105.0);
    // 55 s on a run of 5 s: bounded by 10 s.
    CHECK(m.bounded_slowdown == doctest::Approx((1.0 + 5.5) / 2.0));
    // Submissions end at 60: until then two of two GPUs are in use.
    REQUIRE(m.utilisation);
    CHECK(*m.utilisation == 1.0);
}

TEST_CASE("utilisation says nothing where all jobs come at once") {
    auto w = pool(1);
    w.jobs = {job(0, 5.0, 1.0, 1), job(1, 5.0, 1.0, 1)};
    auto const m = sim::measure(w, replayed(w, strict{}));
    CHECK_FALSE(m.utilisation);
    CHECK(m.makespan == 2.0);
    CHECK(m.longest_wait == 1);
}

TEST_CASE("cancelled and cut jobs are counted apart") {
    auto w = pool(1);
    w.jobs = {job(0, 0.0, 10.0, 1), job(1, 0.0, 10.0, 1)};
    w.jobs[0].estimate = duration{4.0};
    w.cancellations.push_back({instant{5.0}, 1});
    auto const m = sim::measure(w, replayed(w, strict{}));
    CHECK(m.cut == 1);
    CHECK(m.cancelled == 1);
    CHECK(m.ended == 1);
    CHECK(m.completion.mean == 4.0);
}

TEST_CASE("the bound by hand: two jobs on one machine") {
    // Areas 8 and 2 on 2 GPUs at once: shortest first ends at 1 and 5.
    std::vector<sim::fluid_job> const jobs{{0.0, 4.0, 2.0}, {0.0, 1.0, 2.0}};
    auto const b = sim::bound_mean_completion(jobs, 2.0);
    CHECK(b.run == 2.5);
    CHECK(b.fluid == 3.0);
    CHECK(b.busy == doctest::Approx(3.0)); // gangs of the whole machine: the same
    CHECK(b.best() == doctest::Approx(3.0));
}

TEST_CASE("the bound by hand: a newcomer preempts in the relaxation, a gap is idle") {
    std::vector<sim::fluid_job> const jobs{{0.0, 10.0, 1.0}, {2.0, 1.0, 1.0}, {100.0, 5.0, 1.0}};
    auto const b = sim::bound_mean_completion(jobs, 1.0);
    CHECK(b.fluid == doctest::Approx((11.0 + 1.0 + 5.0) / 3.0)); // ends 11, 3, 105
    CHECK(b.run == doctest::Approx(16.0 / 3.0));
}

TEST_CASE("narrow jobs: the relaxation alone would finish them too early, half of the run makes up for it") {
    // Ten jobs of one GPU and 10 s on 10 GPUs run at once and end at 10; the fluid machine ends them at 1, 2, ... 10.
    std::vector<sim::fluid_job> const jobs(10, {0.0, 10.0, 1.0});
    auto const b = sim::bound_mean_completion(jobs, 10.0);
    CHECK(b.fluid == doctest::Approx(5.5));
    CHECK(b.busy == doctest::Approx(10.0)); // mean busy times 0.5, 1.5, ... 9.5: 5, and half of 10
    CHECK(b.run == 10.0);
}

TEST_CASE("no replayed schedule is below the bound") {
    std::mt19937 draw{7};
    for (int round = 0; round < 200; ++round) {
        auto w = pool(8);
        auto const n = 2 + draw() % 30;
        for (std::uint32_t j = 0; j < n; ++j) {
            w.jobs.push_back(job(j, static_cast<double>(draw() % 100), 1.0 + static_cast<double>(draw() % 60), 1 + static_cast<std::int64_t>(draw() % 8)));
            w.jobs.back().estimate = w.jobs.back().run;
        }
        double const bound = sim::bound_mean_completion(w, [](index) { return true; }).best();
        for (auto const& r : {replayed(w, strict{}), replayed(w, greedy{}), replayed(w, easy{})}) {
            auto const m = sim::measure(w, r);
            REQUIRE(m.ended == n);
            CHECK(m.completion.mean >= bound * (1.0 - 1e-9));
        }
    }
}

TEST_CASE("the bound is tight for one job, and counts what an estimate cuts") {
    auto w = pool(4);
    w.jobs = {job(0, 3.0, 50.0, 4)};
    CHECK(sim::bound_mean_completion(w, [](index) { return true; }).best() == 50.0);
    w.jobs[0].estimate = duration{20.0};
    CHECK(sim::bound_mean_completion(w, [](index) { return true; }).best() == 20.0);
    CHECK(sim::bound_mean_completion(w, [](index) { return false; }).best() == 0.0);
}
