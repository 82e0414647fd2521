// Ceilings, memory levels (hierarchical and cache-aware) and the instruction roofline, each against a slow twin.
#include <doctest/doctest.h>

#include <gangway/cost/ceilings.hpp>
#include <gangway/cost/instruction_roofline.hpp>
#include <gangway/cost/memory_levels.hpp>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

using namespace gangway;
using namespace gangway::cost;
using doctest::Approx;

namespace {

std::mt19937_64 random_bits{11};
double size(double least, double most) {
    return std::exp(std::uniform_real_distribution<double>{std::log(least), std::log(most)}(random_bits));
}
double maybe(double value) {
    return random_bits() % 8 == 0 ? 0.0 : value;
}

// The peak of the Opteron X2 in Williams et al. 2009; the ceilings below it are made up.
constexpr roofs opteron{dense_peak{throughput{17.6e9}}, bandwidth{15e9}};
constexpr compute_ceiling<sparsity::dense> compute_ceilings[] = {
    {"both cores", dense_peak{throughput{8.8e9}}},
    {"SIMD", dense_peak{throughput{4.4e9}}},
    {"instruction-level parallelism", dense_peak{throughput{2.2e9}}}};
constexpr memory_ceiling memory_ceilings[] = {{"prefetch", bandwidth{9e9}}, {"memory affinity", bandwidth{6e9}}};

} // namespace

TEST_CASE("ceilings: the lowest counts") {
    auto const low = under<sparsity::dense>(opteron, compute_ceilings, memory_ceilings);
    CHECK(low.peak.rate.value() == 2.2e9);
    CHECK(low.memory.value() == 6e9);
    CHECK(attainable(intensity{0.1}, low).value() == Approx(0.6e9));
    CHECK(attainable(intensity{4.0}, low).value() == 2.2e9);
    CHECK(under<sparsity::dense>(opteron, {}, {}).peak.rate.value() == 17.6e9);
    // A ceiling above its roof changes nothing.
    compute_ceiling<sparsity::dense> const high[] = {{"nothing", dense_peak{throughput{1e12}}}};
    CHECK(under<sparsity::dense>(opteron, high, {}).peak.rate.value() == 17.6e9);
    CHECK(lift_order<sparsity::dense>(kernel{work{1e9}, bytes{1.0}}, opteron, high, {}).empty());
}

TEST_CASE("ceilings: which optimisation first") {
    kernel const k{work{4e9}, bytes{4e9}}; // intensity 1
    auto const order = lift_order<sparsity::dense>(k, opteron, compute_ceilings, memory_ceilings);
    std::vector<std::string> names;
    for (auto const& l : order) names.emplace_back(l.lifted_by);
    CHECK(names == std::vector<std::string>{"instruction-level parallelism", "SIMD", "memory affinity", "both cores",
                                            "prefetch"});
    CHECK(order[0].time.value() == Approx(4.0 / 4.4));
    CHECK(order.back().time == time_of(k, opteron));
    CHECK(lift_order<sparsity::dense>(kernel{}, opteron, compute_ceilings, memory_ceilings).empty());
}

