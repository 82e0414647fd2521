// L5 - how the parts of a time overlap: fully (max), not at all (sum), or in between (p-norm).
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "../config.hpp"
#include "../quantity.hpp"

namespace gangway::cost {

/// One number p in [1, infinity]: parts a, b, c take (a^p + b^p + c^p)^(1/p). 1 is the sum, infinity the maximum.
///
/// Semantics: the time falls as p grows; the sum of n parts is at most n^(1 - 1/p) times the p-norm. Computed relative
/// to the largest part, so that no power overflows. Expects: parts finite and not negative.
/// Source: the maximum is Williams et al., CACM 52(4) 2009; a p in between is a fit, no law.
class overlap {
  public:
    /// Compute, memory and launches hide each other.
    [[nodiscard]] static constexpr overlap max() { return overlap{std::numeric_limits<double>::infinity()}; }
    /// Nothing overlaps.
    [[nodiscard]] static constexpr overlap sum() { return overlap{1.0}; }
    /// Expects: p at least 1.
    [[nodiscard]] static constexpr overlap p_norm(double p) {
        GANGWAY_EXPECTS(p >= 1.0, "the p of an overlap is at least 1");
        return overlap{p};
    }

    /// The exponent: 1 is the sum, infinity the maximum.
    [[nodiscard]] constexpr double p() const { return p_; }
    /// Everything overlaps.
    [[nodiscard]] constexpr bool is_max() const { return p_ == std::numeric_limits<double>::infinity(); }
    /// Nothing overlaps.
    [[nodiscard]] constexpr bool is_sum() const { return p_ == 1.0; }

    /// The time of all parts together; 0 s where there is none.
    [[nodiscard]] constexpr duration operator()(std::span<duration const> parts) const {
        double sum = 0.0;
        double largest = 0.0;
        for (auto const part : parts) {
            sum += part.value();
            largest = std::max(largest, part.value());
        }
        if (is_sum()) return duration{sum};
        if (is_max() || largest <= 0.0) return duration{largest};
        double powers = 0.0;
        for (auto const part : parts) powers += std::pow(part.value() / largest, p_);
        return duration{largest * std::pow(powers, 1.0 / p_)};
    }
    /// The time of parts that overlap so.
    [[nodiscard]] constexpr duration operator()(duration a, duration b, duration c = {}) const {
        duration const parts[] = {a, b, c};
        return (*this)(std::span<duration const>{parts});
    }

    friend constexpr bool operator==(overlap, overlap) = default;

  private:
    constexpr explicit overlap(double p) : p_{p} {}

    double p_;
};

} // namespace gangway::cost
