// SimGrid - random workloads under several policies in two engines, SimGrid's and the library's replay: each job must
// start and end at the same time, on the same nodes.
#include "s4u_host.hpp"

#include <gangway/sim/replay.hpp>

#include <algorithm>
#include <cstdio>
#include <random>

namespace {

using s4u_host::gang_job;
using s4u_host::machine;
namespace sg4 = simgrid::s4u;

// Whole numbers below `n`; the generator is the same on every machine, unlike the distributions of <random>.
int below(std::mt19937& random, int n) {
    return static_cast<int>(random() % static_cast<unsigned>(n));
}

// Small gangs and a few that need most of the cluster, whole seconds, estimates that are exact, too long, too short or
// missing; so many in a short time that several things happen at many instants.
std::vector<gang_job> draw_jobs(std::mt19937& random, std::int64_t all, std::int64_t largest) {
    std::vector<gang_job> jobs(40);
    for (auto& j : jobs) {
        j.number = &j - jobs.data();
        j.each = 1 + below(random, static_cast<int>(std::min<std::int64_t>(largest, 4)));
        bool const wide = below(random, 5) == 0;
        j.tasks =
            1 + below(random, static_cast<int>(wide ? all / j.each : std::max<std::int64_t>(1, all / j.each / 4)));
        j.submitted = below(random, 60);
        j.run = 1 + below(random, 30);
        if (below(random, 4) > 0) j.estimate = std::max(1.0, j.run + below(random, 20) - 4);
    }
    return jobs;
}

gangway::sim::workload<gangway::gang<1>> same_for_replay(std::vector<machine> const& machines,
                                                         std::vector<gang_job> const& jobs) {
    gangway::sim::workload<gangway::gang<1>> w;
    for (auto const& m : machines) w.nodes.push_back({{m.gpus}});
    for (auto const& j : jobs)
        w.jobs.push_back({.id = j.number,
                          .submitted = gangway::instant{j.submitted},
                          .run = gangway::duration{j.run},
                          .estimate = j.estimate ? std::optional{gangway::duration{*j.estimate}} : std::nullopt,
                          .shape = {j.tasks, {j.each}}});
    return w;
}

bool same(gang_job const& job, gangway::sim::result const& r, gangway::index at) {
    auto const& o = r.jobs[at];
    if (!o.started()) return job.start < 0.0;
    auto const nodes = r.nodes_of(at);
    bool equal = job.start == o.start && job.end == o.end && job.on.size() == nodes.size();
    for (std::size_t i = 0; equal && i < nodes.size(); ++i)
        equal = job.on[i].first == static_cast<int>(nodes[i].node.at) && job.on[i].second == nodes[i].tasks;
    return equal;
}

struct tally {
    std::size_t jobs = 0, waited = 0, never = 0, different = 0;
};

template <class Policy>
void compare(Policy const& policy, std::vector<machine>& machines, std::vector<gang_job> jobs, unsigned seed,
             tally& t) {
    auto const work = same_for_replay(machines, jobs);
    auto const expected = gangway::sim::replay{work, policy}.run();
    s4u_host::cluster{machines, jobs, policy}();
    for (gangway::index j = 0; j < jobs.size(); ++j) {
        ++t.jobs;
        t.waited += jobs[j].start > jobs[j].submitted ? 1u : 0u;
        t.never += jobs[j].start < 0.0 ? 1u : 0u;
        if (same(jobs[j], expected, j)) continue;
        if (++t.different <= 5)
            std::printf("  seed %u, job %u: SimGrid %g to %g, replay %g to %g\n", seed, j, jobs[j].start, jobs[j].end,
                        expected.jobs[j].start, expected.jobs[j].end);
    }
}

// The first `nodes` machines, or one alone.
std::vector<machine> machines_of(std::vector<sg4::Host*> const& hosts) {
    std::vector<machine> out;
    for (auto* const h : hosts) out.push_back({h, static_cast<int>(out.size()), h->get_core_count()});
    return out;
}

template <class Policy>
std::size_t compare_many(char const* name, Policy const& policy, std::vector<machine> pool, std::vector<machine> one) {
    std::size_t different = 0;
    for (auto* const machines : {&pool, &one}) {
        std::int64_t all = 0, largest = 0;
        for (auto const& m : *machines) {
            all += m.gpus;
            largest = std::max(largest, m.gpus);
        }
        tally t;
        for (unsigned seed = 1; seed <= 25; ++seed) {
            std::mt19937 random{seed};
            compare(policy, *machines, draw_jobs(random, all, largest), seed, t);
        }
        std::printf("%-22s %-12s %5zu jobs, %4zu waited, %3zu never started: %zu differ\n", name,
                    machines == &pool ? "8 nodes" : "1 node", t.jobs, t.waited, t.never, t.different);
        different += t.different;
    }
    return different;
}

} // namespace

int main(int argc, char** argv) {
    sg4::Engine engine{&argc, argv};
    auto* const zone = sg4::create_empty_zone("gpus");
    std::vector<sg4::Host*> hosts;
    for (int const gpus : {8, 8, 8, 8, 4, 4, 2, 1})
        hosts.push_back(zone->create_host("node" + std::to_string(hosts.size()), 1e9)->set_core_count(gpus)->seal());
    auto* const large = zone->create_host("large", 1e9)->set_core_count(64)->seal();
    auto* const control = zone->create_host("control", 1e9)->seal();
    zone->seal();

    std::size_t different = 0;
    sg4::Actor::create("master", control, [&] {
        auto const pool = machines_of(hosts);
        auto const one = machines_of({large});
        auto const try_admission = [&](char const* name, auto admit) {
            gangway::policy const p{.rank = gangway::submit_order{}, .admit = admit, .place = gangway::best_fit{}};
            different += compare_many(name, p, pool, one);
        };
        using gangway::seconds;
        try_admission("strict", gangway::strict{});
        try_admission("greedy", gangway::greedy{});
        try_admission("protected_greedy(20s)", gangway::protected_greedy{.after = seconds{20}});
        try_admission("draining(20s,2)", gangway::draining{.after = seconds{20}, .at_most = 2});
        try_admission("easy", gangway::easy{});
        try_admission("conservative", gangway::conservative{});
    });
    engine.run();
    std::printf("SimGrid's clock at the end: %g s\n", sg4::Engine::get_clock());
    return different == 0 && sg4::Engine::get_clock() > 0.0 ? 0 : 1;
}
