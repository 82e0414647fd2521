// L5 - the units of the cost models that the schedulers do without.
#pragma once

#include "../quantity.hpp"

namespace gangway::cost {

using bandwidth = quantity<dimension{.time = -1, .byte = 1}>;            ///< bytes per second
using intensity = quantity<dimension{.work = 1, .byte = -1}>;            ///< FLOP per byte
using time_per_work = quantity<dimension{.time = 1, .work = -1}>;        ///< seconds per FLOP
using time_per_byte = quantity<dimension{.time = 1, .byte = -1}>;        ///< seconds per byte
using energy_per_work = quantity<dimension{.work = -1, .energy = 1}>;    ///< joules per FLOP
using energy_per_byte = quantity<dimension{.byte = -1, .energy = 1}>;    ///< joules per byte
using energy_delay = quantity<dimension{.time = 1, .energy = 1}>;        ///< joule seconds
using clock_slope = quantity<dimension{.time = 1}>;                      ///< volts, or parts of a voltage, per hertz
using cubic_draw = quantity<dimension{.time = 2, .energy = 1}>;          ///< watts per hertz cubed

} // namespace gangway::cost
