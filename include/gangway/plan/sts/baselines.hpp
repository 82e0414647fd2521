// L5 - what STS is compared with: first come first served, earliest due date, priority, and the worst-case planner.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <tuple>
#include <vector>

#include "cluster.hpp"

namespace gangway::plan::sts {

/// Whether a baseline puts jobs together on a node.
enum class node_use {
    own,   ///< each job opens a node of its own, as in the published code of the authors
    shared ///< jobs fill open nodes first
};

/// First come, first served.
struct first_come {
    template <class Host>
    double operator()(Host const& h, typename Host::job const& j) const {
        return h.submitted(j).value();
    }
};
/// Earliest due date first.
struct earliest_due {
    template <class Host>
    double operator()(Host const& h, typename Host::job const& j) const {
        return h.due(j).value();
    }
};
/// Highest priority first.
struct highest_priority {
    template <class Host>
    double operator()(Host const& h, typename Host::job const& j) const {
        return -h.priority(j);
    }
};

/// Jobs in the order of a key, smaller first, then as submitted, then as in the range.
///
/// Semantics: a job that runs stays where it is, in the configuration that it has. Of those that wait each gets the
/// cheapest configuration that keeps the due date if the job never stops early, else the fastest one, the next best
/// where no node has room for that; where there is no room at all it waits, and those behind it are tried. Never asks
/// to be called again.
/// Source: FIFO, EDF and priority of the STS authors' published code of an earlier scheduler.
template <class Key>
struct in_order {
    Key key{};                    ///< less goes first
    node_use use = node_use::own; ///< a node for each job, or open ones filled

    template <ordered_training_host Host>
    duration operator()(Host const& host, std::vector<typename Host::job> const& jobs, node_park const& park,
                        instant now, std::vector<placement>& at) const {
        park_room room{park};
        std::vector<std::size_t> order(jobs.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return std::tuple{key(host, jobs[a]), host.submitted(jobs[a]), a} <
                   std::tuple{key(host, jobs[b]), host.submitted(jobs[b]), b};
        });
        auto const keep =
            [&](bool shares) { // shares first: they name their devices, whole devices are any that are left
                for (std::size_t j = 0; j < jobs.size(); ++j) {
                    if (!at[j].runs()) continue;
                    auto const& c = host.configurations(jobs[j])[at[j].configuration];
                    if ((c.share < 1.0) == shares) room.take(c, at[j].node, shares ? at[j].device : 0);
                }
            };
        keep(true);
        keep(false);
        for (std::size_t const j : order)
            if (!at[j].runs()) place(host, jobs[j], park, now, room, at[j]);
        return unbounded;
    }

  private:
    template <class Host>
    void place(Host const& host, typename Host::job const& job, node_park const& park, instant now, park_room& room,
               placement& at) const {
        auto const left = left_of(host, job, now);
        std::vector<double> const runs(left.task.epochs, 1.0);
        for (auto const& way : stays_of(host, job, park, left, runs).candidates) {
            auto const& c = host.configurations(job)[way.configuration];
            for (bool const open : {true, false}) {
                if (open && use == node_use::own) continue;
                for (index n = 0; n < room.nodes(); ++n) {
                    if (room.open(n) != open) continue;
                    auto const device = room.room_for(c, n);
                    if (!device || (at.runs() && room.free_devices(at.node) <= room.free_devices(n))) continue;
                    at = {n, way.configuration, *device};
                }
                if (!at.runs()) continue;
                room.take(c, at.node, at.device);
                return;
            }
        }
    }
};

/// STS, and with `early_stops` false the deterministic worst-case planner: the same heuristic, S_k = 1.
///
/// Semantics: plans anew all jobs, those that run as well. Asks to be called again when the first of the plans changes
/// its configuration. Two greedy passes by default: over a week, a longer search for the best plan of an instant did
/// not spend less (docs/plan/sts.md).
struct stochastic {
    cluster_options options{.restarts = 2, .sweeps = 0}; ///< of the heuristic
    bool early_stops = true;                             ///< false: plans as if every job ran to its end

    template <training_host Host>
    duration operator()(Host const& host, std::vector<typename Host::job> const& jobs, node_park const& park,
                        instant now, std::vector<placement>& at) const {
        auto plan = early_stops ? plan_cluster(host, jobs, park, now, options, at)
                                : plan_cluster(without_early_stops<Host>{host}, jobs, park, now, options, at);
        at = std::move(plan.jobs);
        return plan.changes;
    }
};

} // namespace gangway::plan::sts
