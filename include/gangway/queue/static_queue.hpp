// L3 - the queue of orders that stand still: a sorted run for jobs that come in order, a heap for the others.
#pragma once

#include <algorithm>

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
        if (first_ == last_ || before(nth(last_ - 1).key, key)) {
            if (last_ - first_ == run_.size()) make_room(places);
            node& n = nth(last_++);
            n = {key, job.slot};
            places[job.slot] = static_cast<index>(&n - run_.data()) | in_run;
        } else {
            heap_.push_back({key, job.slot});
            rise(heap_.size() - 1, places);
        }
        ++size_;
    }
    void erase(index slot, queue_places& places) {
        --size_;
        index const place = places[slot];
        if (place & in_run) erase_from_run(place & ~in_run);
        else erase_from_heap(place, places);
    }
    void clear() {
        heap_.clear();
        first_ = last_ = size_ = 0;
    }

    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] index top() const { return best().slot; }
    [[nodiscard]] key_type const& top_key() const { return best().key; }

    /// Visits every slot, in no order.
    template <class Visit>
    void for_each(Visit&& visit) const {
        for (std::size_t i = first_; i != last_; ++i)
            if (nth(i).slot != no_index) visit(nth(i).slot);
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
        if (first_ == last_) return heap_.front();
        node const& front = nth(first_);
        return heap_.empty() || before(front.key, heap_.front().key) ? front : heap_.front();
    }
    [[nodiscard]] node& nth(std::size_t i) { return run_[i & (run_.size() - 1)]; }
    [[nodiscard]] node const& nth(std::size_t i) const { return run_[i & (run_.size() - 1)]; }
    // Both ends of the run are live, so that its front ranks first and its back last.
    void erase_from_run(std::size_t place) {
        node* const erased = &run_[place];
        erased->slot = no_index;
        if (erased == &nth(first_))
            do ++first_;
            while (first_ != last_ && nth(first_).slot == no_index);
        else if (erased == &nth(last_ - 1))
            do --last_;
            while (nth(last_ - 1).slot == no_index);
    }
    // The run is full: without what was erased if that is half of it, else in a ring of twice the size.
    void make_room(queue_places& places) {
        std::size_t const live = size_ - heap_.size();
        std::vector<node> ring(std::max<std::size_t>(8, 2 * live > run_.size() ? 2 * run_.size() : run_.size()));
        std::size_t kept = 0;
        for (std::size_t i = first_; i != last_; ++i)
            if (nth(i).slot != no_index) {
                places[nth(i).slot] = static_cast<index>(kept) | in_run;
                ring[kept++] = nth(i);
            }
        run_.swap(ring);
        first_ = 0;
        last_ = kept;
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

    std::vector<node> run_; // a ring, ascending from first_ to last_; a power of two
    std::vector<node> heap_;
    std::size_t first_ = 0;
    std::size_t last_ = 0;
    std::size_t size_ = 0;
};

} // namespace gangway
