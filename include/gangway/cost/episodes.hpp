// L5 - success as k of n episodes, with Wilson's interval: how sure a measured share is.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <optional>

#include "../config.hpp"
#include "../quantity.hpp"

namespace gangway::cost {

/// A share of successes and the interval that it may have come from.
struct share_interval {
    double low = 0.0;  ///< the lower end, at least 0
    double high = 1.0; ///< the upper end, at most 1
};

/// The z of a two-sided confidence: 1.959964 for 0.95. The root of erfc(z / sqrt 2) = 1 - confidence.
///
/// Semantics: Newton's method from 0, where the function falls and is convex: every step stays below the root and
/// rises.
/// Expects: 0 <= confidence < 1.
[[nodiscard]] inline double z_of(double confidence) {
    GANGWAY_EXPECTS(confidence >= 0.0 && confidence < 1.0, "a confidence lies from 0 to below 1");
    double const tail = 1.0 - confidence;
    double z = 0.0;
    for (double step = 1.0; step > 1e-15 * z;) {
        double const density = std::numbers::sqrt2 * std::numbers::inv_sqrtpi * std::exp(-z * z / 2.0);
        step = (std::erfc(z / std::numbers::sqrt2) - tail) / density;
        if (step > 0.0) z += step;
    }
    return z;
}

/// Wilson's score interval of k successes in n episodes, two-sided.
///
/// Semantics: (k + z^2/2 -+ z sqrt(k (n - k)/n + z^2/4)) / (n + z^2). Exactly 0 at the low end for k = 0, exactly 1
/// at the high end for k = n; 0 to 1 for n = 0, where nothing is known. The low end comes from the product of both
/// ends, k^2 / (n (n + z^2)), not from a difference. Expects: 0 <= k <= n.
/// Source: Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", JASA 22 (1927).
[[nodiscard]] inline share_interval wilson(std::int64_t k, std::int64_t n, double confidence = 0.95) {
    GANGWAY_EXPECTS(k >= 0 && k <= n, "successes are not below 0 and not above the episodes");
    if (n == 0) return {};
    double const z = z_of(confidence);
    double const z2 = z * z;
    auto const all = static_cast<double>(n);
    auto const low = [&](double hits) {
        double const spread = z * std::sqrt(hits * (all - hits) / all + z2 / 4.0);
        return hits > 0.0 ? hits * hits / (all * (hits + z2 / 2.0 + spread)) : 0.0;
    };
    return {low(static_cast<double>(k)), 1.0 - low(static_cast<double>(n - k))};
}

/// Episodes that ended well, of all that were run.
struct episodes {
    std::int64_t successes = 0; ///< at most as many as runs
    std::int64_t runs = 0;      ///< of the same task

    /// Expects: at least one episode.
    [[nodiscard]] double share() const {
        GANGWAY_EXPECTS(runs > 0, "a share of no episodes is not defined");
        return static_cast<double>(successes) / static_cast<double>(runs);
    }
    /// Wilson's interval of the share.
    [[nodiscard]] share_interval interval(double confidence = 0.95) const {
        return wilson(successes, runs, confidence);
    }
    /// What a success costs if an episode costs `each`: each * runs / successes; empty where none succeeded.
    [[nodiscard]] std::optional<energy> joules_per_success(energy each) const {
        if (successes == 0) return std::nullopt;
        return each * (static_cast<double>(runs) / static_cast<double>(successes));
    }
};

} // namespace gangway::cost
