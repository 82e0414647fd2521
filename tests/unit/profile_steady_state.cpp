// Steady state of timed iterations: warm-up found, stalls set aside, what the interval covers, when a run may stop.
#include <gangway/profile/preflight_rule.hpp>
#include <gangway/profile/steady_state.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <random>

using namespace gangway;
using namespace gangway::profile;

namespace {

/// A run as a simulation makes it: iteration times around 1 s.
struct made_run {
    double spread = 0.05;  ///< of the lognormal noise
    double together = 0.0; ///< how much of a deviation the next iteration inherits
    int warm_up = 0;       ///< iterations in which the start is slow, by up to three times
    double stalls = 0.0;   ///< share of iterations that are 30 times as long
    std::mt19937_64 random{1};
    double state = 0.0;
    int at = 0;

    double next() {
        std::normal_distribution<double> normal{0.0, 1.0};
        state = together * state + std::sqrt(1.0 - together * together) * normal(random);
        double t = std::exp(spread * state - 0.5 * spread * spread);
        if (warm_up > 0) t *= 1.0 + 2.0 * std::exp(-3.0 * at / warm_up);
        ++at;
        if (std::uniform_real_distribution<double>{}(random) < stalls) t *= 30.0;
        return t;
    }
    std::vector<timed> take(int n) {
        std::vector<timed> out;
        for (int i = 0; i < n; ++i) out.push_back({next()});
        return out;
    }
};

double coverage(made_run base, int n, int runs, double& mean_error) {
    int inside = 0;
    mean_error = 0.0;
    for (int i = 0; i < runs; ++i) {
        auto run = base;
        run.random.seed(static_cast<unsigned>(1000 + i));
        run.state = std::normal_distribution<double>{}(run.random);
        auto const s = steady_state(run.take(n));
        REQUIRE(s.confidence >= 0.95);
        inside += s.low <= 1.0 && 1.0 <= s.high ? 1 : 0;
        mean_error += (s.each - 1.0) / runs;
    }
    return static_cast<double>(inside) / runs;
}

} // namespace

TEST_CASE("the ranks of the interval for a median are those of the binomial distribution") {
    // P(X <= k) for n tosses of a fair coin, by hand: n = 6: 1/64; n = 9: 1/512, 10/512; n = 30: 8 gives 0.0081, 9
    // gives 0.0214.
    double reached = 0.0;
    CHECK(detail::median_rank(5, 0.95, reached) == 0);
    CHECK(reached == 0.0);
    CHECK(detail::median_rank(6, 0.95, reached) == 1);
    CHECK(reached == doctest::Approx(1.0 - 2.0 / 64.0));
    CHECK(detail::median_rank(9, 0.95, reached) == 2);
    CHECK(reached == doctest::Approx(1.0 - 20.0 / 512.0));
    CHECK(detail::median_rank(30, 0.95, reached) == 10);
    CHECK(reached == doctest::Approx(0.95723).epsilon(1e-4));
    CHECK(detail::median_rank(30, 0.99, reached) == 8);
}

TEST_CASE("warm-up is where it is, not a fixed number") {
    for (int const length : {0, 10, 40, 100}) {
        made_run run{.warm_up = length};
        auto const readings = run.take(400);
        auto const cut = warm_up_of(readings);
        CHECK(steady_state(readings).settled);
        INFO("warm-up of ", length, " cut at ", cut);
        // Three time constants leave 10 % of slowness at `length`; by twice that it is gone.
        CHECK(cut <= static_cast<std::size_t>(2 * length + 15));
        if (length >= 10) CHECK(cut >= static_cast<std::size_t>(length / 2));
    }
    // A run that falls all the way has not settled.
    std::vector<timed> falling;
    for (int i = 0; i < 200; ++i) falling.push_back({3.0 - 0.01 * i});
    CHECK_FALSE(steady_state(falling).settled);
}

TEST_CASE("the cut is the first one within a quarter of the least standard error") {
    std::mt19937_64 random{5};
    for (int trial = 0; trial < 100; ++trial) {
        made_run run{.spread = 0.1, .warm_up = static_cast<int>(random() % 20), .random = std::mt19937_64{random()}};
        auto const r = run.take(10 + static_cast<int>(random() % 39)); // one by one below 50
        auto const n = r.size();
        std::vector<double> error;
        for (std::size_t d = 0; d <= n / 2; ++d) {
            double mean = 0.0;
            for (std::size_t i = d; i < n; ++i) mean += r[i].each / static_cast<double>(n - d);
            double squares = 0.0;
            for (std::size_t i = d; i < n; ++i) squares += (r[i].each - mean) * (r[i].each - mean);
            error.push_back(squares / static_cast<double>((n - d) * (n - d)));
        }
        double const least = *std::min_element(error.begin(), error.end());
        std::size_t slow = 0;
        while (error[slow] > 1.25 * least) ++slow;
        CHECK(warm_up_of(r) == slow);
    }
}

TEST_CASE("stalls are set aside and counted; a fifth of slow readings is how the job runs") {
    std::vector<timed> r;
    for (int i = 0; i < 100; ++i) r.push_back({i % 25 == 24 ? 31.0 : 1.0 + 0.001 * (i % 7)});
    auto const s = steady_state(r);
    CHECK(s.stalls == 4);
    CHECK(s.stall_time.value() == doctest::Approx(120.0).epsilon(0.01));
    CHECK(s.each == doctest::Approx(1.003).epsilon(0.002));
    CHECK_FALSE(s.uneven);
    for (int i = 0; i < 100; ++i)
        r[static_cast<std::size_t>(i)].each = i % 4 == 3 ? 2.0 : 1.0; // every fourth waits for data
    auto const u = steady_state(r);
    CHECK(u.uneven);
    CHECK(u.stalls == 0);
    CHECK(u.each == doctest::Approx(1.25).epsilon(0.1));
}

