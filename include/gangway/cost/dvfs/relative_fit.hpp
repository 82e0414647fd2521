// L5 - a fit on relative error: weights not below zero, with errors and condition.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include <Eigen/Core>
#include <Eigen/SVD>

#include "nnls.hpp"

namespace gangway::cost {

/// Weights of the columns of a basis, and how well they meet what was measured.
struct relative_fit {
    Eigen::VectorXd weights;  ///< of the columns, none below 0
    Eigen::VectorXd errors;   ///< model / measured - 1, a row each
    double residual = 0.0;    ///< length of `errors`: what was made least
    double mean_error = 0.0;  ///< mean of |errors|
    double worst_error = 0.0; ///< largest of |errors|
    double condition = 1.0;   ///< of the columns in use, see `condition_of`
    bool converged = true;    ///< as of `nnls`
};

/// Largest over smallest singular value of some columns, each scaled to length 1; 1 for none or one.
///
/// Semantics: by how much a relative error of the measurements may grow in the weights. Above about 100 the weights of
/// a fit to measurements that are good to 1 % say nothing, though the curve that they make up may be right.
[[nodiscard]] inline double condition_of(Eigen::MatrixXd const& a, std::vector<Eigen::Index> const& columns) {
    if (columns.size() < 2) return 1.0;
    Eigen::MatrixXd part(a.rows(), static_cast<Eigen::Index>(columns.size()));
    for (std::size_t c = 0; c < columns.size(); ++c)
        part.col(static_cast<Eigen::Index>(c)) = a.col(columns[c]) / a.col(columns[c]).stableNorm();
    Eigen::VectorXd const s = Eigen::JacobiSVD<Eigen::MatrixXd>{part}.singularValues();
    return s[s.size() - 1] > 0.0 ? s[0] / s[s.size() - 1] : std::numeric_limits<double>::infinity();
}

/// The weights w >= 0 with the least sum of ((basis w)_i / measured_i - 1)^2.
///
/// Semantics: relative, so that slow and fast points, or small and large programs, count alike.
/// Expects: measured values positive and finite, a finite basis with a row for each.
[[nodiscard]] inline relative_fit fit_relative(Eigen::MatrixXd const& basis, Eigen::VectorXd const& measured) {
    GANGWAY_EXPECTS(basis.rows() == measured.size() && basis.rows() > 0,
                    "a fit needs a row for each measurement, at least one");
    GANGWAY_EXPECTS((measured.array() > 0.0).all(), "a relative fit needs positive measurements");
    Eigen::MatrixXd const scaled = measured.cwiseInverse().asDiagonal() * basis;
    Eigen::VectorXd const ones = Eigen::VectorXd::Ones(measured.size());
    auto solution = nnls(scaled, ones);
    relative_fit f;
    f.errors = scaled * solution.x - ones;
    f.residual = solution.residual;
    f.mean_error = f.errors.cwiseAbs().mean();
    f.worst_error = f.errors.cwiseAbs().maxCoeff();
    f.condition = condition_of(scaled, solution.active);
    f.converged = solution.converged;
    f.weights = std::move(solution.x);
    return f;
}

/// True where one length of relative errors, or mean of them, is less than another by more than rounding.
[[nodiscard]] constexpr bool is_smaller(double error, double than) {
    return error < than - 1e-9 * than - 1e-12;
}

/// A model made from such weights.
template <class Model>
struct fitted {
    Model model;              ///< of the weights
    double mean_error = 0.0;  ///< in sample: mean of |model / measured - 1| over the points of the fit
    double worst_error = 0.0; ///< in sample
    double condition = 1.0;   ///< of the columns that are used: large where they can hardly be told apart
    bool converged = true;    ///< false: the steps ran out
};

/// A model with the figures of its fit.
template <class Model>
[[nodiscard]] fitted<Model> fitted_as(Model model, relative_fit const& f) {
    return {std::move(model), f.mean_error, f.worst_error, f.condition, f.converged};
}

/// Mean of |ratio(point) - 1| over points, where `ratio` is model over measured; 0 for none.
template <class Points, class Ratio>
[[nodiscard]] double mean_error_of(Points const& points, Ratio&& ratio) {
    double sum = 0.0;
    std::size_t n = 0;
    for (auto const& p : points) {
        sum += std::abs(ratio(p) - 1.0);
        ++n;
    }
    return n > 0 ? sum / static_cast<double>(n) : 0.0;
}

} // namespace gangway::cost
