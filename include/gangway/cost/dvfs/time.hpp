// L5 - how long a piece of work takes at a clock: stall, roofline, CRISP and piecewise models as one formula.
#pragma once

#include <algorithm>
#include <limits>

#include "../../config.hpp"
#include "../units.hpp"

namespace gangway::cost {

/// T(f) = fixed + cycles / f + max(hidden_cycles / f, cover).
///
/// Semantics: `cycles` stretch as the clock falls; `hidden_cycles` run beside something that does not depend on the
/// clock (memory) and show only where they take longer than this cover. Cycles are clock cycles: seconds times the
/// clock. The named functions below make it from the parameters of each model.
struct clock_time {
    duration fixed;             ///< whatever the clock
    double cycles = 0.0;        ///< that always show
    double hidden_cycles = 0.0; ///< that show beyond the cover
    duration cover{};           ///< time under which they hide

    [[nodiscard]] constexpr duration operator()(frequency clock) const {
        double const period = 1.0 / clock.value();
        return duration{fixed.value() + cycles * period + std::max(hidden_cycles * period, cover.value())};
    }
    /// The clock at which the hidden cycles take as long as their cover: 0 where there are none, infinite without
    /// cover.
    [[nodiscard]] constexpr frequency knee() const {
        if (hidden_cycles <= 0.0) return frequency{0.0};
        if (cover.value() <= 0.0) return frequency{std::numeric_limits<double>::infinity()};
        return hidden_cycles / cover;
    }

    friend constexpr bool operator==(clock_time, clock_time) = default;
};

/// True for a model that the closed forms take: no part negative or not finite, not all of them zero.
[[nodiscard]] constexpr bool is_sound(clock_time const& t) {
    constexpr double most = std::numeric_limits<double>::max();
    auto const part = [](double v) { return v >= 0.0 && v <= most; };
    return part(t.fixed.value()) && part(t.cycles) && part(t.hidden_cycles) && part(t.cover.value()) &&
           t.fixed.value() + t.cycles + t.hidden_cycles + t.cover.value() > 0.0;
}

/// T = memory + cycles / f: what waits for memory does not depend on the core's clock, nothing overlaps.
///
/// Semantics: right for in-order waits and for latency-bound work; too slow at high clocks where memory and compute
/// overlap.
/// Source: the stall model; for CPUs leading loads, Keramidas, Spiliopoulos, Kaxiras, ICCD 2010.
[[nodiscard]] constexpr clock_time stall_time(duration memory, double cycles) {
    return {memory, cycles, 0.0, {}};
}

/// T = fixed + max(cycles / f, memory): the roofline over the clock.
///
/// Source: Nugteren, van den Braak, Corporaal, "Roofline-aware DVFS for GPUs", ADAPT 2014.
[[nodiscard]] constexpr clock_time roofline_time(double cycles, duration memory, duration fixed = {}) {
    return {fixed, 0.0, cycles, memory};
}

/// T = max(load_path, overlapped / f) + exposed / f.
///
/// Semantics: the chain of loads is a constant that compute hides under; compute and store stalls outside of it
/// stretch.
/// Source: Nath and Tullsen, "The CRISP performance model for dynamic voltage and frequency scaling in a GPGPU", MICRO
/// 2015.
[[nodiscard]] constexpr clock_time crisp_time(duration load_path, double overlapped_cycles, double exposed_cycles) {
    return {{}, exposed_cycles, overlapped_cycles, load_path};
}

/// T = fastest above the knee, fastest + cycles (1 / f - 1 / knee) below it.
///
/// Expects: fastest at least cycles / knee: the part that stretches is a part of the whole.
/// Source: Wang, Zhang, Luo, Li, Wang, "DSO: A GPU Energy Efficiency Optimizer by Fusing Dynamic and Static
/// Information".
[[nodiscard]] constexpr clock_time piecewise_time(duration fastest, double cycles, frequency knee) {
    duration const stretches = cycles / knee;
    GANGWAY_EXPECTS(stretches <= fastest, "the cycles that stretch take longer at the knee than the whole work");
    return {fastest - stretches, 0.0, cycles, stretches};
}

/// The lowest clock at which the work takes at most `limit`: infinite where no clock is fast enough, 0 where all are.
///
/// Expects: a sound model.
[[nodiscard]] constexpr frequency slowest_clock_within(clock_time const& t, duration limit) {
    GANGWAY_EXPECTS(is_sound(t), "a time model has no negative part, and not all are zero");
    constexpr double never = std::numeric_limits<double>::infinity();
    auto const solve = [](double cycles, double left) {
        if (left < 0.0) return never;
        if (cycles <= 0.0) return 0.0;
        return left > 0.0 ? cycles / left : never;
    };
    // T is the larger of two falling curves: below the knee all cycles show, above it the cover does.
    double const all_show = solve(t.cycles + t.hidden_cycles, limit.value() - t.fixed.value());
    double const cover_shows = solve(t.cycles, limit.value() - t.fixed.value() - t.cover.value());
    return frequency{std::max(all_show, cover_shows)};
}

} // namespace gangway::cost
