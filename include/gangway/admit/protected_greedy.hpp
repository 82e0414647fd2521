// L3 - admission: greedy, until a job has waited long enough to block the others.
#pragma once

#include "../quantity.hpp"
#include "greedy.hpp"

namespace gangway {

/// Greedy until a job has waited `after`; from then on it is protected: protected jobs go first, by submission, and block.
///
/// Semantics: a job is passed only by jobs that start before it is protected, and by protected jobs submitted earlier.
/// Complexity: as greedy; O(log n) for each protected job.
struct protected_greedy {
    static constexpr lookup wants = lookup::best;
    static constexpr bool by_age = true;

    duration after; ///< a job that has waited so long blocks the others

    template <class Pass>
    void operator()(Pass& pass) const {
        for (index job = pass.oldest(); job != no_index && pass.waited(job) >= after; job = pass.oldest())
            if (!pass.start(job)) {
                pass.leave_open(); // what fits but was held back is not yet looked at
                return;
            }
        greedy{}(pass);
    }
};

} // namespace gangway
