// L5 - InfAdapter: the best allocation, exactly: from the most accurate variant down.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "service.hpp"

namespace gangway::plan::infadapter {

/// An allocation and what it is worth.
struct choice {
    allocation cores; ///< by variant
    score worth;      ///< by the objective
};

namespace detail {

/// What a decision for the first few variants leaves to the rest.
struct partial {
    std::int64_t cores_left = 0;
    double load_left = 0.0;
    double loading = 0.0; ///< seconds
    double value = 0.0;   ///< without loading
    std::size_t from = 0; ///< index in the level before
    std::int64_t cores = 0;
};

/// What the variants from some place on can do at best.
struct rest {
    double accuracy = 0.0; ///< of the best of them
    double per_core = 0.0; ///< largest requests per second and core
};

inline std::vector<rest> rests_of(service const& s, std::vector<std::size_t> const& order) {
    std::vector<rest> out(order.size() + 1);
    for (std::size_t i = order.size(); i-- > 0;) {
        out[i] = {s.variants[order[i]].accuracy, out[i + 1].per_core}; // the next one is the most accurate of the rest
        for (std::int64_t n = s.fewest; n <= s.budget; ++n)
            out[i].per_core = std::max(out[i].per_core, capacity_of(s, order[i], n).value() / static_cast<double>(n));
    }
    return out;
}

/// Of states that leave the same cores and load, those that no other one beats in loading and value.
inline std::vector<partial> undominated(std::vector<partial> all) {
    std::sort(all.begin(), all.end(), [](partial const& a, partial const& b) {
        if (a.cores_left != b.cores_left) return a.cores_left > b.cores_left;
        if (a.load_left != b.load_left) return a.load_left < b.load_left;
        if (a.loading != b.loading) return a.loading < b.loading;
        if (a.value != b.value) return a.value > b.value;
        return a.from < b.from;
    });
    std::vector<partial> out;
    for (auto const& q : all) {
        bool const same = !out.empty() && out.back().cores_left == q.cores_left && out.back().load_left == q.load_left;
        if (!same || q.value > out.back().value) out.push_back(q);
    }
    return out;
}

} // namespace detail

/// The allocation with the largest objective among those that hold the load within the budget; empty where none does.
///
/// Semantics: a variant has no core or at least `fewest`; quotas go to the most accurate first. Among equal values the
/// one with fewer cores. A variant that would get no quota is not deployed.
/// Expects: no `faults_of(s)`, a load above zero, weights that are finite and not negative.
/// Complexity: O(variants * budget * states), states being the distinct (cores left, load left, loading); at most all
/// allocations, and in whole requests per second at most budget * load * variants.
/// Source: InfAdapter (EuroMLSys 2023). States are what the fill from the top needs: what is left for the less accurate
/// depends on how much load is left, not on who took the rest. The authors' code lists allocations and, unlike this,
/// passes over those that keep a more accurate variant beside one that could hold the load alone.
[[nodiscard]] inline std::optional<choice> solve(service const& s, weights const& w, frequency load,
                                                 allocation const& before = {}) {
    using detail::partial;
    GANGWAY_EXPECTS(faults_of(s).empty(), "infadapter: the service has no faults");
    GANGWAY_EXPECTS(load.value() > 0.0 && std::isfinite(load.value()), "infadapter: a load above zero");
    GANGWAY_EXPECTS(w.accuracy >= 0.0 && w.cores >= 0.0 && w.loading >= 0.0, "infadapter: no weight is negative");
    auto const order = most_accurate_first(s);
    auto const unit = detail::unit_costs_of(s, w);

    auto const rests = detail::rests_of(s, order);
    double known = -std::numeric_limits<double>::infinity(); // the best value so far
    std::vector<std::vector<partial>> levels{{{s.budget, load.value(), 0.0, 0.0, 0, 0}}};
    for (std::size_t i = 0; i < order.size(); ++i) {
        auto const& one = s.variants[order[i]];
        std::vector<partial> next;
        for (std::size_t at = 0; at < levels[i].size(); ++at) {
            auto const p = levels[i][at];
            if (p.load_left <= 0.0) continue; // an end already
            for (std::int64_t n = 0; n <= p.cores_left; n = n == 0 ? s.fewest : n + 1) {
                double const taken = std::min(one.capacity[static_cast<std::size_t>(n)].value(), p.load_left);
                if (n > 0 && taken <= 0.0) continue;
                partial q{p.cores_left - n, p.load_left - taken, p.loading, p.value, at, n};
                q.value += w.accuracy * taken / load.value() * one.accuracy - unit.core * static_cast<double>(n);
                if (n > 0 && n != detail::cores_of(before, order[i]))
                    q.loading = std::max(q.loading, one.load_time.value());
                if (q.load_left > 0.0) {
                    // At best, the rest serve with their best accuracy on as few cores as their best rate per core asks
                    // for.
                    auto const& r = rests[i + 1];
                    double const need = r.per_core > 0.0 ? q.load_left / r.per_core : 1e300;
                    if (need > static_cast<double>(q.cores_left) * (1.0 + 1e-12)) continue;
                    double const at_best = q.value + w.accuracy * q.load_left / load.value() * r.accuracy -
                                           unit.core * need - unit.second * q.loading;
                    if (at_best < known - 1e-12) continue;
                } else {
                    known = std::max(known, q.value - unit.second * q.loading);
                }
                next.push_back(q);
            }
        }
        levels.push_back(detail::undominated(std::move(next)));
    }

    std::size_t best_level = 0;
    std::size_t best_at = 0;
    std::int64_t best_left = 0;
    double best = -std::numeric_limits<double>::infinity();
    for (std::size_t level = 1; level < levels.size(); ++level)
        for (std::size_t at = 0; at < levels[level].size(); ++at) {
            auto const& p = levels[level][at];
            double const value = p.value - unit.second * p.loading;
            if (p.load_left > 0.0 || value < best || (value == best && p.cores_left <= best_left)) continue;
            best = value;
            best_left = p.cores_left;
            best_level = level;
            best_at = at;
        }
    if (best_level == 0) return std::nullopt;
    choice out;
    out.cores.resize(s.variants.size(), 0);
    for (std::size_t level = best_level, at = best_at; level > 0; --level) {
        auto const& p = levels[level][at];
        out.cores[order[level - 1]] = p.cores;
        at = p.from;
    }
    out.worth = score_of(s, w, load, out.cores, before);
    return out;
}

/// What to deploy where no allocation holds the load: all cores for the variant that serves most with them.
///
/// Semantics: equals by lower accuracy, then by index. In the authors' code it is always the least accurate variant.
[[nodiscard]] inline allocation all_cores_for_throughput(service const& s) {
    std::size_t best = 0;
    for (std::size_t v = 1; v < s.variants.size(); ++v) {
        auto const a = capacity_of(s, v, s.budget);
        auto const b = capacity_of(s, best, s.budget);
        if (a > b || (a == b && s.variants[v].accuracy < s.variants[best].accuracy)) best = v;
    }
    allocation out(s.variants.size(), 0);
    out[best] = s.budget;
    return out;
}

/// Baseline: the best allocation of a single variant, by the same objective; empty where none holds the load.
///
/// Source: model switching (`reconfig_msp` in the authors' code, MS+ in the paper), which tries only the fewest cores
/// of each variant that hold the load; here every number of cores, so that staying as it is counts too.
[[nodiscard]] inline std::optional<choice> solve_one_variant(service const& s, weights const& w, frequency load,
                                                             allocation const& before = {}) {
    GANGWAY_EXPECTS(faults_of(s).empty(), "infadapter: the service has no faults");
    std::optional<choice> best;
    for (std::size_t const v : most_accurate_first(s))
        for (std::int64_t n = s.fewest; n <= s.budget; ++n) {
            if (capacity_of(s, v, n) < load) continue;
            choice c;
            c.cores.resize(s.variants.size(), 0);
            c.cores[v] = n;
            c.worth = score_of(s, w, load, c.cores, before);
            if (!best || c.worth.value > best->worth.value) best = std::move(c);
        }
    return best;
}

} // namespace gangway::plan::infadapter