TEST_CASE("each stretch after a restart has its own warm-up") {
    made_run first{.warm_up = 30};
    made_run second{.warm_up = 30};
    auto r = first.take(150);
    auto const more = second.take(150);
    r.insert(r.end(), more.begin(), more.end());
    std::size_t const starts[] = {150};
    auto const s = steady_state(r, starts);
    CHECK(s.warm_up > 30);
    CHECK(s.each == doctest::Approx(1.0).epsilon(0.01));
}

TEST_CASE("few readings, one reading, none") {
    CHECK(steady_state({}).confidence == 0.0);
    std::vector<timed> const one{{0.5, 1.0}};
    auto const s = steady_state(one);
    CHECK(s.each == 0.5);
    CHECK(s.rate().value() == 2.0);
    CHECK(s.confidence == 0.0);
    CHECK(s.relative_half_width() == std::numeric_limits<double>::infinity());
    std::vector<timed> const five(5, {0.5, 1.0});
    CHECK(steady_state(five).confidence == 0.0);
    std::vector<timed> const six(6, {0.5, 1.0, 0.01});
    auto const t = steady_state(six);
    CHECK(t.confidence == doctest::Approx(0.96875));
    CHECK(t.low == doctest::Approx(0.49)); // the digits widen it, however alike the readings are
    CHECK(t.high == doctest::Approx(0.51));
}

TEST_CASE("the interval covers the mean as often as it says") {
    double error = 0.0;
    double const plain = coverage({}, 200, 600, error);
    MESSAGE("independent: ", plain, ", mean error ", error);
    CHECK(plain >= 0.93);
    CHECK(std::abs(error) < 0.002);
    double const warm = coverage({.warm_up = 40}, 300, 600, error);
    MESSAGE("with warm-up and found cut: ", warm, ", mean error ", error);
    CHECK(warm >= 0.90);
    CHECK(std::abs(error) < 0.005);
    double const stalling = coverage({.warm_up = 20, .stalls = 0.02}, 300, 600, error);
    MESSAGE("with stalls: ", stalling, ", mean error ", error);
    CHECK(stalling >= 0.90);
    CHECK(std::abs(error) < 0.005);
    double const together = coverage({.together = 0.7}, 600, 600, error);
    MESSAGE("neighbours alike (0.7): ", together, ", mean error ", error);
    CHECK(together >= 0.88);
    CHECK(std::abs(error) < 0.005);
    double const briefly = coverage({.together = 0.8}, 120, 600, error);
    MESSAGE("neighbours alike (0.8), 120 readings: ", briefly, ", mean error ", error);
    CHECK(briefly >= 0.80);
    double const wide = coverage({.spread = 0.25}, 600, 600, error);
    MESSAGE("lognormal of 25 %: ", wide, ", mean error ", error);
    CHECK(wide >= 0.90);
    CHECK(std::abs(error) < 0.01);
}

TEST_CASE("a pre-flight run stops as soon as its interval is narrow, or its budget is spent, and is right as often as "
          "it says") {
    int inside = 0;
    int near = 0;
    double iterations = 0.0;
    constexpr int runs = 400;
    for (int i = 0; i < runs; ++i) {
        made_run run{.warm_up = 20, .stalls = 0.01, .random = std::mt19937_64{static_cast<unsigned>(i + 1)}};
        preflight_watch watch{{.half_width = 0.02}};
        std::vector<timed> r;
        duration spent;
        for (;;) {
            r.push_back({run.next()});
            spent = spent + duration{r.back().each};
            if (!watch.due(r.size(), spent)) continue;
            auto const s = steady_state(r);
            if (watch.look(s, spent) == preflight_verdict::go_on) continue;
            inside += s.low <= 1.0 && 1.0 <= s.high ? 1 : 0;
            near += std::abs(s.each - 1.0) < 0.03 ? 1 : 0;
            break;
        }
        REQUIRE(r.size() < 5000);
        iterations += static_cast<double>(r.size()) / runs;
    }
    MESSAGE("after ", iterations, " iterations on average; ", 100.0 * inside / runs,
            " % of the intervals hold the mean");
    CHECK(inside >= 0.85 * runs);
    CHECK(near >= 0.95 * runs);
    CHECK(iterations < 200.0);

    std::vector<timed> const alike(40, {1.0});
    preflight_watch hurried{{.half_width = 0.0, .budget = duration{15.0}}};
    CHECK_FALSE(hurried.due(3, duration{3.0}));
    CHECK(hurried.due(10, duration{10.0}));
    CHECK(hurried.look(steady_state(std::span{alike}.first(10)), duration{10.0}) == preflight_verdict::go_on);
    CHECK(hurried.due(4, duration{15.0}));
    CHECK(hurried.look(steady_state(std::span{alike}.first(4)), duration{15.0}) == preflight_verdict::budget_spent);
    preflight_watch twice{};
    CHECK(twice.look(steady_state(std::span{alike}.first(10)), duration{10.0}) == preflight_verdict::go_on);
    CHECK(twice.look(steady_state(alike), duration{40.0}) == preflight_verdict::go_on);
    CHECK(twice.look(steady_state(alike), duration{40.0}) == preflight_verdict::narrow_enough);
    CHECK(preflight_cost(devices{4.0}, duration{30.0}).value() == 120.0);
}

TEST_CASE("looks are few") {
    preflight_watch watch;
    int count = 0;
    for (std::size_t n = 1; n <= 100'000; ++n) count += watch.due(n, duration{0.0}) ? 1 : 0;
    CHECK(count < 110);
}
