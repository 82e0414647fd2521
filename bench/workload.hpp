// bench - a seeded workload: jobs in order of submission, offered load set exactly, whole seconds throughout.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace bench {

/// One job as plain numbers. `id` is its place in the workload, which is also the order of submission.
struct job {
    double submit = 0;   // s
    double run = 0;      // s, true run time
    double estimate = 0; // s, what a planner sees; never below `run`
    int gpus = 1;
    int id = 0;
};

/// What to generate; the defaults are the workload that the figures in this folder are quoted for.
struct workload_options {
    std::size_t count = 100'000;
    std::uint64_t seed = 1;
    int cluster_gpus = 864;
    double load = 1.0;            // GPU-seconds asked for, over GPU-seconds offered until the last submission
    double median_run = 900;      // s
    double sigma = 1.8;           // of the natural logarithm of the run time
    double longest_run = 86'400;  // s
    double estimate_factor = 1.0; // estimates are uniform in [run, run * factor], rounded up to whole seconds
};

/// SplitMix64 (Steele, Lea, Flood 2014): the standard library's distributions differ between implementations.
class bits {
public:
    explicit bits(std::uint64_t seed) : state_{seed} {}

    std::uint64_t next() {
        auto z = (state_ += 0x9e3779b97f4a7c15U);
        z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
        return z ^ (z >> 31U);
    }

    /// Uniform in (0, 1): never 0, so its logarithm is finite.
    double uniform() { return (static_cast<double>(next() >> 11U) + 0.5) * 0x1p-53; }

private:
    std::uint64_t state_;
};

/// Gangs of 1 to 32 GPUs in powers of two (mean 2.5), log-normal run times, Poisson arrivals.
///
/// Semantics: given their number, Poisson arrivals are uniform over the span; the span is the work over the cluster's
/// rate, so the load is exact up to the rounding to seconds. Each quantity has its own stream: changing the estimate
/// factor changes no run time and no arrival.
inline std::vector<job> make_workload(workload_options const& o = {}) {
    bits sizes{o.seed * 4};
    bits runs{o.seed * 4 + 1};
    bits gaps{o.seed * 4 + 2};
    bits factors{o.seed * 4 + 3};

    auto const draw_gpus = [&] {
        auto const u = sizes.uniform();
        return u < 0.70 ? 1 : u < 0.78 ? 2 : u < 0.87 ? 4 : u < 0.98 ? 8 : u < 0.995 ? 16 : 32;
    };
    auto const draw_run = [&] {
        constexpr double two_pi = 6.283185307179586;
        auto const radius = std::sqrt(-2 * std::log(runs.uniform()));
        auto const normal = radius * std::cos(two_pi * runs.uniform());
        return std::clamp(std::round(o.median_run * std::exp(o.sigma * normal)), 1.0, o.longest_run);
    };

    std::vector<job> jobs(o.count);
    double work = 0;
    double elapsed = 0;
    for (std::size_t i = 0; i < o.count; ++i) {
        auto& j = jobs[i];
        j.id = static_cast<int>(i);
        j.gpus = draw_gpus();
        j.run = draw_run();
        j.estimate = std::ceil(j.run * (1 + (o.estimate_factor - 1) * factors.uniform()));
        elapsed -= std::log(gaps.uniform());
        j.submit = elapsed;
        work += j.gpus * j.run;
    }
    auto const scale = o.count == 0 ? 0 : work / (o.cluster_gpus * o.load) / elapsed;
    for (auto& j : jobs) j.submit = std::floor(j.submit * scale);
    return jobs;
}

} // namespace bench
