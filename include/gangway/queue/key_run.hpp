// L3 - keys that came in rank order: a plain queue, any element of which can be erased.
#pragma once

#include <algorithm>

#include "key.hpp"

namespace gangway {

/// Waiting jobs in a ring, in the order in which they came, which is that of their keys.
///
/// Complexity: push and erase O(1) amortised, top O(1). Memory: one key and one slot a job.
template <std::size_t Depth, class Id>
class key_run {
  public:
    using key_type = rank_key<Depth, Id>;
    using job_type = queued_job<Depth, Id>;
    using node = keyed_job<Depth, Id>; ///< a job, or with no slot a place from which one was erased

    /// Does a job of this key rank behind all the others?
    [[nodiscard]] bool takes(key_type const& key) const { return first_ == last_ || before(nth(last_ - 1).key, key); }
    /// Expects: `takes(key)`.
    void push(job_type const& job, key_type const& key, queue_places& places) {
        if (last_ - first_ == ring_.size()) make_room(places);
        node& n = nth(last_++);
        n = {key, job.slot};
        places[job.slot] = static_cast<index>(&n - ring_.data()) | in_run;
        ++size_;
    }
    void erase(index slot, queue_places const& places) {
        node* const erased = &ring_[places[slot] & ~in_run];
        erased->slot = no_index;
        --size_;
        // Both ends are live, so that the front ranks first and the back last.
        if (erased == &nth(first_))
            do ++first_;
            while (first_ != last_ && nth(first_).slot == no_index);
        else if (erased == &nth(last_ - 1))
            do --last_;
            while (nth(last_ - 1).slot == no_index);
    }
    void clear() { first_ = last_ = size_ = 0; }

    [[nodiscard]] std::size_t size() const { return size_; }
    /// The best-ranked; expects that there is one.
    [[nodiscard]] node const& front() const { return nth(first_); }
    /// Visits every slot, in rank order.
    template <class Visit>
    void for_each(Visit&& visit) const {
        for (std::size_t i = first_; i != last_; ++i)
            if (nth(i).slot != no_index) visit(nth(i).slot);
    }

  private:
    [[nodiscard]] node& nth(std::size_t i) { return ring_[i & (ring_.size() - 1)]; }
    [[nodiscard]] node const& nth(std::size_t i) const { return ring_[i & (ring_.size() - 1)]; }
    // The ring is full: without what was erased if that is half of it, else twice as large.
    void make_room(queue_places& places) {
        std::vector<node> wide(std::max<std::size_t>(8, 2 * size_ > ring_.size() ? 2 * ring_.size() : ring_.size()));
        std::size_t kept = 0;
        for (std::size_t i = first_; i != last_; ++i)
            if (nth(i).slot != no_index) {
                places[nth(i).slot] = static_cast<index>(kept) | in_run;
                wide[kept++] = nth(i);
            }
        ring_.swap(wide);
        first_ = 0;
        last_ = kept;
    }

    std::vector<node> ring_; // ascending from first_ to last_; a power of two
    std::size_t first_ = 0;
    std::size_t last_ = 0;
    std::size_t size_ = 0;
};

} // namespace gangway
