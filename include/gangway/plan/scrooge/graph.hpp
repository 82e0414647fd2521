// L5 - Scrooge: a graph of models with rates, profiles, prices and a limit on latency.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "../../config.hpp"
#include "profile.hpp"

namespace gangway::plan::scrooge {

/// A kind of machine: what one of them costs in any currency and span of time, and how many there are.
struct machine_type {
    double cost = 1.0;                                               ///< of a full machine
    std::int64_t at_most = std::numeric_limits<std::int64_t>::max(); ///< read by `solve_shared` alone
};

/// A model in the graph: the requests that reach it, and how it can run on each machine type (an empty list: not at
/// all).
struct model {
    frequency rate;                       ///< of requests that enter here
    std::vector<std::vector<profile>> on; ///< its profiles, by machine type
};

/// Each request to `from` makes `fan_out` requests to `to`.
struct edge {
    std::size_t from = 0; ///< model
    std::size_t to = 0;   ///< model
    double fan_out = 1.0; ///< requests that one of `from` makes
};

/// A pipeline: models, the requests that pass between them, and a limit on the latency.
struct graph {
    std::vector<machine_type> types; ///< of machines
    std::vector<model> models;       ///< of the pipeline
    std::vector<edge> edges;         ///< without a circle
    duration limit;                  ///< on the longest path
};

/// What may be wrong with a graph.
enum class graph_fault_kind {
    no_model,
    bad_limit,
    bad_cost,
    bad_rate,
    bad_profile,
    no_profile,
    types_differ,
    bad_edge,
    cycle
};

/// What is wrong with a graph, and at which model, type or edge.
struct graph_fault {
    graph_fault_kind kind; ///< what is wrong
    std::size_t at = 0;    ///< place of the type, model or edge
};

/// Models from sources to sinks, smaller indices first; empty where the edges form a cycle.
///
/// Expects: edges within `models`. Complexity: O(models * (models + edges)).
[[nodiscard]] inline std::optional<std::vector<std::size_t>> topological_order(std::size_t models,
                                                                               std::vector<edge> const& edges) {
    std::vector<std::size_t> open(models, 0);
    for (auto const& e : edges) ++open[e.to];
    std::vector<bool> done(models, false);
    std::vector<std::size_t> out;
    while (out.size() < models) {
        std::size_t m = 0;
        while (m < models && (done[m] || open[m] > 0)) ++m;
        if (m == models) return std::nullopt;
        done[m] = true;
        out.push_back(m);
        for (auto const& e : edges)
            if (e.from == m) --open[e.to];
    }
    return out;
}

/// Everything that is wrong with a graph; empty where it can be planned.
[[nodiscard]] inline std::vector<graph_fault> faults_of(graph const& g) {
    using kind = graph_fault_kind;
    auto const positive = [](double v) { return std::isfinite(v) && v > 0.0; };
    std::vector<graph_fault> out;
    if (g.models.empty()) out.push_back({kind::no_model});
    if (!positive(g.limit.value())) out.push_back({kind::bad_limit});
    for (std::size_t t = 0; t < g.types.size(); ++t)
        if (!(std::isfinite(g.types[t].cost) && g.types[t].cost >= 0.0) || g.types[t].at_most < 0)
            out.push_back({kind::bad_cost, t});
    for (std::size_t m = 0; m < g.models.size(); ++m) {
        auto const& model = g.models[m];
        if (!(std::isfinite(model.rate.value()) && model.rate.value() >= 0.0)) out.push_back({kind::bad_rate, m});
        if (model.on.size() != g.types.size()) out.push_back({kind::types_differ, m});
        bool any = false;
        bool good = true;
        for (auto const& list : model.on)
            for (auto const& p : list) {
                any = true;
                good = good && p.batch > 0 && p.parallel > 0 && positive(p.latency.value()) && positive(p.run.value());
            }
        if (!good) out.push_back({kind::bad_profile, m});
        if (!any) out.push_back({kind::no_profile, m});
    }
    bool within = true;
    for (std::size_t e = 0; e < g.edges.size(); ++e) {
        auto const& edge = g.edges[e];
        bool const inside = edge.from < g.models.size() && edge.to < g.models.size();
        within = within && inside;
        if (!inside || !(std::isfinite(edge.fan_out) && edge.fan_out >= 0.0)) out.push_back({kind::bad_edge, e});
    }
    if (within && !topological_order(g.models.size(), g.edges)) out.push_back({kind::cycle});
    return out;
}

/// Sets the rate of every model from what enters the graph there: R_m = entering_m + sum of R_l fan_out_lm.
///
/// Expects: a graph without a cycle, one entering rate for each model.
inline void propagate(graph& g, std::vector<frequency> const& entering) {
    auto const order = topological_order(g.models.size(), g.edges);
    GANGWAY_EXPECTS(order && entering.size() == g.models.size(),
                    "a graph without a cycle, one entering rate for each model");
    for (std::size_t m = 0; m < g.models.size(); ++m) g.models[m].rate = entering[m];
    for (std::size_t const m : *order)
        for (auto const& e : g.edges)
            if (e.from == m) g.models[e.to].rate = g.models[e.to].rate + e.fan_out * g.models[m].rate;
}

} // namespace gangway::plan::scrooge
