// The seeded week: the same everywhere, and like the real one.
#include <doctest/doctest.h>

#include <gangway/trace/generator.hpp>
#include <gangway/trace/own_csv.hpp>
#include <gangway/trace/philly_csv.hpp>
#include <gangway/trace/random.hpp>

#include "trace_testing.hpp"

#include <array>
#include <cstdio>
#include <map>

using namespace gangway;
using namespace trace_testing;
using trace::generate;
using trace::philly_like;

namespace {

double gpu_hours(std::vector<trace::job> const& jobs, double end = 1e18) {
    double sum = 0.0;
    for (auto const& j : jobs) {
        sum += static_cast<double>(j.gpus) * std::min(j.run.value(), end - j.submitted.value()) / 3600.0;
    }
    return sum;
}

/// The p-quantile of the run times, of one gang size or of all (0).
double run_quantile(std::vector<trace::job> const& jobs, std::int64_t gpus, double p) {
    std::vector<double> runs;
    for (auto const& j : jobs) {
        if (gpus == 0 || j.gpus == gpus) runs.push_back(j.run.value());
    }
    std::sort(runs.begin(), runs.end());
    return runs[static_cast<std::size_t>(p * static_cast<double>(runs.size()))];
}

std::uint64_t fingerprint(philly_like const& ask) {
    return trace::hash_of(trace::write_own_csv(generate(ask)));
}

} // namespace

