// L5 - time and power models fitted to a sweep of one clock.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "../../model/profile.hpp"
#include "../distinct.hpp"
#include "power.hpp"
#include "relative_fit.hpp"
#include "time.hpp"

namespace gangway::cost {

/// What a time model may hold.
enum class time_form {
    stall,    ///< memory + cycles / f
    roofline, ///< fixed + max(cycles / f, memory)
    crisp     ///< max(load_path, overlapped / f) + exposed / f
};

/// What a power model may hold.
enum class power_form {
    cubic,       ///< fixed + cubic f^3: the voltage grows with the clock
    linear,      ///< fixed + linear f: the voltage stands still
    linear_cubic ///< fixed + linear f + cubic f^3
};

namespace detail {

inline bool is_measured(clock_point const& p) {
    return p.clock.value() > 0.0 && std::isfinite(p.clock.value()) && p.time.value() > 0.0 &&
           std::isfinite(p.time.value()) && p.draw.value() > 0.0 && std::isfinite(p.draw.value());
}

// The clock periods of a sweep, each once, ascending.
inline std::vector<double> periods_of(std::span<clock_point const> sweep) {
    std::vector<double> out;
    for (auto const& p : sweep) out.push_back(1.0 / p.clock.value());
    return distinct(std::move(out));
}

} // namespace detail

/// Fits a time model to a sweep: the least sum of squared relative errors with no part below zero.
///
/// Semantics: exact for every form. Where a maximum is involved, its knee lies between two neighbouring clocks; there
/// the model is a sum of max(1/f, 1/a) and max(1/f, 1/b) for these two clocks a and b with weights not below zero, so
/// that each gap is one non-negative problem, and the best gap wins. With no more points than the form has parameters
/// the error says nothing: hold points out.
/// Expects: at least one point; times and clocks positive and finite. Complexity: O(n^2) for n clocks.
[[nodiscard]] inline fitted<clock_time> fit_time(std::span<clock_point const> sweep, time_form form) {
    GANGWAY_EXPECTS(!sweep.empty() && std::ranges::all_of(sweep, detail::is_measured),
                    "a sweep to fit is positive and finite");
    auto const n = static_cast<Eigen::Index>(sweep.size());
    Eigen::VectorXd periods(n);
    Eigen::VectorXd times(n);
    for (Eigen::Index i = 0; i < n; ++i) {
        periods[i] = 1.0 / sweep[static_cast<std::size_t>(i)].clock.value();
        times[i] = sweep[static_cast<std::size_t>(i)].time.value();
    }
    Eigen::MatrixXd basis(n, 2);
    basis << Eigen::VectorXd::Ones(n), periods;
    auto const straight = fit_relative(basis, times);
    auto best = fitted_as(stall_time(duration{straight.weights[0]}, straight.weights[1]), straight);
    if (form == time_form::stall) return best;

    auto const knees = detail::periods_of(sweep);
    double least = straight.residual;
    for (std::size_t k = 1; k < knees.size(); ++k) {
        Eigen::MatrixXd bent(n, 3);
        bent.col(0) = form == time_form::crisp ? periods : Eigen::VectorXd::Ones(n);
        bent.col(1) = periods.cwiseMax(knees[k - 1]);
        bent.col(2) = periods.cwiseMax(knees[k]);
        auto const f = fit_relative(bent, times);
        if (!is_smaller(f.residual, least)) continue; // a knee must earn its place
        least = f.residual;
        double const cycles = f.weights[1] + f.weights[2];
        duration const cover{f.weights[1] * knees[k - 1] + f.weights[2] * knees[k]};
        best = fitted_as(form == time_form::crisp ? crisp_time(cover, cycles, f.weights[0])
                                                  : roofline_time(cycles, cover, duration{f.weights[0]}),
                         f);
    }
    return best;
}

/// Fits a power model to a sweep: the least sum of squared relative errors with no part below zero.
///
/// Expects: at least one point; draws and clocks positive and finite.
[[nodiscard]] inline fitted<clock_power> fit_power(std::span<clock_point const> sweep, power_form form) {
    GANGWAY_EXPECTS(!sweep.empty() && std::ranges::all_of(sweep, detail::is_measured),
                    "a sweep to fit is positive and finite");
    auto const n = static_cast<Eigen::Index>(sweep.size());
    Eigen::ArrayXd clock(n);
    Eigen::VectorXd watts(n);
    for (Eigen::Index i = 0; i < n; ++i) {
        clock[i] = sweep[static_cast<std::size_t>(i)].clock.value();
        watts[i] = sweep[static_cast<std::size_t>(i)].draw.value();
    }
    bool const line = form != power_form::cubic;
    bool const cube = form != power_form::linear;
    Eigen::MatrixXd basis(n, 1 + (line ? 1 : 0) + (cube ? 1 : 0));
    basis.col(0).setOnes();
    if (line) basis.col(1) = clock;
    if (cube) basis.rightCols(1) = clock.cube().matrix();
    auto const f = fit_relative(basis, watts);
    return fitted_as(clock_power{power{f.weights[0]}, energy{line ? f.weights[1] : 0.0},
                                 cubic_draw{cube ? f.weights[basis.cols() - 1] : 0.0}},
                     f);
}

/// Mean of |model / measured - 1| over a sweep.
[[nodiscard]] inline double mean_time_error(clock_time const& model, std::span<clock_point const> sweep) {
    return mean_error_of(sweep, [&](clock_point const& p) { return model(p.clock) / p.time; });
}
/// Mean of |model / measured - 1| of the draw. Expects: a sweep that is not empty.
[[nodiscard]] inline double mean_power_error(clock_power const& model, std::span<clock_point const> sweep) {
    return mean_error_of(sweep, [&](clock_point const& p) { return model(p.clock) / p.draw; });
}

} // namespace gangway::cost
