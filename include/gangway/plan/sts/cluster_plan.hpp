// L5 - a plan of the whole cluster at one instant: who runs where, and what that is worth.
#pragma once

#include <cstddef>
#include <vector>

#include "room.hpp"

namespace gangway::plan::sts {

/// Where a job runs from now on.
struct placement {
    index node = no_index;         ///< `no_index`: it waits
    std::size_t configuration = 0; ///< position in the host's range
    std::size_t device = 0;        ///< of the node, for a job of a share of one

    /// Is it on a node?
    [[nodiscard]] bool runs() const { return node != no_index; }
    friend bool operator==(placement const&, placement const&) = default;
};

/// The objective, in joules: the sum of the four.
struct cluster_cost {
    double energy = 0.0; ///< of the nodes, each whole, until their jobs are expected to be over
    double tardiness =
        0.0; ///< sum of weight times the longest course's seconds behind the due date, over jobs that run
    double postponed = 0.0; ///< sum of penalty times weight times the longest course of all, over jobs that wait
    double moves = 0.0;     ///< of jobs that stand still because they were moved

    /// All parts together, in joules.
    [[nodiscard]] double total() const { return energy + tardiness + postponed + moves; }
};

/// A plan for the jobs of a range, in their order.
struct cluster_plan {
    std::vector<placement> jobs;  ///< in their order
    cluster_cost cost;            ///< by part
    duration changes = unbounded; ///< until the first of the plans leaves the configuration that it now has
    std::size_t restart = 0;      ///< which of the restarts found it
    std::size_t improved = 0;     ///< moves of single jobs that made it better afterwards
};

/// Whether jobs fit together: no device beyond its share or memory, no node beyond its devices, no wrong kind.
///
/// Shape: `configuration_of(i)` is the configuration of the i-th placement; waiting jobs are not asked about.
template <class ConfigurationOf>
[[nodiscard]] bool fits_together(node_park const& park, std::vector<placement> const& jobs,
                                 ConfigurationOf&& configuration_of) {
    struct device {
        double share = 0.0;
        double memory = 0.0;
    };
    std::vector<std::vector<device>> shared(park.kind_of_node.size());
    std::vector<std::size_t> whole(park.kind_of_node.size(), 0);
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        auto const& at = jobs[i];
        if (!at.runs()) continue;
        if (at.node >= park.kind_of_node.size()) return false;
        auto const& c = configuration_of(i);
        auto const& kind = park.at(at.node);
        if (static_cast<index>(c.kind) != park.kind_of_node[at.node] || !(bytes{c.memory} <= kind.memory) ||
            c.devices < 1)
            return false;
        if (c.share < 1.0) {
            if (at.device >= kind.devices() || c.devices != 1) return false;
            auto& devices = shared[at.node];
            devices.resize(kind.devices());
            devices[at.device].share += c.share;
            devices[at.device].memory += bytes{c.memory}.value();
        } else {
            whole[at.node] += static_cast<std::size_t>(c.devices);
        }
    }
    for (std::size_t n = 0; n < shared.size(); ++n) {
        auto const& kind = park.at(static_cast<index>(n));
        for (auto const& d : shared[n]) {
            if (d.share == 0.0) continue;
            if (!cost::is_within(d.share, 1.0) || !cost::is_within(d.memory, kind.memory.value())) return false;
            ++whole[n];
        }
        if (whole[n] > kind.devices()) return false;
    }
    return true;
}

} // namespace gangway::plan::sts
