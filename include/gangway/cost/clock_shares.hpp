// L5 - roofs that are not fully reached: efficiency factors, and clocks below the nominal ones.
#pragma once

#include <algorithm>
#include <limits>

#include "../config.hpp"
#include "roofline.hpp"

namespace gangway::cost {

/// The shares of peak and bandwidth that a class of kernels reaches at best, each in (0, 1].
struct reach {
    double compute = 1.0; ///< share of the peak, in (0, 1]
    double memory = 1.0;  ///< share of the bandwidth, in (0, 1]
};

[[nodiscard]] constexpr bool is_sound(reach const& r) {
    return r.compute > 0.0 && r.compute <= 1.0 && r.memory > 0.0 && r.memory <= 1.0;
}

/// The roofs, lowered to what a class of kernels reaches: eta_c * peak and eta_m * bandwidth.
///
/// Expects: a sound reach. Semantics: the launch cost stays.
template <sparsity S>
[[nodiscard]] constexpr basic_roofs<S> lowered(basic_roofs<S> const& r, reach const& eta) {
    GANGWAY_EXPECTS(is_sound(eta), "efficiency factors lie in (0, 1]");
    return {peak_rate<S>{r.peak.rate * eta.compute}, r.memory * eta.memory, r.launch};
}

/// Core and memory clock as shares of the nominal ones; above 1 is overclocked.
struct clock_shares {
    double core = 1.0;   ///< clock over the nominal one
    double memory = 1.0; ///< clock over the nominal one
};

[[nodiscard]] constexpr bool is_sound(clock_shares const& f) {
    constexpr double most = std::numeric_limits<double>::max();
    return f.core > 0.0 && f.core <= most && f.memory > 0.0 && f.memory <= most;
}

/// The roofs at other clocks: the peak moves with the core clock, the bandwidth with the memory clock.
///
/// Semantics: the ridge moves to ridge * core / memory. The launch cost is the host's and stays. Expects: clocks above
/// zero.
/// Source: Nugteren, van den Braak, Corporaal, "Roofline-aware DVFS for GPUs", ADAPT 2014.
template <sparsity S>
[[nodiscard]] constexpr basic_roofs<S> at_clocks(basic_roofs<S> const& r, clock_shares const& f) {
    GANGWAY_EXPECTS(is_sound(f), "clocks are finite and above zero");
    return {peak_rate<S>{r.peak.rate * f.core}, r.memory * f.memory, r.launch};
}

/// The lowest core clock at which a kernel takes no longer than at `now`, under full overlap.
///
/// Semantics: without launches it is intensity / ridge * memory clock for a memory-bound kernel, and `now.core` for a
/// compute-bound one; a kernel that computes nothing could do with 0. Expects: sound arguments; `r` at nominal clocks.
/// Source: Nugteren et al. 2014.
template <sparsity S>
[[nodiscard]] constexpr double least_core_clock(basic_kernel<S> const& k, basic_roofs<S> const& r,
                                                clock_shares const& now) {
    auto const parts = parts_of(k, at_clocks(r, now));
    duration const others = std::max(parts.memory, parts.launch);
    if (parts.compute >= others) return now.core;
    return now.core * (parts.compute / others);
}

/// The lowest memory clock at which a kernel takes no longer than at `now`, under full overlap; see `least_core_clock`.
template <sparsity S>
[[nodiscard]] constexpr double least_memory_clock(basic_kernel<S> const& k, basic_roofs<S> const& r,
                                                  clock_shares const& now) {
    auto const parts = parts_of(k, at_clocks(r, now));
    duration const others = std::max(parts.compute, parts.launch);
    if (parts.memory >= others) return now.memory;
    return now.memory * (parts.memory / others);
}

} // namespace gangway::cost
