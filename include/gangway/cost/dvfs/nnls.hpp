// L5 - least squares with coefficients that are not negative.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include <Eigen/Core>
#include <Eigen/QR>

#include "../../config.hpp"

namespace gangway::cost {

/// The x >= 0 with the least |A x - b|.
struct nnls_solution {
    Eigen::VectorXd x;                ///< none below 0
    std::vector<Eigen::Index> active; ///< the columns in use, ascending: those with x above zero
    double residual = 0.0;            ///< |A x - b|
    bool converged = true; ///< false: the most steps allowed were taken; x is feasible, and not proved the best
};

namespace detail {

// Least squares on some of the columns; the rest of the answer is zero.
inline Eigen::VectorXd solve_on(Eigen::MatrixXd const& a, Eigen::VectorXd const& b,
                                std::vector<Eigen::Index> const& columns) {
    Eigen::MatrixXd part(a.rows(), static_cast<Eigen::Index>(columns.size()));
    for (std::size_t c = 0; c < columns.size(); ++c) part.col(static_cast<Eigen::Index>(c)) = a.col(columns[c]);
    Eigen::VectorXd const z = part.colPivHouseholderQr().solve(b);
    Eigen::VectorXd x = Eigen::VectorXd::Zero(a.cols());
    for (std::size_t c = 0; c < columns.size(); ++c) x[columns[c]] = z[static_cast<Eigen::Index>(c)];
    return x;
}

} // namespace detail

/// Solves min |A x - b| over x >= 0.
///
/// Semantics: the active-set method, exact up to rounding: at the answer the gradient A'(b - A x) is zero on the
/// columns in use and not positive on the others. Columns are scaled to length 1 first, so that units do not matter. A
/// column of zeros, or one that depends on columns in use, is left at 0. Where rounding keeps it from settling within 3
/// steps for each column and 30 more, `converged` is false.
/// Expects: finite numbers, as many entries in b as A has rows.
/// Complexity: O(rows columns^2) a step, about as many steps as columns.
/// Source: Lawson and Hanson, "Solving Least Squares Problems", 1974, chapter 23, algorithm NNLS.
[[nodiscard]] inline nnls_solution nnls(Eigen::MatrixXd a, Eigen::VectorXd const& b) {
    using Eigen::Index;
    GANGWAY_EXPECTS(a.rows() == b.size(), "nnls: A and b differ in rows");
    GANGWAY_EXPECTS(a.allFinite() && b.allFinite(), "nnls: NaN or infinity");
    Index const columns = a.cols();
    Eigen::VectorXd length(columns);
    for (Index c = 0; c < columns; ++c) {
        length[c] = a.col(c).stableNorm();
        if (length[c] > 0.0) a.col(c) /= length[c];
    }
    // Below this a gradient is rounding: it is a sum of `rows` products of a unit vector and b.
    double const rounding =
        10.0 * std::numeric_limits<double>::epsilon() * static_cast<double>(a.rows() + columns) * b.stableNorm();

    nnls_solution s;
    s.x = Eigen::VectorXd::Zero(columns);
    std::vector<bool> refused(static_cast<std::size_t>(columns), false); // entered and went negative at once: rounding
    Index const most_steps = 3 * columns + 30;
    for (Index step = 0;; ++step) {
        Eigen::VectorXd const gradient = a.transpose() * (b - a * s.x);
        Index enters = -1;
        for (Index c = 0; c < columns; ++c) {
            bool const in_use = s.x[c] > 0.0;
            if (in_use || refused[static_cast<std::size_t>(c)] || gradient[c] <= rounding) continue;
            if (enters < 0 || gradient[c] > gradient[enters]) enters = c;
        }
        if (enters < 0) break;
        if (step == most_steps) {
            s.converged = false;
            break;
        }
        std::vector<Index> in_use;
        for (Index c = 0; c < columns; ++c)
            if (s.x[c] > 0.0 || c == enters) in_use.push_back(c);
        Eigen::VectorXd z = detail::solve_on(a, b, in_use);
        if (z[enters] <= 0.0) {
            refused[static_cast<std::size_t>(enters)] = true;
            continue;
        }
        // Walk towards z until a coefficient reaches zero, drop it, and aim anew.
        while (!in_use.empty()) {
            double share = 1.0;
            Index leaves = -1;
            for (Index const c : in_use) {
                if (z[c] > 0.0) continue;
                double const at = s.x[c] / (s.x[c] - z[c]);
                if (leaves < 0 || at < share) {
                    share = at;
                    leaves = c;
                }
            }
            if (leaves < 0) break;
            s.x += share * (z - s.x);
            s.x[leaves] = 0.0;
            std::erase_if(in_use, [&](Index c) { return s.x[c] <= 0.0 && z[c] <= 0.0; });
            for (Index c = 0; c < columns; ++c) s.x[c] = std::max(s.x[c], 0.0);
            z = detail::solve_on(a, b, in_use);
        }
        s.x = z;
        refused.assign(refused.size(), false);
    }
    s.residual = (a * s.x - b).stableNorm();
    for (Index c = 0; c < columns; ++c) {
        if (s.x[c] <= 0.0) continue;
        s.x[c] /= length[c];
        s.active.push_back(c);
    }
    return s;
}

} // namespace gangway::cost
