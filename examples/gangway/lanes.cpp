// tool - gives GPUs of nodes by number.
#include "lanes.hpp"

#include "error.hpp"
#include "report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <stdexcept>

namespace tool {

std::vector<held_lanes> lanes_of(setup const& s, gangway::sim::result const& r) {
    std::vector<gangway::index> starts;
    for (gangway::index j = 0; j < r.jobs.size(); ++j)
        if (r.jobs[j].started()) starts.push_back(j);
    std::sort(starts.begin(), starts.end(), [&](gangway::index a, gangway::index b) {
        return std::pair{r.jobs[a].start, r.jobs[a].first_grant} < std::pair{r.jobs[b].start, r.jobs[b].first_grant};
    });
    std::vector<std::vector<double>> held_until(s.cluster->gpus.size());
    for (std::size_t n = 0; n < held_until.size(); ++n)
        held_until[n].assign(static_cast<std::size_t>(s.cluster->gpus[n]), -std::numeric_limits<double>::infinity());
    std::vector<held_lanes> out;
    for (auto const j : starts) {
        std::map<gangway::index, std::int64_t> on; // groups and single pods of a job may share a node
        for (auto const& g : r.nodes_of(j)) on[g.node.at] += g.tasks * task_gpus(s, j, g.group);
        for (auto const& [node, gpus] : on) {
            auto& lanes = held_until[node];
            std::int64_t missing = gpus;
            for (std::size_t lane = 0; lane < lanes.size() && missing > 0; ++lane) {
                if (lanes[lane] > r.jobs[j].start) continue;
                lanes[lane] = r.jobs[j].end; // infinity where it still runs
                --missing;
                auto const at = static_cast<std::int64_t>(lane);
                if (!out.empty() && out.back().job == j && out.back().node == node &&
                    out.back().first + out.back().count == at)
                    ++out.back().count;
                else
                    out.push_back({j, node, at, 1});
            }
            if (missing > 0)
                throw std::logic_error{"a schedule holds more GPUs than node " + s.cluster->node_names[node] + " has"};
        }
    }
    return out;
}

void check_span(setup const& s, gangway::sim::result const& r) {
    constexpr double most = 1e11; // seconds, some 3,000 years
    double first = r.stopped.value();
    for (auto const& job : s.trace->jobs) first = std::min(first, job.submitted.value());
    if (r.stopped.value() - first > most)
        throw unusable_input{fmt::format("{}: {:g} s lie between the first submission and the last end, too many to draw; are the "
                                         "times of the trace in seconds?",
                                         s.trace->name, r.stopped.value() - first)};
}

} // namespace tool
