// The roofline of one kernel: sections 7 and 2 of the models, zero work and traffic, the ridge, sparse peaks, clocks.
#include <doctest/doctest.h>

#include <gangway/cost/achieved.hpp>
#include <gangway/cost/clock_shares.hpp>
#include <gangway/cost/roofline.hpp>

#include <cmath>
#include <limits>
#include <random>
#include <type_traits>

using namespace gangway;
using namespace gangway::cost;
using doctest::Approx;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

constexpr roofs h100{dense_peak{throughput{989.5e12}}, bandwidth{3.35e12}};
constexpr sparse_roofs h100_sparse{sparse_peak{throughput{1979e12}}, bandwidth{3.35e12}};

/// Kernels and roofs of all sizes, a part of them zero.
struct any_kernel {
    std::mt19937_64 random{7};
    double size(double least, double most) {
        return std::exp(std::uniform_real_distribution<double>{std::log(least), std::log(most)}(random));
    }
    double maybe(double value) { return random() % 8 == 0 ? 0.0 : value; }
    kernel next() {
        return {work{maybe(size(1e3, 1e15))}, bytes{maybe(size(1e3, 1e12))}, maybe(std::floor(size(1, 1e4)))};
    }
    roofs device() {
        return {dense_peak{throughput{size(1e11, 1e16)}}, bandwidth{size(1e10, 1e13)},
                duration{maybe(size(1e-7, 1e-4))}};
    }
};

} // namespace

TEST_CASE("roofline: a sparse peak is another type than a dense one") {
    static_assert(!std::is_convertible_v<sparse_peak, dense_peak>);
    static_assert(!std::is_constructible_v<dense_peak, sparse_peak>);
    static_assert(!std::is_constructible_v<sparse_peak, dense_peak>);
    static_assert(!std::is_convertible_v<throughput, dense_peak>); // said in words, or not at all
    static_assert(
        !std::is_invocable_v<decltype([](auto k, auto r) -> decltype(time_of(k, r)) { return time_of(k, r); }), kernel,
                             sparse_roofs>);
}

TEST_CASE("roofline: case 34 of the scenarios, dense or sparse peak") {
    CHECK(ridge_of(h100).value() == Approx(295.373).epsilon(1e-6));
    CHECK(ridge_of(h100_sparse).value() == Approx(590.746).epsilon(1e-6));
    CHECK(binding_of(kernel{work{400.0}, bytes{1.0}}, h100).by == roof::compute);
    CHECK(binding_of(sparse_kernel{work{400.0}, bytes{1.0}}, h100_sparse).by == roof::memory); // what the mix-up says
    CHECK_FALSE(share_of(throughput{1200e12}, h100.peak));                                     // and never 121 %
    CHECK(share_of(throughput{989.5e12}, h100.peak) == 1.0);
    CHECK(*share_of(throughput{1200e12}, h100_sparse.peak) == Approx(1200.0 / 1979.0));
    CHECK_FALSE(share_of(throughput{not_a_number}, h100.peak));
    CHECK_FALSE(share_of(throughput{-1.0}, h100.peak));
}

TEST_CASE("roofline: rate and time by the formula") {
    CHECK(attainable(intensity{100.0}, h100).value() == 335e12);
    CHECK(attainable(intensity{400.0}, h100).value() == 989.5e12);
    CHECK(attainable(intensity{0.0}, h100).value() == 0.0);
    CHECK(attainable(intensity{inf}, h100).value() == 989.5e12);
    roofs const r{dense_peak{throughput{100e12}}, bandwidth{200e9}, duration{5e-6}};
    // The three stages of section 2: 4, 20 and 30 ms, bound by compute, by both alike, and by memory.
    kernel const vision{work{0.4e12}, bytes{0.8e9}, 300};
    kernel const prefill{work{2e12}, bytes{4e9}, 400};
    kernel const action{work{0.6e12}, bytes{6e9}, 2000};
    CHECK(time_of(vision, r).value() == Approx(0.004));
    CHECK(time_of(prefill, r).value() == Approx(0.020));
    CHECK(time_of(action, r).value() == Approx(0.030));
    CHECK(time_of(action, r, overlap::sum()).value() == Approx(0.006 + 0.030 + 0.010));
    CHECK(binding_of(action, r).by == roof::memory);
    CHECK(binding_of(action, r).next == roof::launch);
    CHECK(binding_of(action, r).margin == Approx(3.0));
    // Braces suffice where the roofs say which sparsity is meant.
    CHECK(time_of({.flop = work{1e12}, .traffic = bytes{4e9}}, r).value() == Approx(0.020));
}

