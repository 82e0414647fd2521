// L5 - time and power models fitted to a sweep of two clocks.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "../distinct.hpp"
#include "relative_fit.hpp"
#include "two_domain.hpp"

namespace gangway::cost {

/// What a time model of two clocks may hold.
enum class two_domain_time_form {
    sum,  ///< fixed + core / f_c + memory / f_m
    max,  ///< fixed + max(core / f_c, memory / f_m)
    mixed ///< all of it: a part that adds up and a part that overlaps
};

namespace detail {

inline bool is_measured(two_clock_point const& p) {
    auto const positive = [](double v) { return v > 0.0 && std::isfinite(v); };
    return positive(p.core.value()) && positive(p.memory.value()) && positive(p.time.value()) &&
           positive(p.draw.value());
}

template <class Get>
Eigen::VectorXd column_of(std::span<two_clock_point const> sweep, Get get) {
    Eigen::VectorXd out(static_cast<Eigen::Index>(sweep.size()));
    for (std::size_t i = 0; i < sweep.size(); ++i) out[static_cast<Eigen::Index>(i)] = get(sweep[i]);
    return out;
}

} // namespace detail

/// Fits a time model to a sweep of two clocks: the least sum of squared relative errors with no part below zero.
///
/// Semantics: exact for every form. The ratio f_m / f_c at which the parts of a maximum are equal lies between two
/// neighbouring ratios a and b of the sweep; there it is a sum of max(1/f_c, a/f_m) and max(1/f_c, b/f_m) with weights
/// not below zero. One non-negative problem a gap, and the best gap wins.
/// Expects: at least one point; all numbers positive and finite. Complexity: O(n^2) for n ratios.
[[nodiscard]] inline fitted<two_domain_time> fit_time(std::span<two_clock_point const> sweep,
                                                      two_domain_time_form form) {
    GANGWAY_EXPECTS(!sweep.empty() && std::ranges::all_of(sweep, [](auto const& p) { return detail::is_measured(p); }),
                    "a sweep to fit is positive and finite");
    Eigen::VectorXd const core = detail::column_of(sweep, [](auto const& p) { return 1.0 / p.core.value(); });
    Eigen::VectorXd const memory = detail::column_of(sweep, [](auto const& p) { return 1.0 / p.memory.value(); });
    Eigen::VectorXd const times = detail::column_of(sweep, [](auto const& p) { return p.time.value(); });
    Eigen::VectorXd const ones = Eigen::VectorXd::Ones(times.size());
    bool const adds = form != two_domain_time_form::max;

    fitted<two_domain_time> best;
    double least = 0.0;
    if (adds) {
        Eigen::MatrixXd basis(times.size(), 3);
        basis << ones, core, memory;
        auto const f = fit_relative(basis, times);
        least = f.residual;
        best = fitted_as(two_domain_time{duration{f.weights[0]}, f.weights[1], f.weights[2]}, f);
        if (form == two_domain_time_form::sum) return best;
    } else {
        // All points on one side of the ridge: one clock counts.
        for (bool const of_core : {true, false}) {
            Eigen::MatrixXd basis(times.size(), 2);
            basis << ones, (of_core ? core : memory);
            auto const f = fit_relative(basis, times);
            if (!of_core && !is_smaller(f.residual, least)) continue;
            least = f.residual;
            best = fitted_as(
                overlapped_time(duration{f.weights[0]}, of_core ? f.weights[1] : 0.0, of_core ? 0.0 : f.weights[1]), f);
        }
    }

    std::vector<double> ratios;
    for (auto const& p : sweep) ratios.push_back(p.memory / p.core);
    ratios = detail::distinct(std::move(ratios));
    for (std::size_t k = 1; k < ratios.size(); ++k) {
        Eigen::VectorXd const low = core.cwiseMax(ratios[k - 1] * memory);
        Eigen::VectorXd const high = core.cwiseMax(ratios[k] * memory);
        Eigen::MatrixXd basis(times.size(), adds ? 5 : 3);
        if (adds)
            basis << ones, low, high, core, memory;
        else
            basis << ones, low, high;
        auto const f = fit_relative(basis, times);
        if (!is_smaller(f.residual, least)) continue;
        least = f.residual;
        auto const& w = f.weights;
        best = fitted_as(two_domain_time{duration{w[0]}, adds ? w[3] : 0.0, adds ? w[4] : 0.0, w[1] + w[2],
                                         w[1] * ratios[k - 1] + w[2] * ratios[k]},
                         f);
    }
    return best;
}

/// Fits P = fixed + per_memory_cycle f_m + per_core_cycle V(f_c)^2 f_c with a voltage that is known.
///
/// Expects: at least one point; all numbers positive and finite.
template <class Voltage>
[[nodiscard]] fitted<two_domain_power<Voltage>> fit_power(std::span<two_clock_point const> sweep,
                                                          Voltage const& volts) {
    GANGWAY_EXPECTS(!sweep.empty() && std::ranges::all_of(sweep, [](auto const& p) { return detail::is_measured(p); }),
                    "a sweep to fit is positive and finite");
    Eigen::VectorXd const watts = detail::column_of(sweep, [](auto const& p) { return p.draw.value(); });
    Eigen::MatrixXd basis(watts.size(), 3);
    basis << Eigen::VectorXd::Ones(watts.size()),
        detail::column_of(sweep, [](auto const& p) { return p.memory.value(); }),
        detail::column_of(sweep, [&](auto const& p) { return volts(p.core) * volts(p.core) * p.core.value(); });
    auto const f = fit_relative(basis, watts);
    return fitted_as(two_domain_power<Voltage>{power{f.weights[0]}, energy{f.weights[1]}, energy{f.weights[2]}, volts},
                     f);
}

/// Fits P = fixed + per_memory_cycle f_m + linear f_c + cubic f_c^3.
///
/// Expects: at least one point; all numbers positive and finite.
[[nodiscard]] inline fitted<two_domain_polynomial> fit_power(std::span<two_clock_point const> sweep) {
    GANGWAY_EXPECTS(!sweep.empty() && std::ranges::all_of(sweep, [](auto const& p) { return detail::is_measured(p); }),
                    "a sweep to fit is positive and finite");
    Eigen::VectorXd const watts = detail::column_of(sweep, [](auto const& p) { return p.draw.value(); });
    Eigen::VectorXd const core = detail::column_of(sweep, [](auto const& p) { return p.core.value(); });
    Eigen::MatrixXd basis(watts.size(), 4);
    basis << Eigen::VectorXd::Ones(watts.size()),
        detail::column_of(sweep, [](auto const& p) { return p.memory.value(); }), core, core.array().cube().matrix();
    auto const f = fit_relative(basis, watts);
    auto const& w = f.weights;
    return fitted_as(two_domain_polynomial{power{w[0]}, energy{w[1]}, energy{w[2]}, cubic_draw{w[3]}}, f);
}

/// Mean of |model / measured - 1| over a sweep.
template <class Model>
[[nodiscard]] double mean_time_error(Model const& model, std::span<two_clock_point const> sweep) {
    return mean_error_of(sweep, [&](two_clock_point const& p) { return model(p.core, p.memory) / p.time; });
}
/// Mean of |model / measured - 1| of the draw. Expects: a sweep that is not empty.
template <class Model>
[[nodiscard]] double mean_power_error(Model const& model, std::span<two_clock_point const> sweep) {
    return mean_error_of(sweep, [&](two_clock_point const& p) { return model(p.core, p.memory) / p.draw; });
}

} // namespace gangway::cost
