// L4 - reads a model's nodes, in the order of their ids.
#pragma once

#include <algorithm>
#include <vector>

#include "capacity/node_table.hpp"
#include "config.hpp"
#include "model/cluster.hpp"

namespace gangway::detail {

template <class Model>
std::vector<node_of<Model>> sorted_nodes(Model const& model) {
    std::vector<node_of<Model>> handles;
    for (auto const& node : model.nodes()) handles.push_back(node);
    std::sort(handles.begin(), handles.end(), [&](auto const& a, auto const& b) { return model.id(a) < model.id(b); });
    for (std::size_t n = 1; n < handles.size(); ++n)
        GANGWAY_EXPECTS(model.id(handles[n - 1]) < model.id(handles[n]), "two nodes have the same id");
    return handles;
}

template <class Model>
bool in_service(Model const& model, node_of<Model> const& node) {
    if constexpr (has_up<Model>) return model.up(node);
    else return true;
}

/// Domains as numbers, by level and position of the node; empty without topology.
template <class Model>
std::vector<std::vector<index>> read_domains(Model const& model, std::vector<node_of<Model>> const& handles) {
    std::vector<std::vector<index>> domains;
    if constexpr (has_domain<Model>) {
        for (int level = 0; level < model.domain_levels(); ++level) {
            using key = std::remove_cvref_t<decltype(model.domain(handles[0], level))>;
            std::vector<key> keys;
            keys.reserve(handles.size());
            for (auto const& node : handles) keys.push_back(model.domain(node, level));
            auto sorted = keys;
            std::sort(sorted.begin(), sorted.end());
            sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
            domains.emplace_back();
            for (auto const& k : keys)
                domains.back().push_back(
                    static_cast<index>(std::lower_bound(sorted.begin(), sorted.end(), k) - sorted.begin()));
        }
    }
    return domains;
}

/// The nodes in the order of their ids; a pool is one more node behind them, which no handle names.
template <class Model>
node_table<counted_resources<Model>> read_nodes(Model const& model, std::vector<node_of<Model>> const& handles) {
    constexpr std::size_t N = counted_resources<Model>;
    std::vector<typename node_table<N>::node> table;
    table.reserve(handles.size() + (has_pool<Model> ? 1 : 0));
    for (auto const& node : handles)
        table.push_back({widened<N>(amounts<resources_of<Model>>{model.capacity(node)}),
                         widened<N>(amounts<resources_of<Model>>{model.free(node)}), 0, in_service(model, node)});
    if constexpr (has_pool<Model>) {
        auto const pool = model.pool();
        table.push_back({widened<N>(pool.capacity, resources_of<Model>), widened<N>(pool.free, resources_of<Model>), 0, true});
    }
    return node_table<N>{std::move(table), read_domains(model, handles)};
}

} // namespace gangway::detail
