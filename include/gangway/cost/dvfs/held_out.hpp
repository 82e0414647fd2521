// L5 - judging a fit by points that it has not seen, and choosing between the forms of a model that way.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <utility>
#include <vector>

#include <range/v3/algorithm/lower_bound.hpp>

#include "../distinct.hpp"
#include "fit.hpp"
#include "two_domain_fit.hpp"

namespace gangway::cost {

/// A sweep in two parts: one to fit, one to judge.
template <class Point>
struct split_sweep {
    std::vector<Point> fit;   ///< to fit with
    std::vector<Point> judge; ///< that the fit has not seen
};

namespace detail {

// Which of the distinct values of a sweep each point has, counted from the lowest.
template <class Point, class Get>
std::vector<std::size_t> ranks_of(std::vector<Point> const& sweep, Get get) {
    std::vector<frequency> values;
    values.reserve(sweep.size());
    for (auto const& p : sweep) values.push_back(get(p));
    values = distinct(std::move(values));
    std::vector<std::size_t> out;
    out.reserve(sweep.size());
    for (auto const& p : sweep)
        out.push_back(static_cast<std::size_t>(ranges::lower_bound(values, get(p)) - values.begin()));
    return out;
}

} // namespace detail

/// Every second clock, the lowest one first, to fit; the others to judge.
///
/// Semantics: the order of the sweep does not matter, and a clock measured more than once is in one part only. Both
/// ends of an odd number of clocks are in the fit.
[[nodiscard]] inline split_sweep<clock_point> every_second(std::vector<clock_point> const& sweep) {
    auto const rank = detail::ranks_of(sweep, [](clock_point const& p) { return p.clock; });
    split_sweep<clock_point> out;
    for (std::size_t i = 0; i < sweep.size(); ++i) (rank[i] % 2 == 0 ? out.fit : out.judge).push_back(sweep[i]);
    return out;
}
/// Every second pair of clocks, as the white squares of a chess board, so that the fit sees every clock of both.
[[nodiscard]] inline split_sweep<two_clock_point> every_second(std::vector<two_clock_point> const& sweep) {
    auto const core = detail::ranks_of(sweep, [](two_clock_point const& p) { return p.core; });
    auto const memory = detail::ranks_of(sweep, [](two_clock_point const& p) { return p.memory; });
    split_sweep<two_clock_point> out;
    for (std::size_t i = 0; i < sweep.size(); ++i)
        ((core[i] + memory[i]) % 2 == 0 ? out.fit : out.judge).push_back(sweep[i]);
    return out;
}

/// The error of a fit on a point that was left out of it, averaged over all points.
///
/// Shape: `fit(points)` gives a fitted model, `error(model, points)` its mean relative error.
/// Semantics: 0 with fewer than two points: nothing can be left out. Complexity: n fits.
template <class Point, class Fit, class Error>
[[nodiscard]] double left_out_error(std::vector<Point> const& sweep, Fit const& fit, Error const& error) {
    if (sweep.size() < 2) return 0.0;
    double sum = 0.0;
    for (std::size_t i = 0; i < sweep.size(); ++i) {
        auto rest = sweep;
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
        sum += error(fit(rest).model, std::span{sweep}.subspan(i, 1));
    }
    return sum / static_cast<double>(sweep.size());
}

/// A fitted model with the form that was chosen for it.
template <class Model, class Form>
struct chosen_fit {
    Form form{};                 ///< that was chosen
    double left_out_error = 0.0; ///< of that form
    fitted<Model> fit;           ///< to all points of the sweep
};

namespace detail {

// The form with the least error on points left out, the first of equals, fitted to the whole sweep.
template <class Form, class Point, class Fit, class Error>
auto choose_form(std::initializer_list<Form> forms, std::vector<Point> const& sweep, Fit const& fit,
                 Error const& error) {
    GANGWAY_EXPECTS(forms.size() > 0, "no form to choose from");
    chosen_fit<decltype(fit(sweep, *forms.begin()).model), Form> best;
    for (Form const& form : forms) {
        double const e = left_out_error(sweep, [&](std::vector<Point> const& part) { return fit(part, form); }, error);
        if (&form != forms.begin() && !is_smaller(e, best.left_out_error)) continue;
        best.form = form;
        best.left_out_error = e;
    }
    best.fit = fit(sweep, best.form);
    return best;
}

} // namespace detail

/// Fits each form of a time model to a sweep of one clock and keeps the one that foretells left-out points best.
///
/// Semantics: of equal errors the form that is named first wins, so the simplest stands first. More parameters always
/// fit better in sample and not always foretell better, hence the left-out points.
/// Expects: as `fit_time`, at least one form. Complexity: n + 1 fits a form.
[[nodiscard]] inline chosen_fit<clock_time, time_form>
choose_time(std::vector<clock_point> const& sweep,
            std::initializer_list<time_form> forms = {time_form::stall, time_form::roofline, time_form::crisp}) {
    return detail::choose_form(
        forms, sweep, [](auto const& part, time_form form) { return fit_time(part, form); },
        [](auto const& model, auto part) { return mean_time_error(model, part); });
}
/// The same for power.
[[nodiscard]] inline chosen_fit<clock_power, power_form> choose_power(
    std::vector<clock_point> const& sweep,
    std::initializer_list<power_form> forms = {power_form::cubic, power_form::linear, power_form::linear_cubic}) {
    return detail::choose_form(
        forms, sweep, [](auto const& part, power_form form) { return fit_power(part, form); },
        [](auto const& model, auto part) { return mean_power_error(model, part); });
}
/// The same for the time on two clocks.
[[nodiscard]] inline chosen_fit<two_domain_time, two_domain_time_form>
choose_time(std::vector<two_clock_point> const& sweep,
            std::initializer_list<two_domain_time_form> forms = {two_domain_time_form::sum, two_domain_time_form::max,
                                                                 two_domain_time_form::mixed}) {
    return detail::choose_form(
        forms, sweep, [](auto const& part, two_domain_time_form form) { return fit_time(part, form); },
        [](auto const& model, auto part) { return mean_time_error(model, part); });
}

} // namespace gangway::cost
