// bench - policy variants on one seeded workload: speed, and what the schedule is worth. A new variant is one line.
//
// Runs as README.md asks, without flags: repetitions interleaved at random, CPU time, medians. Flags of Google Benchmark
// still count, `--benchmark_filter=easy` above all.
#include "replays.hpp"

#include <benchmark/benchmark.h>
#include <gangway/gangway.hpp>
#include <gangway/sim/metrics.hpp>
#include <gangway/sim/replay.hpp>

#include <cstdio>
#include <map>
#include <string>
#include <vector>

namespace {

using namespace gangway;

/// Samples a second that grow less than the number of GPUs: the more GPUs, the less each of them does.
struct amdahl {
    [[nodiscard]] throughput rate(sim::job_ref, std::int64_t devices) const {
        auto const g = static_cast<double>(devices);
        return throughput{g / (1.0 + 0.02 * (g - 1.0))};
    }
};
amdahl const profiles;

sim::workload<gang<1>> const& work() {
    static auto const w = bench::replay_of(bench::make_workload({.estimate_factor = 2.0}), true);
    return w;
}

/// Registers a policy: each iteration replays the whole workload.
template <class Rank, class Admit, class Place>
void variant(char const* name, Rank rank, Admit admit, Place place) {
    benchmark::RegisterBenchmark(name, [=](benchmark::State& state) {
        policy const p{.rank = rank, .admit = admit, .place = place};
        sim::result last;
        for (auto _ : state) {
            sim::replay replay{work(), p};
            last = replay.run();
            benchmark::DoNotOptimize(last.decisions);
        }
        auto const m = sim::measure(work(), last);
        auto const decisions = static_cast<double>(last.decisions);
        using benchmark::Counter;
        state.counters["decisions/s"] = Counter(decisions, Counter::kIsIterationInvariantRate);
        state.counters["s/decision"] = Counter(decisions, Counter::kIsIterationInvariantRate | Counter::kInvert);
        state.counters["mean JCT h"] = m.completion.mean / 3600.0;
        state.counters["max wait h"] = m.wait.max / 3600.0;
    })->Unit(benchmark::kMillisecond);
}

/// A row a variant, in the order of the list: medians, and how far repetitions spread.
class table : public benchmark::BenchmarkReporter {
  public:
    bool ReportContext(Context const& context) override {
        PrintBasicContext(&GetErrorStream(), context);
        return true;
    }
    void ReportRuns(std::vector<Run> const& runs) override {
        for (Run const& r : runs) {
            row& to = rows_[r.family_index];
            if (r.aggregate_name == "cv") to.spread = r.cpu_accumulated_time;
            if (r.aggregate_name == "median" || r.repetitions == 1) to.run = r;
        }
    }
    void Finalize() override {
        std::printf("%-34s %12s %8s %14s %12s %12s\n", "variant", "ns/decision", "cv", "decisions/s", "mean JCT h",
                    "max wait h");
        for (auto const& [index, r] : rows_)
            std::printf("%-34s %12.1f %6.1f %% %14.0f %12.2f %12.2f\n", r.run.run_name.function_name.c_str(),
                        1e9 * r.run.counters.at("s/decision"), 100.0 * r.spread, r.run.counters.at("decisions/s").value,
                        r.run.counters.at("mean JCT h").value, r.run.counters.at("max wait h").value);
    }

  private:
    struct row {
        Run run;
        double spread = 0.0;
    };
    std::map<std::int64_t, row> rows_;
};

} // namespace

int main(int argc, char** argv) {
    // The variants: name, who goes first, who may start, where.
    variant("fifo;strict", submit_order{}, strict{}, best_fit{});
    variant("fifo;greedy", submit_order{}, greedy{}, best_fit{});
    variant("fifo;greedy;consolidate", submit_order{}, greedy{}, consolidate{});
    variant("fifo;protected(36h)", submit_order{}, protected_greedy{.after = hours{36}}, best_fit{});
    variant("fifo;draining(9h,20)", submit_order{}, draining{.after = hours{9}, .at_most = 20}, best_fit{});
    variant("fifo;easy", submit_order{}, easy{}, best_fit{});
    variant("shortest;easy", shortest_first{}, easy{}, best_fit{});
    variant("response ratio;greedy", response_ratio{}, greedy{}, best_fit{});
    variant("efficiency+aging(6h);greedy", efficiency{profiles} + aging{.per_second = 1.0 / hours{6}}, greedy{},
            best_fit{});
    variant("efficiency@24h;draining(9h,20)", virtual_arrival{efficiency{profiles}, hours{24}},
            draining{.after = hours{9}, .at_most = 20}, best_fit{});

    // The rules of measuring as defaults; of two equal flags the later one counts.
    std::string defaults[] = {"--benchmark_repetitions=9", "--benchmark_enable_random_interleaving=true",
                              "--benchmark_report_aggregates_only=true", "--benchmark_min_time=0.05"};
    std::vector<char*> arguments{argv[0]};
    for (std::string& flag : defaults) arguments.push_back(flag.data());
    arguments.insert(arguments.end(), argv + 1, argv + argc);
    int count = static_cast<int>(arguments.size());
    arguments.push_back(nullptr);
    benchmark::Initialize(&count, arguments.data());
    if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 1;
    table reporter;
    benchmark::RunSpecifiedBenchmarks(&reporter);
    benchmark::Shutdown();
}
