#include <doctest/doctest.h>

#include "toy_host.hpp"

using namespace gangway;
using toy::gpus;

namespace {

constexpr double none = -1.0;
auto const backfill = policy{.rank = submit_order{}, .admit = easy{}};

/// When the last pass reserved a start for the job, or `none`.
template <class Scheduler, class Host>
double reserved(Scheduler const& s, Host const& h, std::string const& job) {
    auto const at = s.reservation(h.find(job));
    return at ? at->value() : none;
}

} // namespace

TEST_CASE("a later job starts only if the head's earliest start does not move") {
    // 10 GPUs: 6 run until 100, the head asks for 8, so 2 are spare at 100.
    struct row {
        std::int64_t gpus;
        std::optional<double> wall;
        bool starts;
    };
    for (auto const& [want, wall, starts] :
         {row{4, 100.0, true}, row{4, 100.5, false}, row{4, std::nullopt, false}, row{2, 1e6, true},
          row{2, std::nullopt, true}, row{3, 1e6, false}, row{3, 99.0, true}}) {
        toy::host<> h{toy::pool(1, 10)};
        h.runs_on({.id = "r", .shape = gpus(1, 6), .wall = 100}, {"n1"});
        h.add({.id = "head", .shape = gpus(1, 8)});
        scheduler s{h, backfill};
        toy::submit_all(s, h);
        CHECK(toy::pass(s, h, 0).empty());
        CHECK(reserved(s, h, "head") == 100.0);
        s.submit(h.add({.id = "x", .shape = gpus(1, want), .at = 1, .wall = wall}));
        CAPTURE(want);
        CHECK(toy::pass(s, h, 0.0) == (starts ? "x@n1" : "")); // by arrival, on the shadow of the last pass
        CHECK(reserved(s, h, "head") == 100.0);
        CHECK(reserved(s, h, "x") == none);

        h.runs.resize(1);
        CHECK(toy::decided(h, backfill, 0) == (starts ? "x@n1" : "")); // afresh
    }
}

TEST_CASE("spare room at the shadow is used up") {
    toy::host<> h{toy::pool(1, 10)};
    h.runs_on({.id = "r", .shape = gpus(1, 6), .wall = 100}, {"n1"});
    h.add({.id = "head", .shape = gpus(1, 8)});
    h.add({.id = "x", .shape = gpus(1, 1), .at = 1});
    h.add({.id = "y", .shape = gpus(1, 2), .at = 2});
    h.add({.id = "z", .shape = gpus(1, 1), .at = 3});
    h.add({.id = "w", .shape = gpus(1, 1), .at = 4});
    h.add({.id = "v", .shape = gpus(1, 1), .at = 5, .wall = 10});
    CHECK(toy::decided(h, backfill, 0) == "x@n1 z@n1 v@n1"); // y would need 2 of the 1 left, w the 1 that z has
}

TEST_CASE("spare room for a head of several tasks is used up as well") {
    toy::host<> h{toy::pool(1, 10)};
    h.runs_on({.id = "r", .shape = gpus(1, 6), .wall = 100}, {"n1"});
    h.add({.id = "head", .shape = gpus(4, 2)}); // at 100 five such tasks fit: one to spare
    h.add({.id = "x", .shape = gpus(1, 2), .at = 1});
    h.add({.id = "y", .shape = gpus(1, 2), .at = 2});
    CHECK(toy::decided(h, backfill, 0) == "x@n1");
}

TEST_CASE("the shadow knows placement: nodes, not totals") {
    toy::host<> h{toy::pool(2, 8)};
    h.runs_on({.id = "r1", .shape = gpus(1, 4), .wall = 50}, {"n1"});
    h.runs_on({.id = "r2", .shape = gpus(1, 4), .wall = 100}, {"n2"});
    h.runs_on({.id = "r3", .shape = gpus(1, 4), .wall = 200}, {"n1"});
    h.add({.id = "head", .shape = gpus(1, 8)});                    // 8 are free in all at 50, on one node at 100
    h.add({.id = "x", .shape = gpus(1, 4), .at = 1, .wall = 120}); // n2 has the room now, but is the head's
    scheduler s{h, backfill};
    toy::submit_all(s, h);
    CHECK(toy::pass(s, h, 0).empty());
    CHECK(reserved(s, h, "head") == 100.0);
    toy::finish(s, h, "r1", 10); // early: now n1 has room, and is not the head's
    CHECK(toy::pass(s, h, 10) == "x@n1");
    CHECK(reserved(s, h, "head") == 100.0);
}

