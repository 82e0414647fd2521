// bench - STS: all jobs of a cluster planned at one instant, and one job alone.
//
// cluster: 400 jobs that came within a second, on 100 nodes (600 devices) and on 30, where not all find room; with the
// default options and with the two greedy passes of a simulation. `waiting`: jobs without a place.
// job: 400 plans of one job each, by the price on time and exact; `gap` is the largest gap, relative.
#include <benchmark/benchmark.h>
#include <gangway/plan/sts/baselines.hpp>
#include <gangway/plan/sts/generated_load.hpp>

#include <algorithm>
#include <numeric>
#include <vector>

namespace {

using namespace gangway;
namespace sts = gangway::plan::sts;

void cluster(benchmark::State& state, sts::cluster_options options, bool sharing) {
    auto const load = sts::generated_load({.seed = 1,
                                           .nodes = static_cast<std::size_t>(state.range(0)),
                                           .jobs = 400,
                                           .span = seconds{1},
                                           .sharing = sharing});
    sts::training_jobs const host{load.jobs};
    std::vector<std::size_t> jobs(load.jobs.size());
    std::iota(jobs.begin(), jobs.end(), std::size_t{0});
    sts::cluster_plan plan;
    for (auto _ : state) plan = sts::plan_cluster(host, jobs, load.park, instant{1.0}, options);
    auto const waiting = std::count_if(plan.jobs.begin(), plan.jobs.end(), [](auto const& p) { return !p.runs(); });
    state.counters["waiting"] = static_cast<double>(waiting);
    state.counters["MJ"] = plan.cost.energy / 1e6;
}

void job(benchmark::State& state, bool exact) {
    auto const load =
        sts::generated_load({.seed = 1, .nodes = 2, .jobs = 400, .span = seconds{1}, .tight = 1.05, .loose = 3.0});
    double gap = 0.0;
    for (auto _ : state) {
        gap = 0.0;
        for (auto const& j : load.jobs) {
            sts::training_task const task{j.stops.most_epochs(), j.due - instant{1.0}};
            auto const plan = exact ? sts::exact_plan(j.configurations, j.stops, task)
                                    : sts::lagrangian_plan(j.configurations, j.stops, task);
            gap = std::max(gap, plan->gap() / plan->expected);
        }
    }
    state.counters["gap"] = gap;
    state.SetItemsProcessed(state.iterations() * 400);
}

} // namespace

BENCHMARK_CAPTURE(cluster, default_options, sts::cluster_options{}, false)
    ->Arg(100)
    ->Arg(30)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(cluster, default_options_shares, sts::cluster_options{}, true)
    ->Arg(100)
    ->Arg(30)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(cluster, two_passes, sts::stochastic{}.options, false)
    ->Arg(100)
    ->Arg(30)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(job, price_on_time, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(job, exact, true)->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();
