// Success as k of n with Wilson's interval, and what a successful episode costs.
#include <doctest/doctest.h>

#include <gangway/cost/episodes.hpp>

#include <cmath>

using namespace gangway;
using namespace gangway::cost;

namespace {

// To the printed digits: four of them.
doctest::Approx printed(double v) {
    return doctest::Approx(v).scale(0.0).epsilon(0.5e-4 / v);
}

// The definition of the interval: the shares p at which |k - n p| = z sqrt(n p (1 - p)), found by halving.
double end_by_halving(std::int64_t k, std::int64_t n, double z, bool low) {
    auto const kk = static_cast<double>(k);
    auto const nn = static_cast<double>(n);
    double inside = kk / nn;
    double outside = low ? 0.0 : 1.0;
    for (int i = 0; i < 200; ++i) {
        double const p = (inside + outside) / 2.0;
        (std::abs(kk - nn * p) <= z * std::sqrt(nn * p * (1.0 - p)) ? inside : outside) = p;
    }
    return inside;
}

} // namespace

TEST_CASE("wilson: the printed examples") {
    auto const a = wilson(90, 100);
    CHECK(a.low == printed(0.8256));
    CHECK(a.high == printed(0.9448));
    auto const b = episodes{360, 400}.interval();
    CHECK(b.low == printed(0.8667));
    CHECK(b.high == printed(0.9257));
    CHECK_FALSE(a.low == printed(0.8257)); // the comparison itself tells the last digit
}

TEST_CASE("wilson: none, all, and no episode at all") {
    CHECK(wilson(0, 50).low == 0.0);
    CHECK(wilson(0, 50).high == doctest::Approx(0.0713471).epsilon(1e-6)); // z^2 / (n + z^2)
    CHECK(wilson(50, 50).high == 1.0);
    CHECK(wilson(50, 50).low == doctest::Approx(1.0 - 0.0713471).epsilon(1e-6));
    CHECK(wilson(0, 0).low == 0.0);
    CHECK(wilson(0, 0).high == 1.0);
    CHECK(wilson(1, 2, 0.0).low == doctest::Approx(0.5)); // no confidence: the share itself
    CHECK(wilson(1, 2, 0.0).high == doctest::Approx(0.5));
}

TEST_CASE("wilson: equals its definition, and k of n mirrors n - k of n") {
    for (std::int64_t n : {1, 2, 7, 100, 12'345})
        for (double const confidence : {0.5, 0.9, 0.95, 0.999})
            for (std::int64_t k = 0; k <= n; k += std::max<std::int64_t>(1, n / 13)) {
                auto const w = wilson(k, n, confidence);
                CHECK(w.low == doctest::Approx(end_by_halving(k, n, z_of(confidence), true)).epsilon(1e-9));
                CHECK(w.high == doctest::Approx(end_by_halving(k, n, z_of(confidence), false)).epsilon(1e-9));
                CHECK(w.low == doctest::Approx(1.0 - wilson(n - k, n, confidence).high).epsilon(1e-12));
            }
}

TEST_CASE("z: the known values, and the tail that it stands for") {
    CHECK(z_of(0.95) == doctest::Approx(1.959963984540054).epsilon(1e-14));
    CHECK(z_of(0.99) == doctest::Approx(2.5758293035489004).epsilon(1e-14));
    CHECK(z_of(0.6826894921370859) == doctest::Approx(1.0).epsilon(1e-14));
    CHECK(z_of(0.0) == 0.0);
    for (double const c : {1e-9, 0.1, 0.5, 0.9, 0.9999, 1.0 - 1e-12})
        CHECK(std::erfc(z_of(c) / std::sqrt(2.0)) == doctest::Approx(1.0 - c).epsilon(1e-12));
}

TEST_CASE("episodes: joules for each success") {
    episodes const e{360, 400};
    CHECK(e.share() == 0.9);
    CHECK(e.joules_per_success(energy{90.0})->value() == doctest::Approx(100.0));
    CHECK_FALSE(episodes{0, 400}.joules_per_success(energy{90.0}).has_value());
}
