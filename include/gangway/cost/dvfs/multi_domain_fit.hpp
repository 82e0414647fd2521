// L5 - fitting a multi-domain power model: coefficients and hidden voltages in turn.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "../distinct.hpp"
#include "multi_domain.hpp"
#include "relative_fit.hpp"

namespace gangway::cost {

/// What was measured: a row a run.
struct multi_domain_samples {
    Eigen::MatrixXd clocks; ///< hertz, a column a domain
    Eigen::MatrixXd use;    ///< in [0, 1], a column a component
    Eigen::VectorXd watts;  ///< by sample
};

/// What is known of the device, and when to stop.
struct multi_domain_setup {
    std::vector<std::size_t> domain_of;        ///< of each component
    std::vector<frequency> nominal;            ///< of each domain; among the clocks that were measured
    double least_volts = 0.5;                  ///< bounds of the relative voltages
    double most_volts = 2.0;                   ///< that the fit may give a clock, in nominal voltages
    std::vector<double> starts{0.0, 0.5, 1.0}; ///< first guesses V = (f / nominal)^start, each followed to its end
    std::size_t most_rounds = 500;             ///< from each of them
    double enough = 1e-9; ///< stop where a round makes the residual smaller by less than this part of it
};

/// The model, and how it went.
struct multi_domain_result {
    multi_domain_power model; ///< as fitted
    double mean_error = 0.0;  ///< in sample, of |model / measured - 1|
    double residual = 0.0;    ///< length of the relative errors: what every round makes smaller
    std::size_t rounds = 0;   ///< from the best start
    bool settled = false;     ///< false: the most rounds were taken
};

namespace detail {

// The V in [low, high] with the least sum of (a_i V + b_i V^2 + r_i)^2; `start` where nothing in there is better.
inline double best_voltage(Eigen::ArrayXd const& a, Eigen::ArrayXd const& b, Eigen::ArrayXd const& r, double low,
                           double high, double start) {
    // Half of the derivative: a cubic in V.
    double const c3 = 2.0 * b.square().sum();
    double const c2 = 3.0 * (a * b).sum();
    double const c1 = a.square().sum() + 2.0 * (b * r).sum();
    double const c0 = (a * r).sum();
    auto const slope = [&](double v) { return ((c3 * v + c2) * v + c1) * v + c0; };
    auto const cost = [&](double v) { return (a * v + b * (v * v) + r).square().sum(); };
    // The cubic is monotone between its own turning points: at most one root in each piece.
    std::vector<double> ends{low, high};
    double const root = c2 * c2 - 3.0 * c3 * c1;
    if (c3 > 0.0 && root > 0.0)
        for (double const sign : {-1.0, 1.0})
            if (double const v = (-c2 + sign * std::sqrt(root)) / (3.0 * c3); v > low && v < high) ends.push_back(v);
    std::sort(ends.begin(), ends.end());
    double best = start;
    auto const consider = [&](double v) {
        if (cost(v) < cost(best)) best = v;
    };
    for (std::size_t i = 1; i < ends.size(); ++i) {
        double from = ends[i - 1];
        double to = ends[i];
        consider(from);
        consider(to);
        if (!(slope(from) < 0.0 && slope(to) > 0.0)) continue;
        for (;;) {
            double const middle = from + (to - from) / 2.0;
            if (middle <= from || middle >= to) break;
            (slope(middle) < 0.0 ? from : to) = middle;
        }
        consider(to);
    }
    return best;
}

// The runs of a fit with the levels of each domain.
struct leveled_samples {
    multi_domain_samples const& of;
    multi_domain_setup const& setup;
    std::vector<std::vector<double>> levels;            // of each domain: clocks, ascending
    std::vector<std::vector<std::size_t>> level_of_run; // of each domain: an index into its levels for each run

