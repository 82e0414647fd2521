// L5 - what a check of a profile found: a named doubt, where it is, and the two numbers that do not go together.
#pragma once

#include <array>
#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>

namespace gangway::profile {

/// Why a figure cannot be believed.
enum class doubt {
    not_a_number,            ///< NaN or infinite
    negative,                ///< a time, power, rate or energy below zero
    no_time,                 ///< a measurement of no time, or of time that goes back
    meters_disagree,         ///< two meters of one thing are further apart than the tolerance
    counter_went_back,       ///< an energy counter fell, and wrapping round does not explain it
    power_above_limit,       ///< more joules between two readings than the device can draw
    above_peak,              ///< more work a second than the device can do
    estimate_below_measured, ///< a bound from above that the measurement exceeds
    clock_missing,           ///< a sweep lacks a clock that it should have
    clock_twice,             ///< a sweep has a clock more than once
    energy_does_not_add_up   ///< reported joules are not watts times seconds
};

/// The doubt as it is printed: its own name.
[[nodiscard]] constexpr std::string_view to_text(doubt d) {
    constexpr std::array<std::string_view, 11> names{"not_a_number",
                                                     "negative",
                                                     "no_time",
                                                     "meters_disagree",
                                                     "counter_went_back",
                                                     "power_above_limit",
                                                     "above_peak",
                                                     "estimate_below_measured",
                                                     "clock_missing",
                                                     "clock_twice",
                                                     "energy_does_not_add_up"};
    return names[static_cast<std::size_t>(d)];
}

/// One thing in a profile that cannot be believed as it stands.
struct finding {
    doubt what = doubt::not_a_number; ///< is in doubt
    std::size_t row = 0;              ///< which record, reading or clock of those that were checked, from 0
    double found = 0.0;               ///< in SI units
    double against = 0.0; ///< the number that it does not go together with: the other meter, the peak, the bound

    friend bool operator==(finding const&, finding const&) = default;
};

/// The finding in a sentence: "meters_disagree at 0: 37.45 against 65.32".
[[nodiscard]] inline std::string to_text(finding const& f) {
    char numbers[96];
    std::snprintf(numbers, sizeof numbers, " at %zu: %.4g against %.4g", f.row, f.found, f.against);
    bool const alone = f.what == doubt::not_a_number || f.what == doubt::negative || f.what == doubt::clock_missing ||
                       f.what == doubt::clock_twice || f.what == doubt::no_time;
    if (alone) std::snprintf(numbers, sizeof numbers, " at %zu: %.4g", f.row, f.found);
    return std::string{to_text(f.what)} + numbers;
}

} // namespace gangway::profile
