// Lesson 4 - aging, the virtual arrival that is the same order, and the bound on overtaking: computed, then attacked.
#include <gangway/gangway.hpp>
#include <gangway/sim/replay.hpp>

#include <cstdio>

namespace {

using gangway::duration;
using gangway::instant;
using jobs = gangway::sim::workload<gangway::gang<1>>;

// One node of 1 GPU. Job 0 holds it until 100; job 1 (score 0.2) comes at 10; then comes a stream, one job every 5 s,
// each with score 1 and as long as a gap of the stream: whoever lets it pass never sees job 1 start.
jobs attack() {
    jobs w;
    w.nodes.assign(1, {{1}});
    auto const add = [&](double at, double run, double score) {
        w.jobs.push_back({.id = static_cast<std::int64_t>(w.jobs.size()),
                          .submitted = instant{at},
                          .run = duration{run},
                          .estimate = {},
                          .priority = score,
                          .shape = {1, {1}}});
    };
    add(0, 100, 1.0);
    add(10, 5, 0.2);
    for (double at = 12; at < 2000; at += 5) add(at, 5, 1.0);
    return w;
}
constexpr gangway::index victim = 1;

// Asks for the bound against jobs to come that score at most `best`, while job 1 waits; replays to the end, and says who in fact went first.
template <class Rank>
void defend(char const* name, Rank rank, double best = 1.0) {
    jobs const w = attack();
    gangway::policy const p{.rank = rank, .admit = gangway::strict{}, .place = gangway::best_fit{}};
    gangway::sim::replay replay{w, p};
    gangway::overtaking_bound bound;
    auto const r = replay.run(gangway::never_instant, [&](auto const& scheduler, auto const&, instant now) {
        if (now == instant{10}) bound = gangway::bound(scheduler, {victim}, now, best);
    });
    double last = 0.0; // submission of the youngest that went first
    int passed = 0;
    for (gangway::index j = victim + 1; j < w.jobs.size(); ++j)
        if (r.jobs[j].start < r.jobs[victim].start) {
            last = w.jobs[j].submitted.value();
            ++passed;
        }
    std::printf("%-36s starts at %4g; %3d younger jobs went first", name, r.jobs[victim].start, passed);
    std::printf(passed > 0 ? ", the last submitted at %g\n" : "\n", last);
    if (bound.bounded)
        std::printf("    promised: none submitted after %g (%.*s)\n", bound.until.value(),
                    static_cast<int>(bound.because.size()), bound.because.data());
    else
        std::printf("    promised: nothing (%.*s)\n", static_cast<int>(bound.because.size()), bound.because.data());
}

} // namespace

int main() {
    // Linear aging and a virtual arrival with the horizon 1 / per_second are one order: the line of a job says where.
    duration const horizon{200};
    auto const aged = gangway::priority{} + gangway::aging{.per_second = 1.0 / horizon};
    gangway::virtual_arrival const dated{gangway::priority{}, horizon};
    jobs const w = attack();
    gangway::sim::world const cluster{w};
    std::printf("job 1 (score 0.2, of 10) against one of the stream (score 1, of s): who is ahead?\n");
    std::printf("%10s %22s %22s %26s\n", "s", "aging, at 200", "aging, at 2000", "virtual arrivals");
    for (gangway::index j : {2u, 31u, 33u, 34u, 36u, 60u}) {
        auto const ahead = [&](double now) {
            auto const score = [&](gangway::index i) {
                return aged.line_of(cluster, {i}, instant{now}).at(instant{now});
            };
            return score(victim) > score(j) ? "job 1" : "the stream";
        };
        auto const arrival = [&](gangway::index i) { return -dated.line_of(cluster, {i}, {}).at({}); };
        std::printf("%10g %22s %22s %15g and %6g\n", w.jobs[j].submitted.value(), ahead(200), ahead(2000),
                    arrival(victim), arrival(j));
    }

    std::printf("\nunder attack, one GPU, strict\n");
    defend("submit order", gangway::submit_order{}, 0.0); // where every score is 0
    defend("score + aging(200 s)", aged);
    defend("virtual arrival (200 s)", dated);
    defend("score alone", gangway::priority{});
    defend("score + aging(200 s), capped at 0.5",
           gangway::priority{} + gangway::capped_aging{.per_second = 1.0 / horizon, .at_most = 0.5});
    defend("score * (1 + age / 200 s)", gangway::multiplied_by_age{gangway::priority{}, 1.0 / horizon});
}