TEST_CASE("roofline: 7B parameters in bf16 read 14 GB for a token") {
    kernel const token{work{14e9}, bytes{14e9}};
    struct {
        double bandwidth_gb;
        double ms;
    } const printed[] = {{68, 206}, {204.8, 68.4}, {273, 51.3}, {1008, 13.9}, {2039, 6.87}, {3350, 4.18}, {4800, 2.92}};
    for (auto const& row : printed) {
        roofs const r{dense_peak{throughput{1e14}}, bandwidth{row.bandwidth_gb * 1e9}};
        CHECK(time_of(token, r).value() * 1e3 == Approx(row.ms).epsilon(0.002));
        CHECK(binding_of(token, r).by == roof::memory);
    }
}

TEST_CASE("roofline: no work, no traffic, nothing at all, and the ridge itself") {
    kernel const idle{};
    CHECK(time_of(idle, h100).value() == 0.0);
    CHECK(binding_of(idle, h100).by == roof::none);
    CHECK(binding_of(idle, h100).margin == 1.0);
    CHECK(intensity_of(idle).value() == 0.0);
    kernel const copy{work{0.0}, bytes{3.35e12}};
    CHECK(time_of(copy, h100).value() == 1.0);
    CHECK(intensity_of(copy).value() == 0.0);
    CHECK(binding_of(copy, h100).by == roof::memory);
    CHECK(binding_of(copy, h100).next == roof::none);
    CHECK(binding_of(copy, h100).margin == inf);
    kernel const pure{work{989.5e12}, bytes{0.0}};
    CHECK(time_of(pure, h100).value() == 1.0);
    CHECK(intensity_of(pure).value() == inf);
    CHECK(attainable(intensity_of(pure), h100).value() == 989.5e12);
    CHECK(binding_of(pure, h100).by == roof::compute);
    roofs const r{dense_peak{throughput{1024.0}}, bandwidth{4.0}};
    kernel const ridge{work{1024.0}, bytes{4.0}};
    CHECK(intensity_of(ridge) == ridge_of(r));
    CHECK(attainable(ridge_of(r), r) == r.peak.rate);
    CHECK(binding_of(ridge, r).by == roof::compute);
    CHECK(binding_of(ridge, r).next == roof::memory);
    CHECK(binding_of(ridge, r).margin == 1.0);
    CHECK(time_of(ridge, r, overlap::sum()).value() == 2.0);
}

TEST_CASE("roofline: what is no kernel and no roof is told apart") {
    CHECK(is_sound(kernel{}));
    CHECK_FALSE(is_sound(kernel{work{-1.0}, bytes{1.0}}));
    CHECK_FALSE(is_sound(kernel{work{not_a_number}, bytes{1.0}}));
    CHECK_FALSE(is_sound(kernel{work{1.0}, bytes{inf}}));
    CHECK_FALSE(is_sound(kernel{work{1.0}, bytes{1.0}, -1.0}));
    CHECK(is_sound(h100));
    CHECK_FALSE(is_sound(roofs{dense_peak{throughput{0.0}}, bandwidth{1.0}}));
    CHECK_FALSE(is_sound(roofs{dense_peak{throughput{1.0}}, bandwidth{not_a_number}}));
    CHECK_FALSE(is_sound(roofs{dense_peak{throughput{1.0}}, bandwidth{1.0}, duration{-1e-6}}));
}

