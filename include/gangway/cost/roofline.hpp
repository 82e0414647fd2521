// L5 - the roofline of one kernel: seconds, attainable rate, which roof binds, by how much, and the next one.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <utility>

#include "../config.hpp"
#include "overlap.hpp"
#include "peak.hpp"
#include "units.hpp"

namespace gangway::cost {

/// A piece of work: what it computes, what it moves to and from memory, how many kernels it launches.
template <sparsity S>
struct basic_kernel {
    work flop;             ///< or operations of another type
    bytes traffic;         ///< to and from memory
    double launches = 0.0; ///< of kernels
};
/// A kernel with dense weights.
using kernel = basic_kernel<sparsity::dense>;
using sparse_kernel = basic_kernel<sparsity::structured>; ///< flop counts the zeros that are skipped, as its peak does

/// What a device can do: work a second, bytes a second, and the seconds that one launch costs.
template <sparsity S>
struct basic_roofs {
    peak_rate<S> peak; ///< of compute, at a data type
    bandwidth memory;  ///< bandwidth
    duration launch{}; ///< time of one
};
/// Roofs for dense kernels.
using roofs = basic_roofs<sparsity::dense>;
/// Roofs for kernels with sparse weights.
using sparse_roofs = basic_roofs<sparsity::structured>;

/// True for a kernel that the formulas take: every count finite and not negative.
template <sparsity S>
[[nodiscard]] constexpr bool is_sound(basic_kernel<S> const& k) {
    constexpr double most = std::numeric_limits<double>::max(); // a comparison with NaN is false
    return k.flop.value() >= 0.0 && k.flop.value() <= most && k.traffic.value() >= 0.0 && k.traffic.value() <= most &&
           k.launches >= 0.0 && k.launches <= most;
}

/// True for roofs that the formulas take: peak and bandwidth finite and above zero, launch finite and not negative.
template <sparsity S>
[[nodiscard]] constexpr bool is_sound(basic_roofs<S> const& r) {
    constexpr double most = std::numeric_limits<double>::max();
    return r.peak.rate.value() > 0.0 && r.peak.rate.value() <= most && r.memory.value() > 0.0 &&
           r.memory.value() <= most && r.launch.value() >= 0.0 && r.launch.value() <= most;
}

/// Work for each byte moved. Without traffic it is infinite; without work it is 0, with or without traffic.
template <sparsity S>
[[nodiscard]] constexpr intensity intensity_of(basic_kernel<S> const& k) {
    if (k.flop.value() <= 0.0) return intensity{0.0};
    if (k.traffic.value() <= 0.0) return intensity{std::numeric_limits<double>::infinity()};
    return k.flop / k.traffic;
}

/// The intensity at which both roofs meet: the machine balance.
template <sparsity S>
[[nodiscard]] constexpr intensity ridge_of(basic_roofs<S> const& r) {
    return r.peak.rate / r.memory;
}

/// The highest rate at an intensity: min(peak, intensity * bandwidth). At the ridge it is the peak.
///
/// Expects: intensity not negative; infinity is the peak. Source: Williams, Waterman, Patterson, CACM 52(4) 2009.
template <sparsity S>
[[nodiscard]] constexpr throughput attainable(intensity at, basic_roofs<S> const& r) {
    GANGWAY_EXPECTS(is_sound(r) && at.value() >= 0.0,
                    "an attainable rate needs sound roofs and an intensity not below zero");
    return throughput{std::min(r.peak.rate.value(), at.value() * r.memory.value())};
}

/// The seconds that each roof asks for by itself.
struct kernel_parts {
    duration compute; ///< flop / peak
    duration memory;  ///< traffic / bandwidth
    duration launch;  ///< launches * launch
};

/// Expects: a sound kernel and sound roofs.
template <sparsity S>
[[nodiscard]] constexpr kernel_parts parts_of(basic_kernel<S> const& k, basic_roofs<S> const& r) {
    GANGWAY_EXPECTS(is_sound(k), "a kernel has finite counts, not below zero");
    GANGWAY_EXPECTS(is_sound(r), "roofs are finite and above zero");
    return {k.flop / r.peak.rate, k.traffic / r.memory, k.launches * r.launch};
}

/// The least time of a kernel: flop/peak, traffic/bandwidth and launches * launch, joined by the overlap.
///
/// Semantics: a bound, no forecast: a measured time lies above it. No work, no traffic, no launch: 0 s.
/// Expects: a sound kernel and sound roofs. Source: Williams et al. 2009; with launches Wang, Yang, Farrell, Kurth,
/// Williams, arXiv 2009.04598.
template <sparsity S>
[[nodiscard]] constexpr duration time_of(basic_kernel<S> const& k, basic_roofs<S> const& r,
                                         overlap how = overlap::max()) {
    auto const parts = parts_of(k, r);
    return how(parts.compute, parts.memory, parts.launch);
}

/// A roof, by what it limits.
enum class roof {
    none, ///< nothing asks for time
    compute,
    memory,
    launch
};

/// The roof that binds, the next one below it, and how far apart they are.
struct binding {
    roof by = roof::none;   ///< the roof that binds
    roof next = roof::none; ///< the roof below it
    duration time;          ///< what the binding roof asks for by itself
    double margin = 1.0; ///< time of the binding roof / time of the next, at least 1; infinite where there is no next
};

/// Which roof binds.
///
/// Semantics: the largest part; equal parts (the ridge itself) in the order compute, memory, launch, with a margin of
/// 1. A roof that asks for no time is never the next one. `margin` is how much faster the binding part must become
/// before the next roof binds.
[[nodiscard]] constexpr binding binding_of(kernel_parts const& parts) {
    struct limit {
        roof is;
        duration time;
    };
    std::array<limit, 3> by{
        {{roof::compute, parts.compute}, {roof::memory, parts.memory}, {roof::launch, parts.launch}}};
    // Stable: of equal times the earlier one stays in front.
    for (std::size_t i = 1; i < by.size(); ++i)
        for (std::size_t j = i; j > 0 && by[j - 1].time < by[j].time; --j) std::swap(by[j - 1], by[j]);
    binding b;
    if (by[0].time.value() <= 0.0) return b;
    b.by = by[0].is;
    b.time = by[0].time;
    b.margin = std::numeric_limits<double>::infinity();
    if (by[1].time.value() <= 0.0) return b;
    b.next = by[1].is;
    b.margin = by[0].time / by[1].time;
    return b;
}

/// Which roof binds a kernel. Expects: a sound kernel and sound roofs.
template <sparsity S>
[[nodiscard]] constexpr binding binding_of(basic_kernel<S> const& k, basic_roofs<S> const& r) {
    return binding_of(parts_of(k, r));
}

/// The roof in a word.
[[nodiscard]] constexpr char const* to_text(roof r) {
    switch (r) {
    case roof::none:
        return "none";
    case roof::compute:
        return "compute";
    case roof::memory:
        return "memory";
    case roof::launch:
        return "launch";
    }
    return "none";
}

} // namespace gangway::cost
