#include <doctest/doctest.h>

#include "toy_host.hpp"

// Cases 14, 15 and 16 of ../shared/scenarios: aging per job with a cap, a factor of age, and a total order.

using namespace gangway;

namespace {

template <class Term>
double score(Term const& term, toy::host<> const& h, std::string const& job, double now) {
    return lines_of(term, h, h.find(job), instant{now})[0].at(instant{now});
}
template <class Policy>
std::string order(toy::host<> h, Policy const& p, double now, std::vector<std::size_t> submit_as) {
    scheduler s{h, p};
    for (std::size_t j : submit_as) s.submit({j});
    std::string all;
    while (s.waiting() > 0) {
        auto const started = toy::pass(s, h, now);
        auto const name = started.substr(0, started.find('@'));
        all += name + " ";
        toy::finish(s, h, name, now);
    }
    return all;
}

} // namespace

TEST_CASE("14: aging with a cap flips the order once the gain passes the lead, or never") {
    struct row {
        double cap;
        std::vector<double> effective;
        std::vector<std::string> first;
    };
    std::vector<double> const at{0, 599, 600, 601, 3600};
    for (auto const& [cap, effective, first] :
         {row{20, {0, 9.98333, 10, 10.01667, 20}, {"stream", "stream", "L", "L", "L"}},
          row{5, {0, 5, 5, 5, 5}, {"stream", "stream", "stream", "stream", "stream"}}}) {
        auto const rank = priority{} + capped_aging{.per_second = 1.0 / minutes{1}, .at_most = cap};
        for (std::size_t i = 0; i < at.size(); ++i) {
            toy::host<> h{toy::pool(1, 1)};
            h.add({.id = "L", .at = 0});
            h.add({.id = "stream", .at = at[i], .prio = 10});
            CAPTURE(at[i]);
            CHECK(score(rank, h, "L", at[i]) == doctest::Approx(effective[i]).epsilon(1e-6));
            CHECK(score(rank, h, "stream", at[i]) == 10.0);
            auto const started = toy::decided(h, policy{.rank = rank}, at[i]);
            CHECK(started == first[i] + "@n1");
        }
        toy::host<> h{toy::pool(1, 1)};
        auto const low = h.add({.id = "L", .at = 0});
        auto const reached = reaches(rank, h, low, 10.0); // may be asked beforehand
        if (cap > 10.0)
            CHECK(reached->value() == doctest::Approx(600.0));
        else
            CHECK(reached == std::nullopt);
        auto const b = rank_bound(rank, h, low, 10.0);
        CHECK_FALSE(b.bounded); // and the library says so: newcomers at 10 plus their own aging
        CHECK(b.until == never_instant);
    }
}

TEST_CASE("15: a multiplicative age factor does not bound waiting") {
    auto const rank =
        multiplied_by_capped_age<priority>{.base = {}, .per_second = 1.0 / minutes{10080}, .at_most = 1.0};
    toy::host<> h{toy::pool(1, 1)};
    auto const job = h.add({.id = "base", .at = 0, .prio = 1000});
    for (auto const& [minute, effective] :
         {std::pair{0.0, 1000.0}, {5040.0, 1500.0}, {10080.0, 2000.0}, {20160.0, 2000.0}})
        CHECK(score(rank, h, "base", minute * 60.0) == doctest::Approx(effective));
    auto const minutes_to = [&](double value) { return (*reaches(rank, h, job, value) - instant{}) / minutes{1}; };
    CHECK(minutes_to(1900) == doctest::Approx(9072.0));
    CHECK(minutes_to(2000) == doctest::Approx(10080.0));
    CHECK(minutes_to(1000) == 0.0);
    CHECK(reaches(rank, h, job, 2500) == std::nullopt);
    CHECK_FALSE(rank_bound(rank, h, job, 2500).bounded);
    CHECK(rank_bound(rank, h, job, 1000).bounded); // against its equals it is first come, first served
}

TEST_CASE("16: one total order, whatever the order of the input: effective priority, submission, id") {
    toy::host<> h{toy::pool(1, 1)};
    h.add({.id = "c", .at = 500, .prio = 5});
    h.add({.id = "a", .at = 0, .prio = 0});
    h.add({.id = "b", .at = 0, .prio = 0});
    h.add({.id = "d", .at = 900, .prio = 9});
    h.add({.id = "e", .at = 1000, .prio = 10});
    auto const rank = priority{} + capped_aging{.per_second = frequency{0.01}, .at_most = 10};
    for (auto const& j : h.jobs) CHECK(score(rank, h, j.id, 1000) == 10.0);
    std::vector<std::size_t> permutation{0, 1, 2, 3, 4};
    do {
        REQUIRE(order(h, policy{.rank = rank}, 1000, permutation) == "a b c d e ");
    } while (std::next_permutation(permutation.begin(), permutation.end()));
}
