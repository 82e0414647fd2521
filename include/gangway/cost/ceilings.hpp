// L5 - ceilings below the roofs: what is reached while an optimisation is missing, and which one to make first.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include <range/v3/algorithm/upper_bound.hpp>

#include "roofline.hpp"

namespace gangway::cost {

/// A lowered roof; it holds until its optimisation is made.
template <class Rate>
struct ceiling {
    std::string_view lifted_by; ///< fused multiply-add, tensor cores, prefetch, ...
    Rate at;                    ///< the rate that cannot be passed
};
/// A ceiling under the peak.
template <sparsity S>
using compute_ceiling = ceiling<peak_rate<S>>;
/// A ceiling under the bandwidth.
using memory_ceiling = ceiling<bandwidth>;

/// The roofs under ceilings: the lowest compute ceiling and the lowest memory ceiling, or the roofs where none is
/// lower.
///
/// Source: Williams, Waterman, Patterson, CACM 52(4) 2009, figure 2.
template <sparsity S>
[[nodiscard]] constexpr basic_roofs<S> under(basic_roofs<S> r, std::span<compute_ceiling<S> const> compute,
                                             std::span<memory_ceiling const> memory) {
    for (auto const& c : compute) r.peak = std::min(r.peak, c.at);
    for (auto const& c : memory) r.memory = std::min(r.memory, c.at);
    return r;
}

/// One optimisation, and the time of the kernel once it is made.
struct lift {
    roof of = roof::none;       ///< compute or memory
    std::string_view lifted_by; ///< the optimisation that takes the ceiling away
    duration time;              ///< of the kernel after it
};

/// The order in which ceilings stand in the way of a kernel: the lowest one of the roof that binds, again and again,
/// until a roof itself binds (or the launches do).
///
/// Semantics: optimisations that the kernel gains nothing from are not in it. Equal ceilings in the order given.
/// Expects: a sound kernel, sound roofs, ceilings above zero. Complexity: O(n^2) in the ceilings.
template <sparsity S>
[[nodiscard]] std::vector<lift> lift_order(basic_kernel<S> const& k, basic_roofs<S> const& r,
                                           std::span<compute_ceiling<S> const> compute,
                                           std::span<memory_ceiling const> memory) {
    std::vector<compute_ceiling<S>> c;
    std::vector<memory_ceiling> m;
    for (auto const& one : compute) c.insert(ranges::upper_bound(c, one.at, {}, &compute_ceiling<S>::at), one);
    for (auto const& one : memory) m.insert(ranges::upper_bound(m, one.at, {}, &memory_ceiling::at), one);
    std::vector<lift> order;
    for (std::size_t next_c = 0, next_m = 0;;) {
        auto const c_left = std::span<compute_ceiling<S> const>{c}.subspan(next_c);
        auto const m_left = std::span<memory_ceiling const>{m}.subspan(next_m);
        auto const binds = binding_of(k, under(r, c_left, m_left)).by;
        bool const lifts_c = binds == roof::compute && !c_left.empty() && c_left.front().at < r.peak;
        bool const lifts_m = binds == roof::memory && !m_left.empty() && m_left.front().at < r.memory;
        if (!lifts_c && !lifts_m) return order;
        auto const name = lifts_c ? c_left.front().lifted_by : m_left.front().lifted_by;
        (lifts_c ? next_c : next_m) += 1;
        order.push_back(
            {binds, name, time_of(k, under(r, c_left.subspan(lifts_c ? 1 : 0), m_left.subspan(lifts_m ? 1 : 0)))});
    }
}

} // namespace gangway::cost
