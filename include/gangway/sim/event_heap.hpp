// L5 - the ends of running gangs, soonest first.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace gangway::sim {

/// A four-ary heap by time whose `pop` leaves a hole at the root for the next `push` to fill.
///
/// Semantics: all ends of an instant are applied before anything is decided, so their order among each other is free.
/// Complexity: O(log n); on a full cluster, where ends and starts alternate, one walk down for a pop and a push.
class event_heap {
  public:
    struct event {
        double at;
        std::uint32_t job;
        std::uint32_t run; ///< which start of the job: an event of an earlier one is stale
    };

    /// When the soonest is due, infinity if none is. Leaves the hole open.
    [[nodiscard]] double next() const { return next_; }
    [[nodiscard]] bool empty() {
        fill();
        return heap_.empty();
    }
    [[nodiscard]] event const& top() {
        fill();
        return heap_.front();
    }
    void pop() {
        fill();
        hole_ = true;
        next_ = std::numeric_limits<double>::infinity(); // a child of the hole
        for (std::size_t k = 1, end = std::min<std::size_t>(5, heap_.size()); k < end; ++k) next_ = std::min(next_, heap_[k].at);
    }
    void push(event e) {
        next_ = std::min(next_, e.at);
        if (hole_) {
            hole_ = false;
            sink(e);
            return;
        }
        std::size_t at = heap_.size();
        heap_.push_back(e);
        for (; at > 0 && e.at < heap_[(at - 1) / 4].at; at = (at - 1) / 4) heap_[at] = heap_[(at - 1) / 4];
        heap_[at] = e;
    }

  private:
    void fill() {
        if (!hole_) return;
        hole_ = false;
        event const last = heap_.back();
        heap_.pop_back();
        if (!heap_.empty()) sink(last);
    }
    void sink(event const& e) {
        std::size_t const size = heap_.size();
        std::size_t at = 0;
        for (std::size_t child = 1; child < size; child = 4 * at + 1) {
            std::size_t least = child;
            if (child + 4 <= size) { // which child is least is a coin toss: computed without a branch
                event const* const c = &heap_[child];
                std::size_t const left = child + static_cast<std::size_t>(c[1].at < c[0].at);
                std::size_t const right = child + 2 + static_cast<std::size_t>(c[3].at < c[2].at);
                auto const other = std::size_t{0} - static_cast<std::size_t>(heap_[right].at < heap_[left].at);
                least = left ^ ((left ^ right) & other);
            } else {
                for (std::size_t k = child + 1; k < size; ++k) least = heap_[k].at < heap_[least].at ? k : least;
            }
            if (!(heap_[least].at < e.at)) break;
            heap_[at] = heap_[least];
            at = least;
        }
        heap_[at] = e;
    }

    std::vector<event> heap_;
    double next_ = std::numeric_limits<double>::infinity();
    bool hole_ = false;
};

} // namespace gangway::sim
