// L5 - the plan of one training job: a configuration for each epoch, what it takes and what it is expected to cost.
#pragma once

#include <cstddef>
#include <vector>

#include "../../config.hpp"
#include "../../cost/rounding.hpp"
#include "../../quantity.hpp"
#include "early_stop.hpp"
#include "speeds.hpp"

namespace gangway::plan::sts {

/// What is left to do.
struct training_task {
    std::size_t epochs = 1; ///< at most so many more; the one under way counts
    duration left{};        ///< until the due date, which also the longest course of the job must keep
    double first = 1.0;     ///< the part of the next epoch that is still to be run, in (0, 1]
};

/// A configuration for each epoch, as positions in the host's range.
struct job_plan {
    std::vector<std::size_t> by_epoch; ///< place of the configuration
    duration worst;                    ///< until the last epoch, if the job never stops early
    energy expected;                   ///< over the distribution of early stops
    energy least;                      ///< no plan is expected to cost less
    [[nodiscard]] energy gap() const { return expected - least; } ///< 0 where the plan is proved to be the best

    friend bool operator==(job_plan const&, job_plan const&) = default;
};

namespace detail {

/// S_1 .. S_E of a survival, checked.
template <survival S>
std::vector<double> survival_table(S const& s, std::size_t epochs) {
    std::vector<double> table(epochs);
    for (std::size_t k = 0; k < epochs; ++k) {
        table[k] = static_cast<double>(s(k + 1));
        GANGWAY_EXPECTS(table[k] >= 0.0 && table[k] <= (k > 0 ? table[k - 1] : 1.0),
                        "S_k never rises nor falls below 0");
    }
    return table;
}

constexpr double length_of(training_task const& task, std::size_t epoch) {
    return epoch == 0 ? task.first : 1.0;
}

/// Time and cost of a plan that holds positions in `speeds`; turns them into positions of the host.
inline job_plan priced(std::vector<std::size_t> by_speed, std::vector<speed> const& speeds,
                       std::vector<double> const& runs, training_task const& task) {
    double time = 0.0;
    double cost = 0.0;
    for (std::size_t k = 0; k < by_speed.size(); ++k) {
        speed const& s = speeds[by_speed[k]];
        time += length_of(task, k) * s.seconds;
        cost += length_of(task, k) * runs[k] * s.joules;
        by_speed[k] = s.at;
    }
    return {std::move(by_speed), duration{time}, energy{cost}, energy{cost}};
}

} // namespace detail

/// Seconds that the rest of a job takes at most, in its fastest configuration throughout.
[[nodiscard]] inline duration least_worst_time(std::vector<speed> const& speeds, training_task const& task) {
    return duration{(static_cast<double>(task.epochs - 1) + task.first) * speeds.back().seconds};
}

} // namespace gangway::plan::sts
