// L5 - joules from a counter that wraps round, and findings where it cannot be believed.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "check.hpp"

namespace gangway::profile {

/// One reading of an energy counter.
struct counter_reading {
    instant at;    ///< when it was read
    energy joules; ///< since an origin of the counter's own
};

/// What is known of a counter and its device.
struct counter_limits {
    std::optional<energy> range;                         ///< at which it wraps round to 0; empty: it never does
    power most{std::numeric_limits<double>::infinity()}; ///< that the device can draw
};

/// The energy between the first and the last reading.
struct counted_energy {
    energy joules;                 ///< without the steps that are doubted
    std::size_t wraps = 0;         ///< of the counter
    std::vector<finding> findings; ///< `row` is the reading that ends the step
};

/// Adds up the steps of a counter.
///
/// Semantics: a step back is a wrap if the range explains it within what the device can draw; otherwise it is a
/// finding, and the step counts nothing. More than one wrap between two readings cannot be seen: read more often than
/// range / most.
/// Complexity: O(readings).
/// Source: Linux powercap documentation, energy_uj and max_energy_range_uj, for counters that wrap.
[[nodiscard]] inline counted_energy count_energy(std::span<counter_reading const> readings,
                                                 counter_limits const& limits = {}) {
    counted_energy out;
    counter_reading const* last = nullptr;
    for (std::size_t i = 0; i < readings.size(); ++i) {
        auto const& now = readings[i];
        auto bad = check_number(now.joules.value(), i);
        if (!bad && !std::isfinite(now.at.value())) bad = finding{doubt::not_a_number, i, now.at.value(), 0.0};
        if (bad) {
            out.findings.push_back(*bad);
            continue;
        }
        auto const* const before = std::exchange(last, &now);
        if (before == nullptr) continue;
        duration const step = now.at - before->at;
        if (step.value() <= 0.0) {
            out.findings.push_back({doubt::no_time, i, step.value(), 0.0});
            continue;
        }
        double const most = limits.most.value() * step.value();
        double joules = now.joules.value() - before->joules.value();
        bool const fell = joules < 0.0;
        if (fell && limits.range) joules += limits.range->value();
        if (joules < 0.0 || (fell && (!limits.range || joules > most))) {
            out.findings.push_back({doubt::counter_went_back, i, now.joules.value(), before->joules.value()});
        } else if (joules > most) {
            out.findings.push_back({doubt::power_above_limit, i, joules / step.value(), limits.most.value()});
        } else {
            out.joules = out.joules + energy{joules};
            out.wraps += fell ? 1 : 0;
        }
    }
    return out;
}

} // namespace gangway::profile
