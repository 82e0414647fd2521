// L5 - InfAdapter: what a variant can serve with so many cores, as a line through measurements.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "../../quantity.hpp"

namespace gangway::plan::infadapter {

/// A measurement: requests per second within the latency objective on a number of cores.
struct capacity_sample {
    double cores = 0.0; ///< at which it was measured
    frequency capacity; ///< requests a second within the objective
};

/// slope * cores + intercept, in requests per second.
struct capacity_line {
    double slope = 0.0;     ///< requests a second for each core
    double intercept = 0.0; ///< requests a second at no core

    /// Whole requests per second, none below zero.
    [[nodiscard]] frequency operator()(std::int64_t cores) const {
        return frequency{std::max(0.0, std::floor(slope * static_cast<double>(cores) + intercept))};
    }
};

/// The line of least squares; empty where fewer than two numbers of cores were measured or a sample is not finite.
[[nodiscard]] inline std::optional<capacity_line> fit_line(std::vector<capacity_sample> const& samples) {
    double cores = 0.0;
    double capacity = 0.0;
    for (auto const& s : samples) {
        cores += s.cores;
        capacity += s.capacity.value();
    }
    auto const n = static_cast<double>(samples.size());
    double spread = 0.0;
    double together = 0.0;
    for (auto const& s : samples) {
        spread += (s.cores - cores / n) * (s.cores - cores / n);
        together += (s.cores - cores / n) * (s.capacity.value() - capacity / n);
    }
    if (!(spread > 0.0) || !std::isfinite(together)) return std::nullopt;
    double const slope = together / spread;
    return capacity_line{slope, capacity / n - slope * cores / n};
}

/// Share of the variance of samples that a line explains; empty where they do not vary.
[[nodiscard]] inline std::optional<double> r_squared(capacity_line line, std::vector<capacity_sample> const& samples) {
    double mean = 0.0;
    for (auto const& s : samples) mean += s.capacity.value() / static_cast<double>(samples.size());
    double unexplained = 0.0;
    double all = 0.0;
    for (auto const& s : samples) {
        double const miss = s.capacity.value() - line.slope * s.cores - line.intercept;
        unexplained += miss * miss;
        all += (s.capacity.value() - mean) * (s.capacity.value() - mean);
    }
    if (!(all > 0.0)) return std::nullopt;
    return 1.0 - unexplained / all;
}

/// A line with a reserve, as the authors' experiments use it: floor(share * (slope * cores + whole part of
/// min(intercept, .99))).
struct discounted_capacity {
    capacity_line line; ///< as fitted
    double share = 0.8; ///< of it that is trusted

    /// Requests a second on so many cores.
    [[nodiscard]] frequency operator()(std::int64_t cores) const {
        double const intercept = std::trunc(std::min(line.intercept, 0.99));
        return frequency{std::max(0.0, std::floor(share * (line.slope * static_cast<double>(cores) + intercept)))};
    }
};

/// Capacities for 0 to `budget` cores from any `frequency(std::int64_t cores)`; no cores serve nobody.
template <class Model>
[[nodiscard]] std::vector<frequency> capacity_table(std::int64_t budget, Model const& model) {
    std::vector<frequency> out{frequency{0.0}};
    for (std::int64_t n = 1; n <= budget; ++n) out.push_back(frequency{model(n)});
    return out;
}

} // namespace gangway::plan::infadapter