    leveled_samples(multi_domain_samples const& samples, multi_domain_setup const& s) : of{samples}, setup{s} {
        for (Eigen::Index d = 0; d < of.clocks.cols(); ++d) {
            std::vector<double> all(of.clocks.col(d).begin(), of.clocks.col(d).end());
            all = detail::distinct(std::move(all));
            std::vector<std::size_t> at;
            for (double const clock : of.clocks.col(d))
                at.push_back(static_cast<std::size_t>(std::lower_bound(all.begin(), all.end(), clock) - all.begin()));
            levels.push_back(std::move(all));
            level_of_run.push_back(std::move(at));
        }
    }

    // V = (f / nominal)^exponent within its bounds.
    [[nodiscard]] std::vector<std::vector<double>> guess(double exponent) const {
        std::vector<std::vector<double>> volts;
        for (std::size_t d = 0; d < levels.size(); ++d) {
            double const nominal = setup.nominal[d].value();
            GANGWAY_EXPECTS(std::find(levels[d].begin(), levels[d].end(), nominal) != levels[d].end(),
                            "the nominal clock of a domain is among those measured");
            volts.emplace_back();
            for (double const clock : levels[d])
                volts.back().push_back(
                    std::clamp(std::pow(clock / nominal, exponent), setup.least_volts, setup.most_volts));
        }
        return volts;
    }

    [[nodiscard]] multi_domain_power model(Eigen::VectorXd const& weights,
                                           std::vector<std::vector<double>> const& volts) const {
        auto const domains = of.clocks.cols();
        multi_domain_power m{
            setup.domain_of, weights.head(domains), weights.segment(domains, domains), weights.tail(of.use.cols()), {}};
        for (std::size_t d = 0; d < volts.size(); ++d) {
            std::vector<voltage_point> points;
            points.reserve(volts[d].size());
            for (std::size_t l = 0; l < volts[d].size(); ++l) points.push_back({frequency{levels[d][l]}, volts[d][l]});
            m.volts.push_back(*voltage_table::from(std::move(points)));
        }
        return m;
    }

    // Columns: leakage of each domain, idle of each domain, each component; rows: runs.
    [[nodiscard]] Eigen::MatrixXd basis(std::vector<std::vector<double>> const& volts) const {
        auto const domains = of.clocks.cols();
        Eigen::MatrixXd a(of.clocks.rows(), 2 * domains + of.use.cols());
        for (Eigen::Index d = 0; d < domains; ++d) {
            auto const at = static_cast<std::size_t>(d);
            for (Eigen::Index i = 0; i < a.rows(); ++i) {
                double const v = volts[at][level_of_run[at][static_cast<std::size_t>(i)]];
                a(i, d) = v;
                a(i, domains + d) = v * v * of.clocks(i, d);
            }
        }
        for (Eigen::Index c = 0; c < of.use.cols(); ++c) {
            auto const d = static_cast<Eigen::Index>(setup.domain_of[static_cast<std::size_t>(c)]);
            a.col(2 * domains + c) = a.col(domains + d).cwiseProduct(of.use.col(c));
        }
        return a;
    }

