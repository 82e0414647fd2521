#include <doctest/doctest.h>

#include "toy_host.hpp"

using namespace gangway;
using toy::gpus;

namespace {

struct world {
    toy::host<> h{toy::pool(1, 8)};
    toy::job_ref old = h.add({.id = "old", .shape = gpus(1, 8), .at = 1000, .wall = 10, .prio = 1.0});
    toy::job_ref better = h.add({.id = "better", .shape = gpus(1, 8), .at = 1010, .wall = 10, .prio = 3.0});

    template <class Term>
    overtaking_bound ranked(Term const& term, double best) const {
        return rank_bound(term, h, old, best);
    }
    template <class Admit, class Rank = submit_order>
    overtaking_bound asked(Admit admit, toy::job_ref job, double now, double best = 0.0, Rank rank = {}) {
        auto busy = h;
        busy.runs_on({.id = "r", .shape = gpus(1, 8), .wall = 5000}, {"n1"});
        scheduler s{busy, policy{.rank = rank, .admit = admit}};
        toy::submit_all(s, busy);
        s.pass(instant{now}, [](auto const&) {});
        return bound(s, job, instant{now}, best);
    }
};

constexpr frequency per_minute = 1.0 / minutes{1};

} // namespace

TEST_CASE_FIXTURE(world, "linear aging bounds overtaking, by the lead over the slope") {
    auto const b = ranked(priority{} + aging{.per_second = per_minute}, 11.0);
    CHECK(b.bounded);
    CHECK(b.until.value() == doctest::Approx(1000.0 + 600.0));
    CHECK(ranked(priority{} + 2.0 * aging{.per_second = per_minute}, 11.0).until.value() == doctest::Approx(1300.0));
    CHECK(ranked(2.0 * priority{} + aging{.per_second = per_minute}, 22.0).until.value() ==
          doctest::Approx(1000.0 + 1200.0));
    CHECK(ranked(virtual_arrival<priority>{.score = {}, .horizon = minutes{1}}, 11.0).until.value() ==
          doctest::Approx(1600.0));
    CHECK(ranked(virtual_arrival<priority>{.score = {}, .horizon = minutes{0}}, 11.0).until ==
          instant{1000.0});                                                                    // first come
    CHECK(ranked(priority{} + aging{.per_second = per_minute}, 1.0).until == instant{1000.0}); // nobody is better
}

TEST_CASE_FIXTURE(world, "a scaled virtual arrival has the same bound, whatever the origin of time") {
    auto const plain = virtual_arrival<priority>{.score = {}, .horizon = minutes{1}};
    auto const b = ranked(1.0 * plain, 11.0);
    CHECK((!b.bounded || b.until.value() == doctest::Approx(1600.0))); // or no answer, but no other
}

TEST_CASE_FIXTURE(world, "what does not bound says so, with the reason") {
    struct row {
        overtaking_bound answer;
        std::string_view because;
    };
    auto const capped = capped_aging{.per_second = per_minute, .at_most = 100.0};
    for (auto const& [answer, because] :
         {row{ranked(priority{}, 3.0), "nothing in the rank grows with waiting"},
          row{ranked(priority{} + capped, 3.0), "aging has a cap, and a stream of better base scores stays ahead"},
          row{ranked(priority{} + saturating_aging{.time_constant = hours{1}, .at_most = 9.0}, 3.0),
              "aging has a cap, and a stream of better base scores stays ahead"},
          row{ranked(multiplied_by_age<priority>{{}, per_minute}, 3.0),
              "a factor of age lets every better job pass in the end"},
          row{ranked(multiplied_by_capped_age<priority>{{}, per_minute, 9.0}, 3.0),
              "a factor of age lets every better job pass in the end"},
          row{ranked(then(priority{}, aging{.per_second = per_minute}), 3.0),
              "this rank term is not known to the bound"},
          row{ranked(response_ratio{}, 3.0), "this rank term is not known to the bound"},
          row{ranked(-1.0 * aging{.per_second = per_minute}, 3.0), "this rank term is not known to the bound"}}) {
        CAPTURE(because);
        CHECK_FALSE(answer.bounded);
        CHECK(answer.until == never_instant);
        CHECK(answer.because == because);
    }
    auto const b =
        ranked(priority{} + capped + aging{.per_second = per_minute}, 11.0); // the linear part wins in the end
    CHECK(b.bounded);
    CHECK(b.until.value() >= 1600.0);
}