TEST_CASE("roofline: an overlap against powers taken one by one") {
    any_kernel any;
    for (int i = 0; i < 2000; ++i) {
        double const parts[] = {any.maybe(any.size(1e-9, 1e3)), any.maybe(any.size(1e-9, 1e3)),
                                any.maybe(any.size(1e-9, 1e3))};
        duration const a{parts[0]};
        duration const b{parts[1]};
        duration const c{parts[2]};
        CHECK(overlap::sum()(a, b, c).value() == parts[0] + parts[1] + parts[2]);
        CHECK(overlap::max()(a, b, c).value() == std::max({parts[0], parts[1], parts[2]}));
        double const p = std::uniform_real_distribution<double>{1.0, 12.0}(any.random);
        long double sum = 0.0L;
        for (double const part : parts) sum += std::pow(static_cast<long double>(part), static_cast<long double>(p));
        auto const twin = static_cast<double>(std::pow(sum, 1.0L / static_cast<long double>(p)));
        CHECK(overlap::p_norm(p)(a, b, c).value() == Approx(twin).epsilon(1e-12));
        CHECK(overlap::p_norm(p)(a, b, c) <= overlap::sum()(a, b, c) * (1.0 + 1e-15));
        CHECK(overlap::p_norm(p)(a, b, c) >= overlap::max()(a, b, c));
    }
    CHECK(overlap::p_norm(1.0) == overlap::sum());
    CHECK(overlap::p_norm(inf) == overlap::max());
    CHECK(overlap::p_norm(300.0)(duration{3e-9}, duration{4e-9}).value() == Approx(4e-9)); // 1e-9^300 is no double
}

TEST_CASE("roofline: time, bound and attainable rate agree with each other") {
    any_kernel any;
    int bound_by[4] = {};
    for (int i = 0; i < 5000; ++i) {
        auto const k = any.next();
        auto const r = any.device();
        double const parts[] = {k.flop.value() / r.peak.rate.value(), k.traffic.value() / r.memory.value(),
                                k.launches * r.launch.value()};
        int first = 0;
        for (int j = 1; j < 3; ++j)
            if (parts[j] > parts[first]) first = j;
        int second = -1;
        for (int j = 0; j < 3; ++j)
            if (j != first && parts[j] > 0.0 && (second < 0 || parts[j] > parts[second])) second = j;
        auto const b = binding_of(k, r);
        REQUIRE(b.by == (parts[first] > 0.0 ? static_cast<roof>(first + 1) : roof::none));
        REQUIRE(b.next == (second >= 0 ? static_cast<roof>(second + 1) : roof::none));
        REQUIRE(b.time.value() == parts[first]);
        REQUIRE(time_of(k, r).value() == parts[first]);
        if (second >= 0) REQUIRE(b.margin == parts[first] / parts[second]);
        ++bound_by[static_cast<int>(b.by)];
        // Without launches the rate is the attainable one.
        kernel const bare{k.flop, k.traffic};
        if (k.flop.value() > 0.0)
            REQUIRE((k.flop / time_of(bare, r)).value() ==
                    Approx(attainable(intensity_of(bare), r).value()).epsilon(1e-12));
        // Bound by the margin: the next roof binds once the binding part is that much faster.
        if (b.by == roof::compute && b.next == roof::memory) {
            auto faster = r;
            faster.peak.rate = r.peak.rate * (b.margin * 1.001);
            REQUIRE(binding_of(k, faster).by == roof::memory);
        }
    }
    for (int const times : bound_by) CHECK(times > 0); // each kind was met
}

TEST_CASE("roofline: efficiency factors lower the roofs") {
    kernel const k{work{1e12}, bytes{1e9}};
    auto const low = lowered(h100, reach{0.5, 0.25});
    CHECK(low.peak.rate.value() == 989.5e12 * 0.5);
    CHECK(low.memory.value() == 3.35e12 * 0.25);
    CHECK(time_of(k, low).value() == Approx(1e12 / (0.5 * 989.5e12)));
    CHECK_FALSE(is_sound(reach{0.0, 1.0}));
    CHECK_FALSE(is_sound(reach{1.0, 1.01}));
    CHECK_FALSE(is_sound(reach{not_a_number, 1.0}));
}

