// Lesson 2 - tasks that bind one by one can wait for each other for ever; gangs cannot.
#include "../drawn.hpp"

#include <gangway/trace/random.hpp>

namespace {

using gangway::seconds;

template <class Admit>
auto policy_of(Admit admit) {
    return gangway::policy{.rank = gangway::priority{}, .admit = admit, .place = gangway::best_fit{}};
}

// 20 jobs that come within ten minutes to 8 nodes of 4 GPUs: each has 8 to 24 tasks of one GPU; one in four is urgent.
drawn::jobs rush(std::uint64_t seed) {
    gangway::trace::random draw{seed, 0};
    std::vector<drawn::row> rows;
    for (int j = 0; j < 20; ++j)
        rows.push_back({.at = double(draw.below(600)),
                        .tasks = 8 + std::int64_t{draw.below(17)},
                        .each = 1,
                        .run = 60.0 + draw.below(600),
                        .score = draw.below(4) == 0 ? 1.0 : 0.0});
    return drawn::make(8, 4, rows);
}

struct tally {
    int deadlocks = 0, stuck = 0; // replays that end in a deadlock; jobs that never start
    double completion = 0.0;      // mean over the replays that end well
    int ended = 0;
};

template <class Admit>
void count(char const* name, Admit admit) {
    tally t;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
        drawn::jobs const w = rush(seed);
        gangway::sim::replay replay{w, policy_of(admit)};
        auto const r = replay.run();
        auto const m = gangway::sim::measure(w, r);
        t.deadlocks += r.deadlock ? 1 : 0;
        t.stuck += static_cast<int>(m.never_started);
        if (r.deadlock) continue;
        t.completion += m.completion.mean;
        ++t.ended;
    }
    std::printf("%-34s %9d %11d", name, t.deadlocks, t.stuck);
    std::printf(" %14.0f s\n", t.completion / t.ended);
}

} // namespace

int main() {
    std::printf(
        "2 nodes of 2 GPUs. a holds one of them until 10; b comes at 1, c at 2 and is urgent; both have 3 tasks\n");
    drawn::jobs const knot = drawn::make(2, 2, {{0, 2, 1, 10}, {1, 3, 1, 8}, {2, 3, 1, 8, 1.0}});
    drawn::draw("gangs, strict", knot, policy_of(gangway::strict{}));
    drawn::draw("pod by pod", knot, policy_of(gangway::pod_by_pod{}));

    // Look inside while it happens: what is free, though nothing of b and c runs?
    std::printf("\npod by pod, after each pass:\n");
    gangway::sim::replay replay{knot, policy_of(gangway::pod_by_pod{})};
    replay.run(gangway::never_instant, [](auto const& scheduler, auto const&, gangway::instant now) {
        std::printf("    at %2g: %zu run, %zu wait, of which %zu hold a part of what they need\n", now.value(),
                    scheduler.running(), scheduler.waiting(), scheduler.memory().partial());
    });

    std::printf("\n%-34s %9s %11s %16s\n", "100 random rushes of 20 jobs", "deadlocks", "never start",
                "mean completion");
    count("pod by pod", gangway::pod_by_pod{});
    count("pod by pod, give up after 60 s", gangway::pod_by_pod{.give_up_after = seconds{60}});
    count("gangs, strict", gangway::strict{});
    count("gangs, greedy", gangway::greedy{});
}
