// L5 - one stage of a model (vision, prefill, decode, action head, ...): seconds, bound and joules at given clocks.
#pragma once

#include <concepts>
#include <limits>
#include <string>
#include <type_traits>

#include "clock_shares.hpp"
#include "roofline.hpp"

namespace gangway::cost {

/// A stage: what one repeat computes, moves and launches, and how often it is repeated (tokens, denoising steps).
struct stage {
    std::string name;             ///< for people
    kernel each;                  ///< of one repeat; weights that are read anew in every repeat count in each
    double repeats = 1.0;         ///< one after the other
    duration host{};              ///< on the host, once a stage, while the device waits
    reach eta{};                  ///< the shares of peak and bandwidth that this stage reaches
    overlap how = overlap::max(); ///< how far compute, memory and launches hide each other
};

/// True for a stage that the formulas take: counts and host time finite and not negative, factors in (0, 1].
[[nodiscard]] constexpr bool is_sound(stage const& s) {
    constexpr double most = std::numeric_limits<double>::max(); // a comparison with NaN is false
    return is_sound(s.each) && s.repeats >= 0.0 && s.repeats <= most && s.host.value() >= 0.0 &&
           s.host.value() <= most && is_sound(s.eta);
}

/// The shares of a stage's time in which the core computes and the memory moves bytes, each in [0, 1].
struct utilisation {
    double core = 0.0;   ///< busy, share of the time
    double memory = 0.0; ///< busy, share of the time
};

/// A power model of a device: watts at clocks, and where it wants to know, at how busy core and memory are.
template <class Power>
concept device_power = std::is_invocable_r_v<power, Power const&, clock_shares, utilisation> ||
                       std::is_invocable_r_v<power, Power const&, clock_shares>;

/// The watts that a power model answers.
template <device_power Power>
[[nodiscard]] constexpr power draw_of(Power const& model, clock_shares const& f, utilisation const& use) {
    if constexpr (std::is_invocable_r_v<power, Power const&, clock_shares, utilisation>) {
        return model(f, use);
    } else {
        return model(f);
    }
}

/// What a stage takes and costs at some clocks.
struct stage_cost {
    duration time;   ///< host time included
    energy joules;   ///< time times draw
    binding bound;   ///< of one repeat; the host's time is beside it
    utilisation use; ///< of core and memory
};

/// Seconds, bound and joules of a stage: T = r overlap(W/(eta_c F f_c), Q/(eta_m B f_m), n t_launch) + h, E = T P.
///
/// Units: clocks as shares of the nominal ones; `r` holds the roofs at nominal clocks. Semantics: the power model
/// sees the shares of T in which core and memory are busy, host time included. A stage of no time costs nothing.
/// Expects: sound arguments; the power model answers a finite power, not negative.
template <device_power Power>
[[nodiscard]] constexpr stage_cost cost_of(stage const& s, roofs const& r, clock_shares const& f, Power const& model) {
    GANGWAY_EXPECTS(is_sound(s), "a stage has finite counts, not below zero, and efficiency factors in (0, 1]");
    auto const parts = parts_of(s.each, at_clocks(lowered(r, s.eta), f));
    stage_cost c;
    c.time = s.repeats * s.how(parts.compute, parts.memory, parts.launch) + s.host;
    c.bound = binding_of(parts);
    if (c.time.value() <= 0.0) return c;
    c.use = {s.repeats * parts.compute / c.time, s.repeats * parts.memory / c.time};
    c.joules = energy{draw_of(model, f, c.use).value() * c.time.value()};
    return c;
}

} // namespace gangway::cost
