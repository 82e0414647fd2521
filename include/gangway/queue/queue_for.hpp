// L3 - which queue serves a rank: chosen from the drift that the rank declares.
#pragma once

#include "indexed_queue.hpp"
#include "kinetic_queue.hpp"
#include "static_queue.hpp"

namespace gangway {

/// A queue of scores that move in no simple way: every job is scored anew on each pass, then a static queue serves it.
///
/// Complexity: O(n log n) a pass.
template <class Still>
class scanning_queue : public Still {
  public:
    static constexpr bool rescans = true; ///< on each pass
};

namespace detail {

template <drift Moves, lookup Lookup, std::size_t Depth, class Id>
constexpr auto pick_queue() {
    if constexpr (Moves == drift::per_job) {
        return kinetic_queue<Depth, Id>{};
    } else if constexpr (Lookup == lookup::best) {
        if constexpr (Moves <= drift::uniform) return static_queue<Depth, Id>{};
        else return scanning_queue<static_queue<Depth, Id>>{};
    } else {
        if constexpr (Moves <= drift::uniform) return indexed_queue<Depth, Id>{};
        else return scanning_queue<indexed_queue<Depth, Id>>{};
    }
}

} // namespace detail

/// The fastest queue that serves a rank exactly: static below per-job drift, kinetic for lines, scanning otherwise.
template <drift Moves, lookup Lookup, std::size_t Depth, class Id>
using queue_for = decltype(detail::pick_queue<Moves, Lookup, Depth, Id>());

} // namespace gangway