TEST_CASE("ceilings: no fewer optimisations reach the same time, against all subsets") {
    for (int round = 0; round < 300; ++round) {
        kernel const k{work{maybe(size(1e6, 1e12))}, bytes{maybe(size(1e6, 1e12))}};
        std::vector<compute_ceiling<sparsity::dense>> c;
        std::vector<memory_ceiling> m;
        for (std::size_t i = random_bits() % 4; i > 0; --i) c.push_back({"c", dense_peak{throughput{size(1e8, 2e11)}}});
        for (std::size_t i = random_bits() % 4; i > 0; --i) m.push_back({"m", bandwidth{size(1e8, 2e11)}});
        roofs const r{dense_peak{throughput{1e11}}, bandwidth{1e11}};
        auto const order = lift_order<sparsity::dense>(k, r, c, m);
        duration const end = order.empty() ? time_of(k, under<sparsity::dense>(r, c, m)) : order.back().time;
        REQUIRE(end == time_of(k, r)); // nothing is left in the way
        for (std::size_t i = 1; i < order.size(); ++i) REQUIRE(order[i].time <= order[i - 1].time);
        for (std::size_t made = 0; made < std::size_t{1} << (c.size() + m.size()); ++made) {
            auto left_c = c;
            auto left_m = m;
            std::size_t count = 0;
            for (std::size_t i = c.size() + m.size(); i-- > 0;) {
                if ((made >> i & 1U) == 0) continue;
                ++count;
                if (i < c.size())
                    left_c.erase(left_c.begin() + static_cast<std::ptrdiff_t>(i));
                else
                    left_m.erase(left_m.begin() + static_cast<std::ptrdiff_t>(i - c.size()));
            }
            if (count < order.size()) REQUIRE(time_of(k, under<sparsity::dense>(r, left_c, left_m)) > end);
        }
    }
}

TEST_CASE("memory levels: hierarchical, against a plain loop") {
    leveled_roofs<3> const v100{
        dense_peak{throughput{7.8e12}}, {bandwidth{14e12}, bandwidth{3e12}, bandwidth{0.9e12}}, {}};
    leveled_kernel<3> const k{work{1e12}, {bytes{8e11}, bytes{4e11}, bytes{1e11}}, 0.0};
    CHECK(time_of(k, v100).value() == Approx(4.0 / 30.0)); // L2: 4e11 / 3e12
    auto const b = binding_of(k, v100);
    CHECK(b.by == roof::memory);
    CHECK(b.level == 1);
    CHECK(b.next == roof::compute);
    CHECK(b.margin == Approx(0.4 / 3.0 * 7.8));
    CHECK(attainable(k, v100).value() == Approx(7.5e12));

    for (int round = 0; round < 3000; ++round) {
        leveled_kernel<3> const any{
            work{maybe(size(1e6, 1e12))},
            {bytes{maybe(size(1e6, 1e12))}, bytes{maybe(size(1e6, 1e12))}, bytes{maybe(size(1e6, 1e12))}},
            maybe(std::floor(size(1, 1e3)))};
        leveled_roofs<3> const r{
            dense_peak{throughput{size(1e10, 1e13)}},
            {bandwidth{size(1e10, 1e13)}, bandwidth{size(1e10, 1e13)}, bandwidth{size(1e10, 1e13)}},
            duration{maybe(size(1e-6, 1e-3))}};
        std::vector<double> parts{any.flop.value() / r.peak.rate.value()};
        for (std::size_t l = 0; l < 3; ++l) parts.push_back(any.traffic[l].value() / r.memory[l].value());
        parts.push_back(any.launches * r.launch.value());
        double sum = 0.0;
        for (double const p : parts) sum += p;
        auto const first = static_cast<std::size_t>(std::max_element(parts.begin(), parts.end()) - parts.begin());
        REQUIRE(time_of(any, r).value() == parts[first]);
        REQUIRE(time_of(any, r, overlap::sum()).value() == Approx(sum).epsilon(1e-14));
        auto const bound = binding_of(any, r);
        REQUIRE(bound.time.value() == parts[first]);
        if (parts[first] > 0.0) {
            REQUIRE(bound.by == (first == 0 ? roof::compute : first == 4 ? roof::launch : roof::memory));
            if (bound.by == roof::memory) REQUIRE(bound.level == first - 1);
            auto rest = parts;
            rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(first));
            double const next = *std::max_element(rest.begin(), rest.end());
            REQUIRE((bound.next == roof::none) == (next <= 0.0));
            if (next > 0.0) REQUIRE(bound.margin == parts[first] / next);
        } else {
            REQUIRE(bound.by == roof::none);
        }
        if (any.flop.value() > 0.0) {
            leveled_kernel<3> const bare{any.flop, any.traffic, 0.0};
            REQUIRE((any.flop / time_of(bare, r)).value() == Approx(attainable(bare, r).value()).epsilon(1e-12));
        }
    }
}

