// L5 - Scrooge: models that share physical machines, each machine paid for once.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "solve.hpp"

namespace gangway::plan::scrooge {

/// What a model has of one machine.
struct share {
    std::size_t type = 0;     ///< of the machine
    std::int64_t machine = 0; ///< among those of its type
    std::size_t model = 0;    ///< that runs on it
    double of_it = 0.0;       ///< in (0, 1]; the shares of a machine sum to at most 1
};

/// A plan in which models share machines.
struct shared_outcome {
    outcome result;                     ///< the cost of the plan counts machines in use, each once
    std::vector<std::int64_t> machines; ///< in use, by type
    std::vector<share> shares;          ///< what each model has of which machine
};

namespace detail {

/// Whole machines of each type for the loads of all models together.
struct pooled {
    std::vector<machine_type> const* types;

    double operator()(std::vector<std::vector<option>> const& options, std::vector<std::size_t> const& chosen,
                      std::vector<std::size_t> const& decided, double spent, double rest) const {
        std::vector<double> load(types->size(), 0.0);
        for (auto const m : decided) load[options[m][chosen[m]].type] += options[m][chosen[m]].load;
        double whole = 0.0;
        for (std::size_t t = 0; t < types->size(); ++t) {
            auto const machines = whole_machines(load[t]);
            if (machines > (*types)[t].at_most) return infinite;
            whole += (*types)[t].cost * static_cast<double>(machines);
        }
        if (decided.size() == options.size()) return whole;
        // What is spent so far counts by fractions: a later model may fill a machine that is paid for.
        double fluid = spent + rest;
        if (types->size() == 1 && types->front().cost > 0.0)
            fluid = types->front().cost * static_cast<double>(whole_machines(fluid / types->front().cost));
        return std::max(whole, fluid);
    }
};

} // namespace detail

/// The fewest and cheapest physical machines for a graph, where models share them in space or time.
///
/// Semantics: a model keeps to one machine type and one profile; its rate is spread over as many machines of that type
/// as it takes, and takes `rate / rate of a full machine` of them in all. A machine costs once, however many models
/// share it, and a type has at most `at_most` of them. That sharing does not slow anybody down is an assumption.
/// Expects: no `faults_of(g)`.
/// Source: the "independent instance" formulation of the authors' code, which charges a machine once for each model on
/// it.
[[nodiscard]] inline shared_outcome solve_shared(graph const& g, node_budget budget = {}) {
    GANGWAY_EXPECTS(faults_of(g).empty(), "scrooge: the graph has no faults");
    std::vector<std::vector<detail::option>> options;
    for (std::size_t m = 0; m < g.models.size(); ++m) {
        // A dearer option on another type may fill a machine that is paid for: only equals of one type beat each other.
        std::vector<detail::option> kept;
        auto const all = detail::options_of(g, m, charge::fractions);
        for (std::size_t t = 0; t < g.types.size(); ++t) {
            std::vector<detail::option> of_type;
            std::copy_if(all.begin(), all.end(), std::back_inserter(of_type),
                         [&](auto const& o) { return o.type == t; });
            // By load, not by cost: a free type has a number of machines too.
            for (auto& o : of_type) o.cost = o.load;
            for (auto o : detail::undominated(std::move(of_type))) {
                o.cost = g.types[t].cost * o.load;
                kept.push_back(o);
            }
        }
        std::sort(kept.begin(), kept.end(), detail::comes_first);
        options.push_back(std::move(kept));
    }
    shared_outcome out{detail::solve_options(options, g.edges, g.limit, budget, detail::pooled{&g.types}), {}, {}};
    if (out.result.best.models.empty()) return out;
    for (std::size_t t = 0; t < g.types.size(); ++t) {
        double used = 0.0;
        for (std::size_t m = 0; m < g.models.size(); ++m) {
            auto const& p = out.result.best.models[m];
            if (p.type != t) continue;
            for (double left = p.machines; left > 1e-9;) {
                double const room = std::floor(used + 1e-9) + 1.0 - used;
                double const piece = std::min(left, room);
                out.shares.push_back({t, static_cast<std::int64_t>(std::floor(used + 1e-9)), m, std::min(piece, 1.0)});
                used += piece;
                left -= piece;
            }
        }
        out.machines.push_back(whole_machines(used));
    }
    return out;
}

} // namespace gangway::plan::scrooge
