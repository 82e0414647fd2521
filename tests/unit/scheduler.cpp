#include <doctest/doctest.h>

#include "toy_host.hpp"

using namespace gangway;
using toy::gpus;

namespace {

struct world {
    toy::host<> h{toy::pool(2, 4)};
    policy<priority, strict, best_fit> p{};
};

} // namespace

TEST_CASE_FIXTURE(world, "submit, start, finish, cancel") {
    scheduler s{h, p};
    CHECK(toy::pass(s, h, 0).empty());
    for (auto id : {"a", "b", "c"}) s.submit(h.add({.id = id, .shape = gpus(1, 4), .at = 1}));
    CHECK(s.waiting() == 3);
    CHECK(toy::pass(s, h, 1) == "a@n1 b@n2");
    CHECK(s.waiting() == 1);
    CHECK(s.running() == 2);
    CHECK(toy::pass(s, h, 2).empty());
    s.cancel(h.find("c"));
    CHECK(s.waiting() == 0);
    toy::finish(s, h, "a", 3);
    CHECK(s.running() == 1);
    CHECK(toy::pass(s, h, 3).empty());
    s.submit(h.find("c")); // a cancelled job may come again
    CHECK(toy::pass(s, h, 4) == "c@n1");
    CHECK(s.next_wake() == never_instant);
}

TEST_CASE_FIXTURE(world, "a requeued gang keeps the place of its first submission") {
    scheduler s{h, p};
    s.submit(h.add({.id = "a", .shape = gpus(2, 4), .at = 1}));
    s.submit(h.add({.id = "b", .shape = gpus(2, 4), .at = 2}));
    CHECK(toy::pass(s, h, 2) == "a@n1,n2");
    s.requeue(h.find("a"));
    h.stop(h.find("a"));
    CHECK(s.waiting() == 2);
    CHECK(s.running() == 0);
    CHECK(toy::pass(s, h, 9) == "a@n1,n2"); // whole, and before b
}

TEST_CASE_FIXTURE(world, "a rejected decision is taken back and the job keeps its place") {
    scheduler s{h, p};
    s.submit(h.add({.id = "a", .shape = gpus(1, 4), .at = 1}));
    s.submit(h.add({.id = "b", .shape = gpus(1, 4), .at = 2}));
    s.submit(h.add({.id = "c", .shape = gpus(1, 4), .at = 3}));
    CHECK(toy::pass(s, h, 3) == "a@n1 b@n2");
    s.reject(h.find("a"));
    h.stop(h.find("a"));
    CHECK(toy::pass(s, h, 4) == "a@n1");
    CHECK(s.waiting() == 1);
}

TEST_CASE_FIXTURE(world, "update(job): a changed priority, shape or estimate counts from the next pass on") {
    h.runs_on({.id = "r", .shape = gpus(2, 4), .wall = 100}, {"n1", "n2"});
    scheduler s{h, policy{.rank = priority{}, .admit = easy{}}};
    auto const a = h.add({.id = "a", .shape = gpus(1, 4), .at = 1});
    auto const b = h.add({.id = "b", .shape = gpus(1, 4), .at = 2});
    s.submit(a);
    s.submit(b);
    CHECK(toy::pass(s, h, 2).empty());
    CHECK(s.reservation(a) == instant{100.0});
    h.jobs[b.at].prio = 1.0;
    s.update(b);
    CHECK(toy::pass(s, h, 3).empty());
    CHECK(s.reservation(b) == instant{100.0});
    CHECK(s.reservation(a) == std::nullopt);
    h.jobs[h.find("r").at].wall = 50.0; // an estimate of what runs
    s.update(h.find("r"));
    CHECK(s.running() == 1);
    CHECK(toy::pass(s, h, 4).empty());
    CHECK(s.reservation(b) == instant{50.0});
    h.jobs[b.at].shape = gpus(1, 5); // no node holds it
    s.update(b);
    CHECK(toy::pass(s, h, 5).empty());
    CHECK(s.reservation(a) == instant{50.0});
    toy::finish(s, h, "r", 6);
    CHECK(toy::pass(s, h, 6) == "a@n1");
}

