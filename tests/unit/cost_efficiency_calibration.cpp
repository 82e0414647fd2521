// Efficiency tables (case 36 of the scenarios), calibration by class (case 35), the tightest factors of a set of runs.
#include <doctest/doctest.h>

#include <gangway/cost/calibration.hpp>
#include <gangway/cost/efficiency_table.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <vector>

using namespace gangway;
using namespace gangway::cost;
using doctest::Approx;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

std::vector<efficiency_step> in_gflop(std::vector<std::pair<double, double>> const& rows) {
    std::vector<efficiency_step> out;
    for (auto const& [gflop, efficiency] : rows) out.push_back({work{gflop * 1e9}, efficiency});
    return out;
}
std::vector<table_finding> findings(std::vector<std::pair<double, double>> const& rows) {
    auto const made = efficiency_table::make(in_gflop(rows));
    CHECK(made.table.has_value() == made.findings.empty());
    return made.findings;
}

std::mt19937_64 random_bits{17};
double size(double least, double most) {
    return std::exp(std::uniform_real_distribution<double>{std::log(least), std::log(most)}(random_bits));
}

} // namespace

TEST_CASE("efficiency table: case 36 of the scenarios") {
    auto const made = efficiency_table::make(in_gflop({{128, 0.99}, {16, 0.9}, {1, 0.6}, {0, 0.1}}));
    REQUIRE(made.table);
    double const gflop[] = {200, 128, 127, 20, 16, 1, 0.5};
    double const expected[] = {0.99, 0.99, 0.9, 0.9, 0.9, 0.6, 0.1};
    for (std::size_t i = 0; i < std::size(gflop); ++i) CHECK(made.table->at(work{gflop[i] * 1e9}) == expected[i]);
    roofs const a100{dense_peak{throughput{312e12}}, bandwidth{2039e9}};
    kernel const k{work{20e9}, bytes{0.0}};
    auto const reached = reached_by_size(k, a100, *made.table);
    REQUIRE(reached);
    CHECK(time_of(k, *reached).value() == Approx(7.12251e-05).epsilon(1e-6));
    CHECK(reached->memory == a100.memory);
}

TEST_CASE("efficiency table: below the last row there is no answer") {
    auto const made = efficiency_table::make(in_gflop({{16, 0.9}, {1, 0.6}}));
    REQUIRE(made.table);
    CHECK(made.table->at(work{1e9}) == 0.6);
    CHECK_FALSE(made.table->at(work{std::nextafter(1e9, 0.0)}));
    CHECK_FALSE(made.table->at(work{-1.0}));
    CHECK_FALSE(made.table->at(work{not_a_number}));
    CHECK(made.table->at(work{inf}) == 0.9);
    roofs const r{dense_peak{throughput{1e12}}, bandwidth{1e12}};
    CHECK_FALSE(reached_by_size(kernel{work{1.0}, bytes{1.0}}, r, *made.table));
    CHECK(reached_by_size(kernel{work{0.0}, bytes{1.0}}, r, *made.table)->peak == r.peak); // no work, no factor
}

TEST_CASE("efficiency table: what does not load, with the row") {
    using enum table_fault;
    using found = std::vector<table_finding>;
    CHECK(findings({}) == found{{no_rows, 0}});
    CHECK(findings({{16, 0.9}, {16, 0.8}}) == found{{size_not_falling, 1}});
    CHECK(findings({{1, 0.9}, {16, 0.8}}) == found{{size_not_falling, 1}});
    CHECK(findings({{16, 0.0}}) == found{{efficiency_out_of_range, 0}});
    CHECK(findings({{16, 1.01}}) == found{{efficiency_out_of_range, 0}});
    CHECK(findings({{16, -0.5}}) == found{{efficiency_out_of_range, 0}});
    CHECK(findings({{16, not_a_number}}) == found{{efficiency_out_of_range, 0}});
    CHECK(findings({{not_a_number, 0.5}, {1, 2.0}}) == found{{size_not_a_number, 0}, {efficiency_out_of_range, 1}});
    CHECK(findings({{inf, 0.5}}) == found{{size_not_a_number, 0}});
    CHECK(findings({{-1, 0.5}}) == found{{size_not_a_number, 0}});
    CHECK(findings({{16, 1.0}}).empty());
}

TEST_CASE("efficiency table: the look-up against a walk from the top") {
    for (int round = 0; round < 300; ++round) {
        std::vector<efficiency_step> rows;
        for (double at = size(1e9, 1e12); at > 1e3 && rows.size() < 40; at *= size(0.2, 0.9))
            rows.push_back({work{at}, size(1e-3, 1.0)});
        auto const made = efficiency_table::make(rows);
        REQUIRE(made.table);
        for (int i = 0; i < 50; ++i) {
            auto const asked = i < 20 ? rows[random_bits() % rows.size()].from : work{size(1e2, 1e13)};
            std::optional<double> walked;
            for (auto const& row : rows)
                if (row.from <= asked) {
                    walked = row.efficiency;
                    break;
                }
            REQUIRE(made.table->at(asked) == walked);
        }
    }
}

