// bench - the best of 16 clocks for one job: a hand-written loop and the library, from a sweep and from models.
//
// Prints Google Benchmark's table. Before it measures it checks that both sides choose the same clocks.
#include <benchmark/benchmark.h>

#include <gangway/clock/choose.hpp>
#include <gangway/cost/dvfs/sweep.hpp>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

namespace {

using namespace gangway;

constexpr std::size_t clocks_of_a_job = 16;
constexpr std::size_t jobs = 256; // in turn, so that no branch is learnt by heart; 96 kB of sweeps

struct job {
    cost::clock_time time;
    cost::clock_power draw;
    std::array<clock_point, clocks_of_a_job> sweep;
};

std::array<frequency, clocks_of_a_job> make_clocks() {
    std::array<frequency, clocks_of_a_job> out;
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = frequency{600e6 + 60e6 * static_cast<double>(i)};
    return out;
}
std::array<frequency, clocks_of_a_job> const clocks = make_clocks();

std::vector<job> make_jobs() {
    std::mt19937 random{1};
    auto const between = [&](double low, double high) {
        return low + (high - low) * static_cast<double>(random()) / 4294967296.0;
    };
    std::vector<job> out(jobs);
    for (auto& j : out) {
        j.time = cost::crisp_time(duration{between(0.2, 1)}, between(2e8, 1e9), between(1e8, 5e8));
        j.draw = {power{between(30, 80)}, energy{between(0, 40e-9)}, cost::cubic_draw{between(10e-27, 60e-27)}};
        for (std::size_t i = 0; i < clocks.size(); ++i) j.sweep[i] = {clocks[i], j.time(clocks[i]), j.draw(clocks[i])};
    }
    return out;
}
std::vector<job> const all = make_jobs();

[[gnu::noinline]] std::size_t sweep_by_hand(job const& j) {
    std::size_t best = 0;
    double least = j.sweep[0].time.value() * j.sweep[0].draw.value();
    for (std::size_t i = 1; i < clocks_of_a_job; ++i) {
        double const joules = j.sweep[i].time.value() * j.sweep[i].draw.value();
        if (joules < least) {
            least = joules;
            best = i;
        }
    }
    return best;
}
[[gnu::noinline]] clock_choice sweep_by_library(job const& j) {
    return choose_clock(j.sweep, clock_cost::joules);
}

[[gnu::noinline]] std::size_t models_by_hand(job const& j) {
    std::size_t best = 0;
    double least = 1e300;
    for (std::size_t i = 0; i < clocks_of_a_job; ++i) {
        double const f = clocks[i].value();
        double const hidden = j.time.hidden_cycles / f;
        double const seconds =
            j.time.fixed.value() + j.time.cycles / f + (hidden > j.time.cover.value() ? hidden : j.time.cover.value());
        double const watts = j.draw.fixed.value() + j.draw.linear.value() * f + j.draw.cubic.value() * f * f * f;
        double const joules = seconds * watts;
        if (joules < least) {
            least = joules;
            best = i;
        }
    }
    return best;
}
[[gnu::noinline]] clock_choice models_by_library(job const& j) {
    return choose_clock(cost::modelled_sweep{j.time, j.draw, clocks}, clock_cost::joules);
}

frequency clock_of(std::size_t by_hand) {
    return clocks[by_hand];
}
frequency clock_of(clock_choice const& by_library) {
    return by_library.at->clock;
}

template <class Choose>
void add(char const* name, Choose choose) {
    benchmark::RegisterBenchmark(name, [choose](benchmark::State& state) {
        std::size_t next = 0;
        for (auto _ : state) {
            benchmark::DoNotOptimize(choose(all[next]));
            next = (next + 1) % jobs;
        }
    });
}

template <class Hand, class Library>
void must_agree(char const* name, Hand hand, Library library) {
    for (std::size_t j = 0; j < jobs; ++j)
        if (clock_of(hand(all[j])) != clock_of(library(all[j]))) {
            std::fprintf(stderr, "%s: job %zu has different clocks by hand and by the library\n", name, j);
            std::exit(1);
        }
}

} // namespace

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    must_agree("sweep", sweep_by_hand, sweep_by_library);
    must_agree("models", models_by_hand, models_by_library);
    add("sweep/hand", sweep_by_hand);
    add("sweep/library", sweep_by_library);
    add("models/hand", models_by_hand);
    add("models/library", models_by_library);
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
}
