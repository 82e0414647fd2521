// L5 - stages one after the other or as a pipeline: latency, rate, and what speeding up one roof can bring.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "stage.hpp"

namespace gangway::cost {

/// What a sequence of stages takes and costs.
struct pipeline_cost {
    duration time;              ///< one input through all stages
    energy joules;              ///< of one input
    duration slowest;           ///< the longest stage
    std::size_t slowest_at = 0; ///< the first of the longest stages

    /// Inputs a second with one input in work at a time.
    [[nodiscard]] constexpr frequency serial_rate() const { return 1.0 / time; }
    /// Inputs a second with every stage on a device of its own, all of them busy: 1 / the longest stage.
    [[nodiscard]] constexpr frequency pipelined_rate() const { return 1.0 / slowest; }
};

/// The stages of a model at the same clocks, each by itself.
template <device_power Power>
[[nodiscard]] std::vector<stage_cost> costs_of(std::span<stage const> stages, roofs const& r, clock_shares const& f,
                                               Power const& model) {
    std::vector<stage_cost> out;
    out.reserve(stages.size());
    for (auto const& s : stages) out.push_back(cost_of(s, r, f, model));
    return out;
}

/// Adds up stages, in their order.
[[nodiscard]] constexpr pipeline_cost total_of(std::span<stage_cost const> costs) {
    pipeline_cost p;
    for (std::size_t i = 0; i < costs.size(); ++i) {
        p.time = p.time + costs[i].time;
        p.joules = p.joules + costs[i].joules;
        if (p.slowest < costs[i].time) {
            p.slowest = costs[i].time;
            p.slowest_at = i;
        }
    }
    return p;
}

/// The share of the total time that is spent in stages bound by a roof; 0 where there is no time.
[[nodiscard]] constexpr double share_bound_by(std::span<stage_cost const> costs, roof by) {
    duration bound;
    duration all;
    for (auto const& c : costs) {
        all = all + c.time;
        if (c.bound.by == by) bound = bound + c.time;
    }
    return all.value() > 0.0 ? bound / all : 0.0;
}

/// Amdahl's law: the speed-up of the whole where a share of its time becomes `factor` times as fast.
///
/// Semantics: an infinite factor gives the ceiling 1 / (1 - share). For stages bound by a roof it is an upper bound:
/// once the next roof binds, they gain no more. Expects: share in [0, 1], factor above 0.
/// Source: Amdahl, "Validity of the single processor approach", AFIPS 1967.
[[nodiscard]] constexpr double amdahl(double share, double factor = std::numeric_limits<double>::infinity()) {
    GANGWAY_EXPECTS(share >= 0.0 && share <= 1.0 && factor > 0.0,
                    "Amdahl's law takes a share of the time and a factor above 0");
    return 1.0 / (1.0 - share + share / factor);
}

/// A network between the robot and an accelerator that is off board.
struct network {
    duration round_trip; ///< without a byte
    bandwidth rate;      ///< bytes a second

    /// Seconds to send a request and its answer: round trip + bytes / bandwidth.
    [[nodiscard]] constexpr duration time_for(bytes moved) const { return round_trip + moved / rate; }
};

} // namespace gangway::cost