TEST_CASE_FIXTURE(world, "update(node): out of service, back, and another capacity") {
    scheduler s{h, p};
    s.submit(h.add({.id = "a", .shape = gpus(1, 4), .at = 1}));
    CHECK(toy::pass(s, h, 1) == "a@n1");
    auto const n1 = h.machine("n1");
    auto const n2 = h.machine("n2");
    h.machines[n2.at].up = false;
    s.update(n2);
    s.submit(h.add({.id = "b", .shape = gpus(1, 2), .at = 2}));
    CHECK(toy::pass(s, h, 2).empty());
    h.machines[n2.at].up = true;
    s.update(n2);
    CHECK(toy::pass(s, h, 3) == "b@n2");
    h.machines[n1.at].capacity = {8};
    s.update(n1);
    s.submit(h.add({.id = "c", .shape = gpus(1, 4), .at = 4}));
    CHECK(toy::pass(s, h, 4) == "c@n1");
    h.machines[n1.at].capacity = {6}; // less than what runs there: nothing fits until enough has ended
    s.update(n1);
    s.submit(h.add({.id = "d", .shape = gpus(1, 3), .at = 5}));
    CHECK(toy::pass(s, h, 5).empty());
    toy::finish(s, h, "a", 6);
    CHECK(toy::pass(s, h, 6).empty()); // 6 - 4 = 2
    toy::finish(s, h, "c", 7);
    CHECK(toy::pass(s, h, 7) == "d@n1");
}

TEST_CASE_FIXTURE(world, "a failed node: its gangs are requeued first, and start again elsewhere, whole") {
    scheduler s{h, p};
    s.submit(h.add({.id = "a", .shape = gpus(2, 2), .at = 1}));
    CHECK(toy::pass(s, h, 1) == "a@n1*2");
    s.requeue(h.find("a"));
    h.stop(h.find("a"));
    h.machines[0].up = false;
    s.update(h.machine("n1"));
    CHECK(toy::pass(s, h, 2) == "a@n2*2");
}

TEST_CASE_FIXTURE(world, "what runs already is adopted from the model") {
    h.runs_on({.id = "r", .shape = gpus(3, 2), .at = 0, .wall = 40}, {"n1", "n1", "n2"});
    scheduler s{h, policy{.rank = submit_order{}, .admit = easy{}}};
    CHECK(s.running() == 1);
    CHECK(s.waiting() == 0);
    s.submit(h.add({.id = "a", .shape = gpus(2, 4), .at = 1}));
    CHECK(toy::pass(s, h, 5).empty());
    CHECK(s.reservation(h.find("a")) == instant{40.0}); // since it has run from 0 on
    toy::finish(s, h, "r", 30);
    CHECK(toy::pass(s, h, 30) == "a@n1,n2");
}

TEST_CASE("amounts that no gang explains stay taken") {
    toy::host<> h{{{"n1", {8}, {}, true, {3}}}};
    h.runs_on({.id = "r", .shape = gpus(1, 4)}, {"n1"});
    scheduler s{h, policy{}};
    s.submit(h.add({.id = "a", .shape = gpus(1, 6), .at = 1}));
    s.submit(h.add({.id = "b", .shape = gpus(1, 5), .at = 2}));
    CHECK(toy::pass(s, h, 2).empty());
    toy::finish(s, h, "r", 3);
    CHECK(toy::pass(s, h, 3).empty()); // 8 - 3 = 5 < 6
    s.cancel(h.find("a"));
    CHECK(toy::pass(s, h, 4) == "b@n1");
}

TEST_CASE("one gang may be asked for by hand: a pass at the same instant decides nothing new") {
    toy::host<> h{toy::pool(1, 4)};
    scheduler s{h, policy{}};
    s.submit(h.add({.id = "a", .shape = gpus(1, 2)}));
    std::vector<double> at;
    s.pass(instant{7.0}, [&](auto const& d) {
        at.push_back(d.at.value());
        CHECK(d.nodes.size() == 1);
        CHECK(h.id(d.nodes[0].node) == "n1");
        CHECK(d.nodes[0].tasks == 1);
        h.start(d);
    });
    CHECK(at == std::vector{7.0});
    CHECK(toy::pass(s, h, 7).empty());
}
