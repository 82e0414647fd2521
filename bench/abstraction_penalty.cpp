// bench - what the library costs: a whole replay of one workload, by hand and by the library, in one binary.
//
// Prints Google Benchmark's table, then the ratios of the median CPU times. Run with the flags that README.md names: they
// interleave the loops of a policy at random, so that a slow spell of the machine meets both sides.
#include "hand/conservative.hpp"
#include "hand/easy.hpp"
#include "hand/greedy.hpp"
#include "hand/placed.hpp"
#include "hand/placed_events.hpp"
#include "hand/shortest.hpp"
#include "hand/strict.hpp"
#include "hand/strict_events.hpp"
#include "replays.hpp"

#include <benchmark/benchmark.h>
#include <gangway/gangway.hpp>
#include <gangway/sim/replay.hpp>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>

namespace {

using namespace gangway;

std::vector<bench::job> const& jobs() {
    static auto const all = bench::make_workload();
    return all;
}

sim::workload<gang<1>> const& replay_of(bool on_nodes) {
    static auto const pool = bench::replay_of(jobs(), false);
    static auto const nodes = bench::replay_of(jobs(), true);
    return on_nodes ? nodes : pool;
}
/// Both sides know beforehand that the jobs stand in order of submission.
sim::arrival_order const& arrivals() {
    static sim::arrival_order const order{replay_of(false)};
    return order;
}

/// The comparison means something only where both sides say the same of every job.
template <class Spans>
void must_agree(char const* name, Spans const& by_hand, sim::result const& by_library) {
    for (std::size_t i = 0; i < by_hand.size(); ++i) {
        hand::span const& h = by_hand[i];
        sim::outcome const& l = by_library.jobs[i];
        if (h.start == l.start && h.end == l.end) continue;
        std::fprintf(stderr, "%s: job %zu runs from %.0f to %.0f by hand, from %.0f to %.0f by the library\n", name, i,
                     h.start, h.end, l.start, l.end);
        std::exit(1);
    }
}

void count_jobs(benchmark::State& state) {
    state.counters["jobs/s"] =
        benchmark::Counter(static_cast<double>(jobs().size()), benchmark::Counter::kIsIterationInvariantRate);
}

template <class Hand>
void add_hand(std::string const& name, Hand hand) {
    benchmark::RegisterBenchmark((name).c_str(), [hand](benchmark::State& state) {
        for (auto _ : state) benchmark::DoNotOptimize(hand());
        count_jobs(state);
    })->Unit(benchmark::kMillisecond);
}
template <class Policy>
void add_library(std::string const& name, bool on_nodes, Policy policy) {
    benchmark::RegisterBenchmark((name + "/library").c_str(), [on_nodes, policy](benchmark::State& state) {
        for (auto _ : state) {
            sim::replay replay{replay_of(on_nodes), arrivals(), policy};
            benchmark::DoNotOptimize(replay.run());
        }
        count_jobs(state);
    })->Unit(benchmark::kMillisecond);
}
template <class Hand, class Policy>
void add(char const* name, bool on_nodes, Hand hand, Policy policy) {
    must_agree(name, hand(), sim::replay{replay_of(on_nodes), policy}.run());
    add_hand(std::string{name} + "/hand", hand);
    add_library(name, on_nodes, policy);
}
/// Beside a loop that walks jobs, one that walks events, as a scheduler must that does not know what comes.
template <class Hand, class Events, class Policy>
void add(char const* name, bool on_nodes, Hand hand, Events events, Policy policy) {
    add(name, on_nodes, hand, policy);
    must_agree(name, events(), sim::replay{replay_of(on_nodes), policy}.run());
    add_hand(std::string{name} + "/hand_events", events);
}

/// Google Benchmark's table, policy by policy, and then the ratios.
class with_ratios : public benchmark::ConsoleReporter {
  public:
    bool ReportContext(Context const& context) override {
        return !std::exchange(first_, false) || ConsoleReporter::ReportContext(context);
    }
    void ReportRuns(std::vector<Run> const& runs) override {
        ConsoleReporter::ReportRuns(runs);
        for (auto const& r : runs)
            if (r.aggregate_name == "median") median_ms_[r.run_name.function_name] = r.GetAdjustedCPUTime();
    }
    void print_ratios() const {
        if (median_ms_.empty()) return;
        std::printf("\n%-14s %-12s %10s %10s %8s\n", "policy", "against", "hand ms", "library ms", "ratio");
        for (auto const& [name, ms] : median_ms_) {
            auto const slash = name.find('/');
            auto const library = median_ms_.find(name.substr(0, slash) + "/library");
            if (library == median_ms_.end() || library->first == name) continue;
            std::printf("%-14s %-12s %10.2f %10.2f %8.2f\n", name.substr(0, slash).c_str(), name.substr(slash + 1).c_str(), ms,
                        library->second, library->second / ms);
        }
    }

  private:
    bool first_ = true;
    std::map<std::string, double> median_ms_;
};

} // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    add("strict", false, [] { return hand::strict_fifo(jobs()); }, [] { return hand::strict_events(jobs()); }, policy<>{});
    add("greedy", false, [] { return hand::greedy_fifo(jobs()); }, policy{.rank = submit_order{}, .admit = greedy{}});
    add("shortest", false, [] { return hand::shortest_first(jobs()); },
        policy{.rank = shortest_first{}, .admit = strict{}});
    add("easy", false, [] { return hand::easy(jobs()); }, policy{.rank = submit_order{}, .admit = easy{}});
    add("conservative", false, [] { return hand::conservative(jobs()); },
        policy{.rank = submit_order{}, .admit = conservative{}});
    add("placed", true, [] { return hand::strict_placed(jobs()); }, [] { return hand::placed_events(jobs()); }, policy<>{});
    with_ratios reporter;
    // The loops of one policy take turns with each other; those of another would only clear the caches between them.
    if (benchmark::GetBenchmarkFilter().empty())
        for (char const* const name : {"strict/", "greedy/", "shortest/", "easy/", "conservative/", "placed/"})
            benchmark::RunSpecifiedBenchmarks(&reporter, name);
    else benchmark::RunSpecifiedBenchmarks(&reporter);
    reporter.print_ratios();
    benchmark::Shutdown();
}
