// L4 - one pass without state: who starts now, given who waits.
#pragma once

#include "scheduler.hpp"

namespace gangway {

/// Decides for `pending` jobs at `now` and calls `start(decision)` for each gang that starts, in order.
///
/// Semantics: the same decisions, byte for byte, as a scheduler that has followed every event, whatever the order in
/// which jobs and nodes are listed. Complexity: O(n log n) for n pending jobs, beside the policy's own pass.
template <class Model, class Jobs, class Policy, class Start>
void decide(Model const& model, Jobs const& pending, Policy const& p, instant now, Start&& start) {
    static_assert(!requires(typename scheduler<Model, Policy>::memory_type m) { m.partial(); },
                  "gangway: an admission that holds parts of gangs needs a scheduler; decide() has no place for them");
    scheduler<Model, Policy> s{model, p};
    for (auto const& job : pending) s.submit(job);
    s.pass(now, std::forward<Start>(start));
}

} // namespace gangway
