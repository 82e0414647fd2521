#include <doctest/doctest.h>

#include <gangway/gangway.hpp>
#include <gangway/sim/replay.hpp>

using namespace gangway;

namespace {

using work_type = sim::workload<gang<1>>;
constexpr double never = std::numeric_limits<double>::infinity();

/// `gpus` on each node; jobs get ids 0, 1, ...
work_type cluster(std::vector<std::int64_t> const& gpus) {
    work_type w;
    for (auto g : gpus) w.nodes.push_back({{g}, true});
    return w;
}
void add(work_type& w, double at, gang<1> shape, double run, std::optional<duration> wall = std::nullopt) {
    w.jobs.push_back({static_cast<std::int64_t>(w.jobs.size()), instant{at}, duration{run}, wall, 0.0, 0, shape});
}
template <class Policy>
sim::result replayed(work_type const& w, Policy const& p, instant until = never_instant) {
    return sim::replay{w, p}.run(until);
}
std::vector<double> starts(sim::result const& r) {
    std::vector<double> all;
    for (auto const& j : r.jobs) all.push_back(j.start);
    return all;
}
auto const by_easy = policy{.rank = submit_order{}, .admit = easy{}};

} // namespace

TEST_CASE("a job is cut at its estimate, and ends early where it is done before") {
    auto w = cluster({4});
    add(w, 0, {4, {1}}, 100, seconds{30});
    add(w, 1, {4, {1}}, 10, seconds{50});
    add(w, 2, {4, {1}}, 10);
    auto const r = replayed(w, policy{});
    CHECK(starts(r) == std::vector{0.0, 30.0, 40.0});
    CHECK(r.jobs[0].end == 30.0);
    CHECK(r.jobs[0].cut);
    CHECK_FALSE(r.jobs[1].cut);
    CHECK(r.jobs[2].end == 50.0);
    CHECK(r.decisions == 3);
    CHECK_FALSE(r.deadlock);
}

TEST_CASE("ends come before arrivals of the same instant, and all of them before one pass") {
    auto w = cluster({4});
    add(w, 0, {4, {1}}, 10);
    add(w, 10, {4, {1}}, 10);
    add(w, 10, {4, {1}}, 0); // no run time: ends at once
    add(w, 20, {4, {1}}, 5);
    auto const r = replayed(w, policy{});
    CHECK(starts(r) == std::vector{0.0, 10.0, 20.0, 20.0});
    CHECK(r.jobs[2].end == 20.0);
}

TEST_CASE("cancelled before it comes, while it waits, while it runs, and after it has ended") {
    auto w = cluster({4});
    add(w, 0, {4, {1}}, 100);
    add(w, 1, {4, {1}}, 100);
    add(w, 2, {4, {1}}, 100);
    add(w, 60, {4, {1}}, 100);
    add(w, 70, {4, {1}}, 10);
    w.cancellations = {{instant{50}, 0}, {instant{20}, 1}, {instant{60}, 3}, {instant{500}, 2}};
    auto const r = replayed(w, policy{});
    CHECK(starts(r) == std::vector{0.0, never, 50.0, never, 150.0});
    CHECK(r.jobs[0].end == 50.0);
    for (std::size_t j : {0u, 1u, 3u}) CHECK(r.jobs[j].cancelled);
    CHECK_FALSE(r.jobs[2].cancelled); // it was done
    CHECK_FALSE(r.jobs[0].cut);
}

TEST_CASE("a node that fails requeues whole gangs, with their first submission, and the run starts over") {
    auto w = cluster({2, 2, 2});
    add(w, 0, {4, {1}}, 100); // on nodes 0 and 1
    add(w, 5, {2, {1}}, 10);  // on node 2
    add(w, 20, {2, {1}}, 100);
    add(w, 30, {4, {1}}, 10);
    w.node_events = {{instant{40}, 1, false}, {instant{200}, 1, true}};
    auto const r = replayed(w, policy{});
    CHECK(r.jobs[0].starts == 2);
    // At 40 job 0 goes back, before job 3 though job 3 waited meanwhile; job 2 has node 2 until 120.
    CHECK(starts(r) == std::vector{120.0, 5.0, 20.0, 220.0});
    CHECK(r.jobs[0].end == 220.0);
    CHECK(r.nodes_of(0).size() == 2);
    CHECK(r.nodes_of(0)[0].node.at == 0);
    CHECK(r.nodes_of(0)[1].node.at == 2);
}

