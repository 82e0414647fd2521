// L3 - admission: whatever fits starts.
#pragma once

#include "../fwd.hpp"

namespace gangway {

/// Starts every gang that fits, in rank order, with no reservation: large gangs may starve.
///
/// Semantics: after a pass nothing that waits fits, so until something is freed only arrivals are looked at.
/// Complexity: O(shapes + log n) a start.
struct greedy {
    static constexpr lookup wants = lookup::best;

    template <class Pass>
    void operator()(Pass& pass) const {
        if (pass.freed()) pass.look_at_all();
        else pass.look_at_arrivals();
        for (index job = pass.best_that_fits(); job != no_index; job = pass.best_that_fits()) {
            if (!pass.start(job)) return; // a placement that refuses room which holds the gang: see docs/placement.md
        }
    }
};

} // namespace gangway
