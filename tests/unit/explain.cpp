#include <doctest/doctest.h>

#include "toy_host.hpp"

using namespace gangway;
using toy::gpus;

namespace {

std::string_view const gpu_names[] = {"GPU", "memory"};

/// Submits what waits, makes one pass at `now`, and explains one job.
template <std::size_t N, class Policy>
auto explained(toy::host<N> const& h, Policy const& p, double now, std::string const& job) {
    scheduler s{h, p};
    toy::submit_all(s, h);
    s.pass(instant{now}, [](auto const&) {});
    return explain(s, h.find(job), instant{now});
}
template <std::size_t N, class Policy>
std::string told(toy::host<N> const& h, Policy const& p, double now, std::string const& job) {
    return describe(explained(h, p, now, job), gpu_names);
}

} // namespace

// The moves that case 20 also asks for (defragmentation advice) are not part of the core.
TEST_CASE("20: four GPUs are free, and a job of 4 does not fit") {
    toy::host<> h{toy::pool(3, 8)};
    h.runs_on({.id = "r1", .shape = gpus(7)}, {"n1", "n1", "n1", "n1", "n1", "n1", "n1"});
    h.runs_on({.id = "r2", .shape = gpus(6)}, {"n2", "n2", "n2", "n2", "n2", "n2"});
    h.runs_on({.id = "r3", .shape = gpus(7)}, {"n3", "n3", "n3", "n3", "n3", "n3", "n3"});
    h.add({.id = "want", .shape = gpus(1, 4)});
    auto const e = explained(h, policy{}, 0, "want");
    CHECK(e.is == verdict::waits);
    CHECK(e.why == cause::fragmentation);
    CHECK(e.need == 4);
    CHECK(e.free == 4);
    CHECK(e.largest_block == 2);
    CHECK(e.tasks_that_fit == 0);
    CHECK(e.ahead == 0);
    CHECK(e.starts_at == std::nullopt); // nothing that runs has an estimate
    CHECK(describe(e, gpu_names) == "waits: fragmentation, 4 GPU free but 0 of 1 task fits, largest block 2; 0 ahead");
}

TEST_CASE("29: which resource, how much, where, and how many members fit") {
    // One pool a host: a100 has 6 free and 2 of the limit left; h100 has 3 free and 8 of the limit left. A gang of 4
    // GPUs.
    toy::host<> a100{toy::pool(1, 8)};
    a100.caps["u"] = {4};
    a100.runs_on({.id = "r", .shape = gpus(2), .user = "u"}, {"n1", "n1"});
    a100.add({.id = "gang", .shape = gpus(4), .user = "u"});
    auto const limited = explained(a100, policy{}, 0, "gang");
    CHECK(limited.is == verdict::blocked);
    CHECK(limited.why == cause::limit);
    CHECK(limited.need == 4);
    CHECK(limited.free == 2);
    CHECK(limited.limit == 4);
    CHECK(describe(limited, gpu_names) == "blocked: limit of the group 2 of 4 GPU used, 4 more wanted");

    toy::host<> h100{toy::pool(1, 8)};
    h100.caps["u"] = {8};
    h100.runs_on({.id = "r", .shape = gpus(5)}, {"n1", "n1", "n1", "n1", "n1"});
    h100.add({.id = "gang", .shape = gpus(4), .user = "u"});
    auto const full = explained(h100, policy{}, 0, "gang");
    CHECK(full.is == verdict::waits);
    CHECK(full.why == cause::capacity);
    CHECK(full.need == 4);
    CHECK(full.free == 3);
    CHECK(full.tasks == 4);
    CHECK(full.tasks_that_fit == 3);
    CHECK(full.would_start_with_tasks == 3);
    CHECK(describe(full, gpu_names) == "waits: capacity, needs 4 GPU, 3 free; 0 ahead; starts now with 3 tasks");
}

TEST_CASE("30: never, blocked and waits are three classes that never mix") {
    toy::host<> h{{{"n1", {8}}, {"n2", {8}, {}, false}}};
    h.runs_on({.id = "running", .shape = gpus(1, 8), .wall = 100}, {"n1"});
    h.add({.id = "p", .shape = gpus(1, 9)});
    h.add({.id = "q", .shape = gpus(1, 8), .only = {"n9"}});
    h.add({.id = "r", .shape = gpus(2, 8)});
    h.add({.id = "s", .shape = gpus(1, 8)});
    auto const by_easy = policy{.rank = submit_order{}, .admit = easy{}};
    CHECK(told(h, by_easy, 0, "p") == "never: needs 9 GPU on one node, largest node 8");
    CHECK(told(h, by_easy, 0, "q") == "never: no node of this cluster is eligible");
    CHECK(told(h, by_easy, 0, "r") == "blocked: needs 2 tasks at once, nodes in service hold 1 (1 node down)");
    auto const r = explained(h, by_easy, 0, "r");
    CHECK(r.is == verdict::blocked);
    CHECK(r.why == cause::nodes_down);
    CHECK(r.down.size() == 1);
    CHECK(h.id(r.down[0]) == "n2");
    auto const s = explained(h, by_easy, 0, "s");
    CHECK(s.ahead == 0); // neither the impossible nor the blocked are ahead of anyone
    CHECK(s.starts_at == instant{100.0});
    CHECK(describe(s, gpu_names) == "waits: capacity, needs 8 GPU, 0 free; 0 ahead; reserved at 100; estimate 100");
    CHECK(told(h, by_easy, 0, "running") == "runs");

    h.add({.id = "many", .shape = gpus(5, 4)});
    auto const many = explained(h, by_easy, 0, "many");
    CHECK(many.why == cause::too_many_tasks);
    CHECK(describe(many) == "never: needs 5 tasks at once, the empty cluster holds 4");
    CHECK(describe(explained(h, by_easy, 0, "p")) == "never: needs 9 resource 0 on one node, largest node 8");
}

