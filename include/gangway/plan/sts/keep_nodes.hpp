// L5 - which of the nodes that are alike gets which part of a plan: the one where most of those jobs are.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "cluster_plan.hpp"

namespace gangway::plan::sts {

/// What each node of a plan becomes when nodes of one kind change places so that jobs that run stay where they are.
///
/// Semantics: costs and fits are as before, since nodes of a kind are alike. Pairs of a planned node and a present one
/// are taken by the number of jobs that would stay, most first; a good matching, not always the best one.
/// Complexity: O(jobs log jobs + nodes).
[[nodiscard]] inline std::vector<index> nodes_kept(std::vector<placement> const& plan,
                                                   std::vector<placement> const& present, node_park const& park) {
    std::map<std::pair<index, index>, std::size_t> together; // planned, present
    for (std::size_t j = 0; j < plan.size(); ++j)
        if (plan[j].runs() && present[j].runs() &&
            park.kind_of_node[plan[j].node] == park.kind_of_node[present[j].node])
            ++together[{plan[j].node, present[j].node}];
    std::vector<std::tuple<std::size_t, index, index>> pairs;
    pairs.reserve(together.size());
    for (auto const& [nodes, jobs] : together) pairs.emplace_back(jobs, nodes.first, nodes.second);
    std::sort(pairs.begin(), pairs.end(), [](auto const& a, auto const& b) {
        return std::get<0>(a) != std::get<0>(b) ? std::get<0>(a) > std::get<0>(b) : a < b;
    });

    auto const nodes = park.kind_of_node.size();
    std::vector<index> becomes(nodes, no_index);
    std::vector<bool> given(nodes, false);
    auto const give = [&](index planned, index real) {
        if (becomes[planned] != no_index || given[real]) return;
        becomes[planned] = real;
        given[real] = true;
    };
    for (auto const& [jobs, planned, real] : pairs) give(planned, real);
    for (index n = 0; n < nodes; ++n) give(n, n);
    std::vector<index> next(park.kinds.size(), 0); // the first node of the kind that may still be free
    for (index n = 0; n < nodes; ++n) {
        auto& free = next[park.kind_of_node[n]];
        while (becomes[n] == no_index) {
            if (park.kind_of_node[free] == park.kind_of_node[n]) give(n, free);
            ++free;
        }
    }
    return becomes;
}

} // namespace gangway::plan::sts
