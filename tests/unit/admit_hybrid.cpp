#include <doctest/doctest.h>

#include "toy_host.hpp"

using namespace gangway;
using toy::gpus;

namespace {

template <class Scheduler, class Host>
std::string reservations(Scheduler const& s, Host const& h) {
    std::string text;
    for (auto const& j : h.jobs)
        if (auto const at = s.reservation(h.find(j.id)))
            text += j.id + ":" + std::to_string(static_cast<int>(at->value())) + " ";
    return text;
}
template <class Admit>
auto by(Admit admit) {
    return policy{.rank = priority{}, .admit = admit};
}

/// One node of 4; r holds 3 until 10. a asks for 4 (until +10), b for 2 (+5), c for 1 (+100), d for 1 (+10).
toy::host<> busy() {
    toy::host<> h{toy::pool(1, 4)};
    h.runs_on({.id = "r", .shape = gpus(3), .wall = 10}, {"n1", "n1", "n1"});
    h.add({.id = "a", .shape = gpus(4), .at = 1, .wall = 10});
    h.add({.id = "b", .shape = gpus(2), .at = 2, .wall = 5});
    h.add({.id = "c", .shape = gpus(1), .at = 3, .wall = 100});
    h.add({.id = "d", .shape = gpus(1), .at = 4, .wall = 6});
    return h;
}

} // namespace

TEST_CASE("conservative: every blocked gang is reserved, and none is moved by a later one") {
    auto h = busy();
    scheduler s{h, by(conservative{})};
    toy::submit_all(s, h);
    CHECK(toy::pass(s, h, 4) == "d@n1"); // a at 10, b at 20, c at 20; d is over by 10
    CHECK(reservations(s, h) == "a:10 b:20 c:20 ");
    toy::finish(s, h, "d", 8); // early
    CHECK(toy::pass(s, h, 8).empty());
    toy::finish(s, h, "r", 9); // early: everything moves forward
    CHECK(toy::pass(s, h, 9) == "a@n1*4");
    CHECK(reservations(s, h) == "b:19 c:19 ");
}

TEST_CASE("hybrid reserves for the first K, the others start now or wait") {
    struct row {
        int k;
        char const* starts;
        char const* reserved;
    };
    // The job e (1 GPU, 7 s, submitted at 4) ends after 10 and would move a; f moves only what is not reserved.
    for (auto const& [k, starts, reserved] : {row{1, "d@n1", "a:10 "}, row{2, "d@n1", "a:10 b:20 "},
                                              row{9, "d@n1", "a:10 b:20 c:20 "}, row{0, "c@n1", ""}}) {
        auto h = busy();
        scheduler s{h, by(hybrid{k})};
        toy::submit_all(s, h);
        CAPTURE(k);
        CHECK(toy::pass(s, h, 4) == starts);
        CHECK(reservations(s, h) == reserved);
    }
}

TEST_CASE("with one reservation, a job that only moves the second blocked gang may start; with two it may not") {
    for (int k : {1, 2}) {
        toy::host<> h{toy::pool(1, 10)};
        h.runs_on({.id = "r", .shape = gpus(1, 6), .wall = 100}, {"n1"});
        h.add({.id = "first", .shape = gpus(1, 5), .at = 1, .wall = 100});
        h.add({.id = "second", .shape = gpus(1, 5), .at = 2, .wall = 100});
        h.add({.id = "x", .shape = gpus(1, 4), .at = 3, .wall = 1000});
        CAPTURE(k);
        CHECK(toy::decided(h, by(hybrid{k}), 3) == (k == 1 ? "x@n1" : ""));
    }
}

TEST_CASE("a gang with no finite start gets no reservation and does not count") {
    toy::host<> h{toy::pool(2, 4)};
    h.runs_on({.id = "open", .shape = gpus(1, 4)}, {"n1"}); // no estimate: never ends
    h.runs_on({.id = "r", .shape = gpus(1, 4), .wall = 10}, {"n2"});
    h.add({.id = "both", .shape = gpus(2, 4), .at = 1, .wall = 10});
    h.add({.id = "one", .shape = gpus(1, 4), .at = 2, .wall = 10});
    scheduler s{h, by(hybrid{1})};
    toy::submit_all(s, h);
    CHECK(toy::pass(s, h, 2).empty());
    CHECK(reservations(s, h) == "one:10 ");
}

TEST_CASE("a kept plan equals a fresh one: arrivals at the tail, ends on time, an end that is early") {
    toy::host<> h{toy::pool(1, 4)};
    h.runs_on({.id = "r", .shape = gpus(1, 3), .wall = 10}, {"n1"});
    scheduler s{h, by(conservative{})};
    auto const arrive = [&](std::string id, std::int64_t want, double at, double wall, double prio = 0.0) {
        s.submit(h.add({.id = std::move(id), .shape = gpus(1, want), .at = at, .wall = wall, .prio = prio}));
        auto const started = toy::pass(s, h, at);
        scheduler fresh{h, by(conservative{})};
        toy::submit_all(fresh, h);
        toy::host<> other = h;
        std::string now = reservations(s, h);
        CHECK(toy::pass(fresh, other, at).empty());
        CHECK(reservations(fresh, h) == now);
        return started + "|" + now;
    };
    CHECK(arrive("a", 4, 1, 10) == "|a:10 ");
    CHECK(arrive("b", 2, 2, 10) == "|a:10 b:20 ");
    CHECK(arrive("c", 1, 3, 7) == "c@n1|a:10 b:20 ");
    CHECK(arrive("d", 2, 4, 5) == "|a:10 b:20 d:20 ");
    CHECK(arrive("e", 1, 5, 50) == "|a:10 b:20 d:20 e:25 ");
    CHECK(arrive("up", 4, 6, 1, 1.0) == "|a:11 b:21 d:21 e:26 up:10 "); // ahead of all: planned anew
    toy::finish(s, h, "r", 10);
    toy::finish(s, h, "c", 10);
    CHECK(toy::pass(s, h, 10) == "up@n1");
    toy::finish(s, h, "up", 11);
    CHECK(toy::pass(s, h, 11) == "a@n1");
    toy::finish(s, h, "a", 15); // 6 early
    CHECK(toy::pass(s, h, 15) == "b@n1 d@n1");
    CHECK(reservations(s, h) == "e:20 ");
}

TEST_CASE("a kept plan equals a fresh one on several nodes, where a start behind a reservation moved its nodes") {
    // At 10 both nodes open, and a goes to n2, the tighter one. Then b takes 3 of n1: now n1 is the tighter one, and n2
    // is free for c.
    toy::host<> h{{{"n1", {8}}, {"n2", {6}}}};
    h.runs_on({.id = "r1", .shape = gpus(1, 5), .wall = 10}, {"n1"});
    h.runs_on({.id = "r2", .shape = gpus(1, 3), .wall = 10}, {"n2"});
    h.add({.id = "a", .shape = gpus(1, 4), .at = 1, .wall = 100});
    h.add({.id = "b", .shape = gpus(1, 3), .at = 1, .wall = 100});
    scheduler s{h, by(conservative{})};
    toy::submit_all(s, h);
    CHECK(toy::pass(s, h, 1) == "b@n1");
    s.submit(h.add({.id = "c", .shape = gpus(1, 3), .at = 2, .wall = 100}));
    auto fresh = h;
    CHECK(toy::decided(fresh, by(conservative{}), 2) == toy::pass(s, h, 2));
}
