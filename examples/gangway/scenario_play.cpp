// tool - replays scenario variants: the number of resources and the admission become types here.
#include "scenario_file.hpp"

#include <gangway/fwd.hpp>

#include <gangway/admit/conservative.hpp>
#include <gangway/admit/easy.hpp>
#include <gangway/admit/greedy.hpp>
#include <gangway/admit/strict.hpp>
#include <gangway/sim/replay.hpp>

#include <stdexcept>

namespace tool {

namespace {

template <std::size_t N>
gangway::amounts<N> amounts_of(std::vector<std::int64_t> const& from) {
    gangway::amounts<N> a;
    for (std::size_t r = 0; r < N; ++r) a[r] = from[r];
    return a;
}

template <std::size_t N>
auto make_work(scenario_variant const& v) {
    gangway::sim::workload<std::vector<gangway::gang<N>>> work;
    for (auto const& n : v.nodes) work.nodes.push_back({amounts_of<N>(n.capacity), n.up});
    for (auto const& j : v.jobs) {
        gangway::sim::job<std::vector<gangway::gang<N>>> job;
        job.id = static_cast<std::int64_t>(work.jobs.size()); // place in the file
        job.submitted = gangway::instant{j.submit};
        job.run = gangway::duration{j.run};
        if (j.wall) job.estimate = gangway::duration{*j.wall};
        job.priority = j.priority;
        for (auto const& [tasks, each] : j.groups) job.shape.push_back({tasks, amounts_of<N>(each)});
        work.jobs.push_back(std::move(job));
    }
    for (auto const& e : v.events)
        work.node_events.push_back({gangway::instant{e.at}, static_cast<gangway::index>(e.node), e.up});
    return work;
}

template <class Work, class Admit>
scenario_outcome play_with(scenario_variant const& v, Work const& work, Admit admit) {
    gangway::policy<gangway::priority, Admit, gangway::best_fit> policy{.rank = {}, .admit = admit, .place = {}};
    gangway::sim::replay r{work, policy};
    scenario_outcome out;
    out.reserved.resize(v.jobs.size());
    auto const run = r.run(gangway::instant{v.until}, [&](auto const& scheduler, auto const&, gangway::instant) {
        for (gangway::index j = 0; j < v.jobs.size(); ++j)
            if (!out.reserved[j])
                if (auto const at = scheduler.reservation({j})) out.reserved[j] = at->value();
    });
    for (gangway::index j = 0; j < v.jobs.size(); ++j) {
        auto const& o = run.jobs[j];
        out.start.push_back(o.started() ? std::optional{o.start} : std::nullopt);
        out.end.push_back(o.ended() ? std::optional{o.end} : std::nullopt);
        out.nodes.emplace_back();
        if (!o.started()) continue;
        for (auto const& g : run.nodes_of(j)) out.nodes.back().insert(out.nodes.back().end(), static_cast<std::size_t>(g.tasks), g.node.at);
    }
    return out;
}

template <std::size_t N>
scenario_outcome play_sized(scenario_variant const& v) {
    auto const work = make_work<N>(v);
    if (v.policy == "greedy") return play_with(v, work, gangway::greedy{});
    if (v.policy == "easy") return play_with(v, work, gangway::easy{});
    if (v.policy == "hybrid") return play_with(v, work, gangway::hybrid{v.reservations});
    return play_with(v, work, gangway::strict{});
}

} // namespace

scenario_outcome play_scenario(scenario_variant const& v) {
    switch (v.resources.size()) {
    case 1: return play_sized<1>(v);
    case 2: return play_sized<2>(v);
    case 3: return play_sized<3>(v);
    default: return play_sized<4>(v); // the reader takes no more
    }
}

} // namespace tool
