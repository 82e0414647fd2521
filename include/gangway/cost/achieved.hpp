// L5 - what a measured run reached of its roofs; above a roof is refused, never shown as more than all of it.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>

#include "roofline.hpp"

namespace gangway::cost {

/// Why a measurement says nothing about a kernel.
enum class refusal {
    none,
    no_time,        ///< the measured time is not a finite number above zero
    above_peak,     ///< more work a second than the device can do
    above_bandwidth ///< more bytes a second than the memory can move
};

/// The shares of the roofs that a run reached, each in [0, 1]; all 0 where the measurement is refused.
struct achieved {
    refusal why = refusal::none; ///< none: the measurement is taken
    double of_peak = 0.0;        ///< work a second / peak
    double of_bandwidth = 0.0;   ///< bytes a second / bandwidth
    double of_bound = 0.0;       ///< the larger of both: how near the run came to the roofline

    /// Was the measurement taken?
    [[nodiscard]] constexpr explicit operator bool() const { return why == refusal::none; }
};

/// The share of a peak that a rate is; empty above it, below zero and for NaN.
template <sparsity S>
[[nodiscard]] constexpr std::optional<double> share_of(throughput rate, peak_rate<S> const& most) {
    if (!(rate.value() >= 0.0 && rate <= most.rate)) return std::nullopt;
    return rate / most.rate;
}

/// Holds a measured time against the roofs.
///
/// Semantics: no tolerance. A share above 1 means that the work or the traffic is counted wrong (halved or doubled),
/// that the peak is another one (dense for sparse, a lower clock), or that caches served what was counted as memory
/// traffic. Launches are left out: their cost is an estimate, no limit of the device. Expects: a sound kernel and sound
/// roofs.
template <sparsity S>
[[nodiscard]] constexpr achieved achieved_by(basic_kernel<S> const& k, duration measured, basic_roofs<S> const& r) {
    auto const parts = parts_of(k, r);
    if (!(measured.value() > 0.0 && measured.value() <= std::numeric_limits<double>::max())) return {refusal::no_time};
    if (parts.compute > measured) return {refusal::above_peak};
    if (parts.memory > measured) return {refusal::above_bandwidth};
    double const of_peak = parts.compute / measured;
    double const of_bandwidth = parts.memory / measured;
    return {refusal::none, of_peak, of_bandwidth, std::max(of_peak, of_bandwidth)};
}

} // namespace gangway::cost
