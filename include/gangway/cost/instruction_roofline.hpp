// L5 - the instruction roofline of GPUs: warp instructions a second against memory transactions.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>

#include "../config.hpp"
#include "units.hpp"

namespace gangway::cost {

/// Warp instructions that a kernel issues, and its memory transactions at each level.
///
/// Units: transactions are counts of sectors of 32 bytes, as the profilers count them.
template <std::size_t Levels>
struct instruction_kernel {
    work instructions;                         ///< of a warp
    std::array<double, Levels> transactions{}; ///< of 32 bytes, by level
};

/// Warp instructions a second, and transactions a second at each level.
template <std::size_t Levels>
struct instruction_roofs {
    throughput peak;                            ///< instructions of a warp a second
    std::array<frequency, Levels> transactions; ///< a second, by level
};

/// Warp instructions a second of a GPU: multiprocessors * schedulers each * instructions a cycle * clock.
///
/// Source: Ding, Williams, "An Instruction Roofline Model for GPUs", PMBS 2019 (80 * 4 * 1 * 1.53 GHz = 489.6 GIPS,
/// V100).
[[nodiscard]] constexpr throughput instruction_peak(int multiprocessors, int schedulers, double per_cycle,
                                                    frequency clock) {
    return work{static_cast<double>(multiprocessors) * schedulers * per_cycle} * clock;
}

/// Transactions a second that a bandwidth allows.
[[nodiscard]] constexpr frequency transaction_rate(bandwidth b, bytes transaction = bytes{32.0}) {
    return b / transaction;
}

/// Warp instructions for each transaction at a level; infinite without transactions, 0 without instructions.
template <std::size_t Levels>
[[nodiscard]] constexpr double instruction_intensity(instruction_kernel<Levels> const& k, std::size_t level) {
    if (k.instructions.value() <= 0.0) return 0.0;
    if (k.transactions[level] <= 0.0) return std::numeric_limits<double>::infinity();
    return k.instructions.value() / k.transactions[level];
}

/// The highest rate that the issue slots and every level allow: min(peak, intensity_l * transactions_l).
template <std::size_t Levels>
[[nodiscard]] constexpr throughput attainable(instruction_kernel<Levels> const& k, instruction_roofs<Levels> const& r) {
    throughput least = r.peak;
    for (std::size_t l = 0; l < Levels; ++l)
        least = std::min(least, work{instruction_intensity(k, l)} * r.transactions[l]);
    return least;
}

/// The least time: instructions/peak and transactions/rate of each level, under full overlap.
///
/// Expects: counts finite and not negative, rates above zero.
template <std::size_t Levels>
[[nodiscard]] constexpr duration time_of(instruction_kernel<Levels> const& k, instruction_roofs<Levels> const& r) {
    constexpr double most = std::numeric_limits<double>::max();
    GANGWAY_EXPECTS(k.instructions.value() >= 0.0 && k.instructions.value() <= most && r.peak.value() > 0.0,
                    "an instruction roofline has finite counts and rates above zero");
    duration longest = k.instructions / r.peak;
    for (std::size_t l = 0; l < Levels; ++l) {
        GANGWAY_EXPECTS(k.transactions[l] >= 0.0 && k.transactions[l] <= most && r.transactions[l].value() > 0.0,
                        "an instruction roofline has finite counts and rates above zero");
        longest = std::max(longest, duration{k.transactions[l] / r.transactions[l].value()});
    }
    return longest;
}

} // namespace gangway::cost
