// L3 - a heap of keys that stand still, each element of which can be erased.
#pragma once

#include "key.hpp"

namespace gangway {

/// Waiting jobs in a heap of four children a node, the best-ranked on top.
///
/// Complexity: push and erase O(log n), top O(1). Memory: one key and one slot a job.
template <std::size_t Depth, class Id>
class key_heap {
  public:
    using key_type = rank_key<Depth, Id>;
    using job_type = queued_job<Depth, Id>;
    using node = keyed_job<Depth, Id>; ///< a job

    void push(job_type const& job, key_type const& key, queue_places& places) {
        heap_.push_back({key, job.slot});
        rise(heap_.size() - 1, places);
    }
    void erase(index slot, queue_places& places) {
        std::size_t const hole = places[slot];
        node const last = heap_.back();
        heap_.pop_back();
        if (hole == heap_.size()) return;
        heap_[hole] = last;
        if (hole > 0 && before(last.key, heap_[(hole - 1) / arity].key)) rise(hole, places);
        else sink(hole, places);
    }
    void clear() { heap_.clear(); }

    [[nodiscard]] std::size_t size() const { return heap_.size(); }
    /// The best-ranked; expects that there is one.
    [[nodiscard]] node const& front() const { return heap_.front(); }
    /// Visits every slot, in no order.
    template <class Visit>
    void for_each(Visit&& visit) const {
        for (node const& n : heap_) visit(n.slot);
    }

  private:
    static constexpr std::size_t arity = 4;

    void rise(std::size_t at, queue_places& places) {
        node const moving = heap_[at];
        while (at > 0) {
            std::size_t const up = (at - 1) / arity;
            if (!before(moving.key, heap_[up].key)) break;
            settle(at, heap_[up], places);
            at = up;
        }
        settle(at, moving, places);
    }
    void sink(std::size_t at, queue_places& places) {
        node const moving = heap_[at];
        for (;;) {
            std::size_t const first = at * arity + 1;
            if (first >= heap_.size()) break;
            std::size_t best_child = first;
            for (std::size_t c = first + 1; c < first + arity && c < heap_.size(); ++c)
                if (before(heap_[c].key, heap_[best_child].key)) best_child = c;
            if (!before(heap_[best_child].key, moving.key)) break;
            settle(at, heap_[best_child], places);
            at = best_child;
        }
        settle(at, moving, places);
    }
    void settle(std::size_t at, node const& n, queue_places& places) {
        heap_[at] = n;
        places[n.slot] = static_cast<index>(at);
    }

    std::vector<node> heap_;
};

} // namespace gangway
