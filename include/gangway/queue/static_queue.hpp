// L3 - the queue of orders that stand still: a sorted run for jobs that come in order, a heap for the others.
#pragma once

#include "key.hpp"

namespace gangway {

/// Keys taken once, at push. First come, first served never leaves the run, which is a plain queue.
///
/// Complexity: push O(1) in order, O(log n) else; top O(1); erase O(1) from the run (amortised), O(log n) from the heap.
/// Memory: one key and one slot a job.
template <std::size_t Depth, class Id>
class static_queue {
  public:
    using key_type = rank_key<Depth, Id>;

    void push(queued_job<Depth, Id> const& job, key_type const& key, queue_places& places) {
        if (run_.empty() || before(run_.back().key, key)) {
            places[job.slot] = static_cast<index>(run_.size()) | in_run;
            run_.push_back({key, job.slot});
        } else {
            heap_.push_back({key, job.slot});
            rise(heap_.size() - 1, places);
        }
        ++size_;
    }
    void erase(index slot, queue_places& places) {
        --size_;
        std::size_t const at = places[slot] & ~in_run;
        if (places[slot] & in_run) erase_from_run(at, places);
        else erase_from_heap(at, places);
    }
    void clear() {
        run_.clear();
        heap_.clear();
        first_ = size_ = 0;
    }

    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] index top() const { return best().slot; }
    [[nodiscard]] key_type const& top_key() const { return best().key; }

    /// Visits every slot, in no order.
    template <class Visit>
    void for_each(Visit&& visit) const {
        for (std::size_t i = first_; i < run_.size(); ++i)
            if (run_[i].slot != no_index) visit(run_[i].slot);
        for (node const& n : heap_) visit(n.slot);
    }

  private:
    static constexpr std::size_t arity = 4;
    static constexpr index in_run = index{1} << 31; // marks a place in the run
    struct node {
        key_type key;
        index slot; // no_index: erased from the middle of the run
    };

    [[nodiscard]] node const& best() const {
        if (first_ == run_.size()) return heap_.front();
        return heap_.empty() || before(run_[first_].key, heap_.front().key) ? run_[first_] : heap_.front();
    }
    void erase_from_run(std::size_t at, queue_places& places) {
        run_[at].slot = no_index;
        if (at + 1 == run_.size())
            while (run_.size() > first_ && run_.back().slot == no_index) run_.pop_back();
        while (first_ < run_.size() && run_[first_].slot == no_index) ++first_;
        if (first_ == run_.size()) {
            run_.clear();
            first_ = 0;
        } else if (run_.size() > 64 && run_.size() > 2 * size_) {
            std::size_t kept = 0;
            for (std::size_t i = first_; i < run_.size(); ++i)
                if (run_[i].slot != no_index) {
                    places[run_[i].slot] = static_cast<index>(kept) | in_run;
                    run_[kept++] = run_[i];
                }
            run_.resize(kept);
            first_ = 0;
        }
    }
    void erase_from_heap(std::size_t hole, queue_places& places) {
        node const last = heap_.back();
        heap_.pop_back();
        if (hole == heap_.size()) return;
        heap_[hole] = last;
        if (hole > 0 && before(last.key, heap_[(hole - 1) / arity].key)) rise(hole, places);
        else sink(hole, places);
    }
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

    std::vector<node> run_; // ascending; before first_ all is erased
    std::vector<node> heap_;
    std::size_t first_ = 0;
    std::size_t size_ = 0;
};

} // namespace gangway
