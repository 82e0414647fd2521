// L5 - what a device draws at a clock: switched capacitance at a voltage, polynomials and a power law of the clock.
#pragma once

#include <cmath>
#include <limits>

#include "voltage.hpp"

namespace gangway::cost {

/// P(f) = fixed + per_cycle V(f)^2 f u: static power and switched capacitance.
///
/// Units: `per_cycle` is the energy of one cycle at 1 V and full activity, the effective capacitance C in joules per
/// volt squared; where V is relative to a nominal voltage, at that voltage. u is the activity in [0, 1].
/// Semantics: leakage is a constant here, though it grows with voltage and heat: fit in the range where you predict.
template <class Voltage>
struct switched_power {
    power fixed;      ///< watts at any clock
    energy per_cycle; ///< joules at V = 1
    Voltage volts;    ///< at a clock

    [[nodiscard]] constexpr power operator()(frequency clock, double activity = 1.0) const {
        double const v = volts(clock);
        return fixed + v * v * activity * (per_cycle * clock);
    }
};
template <class Voltage>
switched_power(power, energy, Voltage) -> switched_power<Voltage>;

/// P(f_m) = fixed + per_cycle f_m: memory whose voltage does not move with its clock.
struct memory_power {
    power fixed;      ///< watts at any clock
    energy per_cycle; ///< joules of a cycle of the memory

    [[nodiscard]] constexpr power operator()(frequency memory) const { return fixed + per_cycle * memory; }
};

/// P(f) = fixed + linear f + cubic f^3.
///
/// Semantics: the cube is a voltage that grows with the clock, the linear term a voltage that stands still (`cubic` 0:
/// a constant voltage). Fitted, it needs no voltage curve; it says nothing outside of the clocks that it was fitted to.
struct clock_power {
    power fixed;        ///< watts at any clock
    energy linear{};    ///< joules a cycle
    cubic_draw cubic{}; ///< watts per hertz cubed

    [[nodiscard]] constexpr power operator()(frequency clock) const {
        double const f = clock.value();
        return power{fixed.value() + f * (linear.value() + f * f * cubic.value())};
    }

    friend constexpr bool operator==(clock_power, clock_power) = default;
};

/// P(f) = fixed + dynamic (f / nominal)^exponent.
struct power_law {
    power fixed;           ///< watts at any clock
    power dynamic;         ///< at the nominal clock
    frequency nominal;     ///< clock at which `dynamic` holds
    double exponent = 3.0; ///< of the clock

    [[nodiscard]] power operator()(frequency clock) const {
        return fixed + std::pow(clock / nominal, exponent) * dynamic;
    }
};

/// True for a model whose parts are finite and not negative.
[[nodiscard]] constexpr bool is_sound(clock_power const& p) {
    constexpr double most = std::numeric_limits<double>::max();
    auto const part = [](double v) { return v >= 0.0 && v <= most; };
    return part(p.fixed.value()) && part(p.linear.value()) && part(p.cubic.value());
}

/// True for a law whose parts are finite and not negative, with a nominal clock above 0 and an exponent of at least 1.
[[nodiscard]] constexpr bool is_sound(power_law const& p) {
    constexpr double most = std::numeric_limits<double>::max();
    auto const part = [](double v) { return v >= 0.0 && v <= most; };
    return part(p.fixed.value()) && part(p.dynamic.value()) && p.nominal.value() > 0.0 && p.nominal.value() <= most &&
           p.exponent >= 1.0 && p.exponent <= most;
}

} // namespace gangway::cost
