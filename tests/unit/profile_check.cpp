// Checks of profiles: meters, counters, peaks, bounds, sweeps, energy of jobs that were cut; and profiles that carry
// doubts.
#include <doctest/doctest.h>

#include <gangway/gangway.hpp>
#include <gangway/profile/checked_profile.hpp>
#include <gangway/profile/energy_counter.hpp>
#include <gangway/trace/random.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <vector>

using namespace gangway;
using namespace gangway::profile;

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();

std::vector<doubt> kinds(std::vector<finding> const& findings) {
    std::vector<doubt> out;
    for (auto const& f : findings) out.push_back(f.what);
    return out;
}

} // namespace

TEST_CASE("profile: energy of a job cut at its walltime") {
    CHECK(joules_of_job(power{203}, 2, seconds{4}, seconds{3}).value() == 1218.0);
    CHECK(joules_of_job(power{203}, 2, seconds{4}, seconds{4}).value() == 1624.0);
    CHECK(joules_of_job(power{203}, 1, seconds{4}, seconds{3}).value() == 609.0);
    CHECK(joules_of_job(power{203}, 1, seconds{4}).value() == 812.0);
    auto const f = check_energy(energy{1059}, energy{1218});
    REQUIRE(f.has_value());
    CHECK(f->what == doubt::energy_does_not_add_up);
    CHECK(to_text(*f) == "energy_does_not_add_up at 0: 1059 against 1218");
    CHECK_FALSE(check_energy(energy{1218}, energy{1218}).has_value());
    CHECK_FALSE(check_energy(energy{1200}, energy{1218}, 0.02).has_value());
    CHECK(check_energy(energy{none}, energy{1218})->what == doubt::not_a_number);
}

TEST_CASE("profile: two meters that disagree") {
    auto const m = compare_meters(energy{187.443}, energy{326.88257}, seconds{5.0045061}, 0.1);
    CHECK(m.counter.value() == doctest::Approx(37.455).epsilon(0.0005 / 37.455));
    CHECK(m.integral.value() == doctest::Approx(65.318).epsilon(0.0005 / 65.318));
    CHECK(m.ratio == doctest::Approx(1.7439).epsilon(0.00005 / 1.7439));
    CHECK_FALSE(m.accepted());
    CHECK(m.doubted->what == doubt::meters_disagree);
    CHECK(to_text(*m.doubted) == "meters_disagree at 0: 37.45 against 65.32");
    CHECK(compare_meters(energy{100}, energy{110}, seconds{1}, 0.1 + 1e-12).accepted());
    CHECK_FALSE(compare_meters(energy{111}, energy{100}, seconds{1}, 0.1).accepted()); // either way round
    CHECK(compare_meters(energy{0}, energy{0}, seconds{1}, 0.0).accepted());
    CHECK_FALSE(compare_meters(energy{0}, energy{1}, seconds{1}, 10.0).accepted()); // a counter that stands still
    CHECK(compare_meters(energy{none}, energy{1}, seconds{1}, 0.1).doubted->what == doubt::not_a_number);
    CHECK(compare_meters(energy{1}, energy{-1}, seconds{1}, 0.1).doubted->what == doubt::negative);
    CHECK(compare_meters(energy{1}, energy{1}, seconds{0}, 0.1).doubted->what == doubt::no_time);
}

TEST_CASE("profile: above the peak is refused") {
    CHECK(check_below_peak(throughput{1.2e15}, throughput{989.5e12})->what == doubt::above_peak);
    CHECK_FALSE(
        check_below_peak(throughput{1.2e15}, throughput{1979e12}).has_value()); // the sparse peak would have hidden it
    CHECK_FALSE(check_below_peak(throughput{989.5e12}, throughput{989.5e12}).has_value());
    CHECK(check_below_peak(throughput{infinite}, throughput{989.5e12})->what == doubt::not_a_number);
}

TEST_CASE("profile: a roofline is a bound from above") {
    std::array<double, 4> const measured{5353, 1518, 547, 613};
    std::array<double, 4> const estimated{8934.54, 2796.58, 788.73, 1169.17};
    auto const c = check_upper_bound(estimated, measured);
    CHECK(c.is_upper_bound());
    std::array<double, 4> const factors{1.6691, 1.8423, 1.4419, 1.9073};
    for (std::size_t i = 0; i < factors.size(); ++i)
        CHECK(c.factors[i] == doctest::Approx(factors[i]).epsilon(0.00005 / factors[i]));
    auto const order = [](std::array<double, 4> const& rates) {
        std::vector<int> by{0, 1, 2, 3};
        std::sort(by.begin(), by.end(), [&](int a, int b) {
            return rates[static_cast<std::size_t>(a)] > rates[static_cast<std::size_t>(b)];
        });
        return by;
    };
    CHECK(order(measured) == std::vector<int>{0, 1, 3, 2});
    CHECK(order(estimated) == order(measured));

    std::array<double, 3> const wrong{600, none, 0};
    std::array<double, 3> const run{613, 1, 0};
    auto const w = check_upper_bound(wrong, run);
    CHECK(kinds(w.findings) == std::vector<doubt>{doubt::estimate_below_measured, doubt::not_a_number});
    CHECK(w.findings[0] == finding{doubt::estimate_below_measured, 0, 600, 613});
    CHECK(w.factors[2] == 0.0);
}

