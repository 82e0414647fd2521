// tests - every admission, replayed by the library and by the slow oracle: the same starts, ends and nodes.
#include "workloads.hpp"

#include <gangway/sim/energy.hpp>

#include <doctest/doctest.h>

#include <sstream>

using namespace gangway;
using random_workload::options;

namespace {

template <class Shape, class Budget>
std::string compare(sim::workload<Shape, Budget> const& w, sim::result const& ours, oracle::result const& theirs, bool same_nodes) {
    std::ostringstream wrong;
    for (std::size_t j = 0; j < w.jobs.size(); ++j) {
        auto const& a = ours.jobs[j];
        auto const& b = theirs.jobs[j];
        bool const runs = b.start.has_value();
        double const start = a.ended() || (!a.cancelled && ours.nodes_of(static_cast<index>(j)).size() > 0) ? a.start : never_instant.value();
        if (runs && *b.start != start) wrong << "\njob " << j << " starts at " << start << ", oracle " << *b.start;
        if (!runs && a.ended() && !a.cancelled) wrong << "\njob " << j << " starts at " << start << ", oracle never";
        if (b.end && *b.end != a.end) wrong << "\njob " << j << " ends at " << a.end << ", oracle " << *b.end;
        if (!same_nodes || !runs) continue;
        std::vector<int> on;
        std::vector<int> expected = b.nodes;
        for (auto const& g : ours.nodes_of(static_cast<index>(j))) on.insert(on.end(), static_cast<std::size_t>(g.tasks), static_cast<int>(g.node.at));
        std::erase(expected, static_cast<int>(w.nodes.size())); // the budget is nobody's node
        std::sort(on.begin(), on.end());
        std::sort(expected.begin(), expected.end());
        if (on != expected) wrong << "\njob " << j << " runs on other nodes than the oracle's";
    }
    if (ours.deadlock != theirs.deadlock) wrong << "\ndeadlock " << ours.deadlock << ", oracle " << theirs.deadlock;
    return wrong.str();
}

/// Checks what must hold of any schedule; node failures leave earlier runs out of the result, so those are skipped then.
template <class Shape, class Budget>
std::string invariants(sim::workload<Shape, Budget> const& w, sim::result const& r) {
    random_workload::in_plain_words<Shape, Budget> const plain{w};
    oracle::schedule s{plain.nodes, plain.jobs, plain.events, {}, oracle::never_ends};
    for (std::size_t j = 0; j < w.jobs.size(); ++j) {
        if (!r.jobs[j].ended()) continue;
        oracle::span p{static_cast<int>(j), r.jobs[j].start, r.jobs[j].end, {}, !r.jobs[j].cancelled};
        for (auto const& g : r.nodes_of(static_cast<index>(j))) p.nodes.insert(p.nodes.end(), static_cast<std::size_t>(g.tasks), static_cast<int>(g.node.at));
        if (p.nodes.size() < plain.jobs[j].tasks.size()) p.nodes.push_back(static_cast<int>(w.nodes.size()));
        s.spans.push_back(p);
    }
    std::string all;
    if (w.node_events.empty() && w.cancellations.empty())
        for (auto const& f : oracle::always(s)) all += "\n" + f;
    return all;
}

/// Watts times seconds of every run, interrupted ones too.
template <class Shape, class Budget>
std::string joules(sim::workload<Shape, Budget> const& w, sim::result const& ours, oracle::result const& theirs) {
    if (w.draws.empty()) return {};
    std::vector<double> expected(w.jobs.size(), 0.0);
    for (auto const& p : theirs.spans)
        if (p.end < oracle::never_ends) expected[static_cast<std::size_t>(p.job)] += w.draws[static_cast<std::size_t>(p.job)].value() * (p.end - p.start);
    std::ostringstream wrong;
    for (std::size_t j = 0; j < w.jobs.size(); ++j)
        if (ours.joules[j].value() != expected[j]) wrong << "\njob " << j << " takes " << ours.joules[j].value() << " J, oracle " << expected[j];
    if constexpr (std::is_same_v<Budget, sim::power_budget>)
        if (sim::measure_energy(w, ours).peak > w.budget.limit) wrong << "\nthe draw is above the budget";
    return wrong.str();
}

template <class Shape, class Budget, class Policy>
void must_equal_oracle(sim::workload<Shape, Budget> const& w, Policy const& p, oracle::policy const& how, bool same_nodes) {
    random_workload::in_plain_words<Shape, Budget> const plain{w};
    sim::replay replay{w, p};
    auto const ours = replay.run();
    auto const theirs = oracle::replay(plain.nodes, plain.jobs, plain.events, how);
    auto const wrong = compare(w, ours, theirs, same_nodes) + invariants(w, ours) + joules(w, ours, theirs);
    if (wrong.empty()) return;
    std::ostringstream text;
    rc::showValue(w, text);
    RC_FAIL(wrong + text.str());
}
template <std::size_t N, class Policy>
void equals_oracle(char const* name, options const& o, Policy const& p, oracle::policy const& how, bool same_nodes = true) {
    CHECK_MESSAGE(rc::check(name, [&] { must_equal_oracle(random_workload::equal_gangs<N>(o), p, how, same_nodes); }), name);
}
/// The same under a power budget.
template <std::size_t N, class Policy>
void equals_oracle_powered(char const* name, options const& o, Policy const& p, oracle::policy const& how, bool same_nodes = true) {
    CHECK_MESSAGE(rc::check(name, [&] {
        must_equal_oracle(random_workload::under_budget(random_workload::equal_gangs<N>(o)), p, how, same_nodes);
    }), name);
}

using kind = oracle::admission;
constexpr options pool{.least_estimate = 0, .priorities = true};
constexpr options wild_pool{.least_estimate = 0, .missing_estimates = true, .cancellations = true, .priorities = true};
constexpr options few_nodes{.least_nodes = 2, .most_nodes = 4, .least_estimate = 0, .priorities = true};
constexpr options failing{.least_nodes = 2, .most_nodes = 4, .least_estimate = 0, .missing_estimates = true, .node_failures = true, .cancellations = true, .priorities = true};

template <class Admit, class Place = best_fit>
auto by_priority(Admit admit, Place place = {}) {
    return policy<priority, Admit, Place>{priority{}, admit, place};
}

} // namespace

