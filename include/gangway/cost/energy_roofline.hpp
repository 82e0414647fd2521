// L5 - the energy roofline: joules and watts of a kernel, balance points of time and energy, and a power cap.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>

#include "../config.hpp"
#include "roofline.hpp"

namespace gangway::cost {

/// A machine as the energy roofline sees it: seconds and joules for each FLOP and each byte, and watts that always
/// flow.
struct energy_machine {
    time_per_work time_flop;     ///< tau_f
    time_per_byte time_byte;     ///< tau_m
    energy_per_work energy_flop; ///< eps_f
    energy_per_byte energy_byte; ///< eps_m
    power constant;              ///< pi_0
};

/// True where all rates are finite, times above zero, energies and constant power not negative.
[[nodiscard]] constexpr bool is_sound(energy_machine const& m) {
    constexpr double most = std::numeric_limits<double>::max();
    auto const counts = [](double v) { return v >= 0.0 && v <= most; };
    return m.time_flop.value() > 0.0 && counts(m.time_flop.value()) && m.time_byte.value() > 0.0 &&
           counts(m.time_byte.value()) && counts(m.energy_flop.value()) && counts(m.energy_byte.value()) &&
           counts(m.constant.value());
}

/// The least time, both roofs overlapped: max(W tau_f, Q tau_m). Expects: a sound kernel and a sound machine.
[[nodiscard]] constexpr duration time_of(kernel const& k, energy_machine const& m) {
    GANGWAY_EXPECTS(is_sound(k) && is_sound(m), "an energy roofline takes a sound kernel and a sound machine");
    return std::max(k.flop * m.time_flop, k.traffic * m.time_byte);
}

/// The joules that the work itself takes, without the constant power: W eps_f + Q eps_m.
[[nodiscard]] constexpr energy active_energy(kernel const& k, energy_machine const& m) {
    return k.flop * m.energy_flop + k.traffic * m.energy_byte;
}

/// Joules of a kernel that runs for some time: W eps_f + Q eps_m + pi_0 T.
///
/// Source: Choi, Bedard, Fowler, Vuduc, "A Roofline Model of Energy", IPDPS 2013.
[[nodiscard]] constexpr energy energy_of(kernel const& k, energy_machine const& m, duration time) {
    return active_energy(k, m) + m.constant * time;
}
/// Joules of a kernel at its least time.
[[nodiscard]] constexpr energy energy_of(kernel const& k, energy_machine const& m) {
    return energy_of(k, m, time_of(k, m));
}

/// Mean watts while the kernel runs; the constant power where it takes no time. Highest at the balance of time.
[[nodiscard]] constexpr power power_of(kernel const& k, energy_machine const& m) {
    auto const time = time_of(k, m);
    return time.value() > 0.0 ? energy_of(k, m) / time : m.constant;
}

/// The intensity at which compute and memory take equal time: B_tau = tau_m / tau_f.
[[nodiscard]] constexpr intensity time_balance(energy_machine const& m) {
    return m.time_byte / m.time_flop;
}

/// The intensity at which FLOPs and bytes take equal energy: B_eps = eps_m / eps_f; infinite where FLOPs are free.
[[nodiscard]] constexpr intensity energy_balance(energy_machine const& m) {
    if (m.energy_flop.value() <= 0.0) return intensity{std::numeric_limits<double>::infinity()};
    return m.energy_byte / m.energy_flop;
}

/// Joules for each FLOP at the most, constant power included: eps_f + pi_0 tau_f.
[[nodiscard]] constexpr energy_per_work full_energy_flop(energy_machine const& m) {
    return m.energy_flop + m.constant * m.time_flop;
}

/// The balance of energy with the constant power spread over both: eta B_eps + (1 - eta) max(0, B_tau - I).
///
/// Semantics: E = W full_energy_flop (1 + effective_balance(I) / I), the same joules as `energy_of`. eta = eps_f /
/// full_energy_flop; written with eta B_eps = eps_m / full_energy_flop, so that free FLOPs have an answer.
/// Expects: a machine that takes energy for FLOPs or at rest. Source: Choi et al. 2013.
[[nodiscard]] constexpr intensity effective_balance(intensity at, energy_machine const& m) {
    auto const full = full_energy_flop(m);
    GANGWAY_EXPECTS(full.value() > 0.0, "a balance of energy needs a machine whose work takes energy");
    double const eta = m.energy_flop / full;
    return m.energy_byte / full + (1.0 - eta) * std::max(intensity{0.0}, time_balance(m) - at);
}

/// The most work for each joule at an intensity: 1 / (full_energy_flop (1 + effective_balance / I)); 0 without work.
[[nodiscard]] constexpr auto work_per_joule(intensity at, energy_machine const& m) {
    double const overhead = at.value() > 0.0 ? effective_balance(at, m) / at : std::numeric_limits<double>::infinity();
    return 1.0 / (full_energy_flop(m) * (1.0 + overhead));
}

/// The least time under a power cap: max(W tau_f, Q tau_m, (W eps_f + Q eps_m) / (cap - pi_0)).
///
/// Semantics: the mean power then stays at or below the cap. Empty where the cap is not a number or leaves nothing
/// above the constant power: only a kernel without energy of its own could run there.
/// Source: Choi, Dukhan, Liu, Vuduc, "Algorithmic Time, Energy, and Power on Candidate HPC Compute Building Blocks",
/// IPDPS 2014.
[[nodiscard]] constexpr std::optional<duration> time_under_cap(kernel const& k, energy_machine const& m, power cap) {
    if (!(cap > m.constant)) return std::nullopt;
    return std::max(time_of(k, m), active_energy(k, m) / (cap - m.constant));
}

} // namespace gangway::cost
