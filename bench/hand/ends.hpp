// bench - the queue of ends that the hand-written replays share: what runs, soonest end first.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace hand {

/// A gang that runs: when it ends, what it gives back, and one number more for who needs it.
struct end_event {
    double time;
    int gpus;
    int tag;
};

/// A heap of four children whose `pop` leaves a hole at the root for the next `push` to fill.
///
/// A full cluster alternates ends and starts, so most pairs of pop and push are one walk down instead of one down and
/// one up. Which child is least cannot be predicted, so it is computed without branches.
class ends {
public:
    explicit ends(std::size_t most) : heap_(most + 1) {}

    bool empty() {
        fill();
        return size_ == 0;
    }
    end_event const& top() {
        fill();
        return heap_[0];
    }
    end_event pop() {
        fill();
        hole_ = true;
        return heap_[0];
    }
    void push(end_event const& e) {
        if (hole_) {
            hole_ = false;
            sink(e);
            return;
        }
        auto i = size_++;
        for (; i > 0; i = (i - 1) / 4) {
            auto const parent = (i - 1) / 4;
            if (heap_[parent].time <= e.time) break;
            heap_[i] = heap_[parent];
        }
        heap_[i] = e;
    }

private:
    void fill() {
        if (!hole_) return;
        hole_ = false;
        --size_;
        if (size_ == 0) return;
        auto const last = heap_[size_];
        sink(last);
    }
    void sink(end_event const& e) {
        std::size_t i = 0;
        for (;;) {
            auto const child = 4 * i + 1;
            auto least = child;
            if (child + 4 <= size_) {
                auto const* const c = &heap_[child];
                auto const t0 = c[0].time;
                auto const t1 = c[1].time;
                auto const t2 = c[2].time;
                auto const t3 = c[3].time;
                auto const left = static_cast<std::size_t>(t1 < t0);
                auto const right = 2 + static_cast<std::size_t>(t3 < t2);
                least += left + (right - left) * static_cast<std::size_t>(std::min(t2, t3) < std::min(t0, t1));
            } else {
                if (child >= size_) break;
                for (auto k = child + 1; k < size_; ++k) least = heap_[k].time < heap_[least].time ? k : least;
            }
            if (!(heap_[least].time < e.time)) break;
            heap_[i] = heap_[least];
            i = least;
        }
        heap_[i] = e;
    }

    std::vector<end_event> heap_;
    std::size_t size_ = 0;
    bool hole_ = false;
};

} // namespace hand
