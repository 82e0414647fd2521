// bench - Pareto fronts of a million points beside one std::sort of the same records.
//
// random: uniform and independent. anticorrelated: near the plane on which the values add up to 1. front: every point
// is on the front. sort: the records (the values and an index) are copied and put in order by their values, nothing
// else.
#include <benchmark/benchmark.h>
#include <gangway/cost/pareto.hpp>
#include <gangway/trace/random.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

namespace {

using namespace gangway::cost;

constexpr std::size_t count = 1'000'000;

template <std::size_t D>
struct record {
    std::array<double, D> at;
    std::size_t index;
};

enum class kind { random, anticorrelated, front };

template <std::size_t D>
std::vector<record<D>> make(kind k) {
    gangway::trace::random source{1, static_cast<std::uint64_t>(k)};
    auto const draw = [&] { return static_cast<double>(source.next() >> 11U) * 0x1p-53; };
    std::vector<record<D>> out(count);
    for (std::size_t i = 0; i < count; ++i) {
        double sum = 0.0;
        for (auto& v : out[i].at) sum += v = draw();
        out[i].index = i;
        if (k == kind::random) continue;
        double const level = k == kind::front ? 1.0 : 1.0 + 0.1 * draw();
        for (auto& v : out[i].at) v *= level / sum;
    }
    return out;
}

template <std::size_t D>
void sort_records(benchmark::State& state, std::vector<record<D>> const& points) {
    for (auto _ : state) {
        auto copy = points;
        std::sort(copy.begin(), copy.end(), [](auto const& a, auto const& b) { return a.at < b.at; });
        benchmark::DoNotOptimize(copy.data());
    }
}

template <std::size_t D>
pareto_set front_of(std::vector<record<D>> const& points) {
    auto const value = [](std::size_t d) { return minimise{[d](record<D> const& r) { return r.at[d]; }}; };
    if constexpr (D == 2)
        return pareto_front(points, value(0), value(1));
    else
        return pareto_front(points, value(0), value(1), value(2));
}

template <std::size_t D>
void front(benchmark::State& state, std::vector<record<D>> const& points) {
    std::size_t size = 0;
    for (auto _ : state) {
        auto const set = front_of(points);
        size = set.front.size();
        benchmark::DoNotOptimize(set.front.data());
    }
    state.counters["on front"] = static_cast<double>(size);
}

template <std::size_t D>
void add(std::string const& name, kind k) {
    static std::vector<std::vector<record<D>>> kept; // as long as the benchmarks
    static bool const reserved = (kept.reserve(3), true);
    static_cast<void>(reserved);
    auto const& points = kept.emplace_back(make<D>(k));
    auto const title = std::to_string(D) + "-D " + name;
    benchmark::RegisterBenchmark((title + " sort").c_str(), [&points](benchmark::State& s) {
        sort_records<D>(s, points);
    })->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark((title + " front").c_str(), [&points](benchmark::State& s) {
        front<D>(s, points);
    })->Unit(benchmark::kMillisecond);
}

} // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    add<2>("random", kind::random);
    add<2>("anticorrelated", kind::anticorrelated);
    add<2>("all on front", kind::front);
    add<3>("random", kind::random);
    add<3>("anticorrelated", kind::anticorrelated);
    add<3>("all on front", kind::front);
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
}
