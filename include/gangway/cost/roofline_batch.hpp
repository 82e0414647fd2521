// L5 - the roofline formulas for arrays of kernels, with the results of the formulas for one.
#pragma once

#include <cstddef>
#include <span>

#include <Eigen/Core>

#include "../config.hpp"
#include "energy_roofline.hpp"
#include "roofline.hpp"

namespace gangway::cost {

/// Kernels as arrays of one length.
///
/// Units: FLOP, byte, count. Shape: `launches` may be empty: no launches.
struct kernel_arrays {
    Eigen::ArrayXd flop;     ///< FLOP, by kernel
    Eigen::ArrayXd traffic;  ///< bytes, by kernel
    Eigen::ArrayXd launches; ///< by kernel; empty: none

    /// How many kernels there are.
    [[nodiscard]] Eigen::Index size() const { return flop.size(); }
};

/// Numbers that are read.
using array_in = Eigen::Ref<Eigen::ArrayXd const> const&;
/// Numbers that are written.
using array_out = Eigen::Ref<Eigen::ArrayXd>;

namespace detail {

[[nodiscard]] inline bool all_sound(kernel_arrays const& k) {
    auto const counts = [](Eigen::ArrayXd const& a) { return a.allFinite() && (a >= 0.0).all(); };
    return k.traffic.size() == k.flop.size() && (k.launches.size() == 0 || k.launches.size() == k.flop.size()) &&
           counts(k.flop) && counts(k.traffic) && counts(k.launches);
}

} // namespace detail

/// The highest rate at each intensity: min(peak, intensity * bandwidth).
///
/// Units: FLOP/byte in, FLOP/s out. Expects: intensities not negative, one place in `out` for each. Complexity: one
/// pass; nothing is allocated.
template <sparsity S>
void attainable(array_in at, basic_roofs<S> const& r, array_out out) {
    GANGWAY_EXPECTS(is_sound(r) && out.size() == at.size() && (at >= 0.0).all(),
                    "attainable rates need sound roofs, intensities not below zero and a place for each");
    out = (at * r.memory.value()).min(r.peak.rate.value());
}

/// The least time of each kernel; as `time_of` for one.
///
/// Units: seconds. Expects: sound kernels and roofs, one place in `out` for each. Complexity: one pass for max and sum,
/// without an allocation; the p-norm takes three powers a kernel.
template <sparsity S>
void time_of(kernel_arrays const& k, basic_roofs<S> const& r, overlap how, array_out out) {
    GANGWAY_EXPECTS(detail::all_sound(k) && is_sound(r) && out.size() == k.size(),
                    "times need sound kernels and roofs, and a place for each");
    auto const compute = k.flop / r.peak.rate.value();
    auto const memory = k.traffic / r.memory.value();
    if (k.launches.size() == 0) {
        if (how.is_max()) {
            out = compute.max(memory);
            return;
        }
        if (how.is_sum()) {
            out = compute + memory;
            return;
        }
    } else {
        auto const launch = k.launches * r.launch.value();
        if (how.is_max()) {
            out = compute.max(memory).max(launch);
            return;
        }
        if (how.is_sum()) {
            out = compute + memory + launch;
            return;
        }
    }
    for (Eigen::Index i = 0; i < k.size(); ++i) {
        double const launches = k.launches.size() == 0 ? 0.0 : k.launches[i];
        out[i] = how(duration{compute[i]}, duration{memory[i]}, launches * r.launch).value();
    }
}
/// Least times, kernel by kernel.
template <sparsity S>
[[nodiscard]] Eigen::ArrayXd time_of(kernel_arrays const& k, basic_roofs<S> const& r, overlap how = overlap::max()) {
    Eigen::ArrayXd out(k.size());
    time_of(k, r, how, out);
    return out;
}

/// Which roof binds each kernel; as `binding_of` for one.
///
/// Expects: sound kernels and roofs, one place in `out` for each.
template <sparsity S>
void binding_of(kernel_arrays const& k, basic_roofs<S> const& r, std::span<roof> out) {
    GANGWAY_EXPECTS(detail::all_sound(k) && is_sound(r) && out.size() == static_cast<std::size_t>(k.size()),
                    "bounds need sound kernels and roofs, and a place for each");
    for (Eigen::Index i = 0; i < k.size(); ++i) {
        double const launches = k.launches.size() == 0 ? 0.0 : k.launches[i];
        double const compute = k.flop[i] / r.peak.rate.value();
        double const memory = k.traffic[i] / r.memory.value();
        double const launch = launches * r.launch.value();
        auto best = compute > 0.0 ? roof::compute : roof::none;
        double longest = compute;
        if (memory > longest) {
            best = roof::memory;
            longest = memory;
        }
        if (launch > longest) best = roof::launch;
        out[static_cast<std::size_t>(i)] = best;
    }
}

/// Joules of each kernel on an energy machine; as `energy_of` for one. Launches count nothing.
///
/// Units: joules. Expects: sound kernels, a sound machine, one place in `out` for each.
inline void energy_of(kernel_arrays const& k, energy_machine const& m, array_out out) {
    GANGWAY_EXPECTS(detail::all_sound(k) && is_sound(m) && out.size() == k.size(),
                    "energies need sound kernels, a sound machine and a place for each");
    out = (k.flop * m.energy_flop.value() + k.traffic * m.energy_byte.value()) +
          m.constant.value() * (k.flop * m.time_flop.value()).max(k.traffic * m.time_byte.value());
}
/// Joules, kernel by kernel.
[[nodiscard]] inline Eigen::ArrayXd energy_of(kernel_arrays const& k, energy_machine const& m) {
    Eigen::ArrayXd out(k.size());
    energy_of(k, m, out);
    return out;
}

} // namespace gangway::cost
