#include <doctest/doctest.h>

#include <random>

#include "toy_host.hpp"

using namespace gangway;
using toy::gpus;

namespace {

template <class Policy>
std::string by_decide(toy::host<>& h, std::vector<toy::job_ref> const& pending, Policy const& p, double now) {
    std::string text;
    decide(h, pending, p, instant{now}, [&](auto const& d) { text += (text.empty() ? "" : " ") + h.start(d); });
    return text;
}
std::vector<toy::job_ref> waiting(toy::host<> const& h) {
    std::vector<toy::job_ref> all;
    for (std::size_t j = 0; j < h.jobs.size(); ++j)
        if (std::none_of(h.runs.begin(), h.runs.end(), [&](auto const& r) { return r.job.at == j; }))
            all.push_back({j});
    return all;
}

/// A queue with ties of all kinds.
toy::host<> crowd(unsigned seed) {
    std::mt19937 random{seed};
    auto const below = [&](unsigned n) { return static_cast<int>(random() % n); };
    toy::host<> h{{}};
    for (int n = 0; n < 6; ++n)
        h.machines.push_back({"n" + std::to_string(n), {4 + below(3) * 2}, {n < 3 ? "A" : "B"}, below(6) != 0});
    h.levels = 1;
    h.caps["u1"] = {12};
    for (int j = 0; j < 30; ++j)
        h.add({.id = "j" + std::to_string(j),
               .shape = gpus(1 + below(4), 1 + below(4)),
               .at = static_cast<double>(below(8)),
               .wall = below(4) == 0 ? std::nullopt : std::optional<double>{10.0 + below(30)},
               .prio = static_cast<double>(below(3)),
               .user = "u" + std::to_string(below(3))});
    return h;
}

/// Runs a crowd through one long-lived scheduler, and asks decide() the same on each pass, listed in other orders.
template <class Policy>
void same_by_both(Policy const& p) {
    for (unsigned seed = 1; seed <= 40; ++seed) {
        CAPTURE(seed);
        std::mt19937 random{seed};
        auto h = crowd(seed);
        scheduler s{h, p};
        std::vector<toy::job_ref> pending;
        for (double now = 0.0; now < 40.0; now += 1.0) {
            CAPTURE(now);
            for (std::size_t j = 0; j < h.jobs.size(); ++j)
                if (h.jobs[j].at == now) {
                    s.submit({j});
                    pending.push_back({j});
                }
            for (std::size_t r = h.runs.size(); r-- > 0;)
                if (random() % 4 == 0) toy::finish(s, h, h.id(h.runs[r].job), now);
            auto once = h;
            std::shuffle(pending.begin(), pending.end(), random);
            auto const expected = by_decide(once, pending, p, now);

            auto shuffled = h; // the same host, listed in another order
            std::shuffle(shuffled.machines.begin(), shuffled.machines.end(), random);
            for (auto& r : shuffled.runs)
                for (auto& g : r.nodes) g.node = shuffled.machine(h.id(g.node));
            REQUIRE(by_decide(shuffled, pending, p, now) == expected);

            REQUIRE(toy::pass(s, h, now) == expected);
            std::erase_if(pending, [&](auto j) {
                return std::any_of(h.runs.begin(), h.runs.end(), [&](auto const& r) { return r.job == j; });
            });
        }
    }
}

} // namespace

// decide gives what a scheduler that followed every event gives, in any order of nodes and jobs
TEST_CASE("decide == scheduler: strict, aging, spread") {
    same_by_both(
        policy{.rank = priority{} + aging{.per_second = frequency{0.1}}, .admit = strict{}, .place = spread{}});
}
TEST_CASE("decide == scheduler: greedy, response ratio, consolidate") {
    same_by_both(policy{.rank = response_ratio{}, .admit = greedy{}, .place = consolidate{}});
}
TEST_CASE("decide == scheduler: protected greedy, capped aging then shortest, topology") {
    same_by_both(policy{.rank = then(capped_aging{.per_second = frequency{0.5}}, shortest_first{}),
                        .admit = protected_greedy{.after = seconds{5}},
                        .place = topology{}});
}
TEST_CASE("decide == scheduler: draining") {
    same_by_both(policy{.rank = priority{}, .admit = draining{.after = seconds{5}, .at_most = 2}});
}
TEST_CASE("decide == scheduler: easy") {
    same_by_both(policy{.rank = priority{}, .admit = easy{}});
}
TEST_CASE("decide == scheduler: easy, response ratio, spread") {
    same_by_both(policy{.rank = response_ratio{}, .admit = easy{}, .place = spread{}});
}
TEST_CASE("decide == scheduler: hybrid, capped aging, topology") {
    same_by_both(policy{.rank = capped_aging{.per_second = frequency{0.5}}, .admit = hybrid{2}, .place = topology{}});
}
TEST_CASE("decide == scheduler: conservative") {
    same_by_both(policy{.rank = priority{}, .admit = conservative{}});
}

TEST_CASE("decide on the spot") {
    auto h = crowd(3);
    h.caps.clear();
    auto const text = by_decide(h, waiting(h), policy{}, 9);
    CHECK(!text.empty());
    CHECK(by_decide(h, {}, policy{}, 9).empty());
    for (std::size_t n = 0; n < h.machines.size(); ++n) CHECK_FALSE(any_negative(h.free({n})));
}