TEST_CASE("roofline: clocks move the ridge, and how far one can go down at no cost") {
    CHECK(ridge_of(at_clocks(h100, {0.5, 1.0})).value() == Approx(ridge_of(h100).value() * 0.5));
    CHECK(ridge_of(at_clocks(h100, {1.0, 0.5})).value() == Approx(ridge_of(h100).value() * 2.0));
    kernel const decode{work{14e9}, bytes{14e9}}; // intensity 1
    CHECK(least_core_clock(decode, h100, {}) == Approx(1.0 / ridge_of(h100).value()));
    CHECK(least_core_clock(decode, h100, {1.0, 0.8}) == Approx(0.8 / ridge_of(h100).value()));
    CHECK(least_core_clock(kernel{work{0.0}, bytes{1.0}}, h100, {}) == 0.0);
    CHECK(least_core_clock(kernel{work{400.0}, bytes{1.0}}, h100, {0.7, 1.0}) == 0.7); // compute-bound
    CHECK(least_core_clock(kernel{}, h100, {0.7, 1.0}) == 0.7);
    any_kernel any;
    for (int i = 0; i < 500; ++i) { // against bisection
        auto const k = any.next();
        auto const r = any.device();
        clock_shares const now{any.size(0.2, 1.2), any.size(0.2, 1.2)};
        double const most = time_of(k, at_clocks(r, now)).value() * (1.0 + 1e-13);
        auto const search = [&](double from, auto&& shares_at) {
            double low = from * 1e-30;
            double high = from;
            for (int step = 0; step < 400 && high > low * (1.0 + 1e-14); ++step) {
                double const middle = std::sqrt(low * high);
                (time_of(k, at_clocks(r, shares_at(middle))).value() <= most ? high : low) = middle;
            }
            return high;
        };
        if (k.flop.value() > 0.0)
            REQUIRE(least_core_clock(k, r, now) == Approx(search(now.core, [&](double f) {
                                                       return clock_shares{f, now.memory};
                                                   })).epsilon(1e-10));
        if (k.traffic.value() > 0.0)
            REQUIRE(least_memory_clock(k, r, now) == Approx(search(now.memory, [&](double f) {
                                                         return clock_shares{now.core, f};
                                                     })).epsilon(1e-10));
    }
}

TEST_CASE("roofline: a run above a roof is refused") {
    kernel const k{work{989.5e12}, bytes{1e12}};
    auto const half = achieved_by(k, duration{2.0}, h100);
    REQUIRE(half);
    CHECK(half.of_peak == 0.5);
    CHECK(half.of_bandwidth == Approx(1.0 / 3.35 / 2.0));
    CHECK(half.of_bound == 0.5);
    CHECK(achieved_by(k, duration{1.0}, h100).of_bound == 1.0);
    auto const fast = achieved_by(k, duration{0.99}, h100);
    CHECK(fast.why == refusal::above_peak);
    CHECK(fast.of_peak == 0.0); // no share to be shown
    CHECK(achieved_by(kernel{work{1.0}, bytes{3.35e12}}, duration{0.9}, h100).why == refusal::above_bandwidth);
    for (double const no_time : {0.0, -1.0, not_a_number, inf})
        CHECK(achieved_by(k, duration{no_time}, h100).why == refusal::no_time);
    any_kernel any;
    for (int i = 0; i < 2000; ++i) {
        kernel const some = any.next();
        auto const r = any.device();
        duration const took{any.size(1e-9, 1e3)};
        auto const a = achieved_by(some, took, r);
        bool const possible = some.flop / took <= r.peak.rate && some.traffic / took <= r.memory;
        REQUIRE(static_cast<bool>(a) == possible);
        REQUIRE(a.of_bound <= 1.0);
        if (a) REQUIRE(a.of_bound == std::max(a.of_peak, a.of_bandwidth));
    }
}
