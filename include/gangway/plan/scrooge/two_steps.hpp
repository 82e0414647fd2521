// L5 - Scrooge: the two-step heuristic: full machines first, then what is left over by itself.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "solve.hpp"

namespace gangway::plan::scrooge {

/// Which machines a request can meet on its way.
enum class meets {
    either,    ///< at every model a full machine or the last one: the slower counts. Safe
    last_only, ///< the last one at every model that has one: what the authors' code asks for
};

/// What one model has in the end.
struct two_step_model {
    std::size_t type = 0;            ///< of machine
    std::size_t profile = 0;         ///< of the full machines
    std::int64_t full = 0;           ///< full machines
    frequency residual;              ///< what they leave over
    std::optional<std::size_t> last; ///< profile of the machines that serve it; empty: nothing is left over
    double last_machines = 0.0;      ///< residual / rate of a full machine there
    duration latency;                ///< of a request
};

/// Full machines first, then what they leave over.
struct two_step_outcome {
    outcome major;                      ///< the first step, with fractions of machines
    outcome partial;                    ///< the second, for the residuals alone; its costs are those of the residuals
    std::vector<two_step_model> models; ///< empty where a step found nothing
    double cost = 0.0;                  ///< of all machines
    std::int64_t machines = 0;          ///< whole ones

    /// Both steps found a plan.
    [[nodiscard]] bool found() const { return !models.empty(); }
};

namespace detail {

// Latency of machines with profile p that serve `rate`: full ones, and one that is not.
inline double residual_latency(profile const& p, double rate) {
    double const each = rate_of(p).value();
    double const full = std::floor(rate / each + 1e-9);
    double const rest = rate - full * each;
    if (rest <= 1e-9 * rate) return p.latency.value();
    return std::max(full > 0.0 ? p.latency.value() : 0.0, latency_at(p, frequency{rest}).value());
}

} // namespace detail

/// Solves with fractions of machines, keeps the whole ones, and solves again for the rates that are left over.
///
/// Semantics: a residual stays on the machine type of its model and may take any profile; a machine that is not full
/// has latency run + batch / rate. Nothing found in the second step: no residual plan keeps the limit; top up the last
/// machines with idle requests (then `major` holds as it is) or solve with `charge::machines`.
/// Expects: no `faults_of(g)`.
/// Source: the authors' code, `d2_alloc_lp.py`, which truncates residual rates to whole requests per second; here they
/// are not. Whether a request may meet full and last machines in turn is a parameter: their code does not let it.
[[nodiscard]] inline two_step_outcome solve_two_steps(graph const& g, charge how = charge::fractions,
                                                      meets on_the_way = meets::either, node_budget budget = {}) {
    two_step_outcome out;
    out.major = solve(g, charge::fractions, budget);
    if (out.major.best.models.empty()) return out;
    std::vector<two_step_model> models;
    std::vector<std::vector<detail::option>> options;
    for (std::size_t m = 0; m < g.models.size(); ++m) {
        auto const& chosen = out.major.best.models[m];
        auto const& profiles = g.models[m].on[chosen.type];
        auto const& main = profiles[chosen.profile];
        double const full = std::floor(chosen.machines + 1e-9);
        double const residual = g.models[m].rate.value() - full * rate_of(main).value();
        bool const none = residual <= 1e-9 * g.models[m].rate.value();
        models.push_back({chosen.type,
                          chosen.profile,
                          static_cast<std::int64_t>(full),
                          frequency{none ? 0.0 : residual},
                          {},
                          0.0,
                          main.latency});
        std::vector<detail::option> all;
        for (std::size_t k = 0; !none && k < profiles.size(); ++k) {
            double const load = residual / rate_of(profiles[k]).value();
            double latency = detail::residual_latency(profiles[k], residual);
            if (on_the_way == meets::either && full > 0.0) latency = std::max(latency, main.latency.value());
            double const paid = how == charge::fractions ? load : static_cast<double>(whole_machines(load));
            all.push_back({latency, g.types[chosen.type].cost * paid, chosen.type, k, load});
        }
        if (none) all.push_back({main.latency.value(), 0.0, chosen.type, chosen.profile, 0.0});
        options.push_back(detail::undominated(std::move(all)));
    }
    out.partial = detail::solve_options(options, g.edges, g.limit, budget, detail::additive{});
    if (out.partial.best.models.empty()) return out;
    for (std::size_t m = 0; m < models.size(); ++m) {
        auto const& last = out.partial.best.models[m];
        auto& model = models[m];
        model.latency = last.latency;
        if (model.residual.value() > 0.0) {
            model.last = last.profile;
            model.last_machines = last.machines;
        }
        out.cost += g.types[model.type].cost * static_cast<double>(model.full) + last.cost;
        out.machines += model.full + whole_machines(model.last_machines);
    }
    out.models = std::move(models);
    return out;
}

} // namespace gangway::plan::scrooge
