// STS, one job: the worked example, 600 random jobs against every plan there is, bounds, planning again.
#include <doctest/doctest.h>

#include <gangway/plan/sts/exact.hpp>

#include <array>
#include <random>

using namespace gangway;
using namespace gangway::plan::sts;

namespace {

/// A host's own type: a row of its profile table.
struct row {
    int gpus;
    double s;
    double watt_hours;
};
auto const own = epoch_figures{[](row const& r) { return seconds{r.s}; },
                               [](row const& r) { return energy{3600.0 * r.watt_hours}; }};

std::vector<configuration> of(std::initializer_list<std::array<double, 2>> times_and_joules) {
    std::vector<configuration> out;
    for (auto const& [t, e] : times_and_joules) out.push_back({.time = duration{t}, .spent = energy{e}});
    return out;
}

struct random_job {
    std::vector<configuration> configurations;
    early_stop stops;
    training_task task;
};

random_job draw_job(std::mt19937_64& draw, std::size_t most_epochs, std::size_t most_configurations) {
    auto const below = [&](std::uint64_t n) { return draw() % n; };
    auto const uniform = [&] { return static_cast<double>(draw() >> 11U) * 0x1p-53; };
    std::size_t const epochs = 1 + below(most_epochs);
    std::vector<configuration> c;
    bool const whole = below(2) == 0; // ties abound
    for (std::size_t n = 1 + below(most_configurations); n > 0; --n) {
        double const t = whole ? 10.0 * static_cast<double>(1 + below(6)) : 10.0 + 50.0 * uniform();
        double const e =
            whole ? 500.0 * static_cast<double>(1 + below(8)) : 1e5 / t * (0.8 + 0.4 * uniform()); // mostly undominated
        c.push_back({.time = duration{t}, .spent = energy{e}});
    }
    std::vector<double> p(epochs);
    double sum = 0.0;
    for (double& x : p) sum += x = below(4) == 0 ? 0.0 : uniform();
    if (sum == 0.0) sum = p.back() = 1.0;
    for (double& x : p) x /= sum;
    double const first = below(3) == 0 ? 0.05 + 0.95 * uniform() : 1.0;
    double least = 1e9;
    double most = 0.0;
    for (auto const& x : c) {
        least = std::min(least, x.time.value());
        most = std::max(most, x.time.value());
    }
    double const left = static_cast<double>(epochs) * (least + (most - least) * (1.1 * uniform() - 0.05));
    return {c, *early_stop::from_probabilities(p), {epochs, duration{whole ? std::round(left) : left}, first}};
}

/// Every plan there is.
std::optional<job_plan> brute_force(random_job const& job) {
    std::optional<job_plan> best;
    std::vector<std::size_t> at(job.task.epochs, 0);
    for (;;) {
        auto plan = price_of(at, job.configurations, job.stops, job.task);
        if (cost::is_within(plan.worst.value(), job.task.left.value()) && (!best || plan.expected < best->expected))
            best = plan;
        std::size_t k = 0;
        while (k < at.size() && ++at[k] == job.configurations.size()) at[k++] = 0;
        if (k == at.size()) return best;
    }
}

} // namespace

