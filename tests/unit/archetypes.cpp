#include <doctest/doctest.h>

#include <gangway/gangway.hpp>

#include "archetypes.hpp"

#include <vector>

// Every algorithm runs on the least model that its concept admits: what it asks for beyond that does not compile.

using namespace gangway;

namespace {

/// Submits jobs 1 to 8, makes a pass, asks everything there is to ask; gives the nodes of those that start, in order.
template <class Model, class Policy>
std::vector<int> started(Model const& m, Policy const& p) {
    scheduler s{m, p};
    std::vector<archetype::job> pending;
    for (int j = 1; j <= 8; ++j) pending.push_back(archetype::job::make(j));
    for (archetype::job j : pending) s.submit(j);
    std::vector<int> on;
    s.pass(instant{100}, [&](auto const& d) {
        for (auto const& g : d.nodes) on.push_back(g.node.place());
    });
    if constexpr (requires { s.memory().partial(); })
        return on;
    else {
        std::vector<int> again;
        decide(m, pending, p, instant{100}, [&](auto const& d) {
            for (auto const& g : d.nodes) again.push_back(g.node.place());
        });
        CHECK(again == on);
        CHECK(forecast(s, instant{100}).size() == s.waiting());
        for (archetype::job j : pending) {
            CHECK_FALSE(describe(explain(s, j, instant{100})).empty());
            static_cast<void>(bound(s, j, instant{100}, 0.0));
        }
        return on;
    }
}

std::vector<int> const packed{1, 1, 1, 1, 2, 2, 2, 2};

} // namespace

TEST_CASE("the least model, under every admission and placement") {
    archetype::least const m;
    CHECK(started(m, policy{}) == packed);
    CHECK(started(m, policy{.rank = submit_order{}, .admit = greedy{}, .place = spread{}}) ==
          std::vector{1, 2, 1, 2, 1, 2, 1, 2});
    CHECK(started(m, policy{.rank = submit_order{},
                            .admit = protected_greedy{.after = seconds{1}},
                            .place = consolidate{}}) == packed);
    CHECK(started(m, policy{.rank = submit_order{}, .admit = draining{.after = seconds{1}}, .place = topology{}}) ==
          packed);
    CHECK(started(m, policy{.rank = submit_order{}, .admit = easy{}, .place = fragmentation_aware<1>{{{{2}, 1}}}}) ==
          packed);
    CHECK(started(m, policy{.rank = submit_order{}, .admit = conservative{}}) == packed);
    CHECK(started(m, policy{.rank = submit_order{}, .admit = pod_by_pod{}}) == packed);
}

TEST_CASE("each capability alone is enough for what asks for it") {
    CHECK(started(archetype::with_estimate{}, policy{.rank = shortest_first{}, .admit = easy{}}) == packed);
    CHECK(started(archetype::with_estimate{}, policy{.rank = response_ratio{}, .admit = hybrid{2}}) == packed);
    CHECK(started(archetype::with_priority{}, policy{.rank = priority{}}) == packed);
    CHECK(started(archetype::with_priority{}, policy{.rank = multiplied_by_age<priority>{{}, frequency{1.0}}}) ==
          packed);
    CHECK(started(archetype::with_eligible{}, policy{}) == std::vector{2, 2, 2, 2});
    CHECK(started(archetype::with_up{}, policy{}) == std::vector{2, 2, 2, 2});
    CHECK(started(archetype::with_domain{}, policy{.rank = submit_order{}, .admit = strict{}, .place = topology{}}) ==
          std::vector{2, 2, 2, 2, 1, 1, 1, 1}); // the domain with the smaller key is 2's
    CHECK(started(archetype::with_list{}, policy{.rank = submit_order{}, .admit = easy{}}).size() == 4);
}

TEST_CASE("groups and limits") {
    CHECK(started(archetype::with_group{}, policy{}) == packed);
    CHECK(started(archetype::with_limit{}, policy{.rank = submit_order{}, .admit = easy{}}) ==
          std::vector{1, 1}); // 4 of 16
}

TEST_CASE("the least profiles are enough for the efficiency terms") {
    archetype::rates const rates;
    archetype::rates_and_batches const batches;
    archetype::least const m;
    CHECK(started(m, policy{.rank = efficiency{rates} + aging{.per_second = frequency{1.0}}}) == packed);
    CHECK(started(m, policy{.rank = efficiency{batches, efficiency_metric::scaling}}) == packed);
    CHECK(started(m, policy{.rank = efficiency_per_share{rates, amounts<1>{16}}}) == packed);
    CHECK(started(m, policy{.rank = efficiency_rank{rates}}) == packed);
}
