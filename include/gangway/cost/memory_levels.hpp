// L5 - rooflines with several memory levels: hierarchical (traffic counted at each) and cache-aware (one intensity).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <optional>

#include "../config.hpp"
#include "roofline.hpp"

namespace gangway::cost {

/// A kernel with its traffic at each memory level.
///
/// Shape: levels in one order for kernel and roofs, by habit from the core outward: L1, L2, device memory.
template <std::size_t Levels, sparsity S = sparsity::dense>
struct leveled_kernel {
    work flop;                         ///< in all
    std::array<bytes, Levels> traffic; ///< by level
    double launches = 0.0;             ///< of kernels

    /// The kernel as one level sees it.
    [[nodiscard]] constexpr basic_kernel<S> at(std::size_t level) const { return {flop, traffic[level], launches}; }
};

/// What a device can do, level by level.
template <std::size_t Levels, sparsity S = sparsity::dense>
struct leveled_roofs {
    peak_rate<S> peak;                    ///< of compute
    std::array<bandwidth, Levels> memory; ///< bandwidth by level
    duration launch{};                    ///< time of one

    /// The roofs with the bandwidth of one level.
    [[nodiscard]] constexpr basic_roofs<S> at(std::size_t level) const { return {peak, memory[level], launch}; }
};

/// The least time: flop/peak, traffic/bandwidth of each level and the launches, joined by the overlap.
///
/// Expects: sound kernel and roofs at each level. Source: Yang, Kurth, Williams, "Hierarchical Roofline Analysis for
/// GPUs", Concurrency and Computation 32(20) 2020.
template <std::size_t Levels, sparsity S>
[[nodiscard]] constexpr duration time_of(leveled_kernel<Levels, S> const& k, leveled_roofs<Levels, S> const& r,
                                         overlap how = overlap::max()) {
    static_assert(Levels > 0, "gangway: a hierarchical roofline has at least one memory level");
    std::array<duration, Levels + 2> parts;
    for (std::size_t l = 0; l < Levels; ++l) {
        auto const seen = parts_of(k.at(l), r.at(l));
        parts[l + 1] = seen.memory;
        parts[0] = seen.compute;
        parts[Levels + 1] = seen.launch;
    }
    return how(parts);
}

/// The highest rate that the peak and every level allow: min(peak, intensity_l * bandwidth_l). No work: 0.
template <std::size_t Levels, sparsity S>
[[nodiscard]] constexpr throughput attainable(leveled_kernel<Levels, S> const& k, leveled_roofs<Levels, S> const& r) {
    throughput least = r.peak.rate;
    for (std::size_t l = 0; l < Levels; ++l) least = std::min(least, attainable(intensity_of(k.at(l)), r.at(l)));
    return least;
}

/// The roof that binds, with the memory level where it is memory, and the next one.
struct level_binding {
    roof by = roof::none;       ///< the roof that binds
    std::size_t level = 0;      ///< where by is memory
    roof next = roof::none;     ///< the roof below it
    std::size_t next_level = 0; ///< where next is memory
    duration time;              ///< what the binding roof asks for
    double margin = 1.0;        ///< as in `binding`
};

/// Which roof binds; equal parts in the order compute, memory by level, launch.
template <std::size_t Levels, sparsity S>
[[nodiscard]] constexpr level_binding binding_of(leveled_kernel<Levels, S> const& k,
                                                 leveled_roofs<Levels, S> const& r) {
    struct limit {
        roof is = roof::none;
        std::size_t level = 0;
        duration time{};
    };
    limit first;
    limit second;
    auto const offer = [&](limit const& l) {
        if (l.time > first.time) {
            second = first;
            first = l;
        } else if (l.time > second.time) {
            second = l;
        }
    };
    offer({roof::compute, 0, parts_of(k.at(0), r.at(0)).compute});
    for (std::size_t l = 0; l < Levels; ++l) offer({roof::memory, l, parts_of(k.at(l), r.at(l)).memory});
    offer({roof::launch, 0, parts_of(k.at(0), r.at(0)).launch});
    level_binding b{first.is, first.level, second.is, second.level, first.time, 1.0};
    if (first.is != roof::none)
        b.margin = second.is == roof::none ? std::numeric_limits<double>::infinity() : first.time / second.time;
    return b;
}

/// Cache-aware: the rate that each level allows at one intensity, that of all bytes between core and memory system.
///
/// Semantics: the intensity is a property of the code and stays where it is while the data move between levels; in the
/// hierarchical roofline each level has an intensity of its own. Never mix both counts in one plot.
/// Source: Ilic, Pratas, Sousa, "Cache-aware Roofline model", IEEE CAL 13(1) 2014.
template <std::size_t Levels, sparsity S>
[[nodiscard]] constexpr std::array<throughput, Levels> attainable_by_level(intensity at,
                                                                           leveled_roofs<Levels, S> const& r) {
    std::array<throughput, Levels> out;
    for (std::size_t l = 0; l < Levels; ++l) out[l] = attainable(at, r.at(l));
    return out;
}

/// Cache-aware: the level whose roof is the lowest one at or above a measured rate, the first of equal ones.
///
/// Semantics: a rate between the roofs of L2 and L1 is served at least partly by L1. Empty: above every roof, or not a
/// number; the measurement is refused.
template <std::size_t Levels, sparsity S>
[[nodiscard]] constexpr std::optional<std::size_t> serving_level(intensity at, throughput measured,
                                                                 leveled_roofs<Levels, S> const& r) {
    auto const most = attainable_by_level(at, r);
    std::optional<std::size_t> found;
    for (std::size_t l = 0; l < Levels; ++l)
        if (measured.value() >= 0.0 && most[l] >= measured && (!found || most[l] < most[*found])) found = l;
    return found;
}

} // namespace gangway::cost