TEST_CASE("the worked example: three epochs on 1, 2 or 4 GPUs") {
    std::array<double, 3> const p{.5, .3, .2};
    auto const stops = early_stop::from_probabilities(p).value();
    CHECK(stops(1) == 1.0);
    CHECK(stops(2) == .5);
    CHECK(stops(3) == .2);
    CHECK(stops.mean() == doctest::Approx(1.7));
    auto const gpus = of({{60, 6000}, {40, 7000}, {30, 9000}});
    struct line {
        double due;
        std::vector<std::size_t> by_epoch; // 0, 1, 2 stand for 1, 2, 4 GPUs
        double joules;
        std::vector<std::size_t> worst_case;
        double worst_case_joules;
    };
    std::vector<line> const table{
        {180, {0, 0, 0}, 10200, {0, 0, 0}, 10200}, {150, {0, 0, 2}, 10800, {0, 1, 1}, 10900},
        {130, {0, 1, 2}, 11300, {1, 1, 1}, 11900}, {120, {1, 1, 1}, 11900, {1, 1, 1}, 11900},
        {100, {1, 2, 2}, 13300, {1, 2, 2}, 13300}, {90, {2, 2, 2}, 15300, {2, 2, 2}, 15300},
    };
    for (auto const& l : table) {
        training_task const task{3, duration{l.due}};
        auto const plan = exact_plan(gpus, stops, task).value();
        CHECK(plan.by_epoch == l.by_epoch);
        CHECK(plan.expected.value() == doctest::Approx(l.joules).epsilon(1e-12));
        CHECK(plan.gap().value() == 0.0);
        CHECK(plan.worst.value() <= l.due);
        auto const sure = exact_plan(gpus, runs_to_the_end{}, task).value();
        CHECK(sure.by_epoch == l.worst_case);
        CHECK(price_of(sure.by_epoch, gpus, stops, task).expected.value() ==
              doctest::Approx(l.worst_case_joules).epsilon(1e-12));
        auto const near = lagrangian_plan(gpus, stops, task).value();
        CHECK(near.expected >= plan.expected);
        CHECK(near.least <= plan.expected);
    }
    CHECK_FALSE(exact_plan(gpus, stops, {3, duration{89}}).has_value());
    CHECK_FALSE(lagrangian_plan(gpus, stops, {3, duration{89}}).has_value());
    CHECK(least_worst_time(speeds_of(gpus), {3, duration{}}).value() == 90.0);

    // The host's own rows and figures: the same numbers.
    std::vector<row> const rows{{1, 60, 6000 / 3600.0}, {2, 40, 7000 / 3600.0}, {4, 30, 9000 / 3600.0}};
    CHECK(exact_plan(rows, stops, {3, duration{130}}, own).value().expected.value() == doctest::Approx(11300));
    // A lambda for the survival.
    auto const halving = [](std::size_t k) { return std::ldexp(1.0, 1 - static_cast<int>(k)); };
    CHECK(exact_plan(gpus, halving, {3, duration{180}}).value().expected.value() == doctest::Approx(6000 * 1.75));
}

TEST_CASE("600 random jobs: the exact plan is the best of all plans, the Lagrangian bound holds") {
    std::mt19937_64 draw{4};
    int feasible = 0;
    int near_only = 0;
    for (int round = 0; round < 600; ++round) {
        auto const job = draw_job(draw, 6, 4);
        auto const best = brute_force(job);
        auto const plan = exact_plan(job.configurations, job.stops, job.task);
        auto const near = lagrangian_plan(job.configurations, job.stops, job.task);
        REQUIRE(plan.has_value() == best.has_value());
        REQUIRE(near.has_value() == best.has_value());
        if (!best) continue;
        ++feasible;
        REQUIRE(plan->expected.value() == doctest::Approx(best->expected.value()).epsilon(1e-10));
        REQUIRE(plan->least == plan->expected);
        REQUIRE(cost::is_within(plan->worst.value(), job.task.left.value()));
        REQUIRE(cost::is_within(near->worst.value(), job.task.left.value()));
        REQUIRE(near->least.value() <= best->expected.value() * (1 + 1e-12));
        REQUIRE(near->expected.value() >= best->expected.value() * (1 - 1e-12));
        if (near->expected.value() > best->expected.value() * (1 + 1e-9)) ++near_only;
        // Priced by the host's range, the plan costs what it says.
        auto const again = price_of(plan->by_epoch, job.configurations, job.stops, job.task);
        REQUIRE(again.expected.value() == doctest::Approx(plan->expected.value()));
        REQUIRE(again.worst.value() == doctest::Approx(plan->worst.value()));
        // Never slower than before, the epoch under way excepted.
        for (std::size_t k = job.task.first < 1.0 ? 2 : 1; k < job.task.epochs; ++k)
            if (job.stops(k + 1) > 0.0 && job.stops(k + 1) < job.stops(k))
                REQUIRE(job.configurations[plan->by_epoch[k]].time <= job.configurations[plan->by_epoch[k - 1]].time);
    }
    CHECK(feasible > 500);
    CHECK(near_only > 20); // else the exact search would have nothing to do
}

TEST_CASE("planning again after an epoch without a stop continues the plan") {
    std::mt19937_64 draw{5};
    for (int round = 0; round < 100; ++round) {
        auto job = draw_job(draw, 6, 4);
        job.task.first = 1.0;
        auto const plan = exact_plan(job.configurations, job.stops, job.task);
        if (!plan) continue;
        double left = job.task.left.value();
        for (std::size_t done = 0; done + 1 < job.task.epochs && job.stops(done + 2) > 0.0; ++done) {
            left -= job.configurations[plan->by_epoch[done]].time.value();
            training_task const task{job.task.epochs - done - 1, duration{left * (1 + 1e-13)}};
            after_epochs const rest{job.stops, done + 1};
            auto const again = exact_plan(job.configurations, rest, task);
            REQUIRE(again.has_value());
            std::vector<std::size_t> const tail(plan->by_epoch.begin() + static_cast<std::ptrdiff_t>(done) + 1,
                                                plan->by_epoch.end());
            REQUIRE(again->expected.value() ==
                    doctest::Approx(price_of(tail, job.configurations, rest, task).expected.value()));
        }
    }
}

