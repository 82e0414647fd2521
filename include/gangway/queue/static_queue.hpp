// L3 - the queue of orders that stand still: a sorted run for jobs that come in order, a heap for the others.
#pragma once

#include "key_heap.hpp"
#include "key_run.hpp"
#include "run_and_rest.hpp"

namespace gangway {

/// First come, first served never leaves the run, which is a plain queue.
///
/// Complexity: push O(1) in order, O(log n) else; top O(1); erase O(1) amortised from the run, O(log n) from the heap.
/// Memory: one key and one slot a job.
template <std::size_t Depth, class Id>
using static_queue = run_and_rest<key_run<Depth, Id>, key_heap<Depth, Id>>;

} // namespace gangway