TEST_CASE("profile: sweeps with holes, clocks twice, numbers that are none") {
    std::array<frequency, 3> const wanted{frequency{900e6}, frequency{1200e6}, frequency{1530e6}};
    std::vector<clock_point> sweep{{frequency{1530e6}, seconds{1}, power{300}},
                                   {frequency{900.4e6}, seconds{1.5}, power{180}}};
    CHECK(check_sweep(sweep).empty());
    auto const missing = check_sweep(sweep, wanted);
    REQUIRE(missing.size() == 1);
    CHECK(missing[0] == finding{doubt::clock_missing, 1, 1200e6, 0.0});
    CHECK(to_text(missing[0]) == "clock_missing at 1: 1.2e+09");
    sweep.push_back({frequency{1530e6}, seconds{1}, power{none}});
    sweep.push_back({frequency{1200e6}, seconds{-1}, power{200}});
    sweep.push_back({frequency{600e6}, seconds{0}, power{200}});
    CHECK(kinds(check_sweep(sweep, wanted)) ==
          std::vector<doubt>{doubt::not_a_number, doubt::negative, doubt::no_time, doubt::clock_twice});
    CHECK(check_sweep({}, wanted).size() == 3);
}

TEST_CASE("profile: an energy counter that wraps, falls, or runs too fast") {
    auto const at = [](double t, double j) { return counter_reading{instant{t}, energy{j}}; };
    std::vector<counter_reading> const wraps{at(0, 90), at(1, 98), at(2, 3), at(3, 10)};
    auto const c = count_energy(wraps, {energy{100}, power{50}});
    CHECK(c.joules.value() == 20.0);
    CHECK(c.wraps == 1);
    CHECK(c.findings.empty());
    auto const unknown = count_energy(wraps);
    CHECK(unknown.joules.value() == 15.0);
    CHECK(unknown.findings == std::vector<finding>{{doubt::counter_went_back, 2, 3, 98}});
    auto const reset =
        count_energy(std::vector{at(0, 50), at(1, 40)}, {energy{100}, power{50}}); // 90 J in 1 s: no wrap
    CHECK(kinds(reset.findings) == std::vector<doubt>{doubt::counter_went_back});
    CHECK(reset.joules.value() == 0.0);
    auto const fast = count_energy(std::vector{at(0, 0), at(1, 60)}, {std::nullopt, power{50}});
    CHECK(fast.findings == std::vector<finding>{{doubt::power_above_limit, 1, 60, 50}});
    auto const broken = count_energy(std::vector{at(0, 0), at(1, none), at(2, 8), at(2, 9), at(3, 10)});
    CHECK(kinds(broken.findings) == std::vector<doubt>{doubt::not_a_number, doubt::no_time});
    CHECK(broken.joules.value() == 9.0); // 0 to 8 across the reading that is none, 9 to 10

    // Any counter of a device, cut at the range: the sum is what the device drew.
    trace::random draw{31, 1};
    for (int round = 0; round < 500; ++round) {
        std::vector<counter_reading> readings;
        double total = draw.below(1'000);
        double const start = total;
        for (int i = 0; i < 50; ++i) {
            readings.push_back(at(i, total - 1'000.0 * std::floor(total / 1'000.0)));
            total += i < 49 ? draw.below(400) : 0;
        }
        auto const counted = count_energy(readings, {energy{1'000}, power{400}});
        REQUIRE(counted.findings.empty());
        REQUIRE(counted.joules.value() == doctest::Approx(total - start));
    }
}

namespace {

struct job {
    int id = 0;
    int model = 0;
    friend bool operator==(job, job) = default;
};
struct rates {
    throughput rate(job const& j, std::int64_t n) const { return throughput{j.model + static_cast<double>(n)}; }
    double batch(job const&, std::int64_t) const { return 32.0; }
    std::vector<clock_point> const& clocks(job const&) const { return sweep; }
    std::vector<clock_point> sweep{{frequency{1e9}, duration{1}, power{100}}};
};

} // namespace

TEST_CASE("profile: a checked profile is one of the same kind, and says which jobs are doubted") {
    rates const measured;
    finding const bad{doubt::meters_disagree, 4, 37.5, 65.4};
    checked_profile const checked{
        measured,
        doubts_by{std::vector{std::pair{7, bad}, std::pair{2, finding{}}, std::pair{7, finding{}}}, &job::model}};
    using profiles = std::remove_cvref_t<decltype(checked)>;
    static_assert(rate_profile<profiles, job> && batch_profile<profiles, job> && clock_profile<profiles, job>);
    static_assert(doubting_profile<profiles, job> && !doubting_profile<rates, job>);
    static_assert(!power_profile<profiles, job> && !time_profile<profiles, job>); // the host has none
    CHECK(checked.rate(job{1, 7}, 4) == measured.rate(job{1, 7}, 4));
    CHECK(checked.batch(job{1, 7}, 4) == 32.0);
    CHECK(checked.clocks(job{1, 7}).size() == 1);
    CHECK(checked.doubted(job{1, 7}) == bad); // the first finding of the model
    CHECK_FALSE(checked.doubted(job{2, 3}).has_value());
    std::vector<job> const ranking{{1, 3}, {2, 7}, {3, 2}};
    auto const first = first_doubted(ranking, checked);
    REQUIRE(first.has_value());
    CHECK(first->first == job{2, 7});
    CHECK_FALSE(first_doubted(std::vector<job>{{1, 3}}, checked).has_value());
    auto const rank = 1.0 * efficiency{checked} + aging{.per_second = 1.0 / hours{6}}; // goes where profiles go
    static_assert(decltype(rank)::moves == drift::uniform);
}

TEST_CASE("profile: every doubt has its own name") {
    std::vector<std::string> names;
    for (int d = 0; d <= static_cast<int>(doubt::energy_does_not_add_up); ++d)
        names.emplace_back(to_text(static_cast<doubt>(d)));
    std::sort(names.begin(), names.end());
    CHECK(std::adjacent_find(names.begin(), names.end()) == names.end());
    CHECK_FALSE(names.front().empty());
}
