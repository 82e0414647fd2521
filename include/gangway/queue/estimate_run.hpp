// L3 - keys that came in rank order, with an index of estimates: finds the best job that is short enough.
#pragma once

#include <algorithm>
#include <limits>

#include "key.hpp"

namespace gangway {

/// Waiting jobs in an array in rank order, which is that in which they came, below a tree of their smallest estimates.
///
/// Complexity: push and erase O(log n) amortised, most of them O(1), since a walk up ends where nothing changes;
/// `first_within` O(log n), top O(1). Memory: one key, one slot and two numbers a job.
template <std::size_t Depth, class Id>
class estimate_run {
  public:
    using key_type = rank_key<Depth, Id>;
    using job_type = queued_job<Depth, Id>;
    using node = keyed_job<Depth, Id>; ///< a job, or with no slot a place from which one was erased

    /// Does a job of this key rank behind all the others?
    [[nodiscard]] bool takes(key_type const& key) const { return first_ == last_ || before(nodes_[last_ - 1].key, key); }
    /// Expects: `takes(key)`.
    void push(job_type const& job, key_type const& key, queue_places& places) {
        if (last_ == nodes_.size()) make_room(places);
        nodes_[last_] = {key, job.slot};
        places[job.slot] = static_cast<index>(last_) | in_run;
        std::size_t at = nodes_.size() + last_++;
        least_[at] = job.estimate;
        while (at > 1 && job.estimate < least_[at / 2]) least_[at /= 2] = job.estimate;
        ++size_;
    }
    void erase(index slot, queue_places const& places) {
        std::size_t const place = places[slot] & ~in_run;
        nodes_[place].slot = no_index;
        --size_;
        std::size_t at = nodes_.size() + place;
        double const gone = least_[at];
        least_[at] = absent;
        while (at > 1 && least_[at / 2] == gone) {
            at /= 2;
            least_[at] = std::min(least_[2 * at], least_[2 * at + 1]);
            if (least_[at] == gone) break;
        }
        // Both ends are live, so that the front ranks first and the back last.
        if (place == first_)
            do ++first_;
            while (first_ != last_ && nodes_[first_].slot == no_index);
        else if (place == last_ - 1)
            do --last_;
            while (nodes_[last_ - 1].slot == no_index);
    }
    /// Complexity: O(n): an array that has become much too large is given up.
    void clear() {
        if (nodes_.size() > 4 * size_ + 64) {
            nodes_.clear();
            least_.clear();
        }
        std::fill(least_.begin(), least_.end(), absent);
        first_ = last_ = size_ = 0;
    }

    [[nodiscard]] std::size_t size() const { return size_; }
    /// The best-ranked; expects that there is one.
    [[nodiscard]] node const& front() const { return nodes_[first_]; }
    /// The best-ranked whose estimate is at most `limit` seconds; null: there is none.
    [[nodiscard]] node const* first_within(double limit) const {
        if (size_ == 0) return nullptr;
        if (!(limit < absent)) return &front(); // what is erased is not within it
        if (least_[1] > limit) return nullptr;
        std::size_t at = 1;
        while (at < nodes_.size()) at = 2 * at + static_cast<std::size_t>(least_[2 * at] > limit);
        return &nodes_[at - nodes_.size()];
    }
    /// Visits every slot, in rank order.
    template <class Visit>
    void for_each(Visit&& visit) const {
        for (node const& n : *this)
            if (n.slot != no_index) visit(n.slot);
    }
    /// In rank order, with those that are erased.
    [[nodiscard]] auto begin() const { return nodes_.begin() + static_cast<std::ptrdiff_t>(first_); }
    [[nodiscard]] auto end() const { return nodes_.begin() + static_cast<std::ptrdiff_t>(last_); }

  private:
    static constexpr double absent = std::numeric_limits<double>::infinity();

    // The array is full: without what was erased if that is half of it, else twice as large.
    void make_room(queue_places& places) {
        std::vector<node> wide(std::max<std::size_t>(8, 2 * size_ > nodes_.size() ? 2 * nodes_.size() : nodes_.size()));
        std::vector<double> least(2 * wide.size(), absent);
        std::size_t kept = 0;
        for (std::size_t i = first_; i != last_; ++i) {
            if (nodes_[i].slot == no_index) continue;
            places[nodes_[i].slot] = static_cast<index>(kept) | in_run;
            least[wide.size() + kept] = least_[nodes_.size() + i];
            wide[kept++] = nodes_[i];
        }
        for (std::size_t at = wide.size() - 1; at >= 1; --at) least[at] = std::min(least[2 * at], least[2 * at + 1]);
        nodes_.swap(wide);
        least_.swap(least);
        first_ = 0;
        last_ = kept;
    }

    std::vector<node> nodes_;   // ascending from first_ to last_; a power of two
    std::vector<double> least_; // by node of the tree, the root at 1, the leaves behind the others; infinity: nobody
    std::size_t first_ = 0;
    std::size_t last_ = 0;
    std::size_t size_ = 0;
};

} // namespace gangway
