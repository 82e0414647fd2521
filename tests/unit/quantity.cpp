#include <gangway/quantity.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <concepts>

using namespace gangway;

namespace {
template <class A, class B>
concept addable = requires(A a, B b) { a + b; };
template <class A, class B>
concept comparable = requires(A a, B b) { a < b; };
} // namespace

TEST_CASE("dimensions multiply, and cancel to a plain double") {
    CHECK(power{200.0} * seconds{3.0} == energy{600.0});
    static_assert(std::same_as<decltype(power{1.0} * duration{1.0}), energy>);
    static_assert(std::same_as<decltype(work{1.0} / duration{1.0}), throughput>);
    static_assert(std::same_as<decltype(throughput{1.0} * duration{1.0}), work>);
    static_assert(std::same_as<decltype(hours{1.0} / minutes{1.0}), double>);
    static_assert(std::same_as<decltype(frequency{1.0} * duration{1.0}), double>);
    static_assert(std::same_as<decltype(1.0 / duration{1.0}), frequency>);
    static_assert(std::same_as<decltype(throughput{1.0} / devices{1.0}),
                               quantity<dimension{.time = -1, .device = -1, .work = 1}>>);
    CHECK(hours{1.0} / minutes{1.0} == 60.0);
    CHECK((1.0 / hours{6}) * hours{3} == 0.5);
    CHECK((energy{10.0} / power{4.0}).value() == 2.5);
}

TEST_CASE("quantities of one dimension add, scale and compare; others do not") {
    CHECK(bytes{3.0} + bytes{4.0} - bytes{2.0} == bytes{5.0});
    CHECK(2.0 * (bytes{3.0} / 4.0) * 2.0 == bytes{3.0});
    CHECK(-devices{2.0} < devices{-1.0});
    static_assert(!addable<duration, energy>);
    static_assert(!addable<duration, double>);
    static_assert(!comparable<duration, devices>);
    static_assert(!comparable<duration, double>);
    static_assert(!std::convertible_to<double, duration>);
    static_assert(!std::convertible_to<duration, double>);
    static_assert(sizeof(duration) == sizeof(double));
}

TEST_CASE("times are written in their own unit and kept in seconds") {
    CHECK(seconds{1.5}.value() == 1.5);
    CHECK(minutes{1.5}.value() == 90.0);
    CHECK(hours{6}.value() == 21600.0);
    CHECK(days{7}.value() == 604800.0);
    duration const d = hours{6};
    CHECK(d == minutes{360});
    CHECK(unbounded > days{1e9});
}

TEST_CASE("instants are affine") {
    instant const t{100.0};
    CHECK(t + minutes{1} == instant{160.0});
    CHECK(minutes{1} + t == instant{160.0});
    CHECK(t - minutes{1} == instant{40.0});
    static_assert(std::same_as<decltype(t - t), duration>);
    CHECK(instant{160.0} - t == minutes{1});
    CHECK(t < never_instant);
    CHECK(t + unbounded == never_instant);
    static_assert(!addable<instant, instant>);
    static_assert(!addable<instant, double>);
    static_assert(!std::convertible_to<double, instant>);
    static_assert(!comparable<instant, duration>);
    CHECK_FALSE(instant{std::nan("")} < t); // no order, and none invented
    CHECK_FALSE(instant{std::nan("")} >= t);
}