TEST_CASE("31: blocked by a limit: no reservation, no date; and nobody counts it as ahead") {
    toy::host<> h{toy::pool(1, 16)};
    h.caps["u"] = {8};
    h.runs_on({.id = "r", .shape = gpus(1, 8), .wall = 1000, .user = "u"}, {"n1"});
    h.add({.id = "a", .shape = gpus(1, 8), .at = 1, .wall = 10, .user = "u"});
    h.add({.id = "b", .shape = gpus(1, 16), .at = 2, .wall = 10, .user = "v"});
    auto const by_easy = policy{.rank = submit_order{}, .admit = easy{}};
    auto const a = explained(h, by_easy, 2, "a");
    CHECK(a.is == verdict::blocked);
    CHECK(a.reserved_at == std::nullopt);
    CHECK(a.starts_at == std::nullopt);
    CHECK(describe(a, gpu_names) == "blocked: limit of the group 8 of 8 GPU used, 8 more wanted");
    auto const b = explained(h, by_easy, 2, "b");
    CHECK(b.is == verdict::waits);
    CHECK(b.ahead == 0);
    CHECK(b.first_ahead == std::nullopt);
    CHECK(b.reserved_at == instant{1000.0});
}

TEST_CASE("who is ahead, what binds, and what would change it") {
    toy::host<2> h{{{"n1", {8, 64}}, {"n2", {8, 64}}}};
    h.runs_on({.id = "r", .shape = {{2, {4, 60}}}, .wall = 100}, {"n1", "n2"});
    h.add({.id = "first", .shape = {{1, {8, 8}}}, .at = 1, .wall = 50});
    h.add({.id = "fits", .shape = {{1, {1, 4}}}, .at = 2, .wall = 500});
    h.add({.id = "memory", .shape = {{1, {1, 20}}}, .at = 3, .wall = 50});
    auto const e = explained(h, policy{}, 3, "memory");
    CHECK(e.ahead == 2);
    CHECK(h.id(*e.first_ahead) == "first");
    CHECK(e.resource == 1);
    CHECK(e.need == 20);
    CHECK(e.free == 8);
    CHECK(e.why == cause::capacity);
    auto const strictly = explained(h, policy{}, 3, "fits");
    CHECK(strictly.why == cause::order);
    CHECK(describe(strictly).find("order, it would fit but another job goes first; 1 ahead") != std::string::npos);

    toy::host<> one{toy::pool(1, 8)};
    one.runs_on({.id = "r", .shape = gpus(1, 4), .wall = 40}, {"n1"});
    one.add({.id = "head", .shape = gpus(1, 8), .at = 1, .wall = 10});
    one.add({.id = "later", .shape = gpus(1, 2), .at = 2, .wall = 100});
    auto const by_easy = policy{.rank = submit_order{}, .admit = easy{}};
    auto const later = explained(one, by_easy, 2, "later");
    CHECK(later.why == cause::reservation);
    CHECK(later.would_start_with_estimate == seconds{38});
    CHECK(later.would_start_with_tasks == std::nullopt);
    CHECK(later.starts_at == instant{50.0});
    CHECK(describe(later, gpu_names) == "waits: reservation, it would fit but would delay a reserved gang; 1 ahead; "
                                        "estimate 50; starts now with an estimate of at most 38 s");
}

TEST_CASE("a job that the scheduler was never told of, and the form without a scheduler") {
    toy::host<> h{toy::pool(1, 8)};
    auto const a = h.add({.id = "a", .shape = gpus(1, 9)});
    auto const b = h.add({.id = "b", .shape = gpus(1, 8)});
    scheduler s{h, policy{}};
    CHECK(describe(explain(s, a, instant{})) == "unknown: the scheduler was not told of this job");
    CHECK(explain(h, std::vector{a, b}, policy{}, instant{}, a).is == verdict::never);
    CHECK(explain(h, std::vector{a, b}, policy{}, instant{}, b).is == verdict::runs); // the pass has started it
}
