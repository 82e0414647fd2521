// L5 - the ends of running gangs, soonest first.
#pragma once

#include <cstdint>
#include <vector>

namespace gangway::sim {

/// A four-ary heap of (time, job); equal times come out by job, so that nothing depends on the order of pushes.
class event_heap {
  public:
    struct event {
        double at;
        std::uint32_t job;
        std::uint32_t run; ///< which start of the job: an event of an earlier one is stale
    };

    [[nodiscard]] bool empty() const { return heap_.empty(); }
    [[nodiscard]] event const& top() const { return heap_.front(); }
    void push(event e) {
        std::size_t at = heap_.size();
        heap_.push_back(e);
        while (at > 0 && sooner(e, heap_[(at - 1) / 4])) {
            heap_[at] = heap_[(at - 1) / 4];
            at = (at - 1) / 4;
        }
        heap_[at] = e;
    }
    void pop() {
        event const moving = heap_.back();
        heap_.pop_back();
        if (heap_.empty()) return;
        std::size_t const size = heap_.size();
        std::size_t at = 0;
        for (std::size_t first = 1; first < size; first = 4 * at + 1) {
            std::size_t best = first;
            std::size_t const end = first + 4 < size ? first + 4 : size;
            for (std::size_t c = first + 1; c < end; ++c) best = sooner(heap_[c], heap_[best]) ? c : best;
            if (!sooner(heap_[best], moving)) break;
            heap_[at] = heap_[best];
            at = best;
        }
        heap_[at] = moving;
    }

  private:
    static bool sooner(event const& a, event const& b) { return a.at != b.at ? a.at < b.at : a.job < b.job; }

    std::vector<event> heap_;
};

} // namespace gangway::sim
