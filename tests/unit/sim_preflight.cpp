// Pre-flight runs in a replay: they are admitted like any gang, their time counts, ranks before them know no profile.
#include <gangway/admit/greedy.hpp>
#include <gangway/rank/aging.hpp>
#include <gangway/rank/combine.hpp>
#include <gangway/rank/efficiency.hpp>
#include <gangway/sim/metrics.hpp>
#include <gangway/sim/preflight.hpp>

#include <doctest/doctest.h>

#include <random>

using namespace gangway;

namespace {

using work_type = sim::workload<gang<1>>;

work_type two_gangs() {
    work_type w;
    w.nodes = {{{4}}};
    w.jobs = {{0, instant{0.0}, duration{100.0}, duration{100.0}, 0.0, 0, {1, {4}}},
              {1, instant{1.0}, duration{50.0}, duration{50.0}, 0.0, 0, {1, {2}}}};
    return w;
}

struct rates {
    index jobs;
    std::vector<double> of;
    throughput rate(sim::job_ref j, std::int64_t) const { return throughput{j.at < jobs ? of[j.at] : 0.0}; }
};

} // namespace

TEST_CASE("a job runs after its pre-flight gang, which waits for its turn") {
    auto const w = two_gangs();
    auto const p = sim::with_preflight(w, [](index) { return duration{10.0}; });
    REQUIRE(p.work.jobs.size() == 4);
    CHECK(p.is_preflight(2));
    CHECK(p.measures(3) == 1);
    auto const all = sim::replay{p.work, policy<>{}}.run();
    // First come, first served: the gang of job 0 runs from 0 to 10, then job 0 to 110; the gang of 1 to 120, job 1 to
    // 170.
    CHECK(all.jobs[2].start == 0.0);
    CHECK(all.jobs[0].start == 10.0);
    CHECK(all.jobs[3].start == 110.0);
    CHECK(all.jobs[1].start == 120.0);
    auto const cost = sim::cost_of(p, all);
    CHECK(cost.runs == 2);
    CHECK(cost.device_seconds == 10.0 * 4 + 10.0 * 2);
    CHECK(cost.waited == 109.0);
    auto const m = sim::measure(w, sim::without_preflight(p, all));
    CHECK(m.ended == 2);
    CHECK(m.completion.mean == (110.0 + 169.0) / 2.0); // from the submission of the job, the pre-flight run included
    CHECK(m.wait.max == 119.0);
}

TEST_CASE("without pre-flight runs nothing changes") {
    auto const w = two_gangs();
    auto const p = sim::with_preflight(w, [](index) { return duration{0.0}; });
    CHECK(p.work.jobs.size() == 2);
    auto const a = sim::replay{w, policy<>{}}.run();
    auto const b = sim::replay{p.work, policy<>{}}.run();
    CHECK(a.jobs[1].start == b.jobs[1].start);
    CHECK(a.passes == b.passes);
}

TEST_CASE("before it is measured a gang ranks by its age") {
    auto w = two_gangs();
    w.jobs.push_back({2, instant{2.0}, duration{20.0}, duration{20.0}, 0.0, 0, {1, {4}}});
    auto const p = sim::with_preflight(w, [](index j) { return duration{j == 2 ? 5.0 : 0.0}; });
    rates const r{p.jobs, {1.0, 1.0, 50.0}};
    // Job 2 is by far the most efficient, but nobody knows: its pre-flight gang stands behind job 1, which is known and
    // older.
    policy const by_efficiency{.rank = 1.0 * efficiency{r} + aging{.per_second = 1.0 / hours{6}}};
    auto const all = sim::replay{p.work, by_efficiency}.run();
    CHECK(all.jobs[1].start == 100.0);
    CHECK(all.jobs[3].start == 150.0);
    CHECK(all.jobs[2].start == 155.0);
    auto const known = sim::replay{w, by_efficiency}.run();
    CHECK(known.jobs[2].start == 100.0);
}

TEST_CASE("a cancelled job takes its pre-flight gang with it, at any stage") {
    for (double const at : {0.5, 5.0, 30.0, 115.0}) {
        auto w = two_gangs();
        w.cancellations = {{instant{at}, 1}};
        auto const p = sim::with_preflight(w, [](index) { return duration{10.0}; });
        auto const all = sim::replay{p.work, policy<>{}}.run();
        CHECK(all.jobs[1].cancelled);
        CHECK(all.jobs[3].cancelled == (at < 120.0));
        CHECK_FALSE(all.jobs[1].started());
        CHECK(all.jobs[0].end == 110.0);
    }
}

TEST_CASE("a job whose predecessor is cancelled never comes") {
    for (double const at : {0.0, 5.0}) {
        auto w = two_gangs();
        w.after = {no_index, 0};
        w.cancellations = {{instant{at}, 0}};
        auto const r = sim::replay{w, policy<>{}}.run();
        CHECK(r.jobs[0].cancelled);
        CHECK_FALSE(r.jobs[1].started());
        CHECK_FALSE(r.jobs[1].cancelled);
    }
}

TEST_CASE("followers of any kind, against a replay that is told their arrivals") {
    std::mt19937_64 random{3};
    for (int trial = 0; trial < 200; ++trial) {
        work_type w;
        w.nodes = {{{4}}, {{4}}};
        auto const n = static_cast<index>(4 + random() % 20);
        for (index j = 0; j < n; ++j)
            w.jobs.push_back({static_cast<std::int64_t>(j),
                              instant{static_cast<double>(random() % 200)},
                              duration{1.0 + static_cast<double>(random() % 50)},
                              {},
                              0.0,
                              0,
                              {1, {1 + static_cast<std::int64_t>(random() % 4)}}});
        auto chained = w;
        chained.after.assign(n, no_index);
        for (index j = 1; j < n; ++j)
            if (random() % 2 == 0) chained.after[j] = static_cast<index>(random() % j);
        policy<submit_order, greedy> const greedily{};
        auto const got = sim::replay{chained, greedily}.run();
        // No job is lost, none starts before its predecessor has ended, and nodes are never overbooked.
        for (index j = 0; j < n; ++j) {
            CHECK(got.jobs[j].ended());
            CHECK(got.jobs[j].starts == 1);
            if (chained.after[j] != no_index) CHECK(got.jobs[j].start >= got.jobs[chained.after[j]].end);
        }
        for (index j = 0; j < n; ++j) {
            std::int64_t used = 0;
            for (index k = 0; k < n; ++k)
                if (got.jobs[k].start <= got.jobs[j].start && got.jobs[j].start < got.jobs[k].end)
                    used += chained.jobs[k].shape.each[0];
            CHECK(used <= 8);
        }
    }
}
