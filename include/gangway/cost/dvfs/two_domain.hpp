// L5 - time and power of a device with two clocks, one of the cores and one of the memory.
#pragma once

#include <algorithm>

#include "../units.hpp"
#include "voltage.hpp"

namespace gangway::cost {

/// A pair of clocks at which a piece of work can run: how long it takes there, and what it draws meanwhile.
struct two_clock_point {
    frequency core;   ///< clock
    frequency memory; ///< clock
    duration time;    ///< of the piece of work
    power draw;       ///< meanwhile
};

/// T = fixed + core_cycles / f_c + memory_cycles / f_m + max(hidden_core / f_c, hidden_memory / f_m).
///
/// Semantics: the first terms add up, the last two overlap. Sum and maximum of the literature are both inside: see
/// below.
struct two_domain_time {
    duration fixed;                    ///< whatever the clocks
    double core_cycles = 0.0;          ///< that always show
    double memory_cycles = 0.0;        ///< that always show
    double hidden_core_cycles = 0.0;   ///< that overlap with those of the memory
    double hidden_memory_cycles = 0.0; ///< that overlap with those of the core

    [[nodiscard]] constexpr duration operator()(frequency core, frequency memory) const {
        double const c = 1.0 / core.value();
        double const m = 1.0 / memory.value();
        return duration{fixed.value() + core_cycles * c + memory_cycles * m +
                        std::max(hidden_core_cycles * c, hidden_memory_cycles * m)};
    }
};

/// T = fixed + scaling (share / x_c + (1 - share) / x_m), with x = f / nominal.
///
/// Units: `scaling` is the time of all that scales, at nominal clocks; `core_share` in [0, 1] is the part of the cores.
/// Source: Mei et al., arXiv 2104.00486: t0, D and delta.
[[nodiscard]] constexpr two_domain_time added_time(duration fixed, duration scaling, double core_share,
                                                   frequency nominal_core, frequency nominal_memory) {
    return {fixed, core_share * (scaling * nominal_core), (1.0 - core_share) * (scaling * nominal_memory), 0.0, 0.0};
}

/// T = fixed + max(core_cycles / f_c, memory_cycles / f_m): a roofline whose roofs move with their clocks.
///
/// Semantics: the ridge moves as f_c / f_m; a kernel left of it loses nothing until f_c falls to core/memory cycles
/// times f_m.
[[nodiscard]] constexpr two_domain_time overlapped_time(duration fixed, double core_cycles, double memory_cycles) {
    return {fixed, 0.0, 0.0, core_cycles, memory_cycles};
}

/// P = fixed + per_memory_cycle f_m + per_core_cycle V(f_c)^2 f_c.
///
/// Units: `per_core_cycle` in joules at V = 1. Source: Mei et al., arXiv 2104.00486: p0, gamma and c_g.
template <class Voltage = voltage_parabola>
struct two_domain_power {
    power fixed;             ///< watts at any clocks
    energy per_memory_cycle; ///< joules
    energy per_core_cycle;   ///< joules at V = 1
    Voltage volts;           ///< at a core clock

    [[nodiscard]] constexpr power operator()(frequency core, frequency memory) const {
        double const v = volts(core);
        return fixed + per_memory_cycle * memory + v * v * (per_core_cycle * core);
    }
};
template <class Voltage>
two_domain_power(power, energy, energy, Voltage) -> two_domain_power<Voltage>;

/// P = fixed + per_memory_cycle f_m + linear f_c + cubic f_c^3, where the voltage is not known.
struct two_domain_polynomial {
    power fixed;               ///< watts at any clocks
    energy per_memory_cycle{}; ///< joules
    energy linear{};           ///< joules of a core cycle
    cubic_draw cubic{};        ///< watts per hertz cubed of the core clock

    [[nodiscard]] constexpr power operator()(frequency core, frequency memory) const {
        double const f = core.value();
        return power{fixed.value() + per_memory_cycle.value() * memory.value() +
                     f * (linear.value() + f * f * cubic.value())};
    }
};

} // namespace gangway::cost
