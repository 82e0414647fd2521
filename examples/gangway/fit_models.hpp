// tool - models fitted to one program, and the clock that they choose.
#pragma once

#include "fit_input.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tool {

/// A time or a power model of one program. Errors are parts, not per cent.
struct fitted_side {
    std::string form;
    double error = 0.0;    ///< in sample, mean
    double worst = 0.0;    ///< in sample
    double held_out = 0.0; ///< chosen and fitted on every second clock, judged on the others
    double condition = 1.0;
    std::vector<std::pair<std::string, double>> parameters; ///< in SI units
};

/// What clocks cost, and what they must keep.
struct fit_goal {
    enum class objective { energy, edp, ed2p, delay, zeus };

    objective minimise = objective::energy;
    double eta = 0.5;                ///< of Zeus
    std::optional<double> top_power; ///< of Zeus, in watts
    std::optional<double> slowdown;  ///< at most, against the highest clock
    std::optional<double> deadline_s;
    std::optional<double> cap_w;
};

/// One program: models and clocks.
struct fitted_group {
    std::string name;
    std::vector<fit_point> points;
    bool modelled = false; ///< false: too few clocks, or not asked for; then the measured points choose
    fitted_side time;
    fitted_side draw;
    std::vector<fit_point> model; ///< at the same clocks, from the models where there are any, else as measured
    std::size_t chosen = 0;       ///< index into points
    bool kept = true;             ///< false: no clock keeps the limits; the chosen one comes nearest
    bool kept_measured = true;    ///< the measured time and power at the chosen clock keep them
    std::size_t best_measured = 0;
    double saving = 0.0;         ///< 1 - energy there by energy at the highest clock, as measured
    double slowdown = 1.0;       ///< time there by time at the highest clock, as measured
    double waste = 0.0;          ///< measured cost of the chosen clock by that of the best one, less 1
    double held_out_waste = 0.0; ///< the same for models fitted to every second clock
};

/// How it is called in a table.
std::string shown_name(fitted_group const& g);
/// 1410, or 1410/1593 with the memory's clock.
std::string shown_clock(fit_point const& p);

/// Fewest clocks, or pairs of clocks, that are fitted: half of them must hold as many points as a model has parameters.
constexpr std::size_t fewest_clocks(bool two_clocks) {
    return two_clocks ? 8 : 5;
}

/// Words that `--model` takes: how the time is modelled.
std::vector<std::string> time_forms(bool two_clocks);

/// Fits and chooses. `form` is one of `time_forms`, `auto`, or `measured`. `hertz` is the unit of the clocks.
fitted_group fit_program(fit_group const& program, bool two_clocks, std::string const& form, double hertz,
                         fit_goal const& goal);

} // namespace tool