TEST_CASE("strict equals the oracle") {
    equals_oracle<1>("strict, pool", wild_pool, by_priority(strict{}), {.admit = kind::strict});
    equals_oracle<1>("strict, nodes", failing, by_priority(strict{}), {.admit = kind::strict});
    equals_oracle<2>("strict, two resources", failing, by_priority(strict{}), {.admit = kind::strict});
}
TEST_CASE("greedy equals the oracle") {
    equals_oracle<1>("greedy, pool", wild_pool, by_priority(greedy{}), {.admit = kind::greedy});
    equals_oracle<1>("greedy, nodes", failing, by_priority(greedy{}), {.admit = kind::greedy});
    equals_oracle<2>("greedy, two resources", failing, by_priority(greedy{}), {.admit = kind::greedy});
    equals_oracle<2>("greedy, spread", failing, by_priority(greedy{}, spread{}), {.admit = kind::greedy, .place = oracle::placement::spread});
    equals_oracle<2>("greedy, consolidate", failing, by_priority(greedy{}, consolidate{}),
                     {.admit = kind::greedy, .place = oracle::placement::consolidate});
}
TEST_CASE("protected greedy equals the oracle") {
    for (double after : {0.0, 3.0, 8.0}) {
        auto const p = by_priority(protected_greedy{seconds{after}});
        equals_oracle<1>("protected, pool", wild_pool, p, {.admit = kind::protected_greedy, .after = after});
        equals_oracle<2>("protected, nodes", failing, p, {.admit = kind::protected_greedy, .after = after});
    }
}
TEST_CASE("draining equals the oracle") {
    for (int at_most : {1, 3}) {
        auto const p = by_priority(draining{seconds{4}, at_most});
        equals_oracle<1>("draining, pool", wild_pool, p, {.admit = kind::draining, .after = 4, .at_most = at_most});
        equals_oracle<1>("draining, nodes", failing, p, {.admit = kind::draining, .after = 4, .at_most = at_most});
        equals_oracle<2>("draining, two resources", failing, p, {.admit = kind::draining, .after = 4, .at_most = at_most});
    }
}
TEST_CASE("EASY equals the oracle") {
    equals_oracle<1>("easy, pool", pool, by_priority(easy{}), {.admit = kind::easy});
    equals_oracle<1>("easy, wild pool", wild_pool, by_priority(easy{}), {.admit = kind::easy});
    equals_oracle<2>("easy, pool of two resources", wild_pool, by_priority(easy{}), {.admit = kind::easy});
    auto singles = few_nodes;
    singles.most_tasks = 1;
    equals_oracle<1>("easy, one-task gangs on nodes", singles, by_priority(easy{}), {.admit = kind::easy}, false);
}
TEST_CASE("reservations for some or all equal the oracle") {
    equals_oracle<1>("conservative, exact estimates", {.exact_estimates = true}, policy{.admit = conservative{}}, {.admit = kind::conservative});
    equals_oracle<1>("conservative, pool", wild_pool, by_priority(conservative{}), {.admit = kind::conservative});
    equals_oracle<1>("conservative, nodes", failing, by_priority(conservative{}), {.admit = kind::conservative});
    equals_oracle<2>("conservative, two resources", failing, by_priority(conservative{}), {.admit = kind::conservative});
    equals_oracle<1>("hybrid, pool", wild_pool, by_priority(hybrid{2}), {.admit = kind::hybrid, .K = 2});
    equals_oracle<2>("hybrid, nodes", failing, by_priority(hybrid{2}), {.admit = kind::hybrid, .K = 2});
}
TEST_CASE("the pod-by-pod baseline equals the oracle") {
    equals_oracle<1>("pods, pool", {}, policy{.admit = pod_by_pod{}}, {.admit = kind::pod_by_pod});
    equals_oracle<1>("pods, nodes", {.least_nodes = 2, .most_nodes = 4}, policy{.admit = pod_by_pod{}}, {.admit = kind::pod_by_pod});
    equals_oracle<1>("pods that give up", {.least_nodes = 2, .most_nodes = 4, .node_failures = true, .cancellations = true},
                     policy{.admit = pod_by_pod{seconds{5}}}, {.admit = kind::pod_by_pod, .give_up_after = 5});
}
TEST_CASE("a power budget, reserved like nodes, equals the oracle") {
    equals_oracle_powered<1>("strict under a budget", failing, by_priority(strict{}), {.admit = kind::strict});
    equals_oracle_powered<1>("greedy under a budget", failing, by_priority(greedy{}), {.admit = kind::greedy});
    equals_oracle_powered<1>("protected under a budget", failing, by_priority(protected_greedy{seconds{4}}),
                             {.admit = kind::protected_greedy, .after = 4});
    equals_oracle_powered<1>("draining under a budget", failing, by_priority(draining{seconds{4}, 2}),
                             {.admit = kind::draining, .after = 4, .at_most = 2});
    equals_oracle_powered<1>("easy under a budget", wild_pool, by_priority(easy{}), {.admit = kind::easy});
    equals_oracle_powered<2>("easy under a budget, two resources", wild_pool, by_priority(easy{}), {.admit = kind::easy});
    auto singles = few_nodes;
    singles.most_tasks = 1;
    equals_oracle_powered<1>("easy under a budget, one-task gangs on nodes", singles, by_priority(easy{}), {.admit = kind::easy}, false);
    equals_oracle_powered<1>("conservative under a budget", failing, by_priority(conservative{}), {.admit = kind::conservative});
    equals_oracle_powered<2>("hybrid under a budget", failing, by_priority(hybrid{2}), {.admit = kind::hybrid, .K = 2});
}