TEST_CASE("long jobs with times that share no divisor: proved within the limit, and honest where it stops") {
    std::mt19937_64 draw{6};
    std::vector<configuration> c;
    double t = 3000.0;
    double e = 1e6;
    for (int i = 0; i < 8; ++i) {
        c.push_back({.time = duration{t}, .spent = energy{e}});
        t *= 0.61 + 0.2 * static_cast<double>(draw() >> 11U) * 0x1p-53;
        e *= 1.07 + 0.2 * static_cast<double>(draw() >> 11U) * 0x1p-53;
    }
    auto const slowly = [](std::size_t k) { return std::pow(0.99, static_cast<double>(k) - 1.0); };
    training_task const task{300, duration{300 * 1500.0}};
    auto const plan = exact_plan(c, slowly, task).value();
    auto const near = lagrangian_plan(c, slowly, task).value();
    CHECK(plan.gap().value() == 0.0);
    CHECK(near.least <= plan.expected);
    CHECK(plan.expected <= near.expected);
    CHECK(near.gap() / near.expected < 0.002);
    auto const stopped = exact_plan(speeds_of(c), slowly, task, {.labels = 10}).value();
    CHECK(stopped == near);
    CHECK(stopped.gap().value() > 0.0);
}

TEST_CASE("an epoch under way counts as the part of it that is left") {
    auto const two = of({{60, 6000}, {30, 9000}});
    // Half an epoch, then a whole one: 30 + 60 s when slow.
    training_task const task{2, duration{90}, 0.5};
    auto const near = lagrangian_plan(two, runs_to_the_end{}, task).value();
    CHECK(near.by_epoch == std::vector<std::size_t>{0, 0});
    CHECK(near.worst.value() == doctest::Approx(90));
    CHECK(near.expected.value() == doctest::Approx(9000));
    CHECK(near.gap().value() == 0.0);
    CHECK_FALSE(lagrangian_plan(two, runs_to_the_end{}, {2, duration{44}, 0.5}).has_value());
    // The part may be worth speeding up although what follows is slow: no other plan takes 75 s.
    CHECK(exact_plan(two, runs_to_the_end{}, {2, duration{75}, 0.5}).value().by_epoch ==
          std::vector<std::size_t>{1, 0});
}

TEST_CASE("distributions") {
    std::array<double, 2> const short_of_one{.5, .4};
    std::array<double, 2> const negative{1.5, -.5};
    std::array<double, 1> const nan{std::nan("")};
    CHECK_FALSE(early_stop::from_probabilities(short_of_one).has_value());
    CHECK_FALSE(early_stop::from_probabilities(negative).has_value());
    CHECK_FALSE(early_stop::from_probabilities(nan).has_value());
    CHECK_FALSE(early_stop::from_probabilities({}).has_value());
    std::array<std::size_t, 4> const seen{1, 3, 3, 2};
    auto const stops = early_stop::from_runs(seen).value();
    CHECK(stops(2) == doctest::Approx(.75));
    CHECK(stops(3) == doctest::Approx(.5));
    CHECK(stops(4) == 0.0);
    CHECK(stops.mean() == doctest::Approx(2.25));
    CHECK(stops.at(0.0) == 1);
    CHECK(stops.at(0.24) == 1);
    CHECK(stops.at(0.26) == 2);
    CHECK(stops.at(0.999) == 3);
    std::array<std::size_t, 1> const none{0};
    CHECK_FALSE(early_stop::from_runs(none).has_value());

    after_epochs const rest{stops, 1};
    CHECK(rest(1) == 1.0);
    CHECK(rest(2) == doctest::Approx(.5 / .75));
    after_epochs const outlived{stops, 3};
    CHECK(outlived(1) == 1.0);
    CHECK(outlived(2) == 1.0);
}

TEST_CASE("undominated speeds and the corners of their hull") {
    auto all = speeds_of(of({{60, 6000}, {50, 6900}, {40, 7000}, {40, 7000}, {30, 9000}, {45, 9500}, {70, 6000}}));
    REQUIRE(all.size() == 4);
    CHECK(all[0].at == 0);
    CHECK(all[1].at == 1);
    CHECK(all[2].at == 2);
    CHECK(all[3].at == 4);
    keep_hull(all);
    REQUIRE(all.size() == 3);
    CHECK(all[1].at == 2);
}
