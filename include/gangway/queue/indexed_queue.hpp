// L3 - the index of orders that stand still by rank and estimate: a sorted run for jobs that come in order, a tree else.
#pragma once

#include "estimate_run.hpp"
#include "run_and_rest.hpp"
#include "treap.hpp"

namespace gangway {

/// Also finds the best job that is short enough, and visits jobs in rank order.
///
/// Complexity: push, erase and `first_within` O(log n), amortised in the run, expected in the tree; top O(1).
template <std::size_t Depth, class Id>
using indexed_queue = run_and_rest<estimate_run<Depth, Id>, treap<Depth, Id>>;

} // namespace gangway
