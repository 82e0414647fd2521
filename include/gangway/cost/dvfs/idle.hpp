// L5 - race to idle or go slow: what a piece of work costs until its period ends.
#pragma once

#include <algorithm>
#include <optional>

#include "optimum.hpp"

namespace gangway::cost {

/// What happens after the work: the device draws `idle` until the period ends.
struct period {
    duration length;            ///< to the next piece of work
    power idle;                 ///< drawn from the end of the work to the end of the period
    duration deadline = length; ///< the work must have ended by then; not after the period
};

/// Joules of a whole period with the work at one clock; empty where the work ends after the deadline, which is not
/// allowed.
[[nodiscard]] constexpr std::optional<energy> energy_of_period(clock_point const& p, period const& of) {
    GANGWAY_EXPECTS(p.time.value() > 0.0 && energy_of(p).value() > 0.0 && energy_of(p).value() < 1e300,
                    "times and draws of a sweep are positive and finite");
    if (!(p.time <= of.deadline && p.time <= of.length)) return std::nullopt;
    return energy{p.draw.value() * p.time.value() + of.idle.value() * (of.length - p.time).value()};
}

/// A clock for a period, and what the period costs with it.
struct paced {
    clock_point at;     ///< the clock, with its time and draw
    energy joules;      ///< of the whole period
    bool races = false; ///< at the highest clock of the sweep
};

/// The clock of a sweep with the least energy over a period, idling included; empty where none keeps the deadline.
///
/// Semantics: neither racing nor pacing is right by itself: racing wins where idling is cheap, going slow where it is
/// dear, and where memory bounds the work going slow costs no time at all. Ties go to the faster one, then to the lower
/// clock.
template <class Sweep>
[[nodiscard]] constexpr std::optional<paced> choose_pace(Sweep const& sweep, period const& of) {
    std::optional<paced> best;
    for (clock_point const p : sweep) {
        auto const joules = energy_of_period(p, of);
        if (!joules) continue;
        if (best) {
            if (*joules > best->joules) continue;
            if (*joules == best->joules &&
                (best->at.time < p.time || (best->at.time == p.time && best->at.clock < p.clock)))
                continue;
        }
        best = paced{p, *joules, false};
    }
    if (best) best->races = best->at.clock == highest_clock(sweep).clock;
    return best;
}

/// A clock of a range for a period.
struct pace {
    frequency clock;    ///< within the range
    bool races = false; ///< the highest clock of the range
    bool kept = true;   ///< false: even the highest clock misses the deadline
};

/// The clock of a range with the least energy over a period, from models.
///
/// Semantics: idle power is drawn anyway, so that only fixed - idle is paid for time: the optimum is that of a device
/// whose fixed power is that difference; where idling draws more, every watt saved counts and it is the lowest clock.
/// Never below the clock that meets the deadline. The device races exactly where either is at or above the top of the
/// range.
/// Expects: sound models, a deadline not after the period.
template <class Power>
[[nodiscard]] pace race_or_pace(clock_time const& t, Power p, period const& of, clock_range range) {
    GANGWAY_EXPECTS(of.deadline <= of.length, "a deadline lies within its period");
    bool const idling_is_dear = p.fixed < of.idle;
    p.fixed = idling_is_dear ? power{0.0} : p.fixed - of.idle;
    frequency const optimum = idling_is_dear ? frequency{0.0} : best_clock(t, p);
    frequency const needed = slowest_clock_within(t, of.deadline);
    frequency const clock = range.clip(std::max(optimum, needed));
    return {clock, clock == range.most, needed <= range.most};
}

} // namespace gangway::cost