TEST_CASE("any placement will do: a task goes where it leaves the head alone") {
    // n1 is tighter, and the head's; x must go to n2.
    toy::host<> h{{{"n1", {8}}, {"n2", {12}}}};
    h.runs_on({.id = "r1", .shape = gpus(1, 4), .wall = 100}, {"n1"});
    h.runs_on({.id = "r2", .shape = gpus(1, 6), .wall = 900}, {"n2"});
    h.add({.id = "head", .shape = gpus(1, 8)});
    h.add({.id = "x", .shape = gpus(1, 4), .at = 1, .wall = 500});
    CHECK(toy::decided(h, backfill, 0) == "x@n2");
    h.jobs[h.find("x").at].shape = gpus(2, 2);
    h.runs.pop_back();
    CHECK(toy::decided(h, backfill, 0) == "x@n2*2");
}

TEST_CASE("without a finite shadow the others may pass; a job without an estimate never releases") {
    toy::host<> h{toy::pool(1, 10)};
    h.runs_on({.id = "r", .shape = gpus(1, 6)}, {"n1"});
    h.add({.id = "head", .shape = gpus(1, 8)});
    h.add({.id = "x", .shape = gpus(1, 4), .at = 1});
    scheduler s{h, backfill};
    toy::submit_all(s, h);
    CHECK(toy::pass(s, h, 0) == "x@n1");
    CHECK(reserved(s, h, "head") == none);
}

TEST_CASE("a gang that outlives its estimate is released at the next instant, never in the past") {
    toy::host<> h{toy::pool(1, 10)};
    h.runs_on({.id = "r", .shape = gpus(1, 6), .wall = 100}, {"n1"});
    h.add({.id = "head", .shape = gpus(1, 8)});
    scheduler s{h, backfill};
    toy::submit_all(s, h);
    CHECK(toy::pass(s, h, 150).empty());
    CHECK(reserved(s, h, "head") == std::nextafter(150.0, 200.0));
    s.submit(h.add({.id = "x", .shape = gpus(1, 4), .at = 151, .wall = 1}));
    s.submit(h.add({.id = "y", .shape = gpus(1, 2), .at = 151, .wall = 1}));
    CHECK(toy::pass(s, h, 160) == "y@n1"); // beside the head; x would hold what it needs at once
    CHECK(reserved(s, h, "head") == std::nextafter(160.0, 200.0));
}

TEST_CASE("several resources: a reservation counts each of them") {
    // Watts as a second resource: 1000 in all; A 400 until 100, H needs 700; B may take 300, not 301.
    for (std::int64_t watts : {300, 301}) {
        toy::host<2> h{{{"n", {8, 1000}}}};
        h.runs_on({.id = "A", .shape = {{1, {1, 400}}}, .wall = 100}, {"n"});
        h.add({.id = "H", .shape = {{1, {1, 700}}}, .at = 5, .wall = 50});
        h.add({.id = "B", .shape = {{1, {1, watts}}}, .at = 10, .wall = 190});
        CHECK(toy::decided(h, backfill, 10) == (watts == 300 ? "B@n" : ""));
    }
}

TEST_CASE("an unequal head has a shadow too") {
    toy::host<> h{toy::pool(2, 8)};
    h.runs_on({.id = "r1", .shape = gpus(1, 6), .wall = 50}, {"n1"});
    h.runs_on({.id = "r2", .shape = gpus(1, 8), .wall = 100}, {"n2"});
    h.add({.id = "head", .shape = {{1, {8}}, {2, {2}}}}); // 8 on the one node, 4 on the other: at 100
    h.add({.id = "ok", .shape = gpus(1, 2), .at = 1, .wall = 100});
    h.add({.id = "late", .shape = gpus(1, 2), .at = 2, .wall = 101});
    scheduler s{h, backfill};
    toy::submit_all(s, h);
    CHECK(toy::pass(s, h, 0) == "ok@n1");
    CHECK(reserved(s, h, "head") == 100.0);
    toy::finish(s, h, "ok", 10);
    CHECK(toy::pass(s, h, 10) == "late@n1"); // 6 remain for the 4 of the head
}
