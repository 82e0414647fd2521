#include <doctest/doctest.h>

#include "toy_host.hpp"

#include <gangway/sim/workload.hpp>

using namespace gangway;
using toy::gpus;

namespace {

auto baseline(std::optional<duration> give_up = {}) {
    return policy{.rank = priority{}, .admit = pod_by_pod{.give_up_after = give_up}};
}

} // namespace

TEST_CASE("tasks bind one by one and hold what they got") {
    toy::host<> h{toy::pool(2, 2)};
    h.runs_on({.id = "r", .shape = gpus(2)}, {"n1", "n2"});
    h.add({.id = "x", .shape = gpus(4), .at = 1});
    scheduler s{h, baseline()};
    toy::submit_all(s, h);
    CHECK(toy::pass(s, h, 1).empty());
    CHECK(s.memory().partial() == 1);
    s.submit(h.add({.id = "small", .shape = gpus(1), .at = 2})); // would fit beside r, but x holds the rest idle
    CHECK(toy::pass(s, h, 2).empty());
    toy::finish(s, h, "r", 3);
    CHECK(toy::pass(s, h, 3) == "x@n1*2,n2*2");
    CHECK(s.memory().partial() == 0);
    toy::finish(s, h, "x", 4);
    CHECK(toy::pass(s, h, 4) == "small@n1");
}

TEST_CASE("a cancelled job gives back its part") {
    toy::host<> h{toy::pool(1, 4)};
    h.runs_on({.id = "r", .shape = gpus(1, 2)}, {"n1"});
    h.add({.id = "x", .shape = gpus(4), .at = 1});
    h.add({.id = "y", .shape = gpus(2), .at = 2});
    scheduler s{h, baseline()};
    toy::submit_all(s, h);
    CHECK(toy::pass(s, h, 2).empty());
    s.cancel(h.find("x"));
    CHECK(s.memory().partial() == 0);
    CHECK(toy::pass(s, h, 3) == "y@n1*2");
}

TEST_CASE("a node that fails takes the whole part with it") {
    toy::host<> h{toy::pool(2, 2)};
    h.runs_on({.id = "r", .shape = gpus(1)}, {"n1"});
    h.add({.id = "x", .shape = gpus(4), .at = 1});
    scheduler s{h, baseline()};
    toy::submit_all(s, h);
    CHECK(toy::pass(s, h, 1).empty());
    CHECK(s.memory().partial() == 1);
    h.machines[1].up = false;
    s.update(h.machine("n2"));
    CHECK(s.memory().partial() == 0);
    CHECK(s.book().nodes[0].free == amounts<1>{1});
    toy::finish(s, h, "r", 2);
    CHECK(toy::pass(s, h, 2).empty()); // 4 tasks do not fit on the node that is left: nothing is bound
    h.machines[1].up = true;
    s.update(h.machine("n2"));
    CHECK(toy::pass(s, h, 3) == "x@n1*2,n2*2");
}

TEST_CASE("deadlock: two jobs hold what the other needs; giving up after a while resolves it") {
    // n2 has 1 of 2 taken. X needs 2 + 2 and holds n1; Y takes the last GPU of n2, and the next: X's second task fits
    // nowhere.
    for (bool gives_up : {false, true}) {
        toy::host<> h{toy::pool(2, 2)};
        h.runs_on({.id = "r", .shape = gpus(1)}, {"n2"});
        h.add({.id = "X", .shape = gpus(2, 2), .at = 1});
        scheduler s{h, baseline(gives_up ? std::optional<duration>{seconds{30}} : std::nullopt)};
        toy::submit_all(s, h);
        CHECK(toy::pass(s, h, 1).empty());
        s.submit(h.add({.id = "Y", .shape = gpus(4, 1), .at = 2}));
        CHECK(toy::pass(s, h, 2).empty());
        toy::finish(s, h, "r", 10);
        CHECK(toy::pass(s, h, 10).empty());
        CHECK(s.running() == 0);
        CHECK(s.memory().partial() == 2);
        CHECK(s.next_wake() == (gives_up ? instant{31.0} : never_instant));
        if (!gives_up) continue;
        CHECK(toy::pass(s, h, 31) == "Y@n2*2,n1*2"); // X gave n1 back and stands behind Y
        CHECK(s.memory().partial() == 0);
        toy::finish(s, h, "Y", 50);
        CHECK(toy::pass(s, h, 50) == "X@n1,n2");
    }
}

TEST_CASE("a job that arrives while it is blocked is tried when the node comes up") {
    toy::host<> h{{{"n1", {2}}, {"n2", {2}, {}, false}}};
    h.add({.id = "x", .shape = gpus(4)});
    scheduler s{h, baseline()};
    toy::submit_all(s, h);
    CHECK(toy::pass(s, h, 0).empty());
    h.machines[1].up = true;
    s.update(h.machine("n2"));
    CHECK(toy::pass(s, h, 1) == "x@n1*2,n2*2");
}

TEST_CASE("among jobs of the same last attempt the higher priority binds first") {
    toy::host<> h{toy::pool(1, 4)};
    h.runs_on({.id = "r", .shape = gpus(4)}, {"n1", "n1", "n1", "n1"});
    h.add({.id = "low", .shape = gpus(4), .at = 1});
    scheduler s{h, baseline()};
    toy::submit_all(s, h);
    CHECK(toy::pass(s, h, 1).empty());
    s.submit(h.add({.id = "high", .shape = gpus(4), .at = 2, .prio = 5.0}));
    CHECK(toy::pass(s, h, 2).empty());
    toy::finish(s, h, "r", 3);
    CHECK(toy::pass(s, h, 3) == "high@n1*4");
}

namespace {

/// A score that is asked anew on each pass.
struct asked_anew {
    static constexpr drift moves = drift::arbitrary;

    template <class Model>
    line line_of(Model const& m, job_of<Model> const& job, instant) const {
        return {m.priority(job), 0.0};
    }
};

} // namespace

TEST_CASE("a job that may not start does not have the score of the job that was in its place before") {
    sim::workload<gang<1>> work;
    work.nodes = {{{1}, true}, {{4}, false}};
    for (int j = 0; j < 64; ++j) // the later, the better
        work.jobs.push_back({j, instant{0}, seconds{1}, std::nullopt, double(j), 0, gang<1>{1, {1}}});
    for (int j = 64; j < 66; ++j) // alike, and for the node that is down
        work.jobs.push_back({j, instant{100}, seconds{1}, std::nullopt, 0.0, 0, gang<1>{1, {4}}});
    sim::world<gang<1>> world{work};
    scheduler s{world, policy{.rank = asked_anew{}, .admit = pod_by_pod{}}};
    std::vector<gangway::index> started;
    auto const pass = [&](double now) { s.pass(instant{now}, [&](auto const& d) { started.push_back(d.job.at); }); };
    for (gangway::index j = 0; j < 64; ++j) {
        s.submit({j});
        pass(j);
        s.finish({j}, instant{j + 0.5});
    }
    REQUIRE(started.size() == 64);
    s.submit({64});
    s.submit({65});
    pass(100);
    REQUIRE(started.size() == 64);
    world.set_up(1, true);
    s.update(sim::node_ref{1});
    pass(101);
    REQUIRE(started.size() == 65);
    CHECK(started.back() == 64);
}
