// Rooflines of whole arrays: the same bits as the formulas for one kernel.
#include <doctest/doctest.h>

#include <gangway/cost/roofline_batch.hpp>

#include <cmath>
#include <random>
#include <vector>

using namespace gangway;
using namespace gangway::cost;

namespace {

std::mt19937_64 random_bits{19};
double size(double least, double most) {
    return std::exp(std::uniform_real_distribution<double>{std::log(least), std::log(most)}(random_bits));
}
double maybe(double value) {
    return random_bits() % 8 == 0 ? 0.0 : value;
}

kernel_arrays any(Eigen::Index n, bool launches) {
    kernel_arrays k{Eigen::ArrayXd{n}, Eigen::ArrayXd{n}, Eigen::ArrayXd{launches ? n : 0}};
    for (Eigen::Index i = 0; i < n; ++i) {
        k.flop[i] = maybe(size(1e3, 1e15));
        k.traffic[i] = maybe(size(1e3, 1e12));
        if (launches) k.launches[i] = maybe(std::floor(size(1, 1e4)));
    }
    return k;
}
kernel one(kernel_arrays const& k, Eigen::Index i) {
    return {work{k.flop[i]}, bytes{k.traffic[i]}, k.launches.size() == 0 ? 0.0 : k.launches[i]};
}

constexpr roofs device{dense_peak{throughput{165.15e12}}, bandwidth{1008e9}, duration{4e-6}};

} // namespace

TEST_CASE("batch: times, bounds, rates and joules have the bits of the formulas for one") {
    energy_machine const m{time_per_work{1e-12}, time_per_byte{1e-11}, energy_per_work{20e-12},
                           energy_per_byte{200e-12}, power{30.0}};
    for (Eigen::Index const n : {0, 1, 2, 3, 7, 8, 1001}) {
        for (bool const launches : {false, true}) {
            auto const k = any(n, launches);
            for (auto const how : {overlap::max(), overlap::sum(), overlap::p_norm(3.0)}) {
                auto const times = time_of(k, device, how);
                for (Eigen::Index i = 0; i < n; ++i) REQUIRE(times[i] == time_of(one(k, i), device, how).value());
            }
            std::vector<roof> bounds(static_cast<std::size_t>(n));
            binding_of(k, device, bounds);
            auto const joules = energy_of(k, m);
            Eigen::ArrayXd at(n);
            for (Eigen::Index i = 0; i < n; ++i) at[i] = intensity_of(one(k, i)).value();
            Eigen::ArrayXd rates(n);
            attainable(at, device, rates);
            for (Eigen::Index i = 0; i < n; ++i) {
                REQUIRE(bounds[static_cast<std::size_t>(i)] == binding_of(one(k, i), device).by);
                REQUIRE(joules[i] == energy_of(one(k, i), m).value());
                REQUIRE(rates[i] == attainable(intensity{at[i]}, device).value());
            }
        }
    }
}

TEST_CASE("batch: sparse roofs, ties, and a part of a longer array as the place for the result") {
    sparse_roofs const r{sparse_peak{throughput{1024.0}}, bandwidth{4.0}, duration{1.0}};
    kernel_arrays k{Eigen::ArrayXd{4}, Eigen::ArrayXd{4}, Eigen::ArrayXd{4}};
    k.flop << 1024.0, 0.0, 0.0, 0.0;
    k.traffic << 4.0, 4.0, 0.0, 0.0;
    k.launches << 1.0, 1.0, 1.0, 0.0;
    std::vector<roof> bounds(4);
    binding_of(k, r, bounds);
    CHECK(bounds == std::vector{roof::compute, roof::memory, roof::launch, roof::none});
    Eigen::ArrayXd row = Eigen::ArrayXd::Constant(6, -1.0);
    time_of(k, r, overlap::sum(), row.segment(1, 4));
    CHECK(row[0] == -1.0);
    CHECK(row[1] == 3.0);
    CHECK(row[2] == 2.0);
    CHECK(row[3] == 1.0);
    CHECK(row[4] == 0.0);
    CHECK(row[5] == -1.0);
}
