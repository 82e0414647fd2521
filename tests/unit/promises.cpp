#include <doctest/doctest.h>

#include "toy_host.hpp"

#include <gangway/sim/replay.hpp>

#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

// Broken promises of the caller: GANGWAY_EXPECTS aborts in builds with assertions. Tried in a child process.

using namespace gangway;
using toy::gpus;

#ifdef NDEBUG

TEST_CASE("broken promises") {
    MESSAGE("skipped: GANGWAY_EXPECTS costs nothing with NDEBUG, so there is nothing to see");
}

#else

namespace {

/// Does this abort?
template <class Run>
bool aborts(Run&& run) {
    pid_t const child = fork();
    if (child == 0) {
        std::signal(SIGABRT, SIG_DFL);
        if (!std::freopen("/dev/null", "w", stderr)) _exit(1);
        run();
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}
/// Does submitting this job break a promise?
bool refused(toy::job<> j) {
    return aborts([&] {
        toy::host<> h{toy::pool(2, 8)};
        scheduler s{h, policy{.rank = priority{}, .admit = easy{}}};
        s.submit(h.add(std::move(j)));
        s.pass(instant{1}, [](auto const&) {});
    });
}
constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();

} // namespace

TEST_CASE("a replay of what does not belong together") {
    sim::workload<gang<1>> work;
    work.nodes.assign(1, {{1}});
    for (int j = 0; j < 3; ++j) work.jobs.push_back({j, instant{0}, seconds{1}, std::nullopt, 0.0, 0, gang<1>{1, {1}}});
    auto shorter = work;
    shorter.jobs.pop_back();
    auto lopsided = work;
    lopsided.after = {no_index};
    CHECK_FALSE(aborts([&] { sim::replay{work, sim::arrival_order{work}, policy<>{}}.run(); }));
    CHECK(aborts([&] { sim::replay{shorter, sim::arrival_order{work}, policy<>{}}.run(); }));
    CHECK(aborts([&] { sim::replay{lopsided, policy<>{}}.run(); }));
}

TEST_CASE("a job that is no job") {
    CHECK_FALSE(refused({.id = "fine", .shape = gpus(2, 4), .wall = 0.0}));
    CHECK(refused({.id = "no tasks", .shape = gpus(0)}));
    CHECK(refused({.id = "no groups", .shape = {}}));
    CHECK(refused({.id = "negative demand", .shape = gpus(1, -1)}));
    CHECK(refused({.id = "negative estimate", .wall = -1.0}));
    CHECK(refused({.id = "NaN estimate", .wall = no_number}));
    CHECK(refused({.id = "never submitted", .at = infinite}));
    CHECK(refused({.id = "NaN submission", .at = no_number}));
    CHECK(refused({.id = "NaN score", .prio = no_number}));
    CHECK(refused({.id = "infinite score", .prio = infinite}));
}

TEST_CASE("a node that is no node") {
    auto const built = [](std::vector<toy::node<>> const& nodes) {
        return aborts([&] {
            toy::host<> h{nodes};
            scheduler s{h, policy{}};
        });
    };
    CHECK_FALSE(built({{"n1", {8}}, {"n2", {0}}}));
    CHECK(built({{"n1", {8}}, {"n1", {8}}}));    // the same id twice
    CHECK_FALSE(built({{"n1", {8}, {}, true, {9}}})); // cut below what it holds
    CHECK(built({{"n1", {8}, {}, true, {-1}}})); // more free than there is
}

TEST_CASE("calls in the wrong state") {
    enum class call { finish_waiting, cancel_running, submit_twice, requeue_waiting, unknown };
    auto const tried = [](call c) {
        return aborts([&] {
            toy::host<> h{toy::pool(1, 8)};
            scheduler s{h, policy{}};
            auto const runs = h.add({.id = "runs"});
            auto const waits = h.add({.id = "waits", .shape = gpus(1, 8)});
            auto const unknown = h.add({.id = "unknown"});
            s.submit(runs);
            s.submit(waits);
            toy::pass(s, h, 0);
            switch (c) {
            case call::finish_waiting:
                s.finish(waits, instant{1});
                break;
            case call::cancel_running:
                s.cancel(runs);
                break;
            case call::submit_twice:
                s.submit(waits);
                break;
            case call::requeue_waiting:
                s.requeue(waits);
                break;
            case call::unknown:
                s.update(unknown);
                break;
            }
        });
    };
    for (call c :
         {call::finish_waiting, call::cancel_running, call::submit_twice, call::requeue_waiting, call::unknown}) {
        CAPTURE(static_cast<int>(c));
        CHECK(tried(c));
    }
}

TEST_CASE("time does not go back where the order moves along lines; response ratio needs an estimate above zero") {
    CHECK(aborts([] {
        kinetic_queue<1, int> q;
        queue_places places(2);
        q.push({0, {line{0.0, 1.0}}, 0.0, 0, 1.0}, {}, places);
        q.push({1, {line{0.0, 2.0}}, 0.0, 1, 1.0}, {}, places);
        q.advance(instant{5});
        q.advance(instant{4});
    }));
    CHECK(aborts([] {
        toy::host<> h{toy::pool(1, 8)};
        scheduler s{h, policy{.rank = response_ratio{}}};
        s.submit(h.add({.id = "a", .wall = 0.0}));
    }));
}

#endif
