// bench - how the library grows with what waits: 1e3 to 1e6 jobs behind a full cluster of 864 GPUs.
//
// submit: a job joins the queue. arrival: a job comes and a pass is made on which nothing was freed. turn: a gang of one
// GPU ends and a pass is made. Counters: bytes a waiting job (allocated by the scheduler), starts a turn.
#include "workload.hpp"

#include <benchmark/benchmark.h>
#include <gangway/gangway.hpp>
#include <gangway/sim/workload.hpp>

#include <cstdlib>
#include <deque>
#include <malloc.h>
#include <new>
#include <string>

namespace {
std::size_t allocated = 0; // bytes that are allocated now, as the allocator rounds them
}
void* operator new(std::size_t size) {
    void* const p = std::malloc(size);
    if (p == nullptr) throw std::bad_alloc{};
    allocated += malloc_usable_size(p);
    return p;
}
void operator delete(void* p) noexcept {
    if (p != nullptr) allocated -= malloc_usable_size(p);
    std::free(p);
}
void operator delete(void* p, std::size_t) noexcept { operator delete(p); }

namespace {

using namespace gangway;

constexpr std::size_t gpus = 864;
constexpr std::size_t turns = 500; // few against what waits

/// `gpus` gangs of one GPU that run, then the waiting ones of the usual mix.
sim::workload<gang<1>> make_jobs(std::size_t waiting) {
    sim::workload<gang<1>> w;
    w.nodes.assign(1, {{static_cast<std::int64_t>(gpus)}});
    for (std::size_t i = 0; i < gpus; ++i)
        w.jobs.push_back({static_cast<std::int64_t>(i), instant{0.0}, seconds{1e6}, seconds{1e5 + static_cast<double>(i)},
                          0.0, 0, gang<1>{1, {1}}});
    auto const mix = bench::make_workload({.count = waiting + turns, .estimate_factor = 3.0});
    for (auto const& j : mix)
        w.jobs.push_back({static_cast<std::int64_t>(w.jobs.size()), instant{1.0 + j.submit}, seconds{j.run},
                          seconds{j.estimate}, 0.0, 0, gang<1>{j.gpus, {1}}});
    return w;
}

template <class Policy>
class full_cluster {
  public:
    full_cluster(sim::workload<gang<1>> const& w, Policy policy, std::size_t waiting) : world_{w}, scheduler_{world_, policy} {
        while (next_ < gpus) submit();
        pass();
        std::size_t const before = allocated;
        while (next_ < gpus + waiting) submit();
        bytes_ = allocated - before;
        pass();
    }
    void submit() { scheduler_.submit({static_cast<index>(next_++)}); }
    void pass() {
        scheduler_.pass(now_, [&](auto const& d) {
            running_.push_back(d.job);
            ++started_;
        });
    }
    void end_one() {
        scheduler_.finish(running_.front(), now_);
        running_.pop_front();
    }
    [[nodiscard]] std::size_t bytes() const { return bytes_; }
    [[nodiscard]] std::size_t started() const { return started_ - gpus; }

  private:
    sim::world<gang<1>> world_;
    scheduler<sim::world<gang<1>>, Policy> scheduler_;
    std::deque<sim::job_ref> running_;
    std::size_t next_ = 0;
    std::size_t started_ = 0;
    std::size_t bytes_ = 0;
    instant now_{1.0};
};

template <class Policy>
void add(std::string const& name, Policy policy) {
    auto const grow = [](benchmark::internal::Benchmark* b) { b->RangeMultiplier(10)->Range(1'000, 1'000'000); };
    benchmark::RegisterBenchmark((name + "/submit").c_str(), [policy](benchmark::State& state) {
        auto const waiting = static_cast<std::size_t>(state.range(0));
        auto const w = make_jobs(waiting);
        std::size_t bytes = 0;
        for (auto _ : state) bytes = full_cluster{w, policy, waiting}.bytes();
        state.SetItemsProcessed(state.iterations() * state.range(0));
        state.counters["bytes/job"] = static_cast<double>(bytes) / static_cast<double>(waiting);
    })->Apply(grow)->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark((name + "/arrival").c_str(), [policy](benchmark::State& state) {
        auto const waiting = static_cast<std::size_t>(state.range(0));
        auto const w = make_jobs(waiting);
        full_cluster cluster{w, policy, waiting};
        for (auto _ : state) {
            cluster.submit();
            cluster.pass();
        }
    })->Apply(grow)->Iterations(turns)->Unit(benchmark::kNanosecond);
    benchmark::RegisterBenchmark((name + "/turn").c_str(), [policy](benchmark::State& state) {
        auto const waiting = static_cast<std::size_t>(state.range(0));
        auto const w = make_jobs(waiting);
        full_cluster cluster{w, policy, waiting};
        for (auto _ : state) {
            cluster.end_one();
            cluster.pass();
        }
        state.counters["starts/turn"] =
            benchmark::Counter(static_cast<double>(cluster.started()), benchmark::Counter::kAvgIterations);
        state.counters["decisions/s"] = benchmark::Counter(static_cast<double>(cluster.started()), benchmark::Counter::kIsRate);
    })->Apply(grow)->Iterations(turns)->Unit(benchmark::kNanosecond);
}

} // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    add("greedy", policy{.rank = submit_order{}, .admit = greedy{}});
    add("shortest+greedy", policy{.rank = shortest_first{}, .admit = greedy{}});
    add("shortest+strict", policy{.rank = shortest_first{}, .admit = strict{}});
    add("easy", policy{.rank = submit_order{}, .admit = easy{}});
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
}
