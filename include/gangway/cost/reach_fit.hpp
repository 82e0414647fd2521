// L5 - efficiency factors of a pipeline, fitted to measured totals.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "clock_shares.hpp"
#include "dvfs/nnls.hpp"

namespace gangway::cost {

/// One measured run: what its stages take at full efficiency, by the roof that binds them, and what it really took.
struct pipeline_run {
    duration compute;  ///< of the stages bound by compute
    duration memory;   ///< of the stages bound by memory
    duration measured; ///< of all stages together
};

/// T = compute / eta_c + memory / eta_m + fixed.
struct fitted_reach {
    reach eta;      ///< shares of peak and bandwidth
    duration fixed; ///< launches, the host, transfers: what no roof accounts for

    /// The time that the fit gives a run.
    [[nodiscard]] constexpr duration operator()(pipeline_run const& r) const {
        return r.compute / eta.compute + r.memory / eta.memory + fixed;
    }
};

/// True for a run that can be fitted: finite parts, not negative, in all above zero, a measured time above zero.
[[nodiscard]] inline bool is_sound(pipeline_run const& r) {
    auto const counts = [](duration t) { return std::isfinite(t.value()) && t.value() >= 0.0; };
    return counts(r.compute) && counts(r.memory) && counts(r.measured) && r.measured.value() > 0.0 &&
           (r.compute + r.memory).value() > 0.0;
}

/// Efficiency factors with the least squares of the relative error over runs, each factor at most 1, fixed not
/// negative.
///
/// Semantics: what is fitted is the time above the roofline, which no term can make negative. With few runs leave
/// `fixed` out, or judge both by runs that were not fitted. Expects: sound runs, at least one.
/// Complexity: O(runs).
[[nodiscard]] inline fitted_reach fit_reach(std::span<pipeline_run const> runs, bool with_fixed = true) {
    GANGWAY_EXPECTS(!runs.empty() && std::all_of(runs.begin(), runs.end(), [](auto const& r) { return is_sound(r); }),
                    "efficiency factors are fitted to at least one run, finite and above zero");
    auto const rows = static_cast<Eigen::Index>(runs.size());
    Eigen::MatrixXd terms(rows, with_fixed ? 3 : 2);
    Eigen::VectorXd excess(rows);
    for (Eigen::Index i = 0; i < rows; ++i) {
        auto const& r = runs[static_cast<std::size_t>(i)];
        terms(i, 0) = r.compute / r.measured;
        terms(i, 1) = r.memory / r.measured;
        if (with_fixed) terms(i, 2) = 1.0 / r.measured.value();
        excess[i] = 1.0 - terms(i, 0) - terms(i, 1);
    }
    auto const x = nnls(terms, excess).x;
    return {{1.0 / (1.0 + x[0]), 1.0 / (1.0 + x[1])}, duration{with_fixed ? x[2] : 0.0}};
}

} // namespace gangway::cost
