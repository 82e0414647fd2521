// bench - rooflines of 1e6 kernels against a memory copy that moves as many bytes, in one thread.
//
// A rate reads an intensity and writes a rate: 16 bytes a point. A time reads work and traffic and writes seconds: 24
// bytes; with launches 32. `copy` moves as many bytes in all: it reads half of them and writes the other half. `arrays`
// copies all those arrays: it reads as many bytes and writes them once more.
#include <gangway/cost/roofline_batch.hpp>

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace gangway;

constexpr Eigen::Index points = 1'000'000;
constexpr cost::roofs device{cost::dense_peak{throughput{989.4e12}}, cost::bandwidth{3350e9}, duration{4e-6}};

/// Half of the kernels are bound by memory: intensities from 1 to the square of the ridge, evenly on a log scale.
cost::kernel_arrays kernels(bool launches) {
    std::mt19937_64 random{1};
    std::uniform_real_distribution<double> exponent{0.0, 2.0 * std::log(cost::ridge_of(device).value())};
    std::uniform_real_distribution<double> traffic{1e6, 1e9};
    cost::kernel_arrays k{Eigen::ArrayXd{points}, Eigen::ArrayXd{points}, Eigen::ArrayXd{launches ? points : 0}};
    for (Eigen::Index i = 0; i < points; ++i) {
        k.traffic[i] = traffic(random);
        k.flop[i] = k.traffic[i] * std::exp(exponent(random));
        if (launches) k.launches[i] = static_cast<double>(random() % 100);
    }
    return k;
}

/// What the benchmarks work on; each result is held against the formula for one kernel before anything is measured.
struct data {
    cost::kernel_arrays plain = kernels(false);
    cost::kernel_arrays launched = kernels(true);
    Eigen::ArrayXd intensities = plain.flop / plain.traffic;
    Eigen::ArrayXd out = Eigen::ArrayXd::Zero(points);
    Eigen::ArrayXd from = Eigen::ArrayXd::Ones(4 * points);
    Eigen::ArrayXd to = Eigen::ArrayXd::Zero(4 * points);

    data() {
        using cost::overlap;
        cost::attainable(intensities, device, out);
        for (Eigen::Index i = 0; i < points; ++i)
            check(cost::attainable(cost::intensity{intensities[i]}, device).value(), i);
        for (auto const* k : {&plain, &launched})
            for (auto const how : {overlap::max(), overlap::sum()}) {
                cost::time_of(*k, device, how, out);
                for (Eigen::Index i = 0; i < points; ++i) {
                    double const launches = k->launches.size() == 0 ? 0.0 : k->launches[i];
                    cost::kernel const one{work{k->flop[i]}, bytes{k->traffic[i]}, launches};
                    check(cost::time_of(one, device, how).value(), i);
                }
            }
    }
    void check(double expected, Eigen::Index i) const {
        if (out[i] == expected) return;
        std::fprintf(stderr, "point %td: %.17g instead of %.17g\n", i, out[i], expected);
        std::exit(1);
    }
};
data& all() {
    static data d;
    return d;
}

template <class Run>
void add(std::string const& name, int bytes_a_point, Run run) {
    benchmark::RegisterBenchmark((name + "/roofline").c_str(), [run](benchmark::State& state) {
        for (auto _ : state) {
            run();
            benchmark::ClobberMemory();
        }
    })->Unit(benchmark::kMicrosecond);
    auto const bytes = static_cast<std::size_t>(points) * static_cast<std::size_t>(bytes_a_point);
    for (auto const& [copy, size] : {std::pair{"/copy", bytes / 2}, std::pair{"/arrays", bytes}})
        benchmark::RegisterBenchmark((name + copy).c_str(), [size](benchmark::State& state) {
            for (auto _ : state) {
                std::memcpy(all().to.data(), all().from.data(), size);
                benchmark::ClobberMemory();
            }
        })->Unit(benchmark::kMicrosecond);
}

/// Prints each median over those of its copies.
class with_ratios : public benchmark::ConsoleReporter {
  public:
    void ReportRuns(std::vector<Run> const& runs) override {
        ConsoleReporter::ReportRuns(runs);
        for (auto const& r : runs)
            if (r.aggregate_name == "median") median_us_[r.run_name.function_name] = r.GetAdjustedCPUTime();
    }
    void Finalize() override {
        ConsoleReporter::Finalize();
        if (median_us_.empty()) return;
        std::printf("\n%-18s %12s %9s %9s %10s %9s\n", "1e6 points", "roofline us", "copy us", "ratio", "arrays us",
                    "ratio");
        for (auto const& [key, us] : median_us_) {
            auto const name = key.substr(0, key.find('/'));
            if (key != name + "/roofline") continue;
            double const copy = median_us_.at(name + "/copy");
            double const arrays = median_us_.at(name + "/arrays");
            std::printf("%-18s %12.0f %9.0f %9.2f %10.0f %9.2f\n", name.c_str(), us, copy, us / copy, arrays,
                        us / arrays);
        }
    }

  private:
    std::map<std::string, double> median_us_;
};

} // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    all();
    using cost::overlap;
    add("rate", 16, [] { cost::attainable(all().intensities, device, all().out); });
    add("time_max", 24, [] { cost::time_of(all().plain, device, overlap::max(), all().out); });
    add("time_sum", 24, [] { cost::time_of(all().plain, device, overlap::sum(), all().out); });
    add("time_max_launches", 32, [] { cost::time_of(all().launched, device, overlap::max(), all().out); });
    with_ratios reporter;
    benchmark::RunSpecifiedBenchmarks(&reporter);
    benchmark::Shutdown();
}
