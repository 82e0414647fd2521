// L4 - a policy: an aggregate of named slots, each a small object.
#pragma once

#include "admit/strict.hpp"
#include "clock/rules.hpp"
#include "fwd.hpp"
#include "place/best_fit.hpp"
#include "rank/order.hpp"

namespace gangway {

/// Who starts first, who may start at all, where, and at which clock.
///
/// `policy p{.rank = ..., .admit = ..., .place = ..., .clock = ...};` Empty slots cost nothing. One object serves in production, in
/// simulation and in a benchmark.
template <class Rank, class Admit, class Place, class Clock>
struct policy {
    using rank_type = Rank;
    using admit_type = Admit;
    using place_type = Place;
    using clock_type = Clock;

    [[no_unique_address]] Rank rank{};   ///< who goes first
    [[no_unique_address]] Admit admit{}; ///< who may start at all
    [[no_unique_address]] Place place{}; ///< where
    [[no_unique_address]] Clock clock{}; ///< at which clock
};

} // namespace gangway