TEST_CASE("a job that waits for a node is skipped, and taken up when the node returns") {
    auto w = cluster({8, 8});
    w.nodes[1].up = false;
    add(w, 0, {2, {8}}, 100, seconds{100});
    add(w, 0, {1, {8}}, 100, seconds{100});
    add(w, 60, {1, {8}}, 30, seconds{30});
    add(w, 60, {1, {8}}, 60, seconds{60});
    w.node_events = {{instant{50}, 1, true}};
    CHECK(starts(replayed(w, by_easy)) == std::vector{100.0, 0.0, 60.0, 200.0});
}

TEST_CASE("until stops the clock") {
    auto w = cluster({1});
    for (int j = 0; j < 5; ++j) add(w, 0, {1, {1}}, 10);
    auto const r = replayed(w, policy{}, instant{20});
    CHECK(starts(r) == std::vector{0.0, 10.0, 20.0, never, never});
    CHECK_FALSE(r.jobs[2].ended());
    CHECK(r.passes == 3);
}

TEST_CASE("an observer sees every pass") {
    auto w = cluster({1});
    for (int j = 0; j < 3; ++j) add(w, 0, {1, {1}}, 10);
    std::vector<std::pair<double, std::size_t>> seen;
    sim::replay{w, policy{}}.run(never_instant, [&](auto const& s, auto const& world, instant now) {
        seen.push_back({now.value(), s.waiting()});
        CHECK(world.free({0}) == amounts<1>{s.running() > 0 ? 0 : 1});
    });
    CHECK(seen == std::vector<std::pair<double, std::size_t>>{{0.0, 2}, {10.0, 1}, {20.0, 0}, {30.0, 0}});
}

TEST_CASE("a late first job and idle gaps run") {
    auto w = cluster({2});
    add(w, 500, {1, {1}}, 10);
    add(w, 9000, {1, {2}}, 10);
    CHECK(starts(replayed(w, by_easy)) == std::vector{500.0, 9000.0});
}

TEST_CASE("X(4) and Y(4) interleave on four GPUs under pod_by_pod: a deadlock, reported; giving up resolves it") {
    // Two nodes of 2. A first job holds 1 of node 1 until 10. X (2 tasks of 2) binds node 0 and waits for node 1; Y
    // (4 tasks of 1) takes the free GPU of node 1, and at 10 the other one, so that no task of X fits. 2 + 2 are
    // held, none runs.
    auto w = cluster({2, 2});
    add(w, 0, {1, {2}}, 1); // keeps node 0 away from the one after it
    add(w, 0, {1, {1}}, 10);
    add(w, 1, {2, {2}}, 100);
    add(w, 2, {4, {1}}, 100);
    auto const stuck = replayed(w, policy{.rank = submit_order{}, .admit = pod_by_pod{}});
    CHECK(stuck.deadlock);
    CHECK(starts(stuck) == std::vector{0.0, 0.0, never, never});
    auto const freed = replayed(w, policy{.rank = submit_order{}, .admit = pod_by_pod{.give_up_after = seconds{30}}});
    CHECK_FALSE(freed.deadlock);
    CHECK(freed.jobs[3].start == 31.0); // X held since 1
    CHECK(freed.jobs[2].start == 131.0);
    auto const as_gangs = replayed(w, policy{});
    CHECK_FALSE(as_gangs.deadlock);
    CHECK(starts(as_gangs) == std::vector{0.0, 0.0, 10.0, 110.0});
}

TEST_CASE("unequal gangs replay, and give back what each task had") {
    sim::workload<std::vector<gang<2>>> w;
    w.nodes = {{{4, 10}, true}, {{2, 10}, true}};
    for (int j = 0; j < 3; ++j)
        w.jobs.push_back({j, instant{}, seconds{10}, seconds{10}, 0.0, 0, {{2, {1, 3}}, {1, {4, 1}}}});
    auto const r = sim::replay{w, by_easy}.run();
    CHECK(starts(r) == std::vector{0.0, 10.0, 20.0});
    CHECK(r.nodes_of(2).size() == 2);
    CHECK(r.nodes_of(2)[0].group == 1); // the larger tasks first
    CHECK(r.nodes_of(2)[0].node.at == 0);
    CHECK(r.nodes_of(2)[1].tasks == 2);
}
