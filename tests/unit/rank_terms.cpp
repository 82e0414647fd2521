#include <doctest/doctest.h>

#include "toy_host.hpp"

using namespace gangway;

namespace {

struct world {
    toy::host<> host{toy::pool(1, 8)};
    toy::job_ref job = host.add({.id = "a", .shape = toy::gpus(2), .at = 100.0, .wall = 50.0, .prio = 3.0});
    toy::job_ref open = host.add({.id = "b", .at = 100.0});

    template <class Term>
    double score(Term const& term, double now, toy::job_ref j = {0}) const {
        return lines_of(term, host, j, instant{now})[0].at(instant{now});
    }
};

constexpr frequency per_minute = 1.0 / minutes{1};

} // namespace

TEST_CASE_FIXTURE(world, "terms that read one answer") {
    CHECK(score(submit_order{}, 500.0) == 0.0);
    CHECK(score(priority{}, 500.0) == 3.0);
    CHECK(score(shortest_first{}, 500.0) == -50.0);
    CHECK(score(shortest_first{}, 500.0, open) == -longest_estimate.value()); // no estimate ranks last
    CHECK(submit_order::moves == drift::none);
    CHECK(priority::moves == drift::none);
    CHECK(shortest_first::moves == drift::none);
}

TEST_CASE_FIXTURE(world, "response ratio: (wait + estimate) / estimate") {
    CHECK(response_ratio::moves == drift::per_job);
    CHECK(score(response_ratio{}, 100.0) == 1.0);
    CHECK(score(response_ratio{}, 150.0) == doctest::Approx(2.0));
    CHECK(score(response_ratio{}, 1100.0) == doctest::Approx(21.0));
    CHECK(score(response_ratio{}, 1100.0, open) == doctest::Approx(1.0)); // as long as can be
}

TEST_CASE_FIXTURE(world, "aging grows by the wait alone, whatever the origin of time") {
    aging const a{.per_second = per_minute};
    CHECK(aging::moves == drift::uniform);
    CHECK(a.line_of(host, job, instant{}) == line{-100.0 / 60.0, 1.0 / 60.0});
    CHECK(score(a, 100.0) == doctest::Approx(0.0));
    CHECK(score(a, 700.0) == doctest::Approx(10.0));
}

TEST_CASE_FIXTURE(world, "capped, saturating and multiplied aging") {
    struct row {
        double wait, capped, saturating, multiplied, multiplied_capped;
    };
    capped_aging const capped{.per_second = per_minute, .at_most = 5.0};
    saturating_aging const saturating{.time_constant = minutes{1}, .at_most = 5.0};
    multiplied_by_age<priority> const multiplied{.base = {}, .per_second = per_minute};
    multiplied_by_capped_age<priority> const multiplied_capped{.base = {}, .per_second = per_minute, .at_most = 2.0};
    for (auto const& r :
         {row{0.0, 0.0, 0.0, 3.0, 3.0}, row{60.0, 1.0, 5.0 * (1.0 - std::exp(-1.0)), 6.0, 6.0},
          row{120.0, 2.0, 5.0 * (1.0 - std::exp(-2.0)), 9.0, 9.0},
          row{300.0, 5.0, 5.0 * (1.0 - std::exp(-5.0)), 18.0, 9.0}, row{6000.0, 5.0, 5.0, 303.0, 9.0}}) {
        CAPTURE(r.wait);
        double const now = 100.0 + r.wait;
        CHECK(score(capped, now) == doctest::Approx(r.capped));
        CHECK(score(saturating, now) == doctest::Approx(r.saturating));
        CHECK(score(multiplied, now) == doctest::Approx(r.multiplied));
        CHECK(score(multiplied_capped, now) == doctest::Approx(r.multiplied_capped));
    }
    CHECK(capped_aging::moves == drift::arbitrary);
    CHECK(saturating_aging::moves == drift::arbitrary);
    CHECK(decltype(multiplied)::moves == drift::per_job);
    CHECK(decltype(multiplied_capped)::moves == drift::arbitrary);
}

TEST_CASE_FIXTURE(world, "sums and scales move as their most restless part, and add up exactly") {
    auto const sum = 2.0 * priority{} + aging{.per_second = per_minute};
    CHECK(decltype(sum)::moves == drift::uniform);
    CHECK(sum.line_of(host, job, instant{}) == line{6.0 - 100.0 / 60.0, 1.0 / 60.0});
    CHECK(score(sum, 700.0) == doctest::Approx(16.0));
    auto const restless = sum + 0.5 * response_ratio{};
    CHECK(decltype(restless)::moves == drift::per_job);
    CHECK(score(restless, 150.0) == doctest::Approx(6.0 + 50.0 / 60.0 + 1.0));
    CHECK(decltype(restless + capped_aging{})::moves == drift::arbitrary);
}

TEST_CASE_FIXTURE(world, "then() keeps both scores, and stands still where both do") {
    auto const still = then(priority{}, then(aging{.per_second = per_minute}, shortest_first{}));
    CHECK(depth_of<decltype(still)> == 3);
    CHECK(decltype(still)::moves == drift::uniform);
    auto const lines = lines_of(still, host, job, instant{700.0});
    CHECK(lines[0] == line{3.0, 0.0});
    CHECK(lines[1] == line{-100.0 / 60.0, 1.0 / 60.0});
    CHECK(lines[2] == line{-50.0, 0.0});

    auto const moving = then(aging{.per_second = per_minute}, response_ratio{}); // ties come and go: rescanned
    CHECK(decltype(moving)::moves == drift::arbitrary);
    auto const now = lines_of(moving, host, job, instant{150.0});
    CHECK(now[0] == line{-100.0 / 60.0, 0.0}); // a uniform slope orders by its intercept
    CHECK(now[1].slope == 0.0);
    CHECK(now[1].at_zero == doctest::Approx(2.0));
}

TEST_CASE("then(): priority decides, and what comes second only where it ties") {
    toy::host<> h{toy::pool(1, 1)};
    h.add({.id = "long", .wall = 100.0, .prio = 1.0});
    h.add({.id = "short", .wall = 1.0, .prio = 1.0});
    h.add({.id = "low", .wall = 0.5, .prio = 0.0});
    scheduler s{h, policy{.rank = then(priority{}, shortest_first{})}};
    toy::submit_all(s, h);
    std::string order;
    for (double t = 0.0; s.waiting() > 0; t += 1.0) {
        auto const started = toy::pass(s, h, t);
        order += started + " ";
        toy::finish(s, h, started.substr(0, started.find('@')), t);
    }
    CHECK(order == "short@n1 long@n1 low@n1 ");
}

TEST_CASE_FIXTURE(world, "the virtual arrival is the order of score plus linear aging") {
    for (double base : {0.0, 0.1, 7.0})
        for (double at : {-50.0, 0.0, 3600.0}) {
            host.jobs[0].prio = base;
            host.jobs[0].at = at;
            hours const horizon{2};
            line const v = virtual_arrival<priority>{.score = {}, .horizon = horizon}.line_of(host, job, instant{});
            line const sum = (priority{} + aging{.per_second = 1.0 / horizon}).line_of(host, job, instant{});
            CHECK(v.at_zero == doctest::Approx(sum.at_zero * horizon.value()));
            CHECK(v.at_zero == horizon.value() * base - at);
            CHECK(v.slope == 0.0);
        }
    CHECK(virtual_arrival<priority>::moves == drift::none);
}
