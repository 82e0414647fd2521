// L5 - InfAdapter: variants of one model, the cores they may share, and what an allocation is worth.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "../../config.hpp"
#include "../../quantity.hpp"

namespace gangway::plan::infadapter {

/// One variant of a model: how right it is, how long it takes to load, what it can serve.
struct variant {
    double accuracy = 0.0; ///< in [0, 1]
    duration load_time;    ///< until it serves
    std::vector<frequency>
        capacity; ///< requests per second within the latency objective, by cores from 0 to the budget
};

/// Variants in any order, the cores that they share, and the fewest that one of them may have.
struct service {
    std::vector<variant> variants; ///< in any order
    std::int64_t budget = 0;       ///< cores in all
    std::int64_t fewest = 2;       ///< cores of a variant that is used
};

/// Cores of each variant; 0: it is not deployed. An empty list: nothing is deployed.
using allocation = std::vector<std::int64_t>;

/// Units of the second and third term of the objective.
enum class terms {
    as_shares, ///< cores / budget, load time / the longest load time: the authors' code
    as_given,  ///< cores, seconds: the form of the paper
};

/// objective = accuracy * AA - cores * RC - loading * LC
struct weights {
    double accuracy = 1.0;  ///< of the mean accuracy of a request (the paper's alpha)
    double cores = 0.05;    ///< of cores in use (the paper's beta, `alpha` in the authors' code)
    double loading = 0.001; ///< of the longest load among variants that change (the paper's gamma, `beta` in the code)
    terms in = terms::as_shares; ///< what the terms of cores and loading are counted in
};

/// What an allocation is worth at a load.
struct score {
    double value = 0.0;            ///< of the objective, larger is better
    double accuracy = 0.0;         ///< mean over requests
    std::int64_t cores = 0;        ///< in use
    duration loading;              ///< longest load time of a variant whose cores change and are not 0
    std::vector<frequency> quotas; ///< requests per second for each variant, most accurate first
    bool holds = false;            ///< the quotas sum to the load
};

/// What may be wrong with a service.
enum class service_fault_kind { no_variant, bad_budget, bad_accuracy, bad_load_time, bad_capacity };

/// What is wrong, and with which variant.
struct service_fault {
    service_fault_kind kind; ///< what is wrong
    std::size_t variant = 0; ///< its place, where it is one's
};

/// Everything that is wrong with a service; empty where it can be planned.
[[nodiscard]] inline std::vector<service_fault> faults_of(service const& s) {
    using kind = service_fault_kind;
    std::vector<service_fault> out;
    if (s.variants.empty()) out.push_back({kind::no_variant});
    if (s.budget < 0 || s.fewest < 1) out.push_back({kind::bad_budget});
    for (std::size_t v = 0; v < s.variants.size(); ++v) {
        auto const& one = s.variants[v];
        if (!std::isfinite(one.accuracy)) out.push_back({kind::bad_accuracy, v});
        if (!std::isfinite(one.load_time.value()) || one.load_time.value() < 0.0)
            out.push_back({kind::bad_load_time, v});
        bool const size = s.budget >= 0 && one.capacity.size() == static_cast<std::size_t>(s.budget) + 1;
        bool const all = std::all_of(one.capacity.begin(), one.capacity.end(),
                                     [](frequency c) { return std::isfinite(c.value()) && c.value() >= 0.0; });
        if (!size || !all || one.capacity.front().value() != 0.0) out.push_back({kind::bad_capacity, v});
    }
    return out;
}

/// Variants from the most accurate down; equals by index.
[[nodiscard]] inline std::vector<std::size_t> most_accurate_first(service const& s) {
    std::vector<std::size_t> out(s.variants.size());
    std::iota(out.begin(), out.end(), std::size_t{0});
    std::sort(out.begin(), out.end(), [&](std::size_t a, std::size_t b) {
        double const of_a = s.variants[a].accuracy;
        double const of_b = s.variants[b].accuracy;
        return of_a != of_b ? of_a > of_b : a < b;
    });
    return out;
}

/// Requests a second of a variant on so many cores; 0 for a variant that is not deployed.
[[nodiscard]] inline frequency capacity_of(service const& s, std::size_t v, std::int64_t cores) {
    return s.variants[v].capacity[static_cast<std::size_t>(cores)];
}

namespace detail {

inline std::int64_t cores_of(allocation const& a, std::size_t v) {
    return v < a.size() ? a[v] : 0;
}

/// The weights of one core and of one second.
struct unit_costs {
    double core;
    double second;
};
inline unit_costs unit_costs_of(service const& s, weights const& w) {
    if (w.in == terms::as_given) return {w.cores, w.loading};
    double longest = 0.0;
    for (auto const& v : s.variants) longest = std::max(longest, v.load_time.value());
    return {s.budget > 0 ? w.cores / static_cast<double>(s.budget) : 0.0, longest > 0.0 ? w.loading / longest : 0.0};
}

} // namespace detail

/// What an allocation is worth at a load, coming from another allocation.
///
/// Semantics: the most accurate variant is filled first, then the next one. A request that nobody has room for counts
/// as answered with accuracy 0. Removing a variant costs no loading.
/// Expects: no `faults_of(s)`, a load above zero, cores within the budget.
[[nodiscard]] inline score score_of(service const& s, weights const& w, frequency load, allocation const& cores,
                                    allocation const& before = {}) {
    GANGWAY_EXPECTS(load.value() > 0.0 && std::isfinite(load.value()), "infadapter: a load above zero");
    score out;
    out.quotas.resize(s.variants.size());
    frequency left = load;
    for (std::size_t const v : most_accurate_first(s)) {
        std::int64_t const n = detail::cores_of(cores, v);
        GANGWAY_EXPECTS(n >= 0 && n <= s.budget, "infadapter: cores within the budget");
        out.quotas[v] = std::min(capacity_of(s, v, n), left);
        left = left - out.quotas[v];
        out.accuracy += out.quotas[v] / load * s.variants[v].accuracy;
        out.cores += n;
        if (n > 0 && n != detail::cores_of(before, v)) out.loading = std::max(out.loading, s.variants[v].load_time);
    }
    auto const unit = detail::unit_costs_of(s, w);
    out.value =
        w.accuracy * out.accuracy - unit.core * static_cast<double>(out.cores) - unit.second * out.loading.value();
    out.holds = left.value() <= 0.0;
    return out;
}

} // namespace gangway::plan::infadapter