TEST_CASE_FIXTURE(world, "when a score reaches a value") {
    auto const linear = priority{} + aging{.per_second = per_minute};
    CHECK(reaches(linear, h, old, 1.0) == instant{1000.0});
    CHECK(reaches(linear, h, old, 6.0)->value() == doctest::Approx(1300.0));
    CHECK(reaches(priority{}, h, old, 1.5) == std::nullopt);
    CHECK(reaches(saturating_aging{.time_constant = minutes{1}, .at_most = 2.0}, h, old, 1.0)->value() ==
          doctest::Approx(1000.0 + 60.0 * std::log(2.0)));
    CHECK(reaches(saturating_aging{.time_constant = minutes{1}, .at_most = 2.0}, h, old, 2.1) == std::nullopt);
    CHECK(reaches(response_ratio{}, h, old, 4.0)->value() == doctest::Approx(1030.0));
}

TEST_CASE_FIXTURE(world, "the policy's bound: the admission decides which rule holds") {
    auto const by_strict = asked(strict{}, better, 1020);
    CHECK(by_strict.bounded);
    CHECK(by_strict.until == instant{1010.0});
    CHECK(by_strict.waiting == 1);
    CHECK(asked(strict{}, old, 1020).waiting == 0);
    CHECK(asked(conservative{}, old, 1020).bounded);
    auto const aged = asked(strict{}, old, 1020, 11.0, priority{} + aging{.per_second = per_minute});
    CHECK(aged.until.value() == doctest::Approx(1600.0));
    CHECK(aged.waiting == 1); // the better one is ahead now

    CHECK_FALSE(asked(greedy{}, old, 1020).bounded);
    CHECK_FALSE(asked(pod_by_pod{}, old, 1020).bounded);

    auto const soon = asked(protected_greedy{.after = seconds{100}}, better, 1020);
    CHECK(soon.bounded);
    CHECK(soon.until == instant{1110.0});
    CHECK(soon.waiting == 1);
    auto const now = asked(protected_greedy{.after = seconds{100}}, better, 1200);
    CHECK(now.until == instant{1010.0});
    CHECK(now.waiting == 1);

    CHECK(asked(draining{.after = seconds{100}}, old, 1020).until == instant{1100.0});
    CHECK(asked(draining{.after = seconds{100}}, old, 1200).until == instant{1000.0});
    CHECK_FALSE(asked(draining{.after = seconds{100}}, better, 1200).bounded); // an older one may hold nodes before it
}

TEST_CASE_FIXTURE(world, "jobs that run or can never run") {
    h.jobs[better.at].shape = gpus(1, 9);
    scheduler s{h, policy{}};
    toy::submit_all(s, h);
    CHECK_FALSE(bound(s, better, instant{1020}, 0.0).bounded);
    CHECK(toy::pass(s, h, 1020) == "old@n1");
    CHECK(bound(s, old, instant{1020}, 0.0).bounded);
}

TEST_CASE("under easy only the head is safe: a later job may take room that the second one waits for") {
    // r holds 6 of 10 until 100. head (5) and second (5) would both start at 100; x (4, very long), submitted last,
    // starts now.
    toy::host<> h{toy::pool(1, 10)};
    h.runs_on({.id = "r", .shape = gpus(1, 6), .wall = 100}, {"n1"});
    h.add({.id = "head", .shape = gpus(1, 5), .at = 1, .wall = 50});
    auto const second = h.add({.id = "second", .shape = gpus(1, 5), .at = 2, .wall = 50});
    scheduler s{h, policy{.rank = submit_order{}, .admit = easy{}}};
    toy::submit_all(s, h);
    CHECK(toy::pass(s, h, 2).empty());
    auto const b = bound(s, second, instant{2}, 0.0);
    auto const x = h.add({.id = "x", .shape = gpus(1, 4), .at = 3, .wall = 1000});
    s.submit(x);
    CHECK(toy::pass(s, h, 3) == "x@n1");
    CHECK((!b.bounded || b.until.value() > 3.0)); // what was said must hold for x
    CHECK(bound(s, h.find("head"), instant{3}, 0.0).bounded);
}
