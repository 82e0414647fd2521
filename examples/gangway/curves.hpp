// tool - what the pictures of a replay are made of: distributions, means over time, classes of gangs.
#pragma once

#include "picture.hpp"

#include <gangway/fwd.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace tool {

/// When a job was there: all times in seconds from the first submission; infinity for what did not happen.
struct job_times {
    double submitted = 0.0;
    double start = 0.0;
    double end = 0.0;
    double gpus = 0.0;
    bool can_run = true; ///< the cluster could hold it

    [[nodiscard]] bool ended() const;
};

/// The distribution of values as a step curve in per cent, drawn from `least` on.
///
/// Semantics: at most about 500 steps. A step that is left out is lower than 1/500 of the height, which is less than a
/// pixel; the smallest and the largest value always stay.
std::vector<xy> distribution(std::vector<double> values, double least);

/// Equal parts of a time.
struct time_bins {
    double width = 3'600.0;
    std::size_t count = 1;
};
/// The smallest usual width that makes at most 400 parts of a time.
time_bins bins_for(double seconds);

/// Exact means over each part.
struct load_over_time {
    std::vector<double> busy;  ///< GPUs that gangs hold
    std::vector<double> queue; ///< jobs that are submitted, can run, and have not started
};
load_over_time load_of(std::vector<job_times> const& jobs, time_bins const& bins);

/// A value for each part as a step curve.
std::vector<xy> steps_of(std::vector<double> const& values, double width);

/// Gangs by size: 1, 2, 3-4, 5-8, 9-16, ... GPUs.
std::size_t size_class(std::int64_t gpus);
std::string size_class_name(std::size_t index);

} // namespace tool