TEST_CASE("memory levels: with one level the hierarchy is the classic roofline") {
    leveled_roofs<1> const one{opteron.peak, {opteron.memory}, {}};
    for (int round = 0; round < 200; ++round) {
        kernel const k{work{maybe(size(1e6, 1e12))}, bytes{maybe(size(1e6, 1e12))}};
        REQUIRE(time_of(leveled_kernel<1>{k.flop, {k.traffic}, 0.0}, one) == time_of(k, opteron));
        REQUIRE(binding_of(leveled_kernel<1>{k.flop, {k.traffic}, 0.0}, one).margin == binding_of(k, opteron).margin);
    }
}

TEST_CASE("memory levels: cache-aware, one intensity and a roof for each level") {
    leveled_roofs<3> const cpu{dense_peak{throughput{64e9}}, {bandwidth{200e9}, bandwidth{80e9}, bandwidth{10e9}}, {}};
    auto const most = attainable_by_level(intensity{0.5}, cpu);
    CHECK(most[0].value() == 64e9);
    CHECK(most[1].value() == 40e9);
    CHECK(most[2].value() == 5e9);
    CHECK(serving_level(intensity{0.5}, throughput{4e9}, cpu) == 2);
    CHECK(serving_level(intensity{0.5}, throughput{5e9}, cpu) == 2); // on the roof itself
    CHECK(serving_level(intensity{0.5}, throughput{6e9}, cpu) == 1);
    CHECK(serving_level(intensity{0.5}, throughput{50e9}, cpu) == 0);
    CHECK_FALSE(serving_level(intensity{0.5}, throughput{65e9}, cpu)); // above the peak: refused
    CHECK_FALSE(serving_level(intensity{0.5}, throughput{std::nan("")}, cpu));
    CHECK(serving_level(intensity{1000.0}, throughput{64e9}, cpu) == 0); // all roofs are the peak: the first level
}

TEST_CASE("instruction roofline: V100 as Ding and Williams draw it") {
    auto const peak = instruction_peak(80, 4, 1.0, frequency{1.53e9});
    CHECK(peak.value() == Approx(489.6e9).epsilon(1e-12));
    CHECK(transaction_rate(bandwidth{900e9}).value() == Approx(28.125e9));
    instruction_roofs<3> const v100{
        peak,
        {transaction_rate(bandwidth{14e12}), transaction_rate(bandwidth{3e12}), transaction_rate(bandwidth{900e9})}};
    CHECK(v100.transactions[0].value() == Approx(437.5e9)); // the GTXN/s of L1
    CHECK(v100.transactions[1].value() == Approx(93.75e9));
    instruction_kernel<3> const k{work{1e9}, {1e9, 5e8, 1e8}};
    CHECK(instruction_intensity(k, 2) == 10.0);
    CHECK(attainable(k, v100).value() == Approx(187.5e9)); // L2: 2 * 93.75
    CHECK(attainable(instruction_kernel<3>{work{1e9}, {}}, v100) == peak);
    CHECK(attainable(instruction_kernel<3>{work{0.0}, {1.0, 1.0, 1.0}}, v100).value() == 0.0);
    CHECK(time_of(instruction_kernel<3>{}, v100).value() == 0.0);
    for (int round = 0; round < 1000; ++round) {
        instruction_kernel<3> const any{work{size(1.0, 1e12)},
                                        {maybe(size(1, 1e12)), maybe(size(1, 1e12)), maybe(size(1, 1e12))}};
        double longest = any.instructions.value() / 489.6e9;
        for (std::size_t l = 0; l < 3; ++l)
            longest = std::max(longest, any.transactions[l] / v100.transactions[l].value());
        REQUIRE(time_of(any, v100).value() == Approx(longest).epsilon(1e-14));
        REQUIRE((any.instructions / time_of(any, v100)).value() ==
                Approx(attainable(any, v100).value()).epsilon(1e-12));
    }
}
