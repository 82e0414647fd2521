// L5 - how far apart two numbers may lie and still count as equal where sums of rounded numbers meet a limit.
#pragma once

#include <cmath>

namespace gangway::cost {

/// Relative: a few thousand roundings of doubles, and far less than any clock or meter can tell apart.
inline constexpr double rounding_slack = 1e-12;

/// Whether `value` is at most `limit`, or above it by no more than rounding: 0.1 + 0.2 is within 0.3.
[[nodiscard]] constexpr bool is_within(double value, double limit) {
    return value <= limit + (limit < 0.0 ? -limit : limit) * rounding_slack;
}

/// The smallest whole number that `value` is within: 3.0000000000000004 is 3.
///
/// Expects: finite, not negative.
[[nodiscard]] inline double ceil_within(double value) {
    double const below = std::floor(value);
    return is_within(value, below) ? below : below + 1.0;
}

} // namespace gangway::cost