TEST_CASE("calibration: case 35 of the scenarios, a bound and no forecast") {
    double const measured[] = {5353, 1518, 547, 613}; // tokens a second
    double const estimated[] = {8934.54, 2796.58, 788.73, 1169.17};
    double const ratio[] = {1.6691, 1.8423, 1.4419, 1.9073};
    calibration all;
    for (std::size_t i = 0; i < 4; ++i) {
        auto const of = "class " + std::to_string(i);
        CHECK(all.add(of, duration{1.0 / estimated[i]}, duration{1.0 / measured[i]}) ==
              pair_fault::none); // an upper bound
        CHECK(all.factors(of)->median == Approx(ratio[i]).epsilon(5e-5));
        CHECK(1.0 / all.forecast(of, duration{1.0 / estimated[i]})->value() == Approx(measured[i]));
    }
    auto const order = [](double const(&rates)[4]) {
        std::vector<int> by{0, 1, 2, 3};
        std::sort(by.begin(), by.end(), [&](int a, int b) { return rates[a] > rates[b]; });
        return by;
    };
    CHECK(order(measured) == std::vector{0, 1, 3, 2});
    CHECK(order(estimated) == std::vector{0, 1, 3, 2});
}

TEST_CASE("calibration: classes stay apart, and a run above the bound is refused") {
    calibration c;
    CHECK_FALSE(c.factors("prefill"));
    CHECK_FALSE(c.forecast("prefill", duration{1.0}));
    CHECK(c.add("prefill", duration{1.0}, duration{0.999}) == pair_fault::below_bound);
    CHECK_FALSE(c.factors("prefill")); // not averaged in
    CHECK(c.add("prefill", duration{0.0}, duration{1.0}) == pair_fault::not_a_time);
    CHECK(c.add("prefill", duration{1.0}, duration{not_a_number}) == pair_fault::not_a_time);
    CHECK(c.add("prefill", duration{1.0}, duration{inf}) == pair_fault::not_a_time);
    CHECK(c.add("prefill", duration{1.0}, duration{1.0}) == pair_fault::none);
    CHECK(c.add("decode", duration{1.0}, duration{3.0}) == pair_fault::none);
    CHECK(c.factors("prefill")->median == 1.0);
    CHECK(c.factors("decode")->median == 3.0);
    for (int round = 0; round < 200; ++round) { // against sorting
        calibration one;
        std::vector<double> factors;
        for (std::size_t n = 1 + random_bits() % 9; n > 0; --n) {
            double const least = size(1e-6, 1.0);
            double const took = least * size(1.0, 4.0);
            factors.push_back(took / least);
            REQUIRE(one.add("x", duration{least}, duration{took}) == pair_fault::none);
        }
        std::sort(factors.begin(), factors.end());
        std::size_t const n = factors.size();
        auto const f = one.factors("x");
        REQUIRE(f->count == n);
        REQUIRE(f->least == factors.front());
        REQUIRE(f->most == factors.back());
        REQUIRE(f->median == (factors[(n - 1) / 2] + factors[n / 2]) / 2.0);
    }
}

TEST_CASE("tightest reach: a bound on all runs, and none below it is") {
    roofs const r{dense_peak{throughput{1e14}}, bandwidth{1e12}};
    for (int round = 0; round < 300; ++round) {
        std::vector<measured_kernel<sparsity::dense>> runs;
        for (std::size_t n = 1 + random_bits() % 6; n > 0; --n) {
            kernel const k{work{size(1e9, 1e13)}, bytes{size(1e8, 1e11)}};
            runs.push_back({k, time_of(k, r) * size(1.0, 5.0)});
        }
        auto const eta = tightest_reach<sparsity::dense>(runs, r);
        REQUIRE(eta);
        auto const bounds_all = [&](reach by) {
            return std::all_of(runs.begin(), runs.end(), [&](auto const& run) {
                return time_of(run.what, lowered(r, by)) <= run.took * (1.0 + 1e-12);
            });
        };
        REQUIRE(bounds_all(*eta));
        REQUIRE_FALSE(bounds_all({eta->compute * 0.999, eta->memory}));
        REQUIRE_FALSE(bounds_all({eta->compute, eta->memory * 0.999}));
    }
    using run = measured_kernel<sparsity::dense>;
    CHECK_FALSE(tightest_reach<sparsity::dense>({}, r));
    run const no_traffic[] = {{kernel{work{1e14}, bytes{0.0}}, duration{2.0}}};
    CHECK_FALSE(tightest_reach<sparsity::dense>(no_traffic, r));
    run const too_fast[] = {{kernel{work{1e14}, bytes{1e12}}, duration{0.5}}};
    CHECK_FALSE(tightest_reach<sparsity::dense>(too_fast, r));
    run const no_time[] = {{kernel{work{1e14}, bytes{1e12}}, duration{not_a_number}}};
    CHECK_FALSE(tightest_reach<sparsity::dense>(no_time, r));
}
