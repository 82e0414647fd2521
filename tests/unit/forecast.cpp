#include <doctest/doctest.h>

#include "toy_host.hpp"

using namespace gangway;
using toy::gpus;

namespace {

template <class Scheduler, class Host>
std::string said(Scheduler const& s, Host const& h, double now) {
    std::string text;
    for (auto const& f : forecast(s, instant{now}))
        text += (text.empty() ? "" : " ") + h.id(f.job) + ":" + (f.at ? detail::seconds_text(f.at->value()) : "?");
    return text;
}

/// R until 100; J1, J2, J3 wait (50, 70, 30 long).
toy::host<> case_12() {
    toy::host<> h{toy::pool(1, 1)};
    h.runs_on({.id = "R", .wall = 100}, {"n1"});
    h.add({.id = "J1", .at = 1, .wall = 50});
    h.add({.id = "J2", .at = 2, .wall = 70});
    h.add({.id = "J3", .at = 3, .wall = 30});
    return h;
}

} // namespace

TEST_CASE_TEMPLATE("12: an estimate for each waiting job, and all anew when a better one arrives", Admit, strict, easy,
                   conservative) {
    auto h = case_12();
    scheduler s{h, policy<priority, Admit, best_fit>{}};
    toy::submit_all(s, h);
    CHECK(toy::pass(s, h, 3).empty());
    CHECK(said(s, h, 3) == "J1:100 J2:150 J3:220");
    CHECK(said(s, h, 3) == "J1:100 J2:150 J3:220"); // asking changes nothing
    s.submit(h.add({.id = "J0", .at = 10, .wall = 40, .prio = 10}));
    CHECK(toy::pass(s, h, 10).empty());
    CHECK(said(s, h, 10) == "J0:100 J1:140 J2:190 J3:260");
    for (auto const& [end, job, start] :
         {std::tuple{"R", "J0", 100.0}, {"J0", "J1", 140.0}, {"J1", "J2", 190.0}, {"J2", "J3", 260.0}}) {
        toy::finish(s, h, end, start);
        CHECK(toy::pass(s, h, start) == std::string{job} + "@n1"); // each start equals its last estimate
    }
}

TEST_CASE("what cannot be shown to start comes last, by id") {
    toy::host<> h{toy::pool(1, 2)};
    h.runs_on({.id = "open", .shape = gpus(1)}, {"n1"});
    h.add({.id = "z", .shape = gpus(2), .at = 1, .wall = 10});
    h.add({.id = "never", .shape = gpus(1, 3), .at = 1, .wall = 10});
    h.add({.id = "b", .shape = gpus(1), .at = 2, .wall = 10});
    h.add({.id = "c", .shape = gpus(1), .at = 3, .wall = 10});
    scheduler s{h, policy{.rank = submit_order{}, .admit = easy{}}};
    toy::submit_all(s, h);
    CHECK(toy::pass(s, h, 3) == "b@n1");
    CHECK(said(s, h, 3) == "c:13 never:? z:?");
}

TEST_CASE("a gang that outlives its estimate is taken to end at the next instant") {
    auto h = case_12();
    scheduler s{h, policy{}};
    toy::submit_all(s, h);
    CHECK(toy::pass(s, h, 120).empty());
    auto const f = forecast(s, instant{120});
    CHECK(f[0].at == instant{std::nextafter(120.0, 200.0)});
    CHECK(f.size() == 3);
}

TEST_CASE("gangs that end at one instant end together") {
    toy::host<> h{toy::pool(1, 3)};
    for (auto id : {"a", "b", "c"}) h.runs_on({.id = id, .wall = 50}, {"n1"});
    h.add({.id = "all", .shape = gpus(3), .at = 1, .wall = 10});
    scheduler s{h, policy{}};
    toy::submit_all(s, h);
    CHECK(said(s, h, 1) == "all:50");
    CHECK(forecast(s, instant{1})[0].at == instant{50.0}); // exactly
}

TEST_CASE("a forecast does not care whether a pass was made first") {
    auto h = case_12();
    scheduler s{h, policy{}};
    toy::submit_all(s, h);
    CHECK(said(s, h, 3) == "J1:100 J2:150 J3:220");
    h.runs.clear();
    scheduler idle{h, policy{}};
    idle.submit(h.find("J1"));
    CHECK(said(idle, h, 5) == "J1:5");
}