TEST_CASE("random: SplitMix64 and its interval") {
    // The first three outputs from state 0, as published with the generator.
    std::uint64_t state = 0;
    std::array<std::uint64_t, 3> const published{0xe220'a839'7b1d'cdafU, 0x6e78'9e6a'a1b9'65f4U,
                                                 0x06c4'5d18'8009'454fU};
    for (auto const expected : published) CHECK(trace::random::mix(state += 0x9e37'79b9'7f4a'7c15U) == expected);

    trace::random draw{1, 2};
    std::array<int, 7> seen{};
    for (int i = 0; i != 70'000; ++i) ++seen[draw.below(7)];
    for (auto const n : seen) CHECK(n == doctest::Approx(10'000).epsilon(0.05));
    std::array<std::uint32_t, 3> const weights{1, 0, 3};
    std::array<int, 3> picked{};
    for (int i = 0; i != 40'000; ++i) ++picked[draw.pick(weights)];
    CHECK(picked[0] == doctest::Approx(10'000).epsilon(0.05));
    CHECK(picked[1] == 0);
}

TEST_CASE("generator: the same bytes on every machine") {
    CHECK(fingerprint({}) == 12'573'462'446'879'976'611U);
    CHECK(fingerprint({.seed = 2, .jobs = 10'000, .days = 10, .gpus = 1'000, .load = 1.1}) ==
          16'259'109'612'183'824'372U);
    CHECK(fingerprint({.seed = 1}) != fingerprint({.seed = 2}));
}

TEST_CASE("generator: a week of the size that is asked for") {
    for (std::uint64_t seed = 1; seed != 6; ++seed) {
        CAPTURE(seed);
        auto const jobs = generate({.seed = seed});
        REQUIRE(jobs.size() == 2312);
        std::map<std::int64_t, int> sizes;
        for (auto const& j : jobs) ++sizes[j.gpus];
        CHECK(sizes ==
              std::map<std::int64_t, int>{{1, 1610}, {2, 188}, {4, 204}, {7, 1}, {8, 278}, {16, 29}, {24, 1}, {32, 1}});
        auto const r = trace::read_own_csv("f", trace::write_own_csv(jobs));
        CHECK(r.issues.empty());
        CHECK(r.jobs == jobs);
        CHECK(jobs.back().submitted < instant{604'800.0});
        CHECK(gpu_hours(jobs, 604'800.0) == doctest::Approx(0.95 * 864 * 168).epsilon(1e-4));
        CHECK(gpu_hours(jobs) == doctest::Approx(206'201).epsilon(0.2));
        CHECK(run_quantile(jobs, 0, 0.5) == doctest::Approx(17'594).epsilon(0.25));
        CHECK(run_quantile(jobs, 0, 0.9) == doctest::Approx(193'590).epsilon(0.25));
        CHECK(run_quantile(jobs, 1, 0.5) == doctest::Approx(15'269).epsilon(0.2));
        CHECK(run_quantile(jobs, 8, 0.5) == doctest::Approx(87'825).epsilon(0.25));
        CHECK(run_quantile(jobs, 8, 0.99) == doctest::Approx(2'010'727).epsilon(0.35));
    }
}

TEST_CASE("generator: load changes run times only; any number of jobs") {
    auto const low = generate({.load = 0.5});
    auto const high = generate({.load = 1.2});
    REQUIRE(low.size() == high.size());
    for (std::size_t i = 0; i != low.size(); ++i) {
        auto j = low[i];
        CHECK(j.run <= high[i].run);
        j.run = high[i].run;
        CHECK(j == high[i]);
    }
    CHECK(generate({.jobs = 0}).empty());
    CHECK(generate({.jobs = 1}).size() == 1);
    CHECK(generate({.jobs = 13, .days = 1, .gpus = 4, .load = 0.01}).size() == 13);
    // Too few jobs for the load: each runs to the end of the week at least.
    for (auto const& j : generate({.jobs = 5, .load = 10.0})) CHECK(j.submitted + j.run >= instant{604'800.0});
    auto const many = generate({.jobs = 100'000, .load = 1.0});
    CHECK(many.size() == 100'000);
    CHECK(gpu_hours(many, 604'800.0) == doctest::Approx(864.0 * 168.0).epsilon(1e-3));
}

TEST_CASE("generator: beside the real week") {
    auto const content = shared_trace("philly_week_20171008_n2310.csv");
    if (!content) return;
    auto const real = trace::read_philly_csv("week", *content).jobs;
    REQUIRE(real.size() == 2310);
    constexpr int seeds = 50;
    std::vector<std::vector<trace::job>> made;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) made.push_back(generate({.seed = seed}));

    auto const compare = [&](char const* what, auto figure, double tolerance) {
        double const expected = figure(real);
        double sum = 0.0;
        double least = 1e18;
        double most = 0.0;
        for (auto const& jobs : made) {
            double const x = figure(jobs);
            sum += x;
            least = std::min(least, x);
            most = std::max(most, x);
        }
        std::printf("%-28s real %10.0f   50 seeds: mean %10.0f, from %10.0f to %10.0f\n", what, expected, sum / seeds,
                    least, most);
        CHECK(sum / seeds == doctest::Approx(expected).epsilon(tolerance));
    };
    compare("GPU hours", [](auto const& jobs) { return gpu_hours(jobs); }, 0.02);
    compare("GPU hours inside the week", [](auto const& jobs) { return gpu_hours(jobs, 604'800.0); }, 0.01);
    for (std::int64_t const gpus : {0, 1, 2, 4, 8}) {
        auto const name = [&](char const* figure) {
            return (gpus == 0 ? "all: " : std::to_string(gpus) + " GPUs: ") + figure;
        };
        auto const mean = [&](std::vector<trace::job> const& jobs) {
            double sum = 0.0;
            double n = 0.0;
            for (auto const& j : jobs) {
                if (gpus != 0 && j.gpus != gpus) continue;
                sum += j.run.value();
                n += 1.0;
            }
            return sum / n;
        };
        compare(name("mean run time, s").c_str(), mean, 0.1);
        for (auto const& [p, figure] :
             {std::pair{0.5, "median, s"}, std::pair{0.9, "p90, s"}, std::pair{0.99, "p99, s"}}) {
            auto const quantile = [&, q = p](auto const& jobs) { return run_quantile(jobs, gpus, q); };
            compare(name(figure).c_str(), quantile, 0.15);
        }
    }
}
