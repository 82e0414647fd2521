// L5 - Scrooge: what to do when rates change: scale out at once, then solve again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "solve.hpp"

namespace gangway::plan::scrooge {

/// The profiles of a plan with machines for the rates that the graph has now.
///
/// Semantics: latencies are those of full machines, so the limit is kept as before.
/// Expects: a plan for this graph, other rates apart.
[[nodiscard]] inline assignment scaled(graph const& g, assignment p, charge how = charge::fractions) {
    GANGWAY_EXPECTS(p.models.size() == g.models.size(), "scrooge: a plan for this graph");
    p.cost = 0.0;
    for (std::size_t m = 0; m < g.models.size(); ++m) {
        auto& placed = p.models[m];
        placed.machines = g.models[m].rate / rate_of(g.models[m].on[placed.type][placed.profile]);
        placed.whole = whole_machines(placed.machines);
        placed.cost = g.types[placed.type].cost *
                      (how == charge::fractions ? placed.machines : static_cast<double>(placed.whole));
        p.cost += placed.cost;
    }
    return p;
}

/// What changes for one model from one plan to the next.
struct change {
    std::size_t model = 0; ///< whose machines change
    placed before;         ///< as it was planned
    placed after;          ///< as it is planned now

    /// Only the number of machines changes.
    [[nodiscard]] bool same_profile() const { return before.type == after.type && before.profile == after.profile; }
};

/// The models whose profile or whole machines differ.
[[nodiscard]] inline std::vector<change> changes(assignment const& before, assignment const& after) {
    std::vector<change> out;
    for (std::size_t m = 0; m < before.models.size() && m < after.models.size(); ++m) {
        change const c{m, before.models[m], after.models[m]};
        if (!c.same_profile() || c.before.whole != c.after.whole) out.push_back(c);
    }
    return out;
}

/// What a change of rates leads to.
struct reaction {
    assignment at_once;            ///< the profiles in use with machines for the new rates
    std::vector<change> scale_out; ///< from the plan in use to that
    outcome solved;                ///< the best for the new rates
    std::vector<change> then;      ///< from `at_once` to that; empty where it stays
};

/// Keeps a graph and its plan through changes of rate and fan-out.
///
/// Semantics: a change of rates is answered twice: by machines alone, which needs no search, and by a new plan. That a
/// host scales out while it searches is this library's reading; the paper says that it reacts to changes of its input.
/// Expects: a graph without faults.
class replanner {
  public:
    /// Plans the graph as it is.
    explicit replanner(graph g, charge how = charge::fractions, node_budget budget = {})
        : graph_{std::move(g)},
          charge_{how},
          budget_{budget},
          current_{solve(graph_, how, budget)} {}

    /// The plan that holds.
    [[nodiscard]] outcome const& current() const { return current_; }
    /// The graph with the rates that were planned for.
    [[nodiscard]] graph const& now() const { return graph_; }

    /// New rates entering at each model, with the fan-outs as they are.
    reaction on_rates(std::vector<frequency> const& entering) {
        propagate(graph_, entering);
        return react();
    }

    /// The new fan-out of an edge, with the same rates entering. Expects: finite and not negative.
    reaction on_fan_out(std::size_t edge, double fan_out, std::vector<frequency> const& entering) {
        GANGWAY_EXPECTS(edge < graph_.edges.size() && fan_out >= 0.0,
                        "scrooge: an edge of the graph, a fan-out from 0 on");
        graph_.edges[edge].fan_out = fan_out;
        return on_rates(entering);
    }

  private:
    reaction react() {
        reaction out;
        out.solved = solve(graph_, charge_, budget_);
        if (!current_.best.models.empty()) {
            out.at_once = scaled(graph_, current_.best, charge_);
            out.scale_out = changes(current_.best, out.at_once);
            if (!out.solved.best.models.empty()) out.then = changes(out.at_once, out.solved.best);
        }
        current_ = out.solved;
        return out;
    }

    graph graph_;
    charge charge_;
    node_budget budget_;
    outcome current_;
};

} // namespace gangway::plan::scrooge
