// L5 - Scrooge: the cheapest machines for a graph of models under a limit on latency.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "../../config.hpp"
#include "search.hpp"

namespace gangway::plan::scrooge {

/// What a share of a machine costs.
enum class charge {
    fractions, ///< its part: the rest of the machine serves others
    machines,  ///< the whole machine
};

/// Where and how one model runs.
struct placed {
    std::size_t type = 0;    ///< of machine
    std::size_t profile = 0; ///< index into the model's list for that type
    double machines = 0.0;   ///< rate / rate of a full machine
    std::int64_t whole = 0;  ///< the same in whole machines
    double cost = 0.0;       ///< by the charge of the plan
    duration start;          ///< after the request came in, at the latest
    duration latency;        ///< of a request there
};

/// A choice for every model.
struct assignment {
    std::vector<placed> models; ///< in their order
    double cost = 0.0;          ///< of all machines
    duration critical;          ///< the longest path
};

/// What a search knows of its answer.
enum class verdict {
    optimal,    ///< proved
    feasible,   ///< the search ran out of nodes: at most `gap` above the best
    impossible, ///< proved: no choice keeps the limit, or there are too few machines
    unknown     ///< the search ran out of nodes before it found a plan; only where numbers of machines are limited
};

/// A plan, and how good it is known to be.
struct outcome {
    verdict is = verdict::impossible; ///< what is known of it
    assignment best;                  ///< without models where impossible or unknown
    double at_least = 0.0;            ///< no plan costs less
    duration fastest;                 ///< the longest path with every model at its fastest
    std::uint64_t nodes = 0;          ///< that the search visited

    /// How far the plan may be above the best one, as a share of its cost.
    [[nodiscard]] double gap() const {
        return is == verdict::feasible && best.cost > 0.0 ? (best.cost - at_least) / best.cost : 0.0;
    }
};

/// How many nodes a search may look at: a count, so that the answer does not depend on how fast the host is.
struct node_budget {
    std::uint64_t nodes = 5'000'000; ///< after so many the search says what it has
};

namespace detail {

// A limit that is met up to rounding is met.
inline double with_slack(duration limit) {
    return limit.value() * (1.0 + 1e-9);
}

inline std::vector<option> options_of(graph const& g, std::size_t m, charge how) {
    std::vector<option> all;
    for (std::size_t t = 0; t < g.types.size(); ++t)
        for (std::size_t k = 0; k < g.models[m].on[t].size(); ++k) {
            auto const& p = g.models[m].on[t][k];
            double const load = g.models[m].rate / rate_of(p);
            double const paid = how == charge::fractions ? load : static_cast<double>(whole_machines(load));
            all.push_back({p.latency.value(), g.types[t].cost * paid, t, k, load});
        }
    return all;
}

/// Starts and the longest path of models that take these latencies.
inline void schedule(assignment& p, std::vector<edge> const& edges, std::vector<std::size_t> const& order) {
    for (auto const m : order) {
        duration const end = p.models[m].start + p.models[m].latency;
        p.critical = std::max(p.critical, end);
        for (auto const& e : edges)
            if (e.from == m) p.models[e.to].start = std::max(p.models[e.to].start, end);
    }
}

template <class Price>
outcome solve_options(std::vector<std::vector<option>> const& options, std::vector<edge> const& edges, duration limit,
                      node_budget budget, Price price) {
    auto const order = *topological_order(options.size(), edges);
    auto const plan_of = [&](auto&& option_of_model) {
        assignment p;
        for (std::size_t m = 0; m < options.size(); ++m) {
            option const& o = option_of_model(m);
            p.models.push_back(
                {o.type, o.profile, o.load, whole_machines(o.load), o.cost, duration{}, duration{o.latency}});
            p.cost += o.cost;
        }
        schedule(p, edges, order);
        return p;
    };
    outcome out;
    out.fastest = plan_of([&](std::size_t m) -> option const& { return options[m].front(); }).critical;
    auto const result = search<Price>{options, edges, order, with_slack(limit), budget.nodes, std::move(price)}.run();
    out.nodes = result.nodes;
    out.at_least = result.at_least;
    if (result.chosen.empty()) {
        if (result.at_least < infinite) out.is = verdict::unknown;
        return out;
    }
    out.is = result.at_least < result.cost ? verdict::feasible : verdict::optimal;
    out.best = plan_of([&](std::size_t m) -> option const& { return options[m][result.chosen[m]]; });
    out.best.cost = result.cost;
    return out;
}

} // namespace detail

/// The cheapest profile and machine type for each model so that the longest path keeps the limit.
///
/// Semantics: one profile for each model. With `charge::fractions` more would not help: cost is linear in the rate and
/// the latency of a model is the largest of its parts. The latency of a model is that of a full machine: with
/// `charge::machines` its last machine must be topped up with idle requests, or planned by `solve_two_steps`.
/// Limits are kept up to one part in 10^9. Among equal costs, the first found.
/// Expects: no `faults_of(g)`. Complexity: exponential at worst; a chain whose staircases stay below 1024 steps is
/// solved in one descent.
/// Source: Scrooge (SoCC 2021), the authors' formulation with machine types; the solver is this library's own.
[[nodiscard]] inline outcome solve(graph const& g, charge how = charge::fractions, node_budget budget = {}) {
    GANGWAY_EXPECTS(faults_of(g).empty(), "scrooge: the graph has no faults");
    std::vector<std::vector<detail::option>> options;
    options.reserve(g.models.size());
    for (std::size_t m = 0; m < g.models.size(); ++m)
        options.push_back(detail::undominated(detail::options_of(g, m, how)));
    return detail::solve_options(options, g.edges, g.limit, budget, detail::additive{});
}

} // namespace gangway::plan::scrooge
