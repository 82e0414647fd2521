// L3 - admission: nobody passes the first job that does not fit.
#pragma once

#include "../queue/queue_for.hpp"

namespace gangway {

/// Starts gangs in rank order and stops at the first that does not start.
///
/// Semantics: no gang is ever delayed by one that ranks behind it; room that the head cannot use stays idle.
/// Complexity: O(shapes + log n) a start.
struct strict {
    static constexpr lookup wants = lookup::best;

    template <class Pass>
    void operator()(Pass& pass) const {
        for (index job = pass.best(); job != no_index && pass.start(job); job = pass.best()) {}
    }
};

} // namespace gangway
