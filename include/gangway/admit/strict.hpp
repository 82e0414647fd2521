// L3 - admission: nobody passes the first job that does not fit.
#pragma once

#include "../fwd.hpp"

namespace gangway {

/// Starts gangs in rank order and stops at the first that does not start.
///
/// Semantics: no gang is ever delayed by one that ranks behind it; room that the head cannot use stays idle.
/// Complexity: O(shapes + log n) a start.
struct strict {
    static constexpr lookup wants = lookup::best;

    /// The job that blocks the others, while nothing is freed.
    template <class Pass>
    struct memory {
        index head = no_index;
    };

    template <class Pass>
    void operator()(Pass& pass, memory<Pass>& m) const {
        if (Pass::order_stands_still && !pass.freed() && m.head != no_index && !pass.arrival_ranks_before(m.head)) return;
        m.head = pass.best();
        while (m.head != no_index && pass.start(m.head)) m.head = pass.best();
    }
};

} // namespace gangway