    // One voltage after the other, each between those of its neighbours, with the coefficients as they are.
    void fit_voltages(Eigen::VectorXd const& weights, std::vector<std::vector<double>>& volts) const {
        auto const domains = static_cast<std::size_t>(of.clocks.cols());
        for (std::size_t d = 0; d < domains; ++d) {
            auto const table = basis(volts); // a row depends on one level of this domain only: its own, not yet moved
            for (std::size_t level = 0; level < levels[d].size(); ++level) {
                if (levels[d][level] == setup.nominal[d].value()) continue; // 1 by definition
                std::vector<double> a;
                std::vector<double> b;
                std::vector<double> r;
                double const now = volts[d][level];
                for (Eigen::Index i = 0; i < table.rows(); ++i) {
                    if (level_of_run[d][static_cast<std::size_t>(i)] != level) continue;
                    auto const at = static_cast<Eigen::Index>(d);
                    double const linear = weights[at];
                    double square = weights[static_cast<Eigen::Index>(domains + d)];
                    for (std::size_t c = 0; c < setup.domain_of.size(); ++c)
                        if (setup.domain_of[c] == d)
                            square += weights[static_cast<Eigen::Index>(2 * domains + c)] *
                                      of.use(i, static_cast<Eigen::Index>(c));
                    square *= of.clocks(i, at);
                    double const rest = table.row(i).dot(weights) - linear * now - square * now * now;
                    a.push_back(linear / of.watts[i]);
                    b.push_back(square / of.watts[i]);
                    r.push_back(rest / of.watts[i] - 1.0);
                }
                auto const view = [](std::vector<double> const& v) {
                    return Eigen::Map<Eigen::ArrayXd const>{v.data(), static_cast<Eigen::Index>(v.size())};
                };
                double const low = level > 0 ? volts[d][level - 1] : setup.least_volts;
                double const high = level + 1 < volts[d].size() ? volts[d][level + 1] : setup.most_volts;
                volts[d][level] = best_voltage(view(a), view(b), view(r), low, high, now);
            }
        }
    }
};

} // namespace detail

/// Fits the model to runs at many clocks.
///
/// Semantics: in turn all coefficients by non-negative least squares on relative error with voltages as they are, and
/// each voltage, exactly, between those of its neighbouring clocks, so that voltages rise with the clock and are 1 at
/// the nominal one. No step makes the residual larger, but such steps may end where none helps and the best is
/// elsewhere: flat voltages are such a trap. Hence several starts, of which the best end counts; it is not proved the
/// best of all. A domain measured at one clock keeps V = 1.
/// Expects: positive finite watts and clocks, the nominal clock of each domain among those measured, bounds of the
/// voltages around 1, at least one start.
/// Complexity: O(runs (levels + components)) a round, and one non-negative problem.
/// Source: Guerreiro et al., HPCA 2018, section IV; "Modeling and Decoupling the GPU Power Consumption for Cross-Domain
/// DVFS", TPDS 30(11), 2019.
[[nodiscard]] inline multi_domain_result fit_power(multi_domain_samples const& samples,
                                                   multi_domain_setup const& setup) {
    auto const domains = samples.clocks.cols();
    GANGWAY_EXPECTS(samples.watts.size() > 0 && samples.clocks.rows() == samples.watts.size() &&
                        samples.use.rows() == samples.watts.size(),
                    "a row of clocks and of use for each run");
    GANGWAY_EXPECTS(static_cast<std::size_t>(domains) == setup.nominal.size() &&
                        static_cast<std::size_t>(samples.use.cols()) == setup.domain_of.size(),
                    "a nominal clock for each domain, a domain for each component");
    GANGWAY_EXPECTS(setup.least_volts > 0.0 && setup.least_volts <= 1.0 && setup.most_volts >= 1.0,
                    "the bounds of voltages hold 1");
    GANGWAY_EXPECTS(!setup.starts.empty(), "a fit starts somewhere");
    detail::leveled_samples const runs{samples, setup};

    multi_domain_result out;
    out.residual = std::numeric_limits<double>::infinity();
    for (double const start : setup.starts) {
        auto volts = runs.guess(start);
        auto fit = fit_relative(runs.basis(volts), samples.watts);
        std::size_t rounds = 0;
        bool settled = false;
        while (rounds < setup.most_rounds && !settled) {
            double const before = fit.residual;
            runs.fit_voltages(fit.weights, volts);
            fit = fit_relative(runs.basis(volts), samples.watts);
            settled = fit.residual >= before * (1.0 - setup.enough) || fit.residual < 1e-12;
            ++rounds;
        }
        if (fit.residual >= out.residual) continue;
        out = {runs.model(fit.weights, volts), fit.mean_error, fit.residual, rounds, settled};
    }
    return out;
}

} // namespace gangway::cost
