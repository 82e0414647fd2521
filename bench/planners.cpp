// bench - the planners of inference at the sizes that their users meet.
//
// scrooge: ten models of twenty profiles, none of which beats another in both latency and cost; graphs from a chain
// to dense ones, one or three machine types, limits from just above the fastest path to four times that. Each graph is
// solved with the default budget of nodes; `proved` is the share solved to a proof, `gap` the largest gap of the rest.
// infadapter: five variants and 20 cores (lines fitted to ResNets, a reserve of a fifth), every load that they hold;
// then 40 cores. The time is the mean, `worst_ms` the slowest, both in CPU time; of the slowest the lesser of two runs
// counts.
#include <benchmark/benchmark.h>
#include <gangway/plan/infadapter/capacity.hpp>
#include <gangway/plan/infadapter/solve.hpp>
#include <gangway/plan/scrooge/shared.hpp>
#include <gangway/trace/random.hpp>

#include <algorithm>
#include <cstdint>
#include <ctime>
#include <vector>

namespace {

using namespace gangway;

/// CPU time of the lesser of two runs: the other one may have met a busy machine.
double milliseconds_of(auto&& work) {
    double least = 1e300;
    for (int i = 0; i < 2; ++i) {
        auto const start = std::clock();
        work();
        least = std::min(least, 1e3 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
    }
    return least;
}

plan::scrooge::graph hard_graph(std::uint64_t seed, double density, std::size_t types) {
    using namespace plan::scrooge;
    trace::random source{seed, 0};
    auto const draw = [&](double from, double to) {
        return from + (to - from) * static_cast<double>(source.next() >> 11U) * 0x1p-53;
    };
    graph g;
    for (std::size_t t = 0; t < types; ++t) g.types.push_back({t == 0 ? 1.0 : draw(.5, 2.0)});
    for (std::size_t m = 0; m < 10; ++m) {
        model made{frequency{draw(50, 500)}, {}};
        for (std::size_t t = 0; t < types; ++t) {
            std::vector<profile> list;
            double latency = draw(.01, .03);
            double rate = draw(20, 60);
            for (int k = 0; k < 20; ++k) {
                // The batch is what makes rate and run agree.
                auto const batch = std::int64_t{1} << 20;
                list.push_back({batch, 1, duration{latency}, duration{static_cast<double>(batch) / rate}});
                latency += draw(.001, .02);
                rate *= draw(1.005, 1.2);
            }
            made.on.push_back(std::move(list));
        }
        g.models.push_back(std::move(made));
    }
    for (std::size_t a = 0; a < 10; ++a)
        for (std::size_t b = a + 1; b < 10; ++b)
            if (density == 0.0 ? b == a + 1 : draw(0, 1) < density) g.edges.push_back({a, b, 1.0});
    g.limit = duration{1e9};
    g.limit = solve(g).fastest * draw(1.05, 4.0);
    return g;
}

enum class way { fractions, machines, shared };

void scrooge(benchmark::State& state, way how, double density, std::size_t types) {
    using namespace plan::scrooge;
    double proved = 0.0;
    double count = 0.0;
    double gap = 0.0;
    double worst = 0.0;
    std::uint64_t seed = 1;
    for (auto _ : state) {
        auto const g = hard_graph(seed++, density, types);
        outcome o;
        double const ms = milliseconds_of([&] {
            o = how == way::shared ? solve_shared(g).result
                                   : solve(g, how == way::machines ? charge::machines : charge::fractions);
        });
        benchmark::DoNotOptimize(o);
        state.SetIterationTime(ms / 1e3);
        worst = std::max(worst, ms);
        count += 1.0;
        proved += o.is == verdict::optimal ? 1.0 : 0.0;
        gap = std::max(gap, o.gap());
    }
    state.counters["proved"] = proved / count;
    state.counters["gap"] = gap;
    state.counters["worst_ms"] = worst;
}

plan::infadapter::service resnets(std::int64_t cores) {
    using namespace plan::infadapter;
    double const accuracy[]{.69758, .73314, .7613, .77374, .78312};
    double const load_time[]{6.44, 6.79, 6.82, 7.77, 8.52};
    capacity_line const lines[]{{24.446, -6.167}, {13.044, -1.875}, {10.321, -3.792}, {5.090, .042}, {3.815, -2.250}};
    service s{{}, cores, 2};
    for (std::size_t v = 0; v < 5; ++v)
        s.variants.push_back(
            {accuracy[v], duration{load_time[v]}, capacity_table(cores, discounted_capacity{lines[v], .8})});
    return s;
}

void infadapter(benchmark::State& state, std::int64_t cores, double weight_of_cores) {
    using namespace plan::infadapter;
    auto const s = resnets(cores);
    double const most = capacity_of(s, 0, cores).value();
    double load = 1.0;
    double worst = 0.0;
    for (auto _ : state) {
        double const ms = milliseconds_of([&] {
            auto const c = solve(s, {.cores = weight_of_cores}, frequency{load});
            benchmark::DoNotOptimize(c);
        });
        state.SetIterationTime(ms / 1e3);
        worst = std::max(worst, ms);
        load = load + 1.0 > most ? 1.0 : load + 1.0;
    }
    state.counters["worst_ms"] = worst;
}

} // namespace

BENCHMARK_CAPTURE(scrooge, chain, way::fractions, 0.0, 1)
    ->Iterations(100)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(scrooge, sparse, way::fractions, .2, 1)
    ->Iterations(100)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(scrooge, dense, way::fractions, .5, 1)
    ->Iterations(100)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(scrooge, dense_3_types, way::fractions, .5, 3)
    ->Iterations(100)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(scrooge, dense_machines, way::machines, .5, 1)
    ->Iterations(100)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(scrooge, dense_shared, way::shared, .5, 1)
    ->Iterations(100)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(scrooge, dense_shared_3_types, way::shared, .5, 3)
    ->Iterations(20)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(infadapter, 20_cores, 20, .05)->Iterations(386)->UseManualTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(infadapter, 20_cores_for_nothing, 20, .0)
    ->Iterations(386)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(infadapter, 40_cores, 40, .05)->Iterations(780)->UseManualTime()->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();
