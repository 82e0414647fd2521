// bench - conservative backfill on one pool, by hand: each job reserves once, on arrival.
#pragma once

#include "../workload.hpp"
#include "span.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace hand {

/// The free room over time as steps: from `times_[i]` until the next step, `rooms_[i]` is free.
///
/// Two plain arrays, sorted: the searches below are vectorised and the steps of a thousand waiting jobs stay in the
/// first cache, which beats a tree. Rooms are 16 bits wide: eight in one vector of the baseline instruction set.
class step_profile {
public:
    explicit step_profile(int gpus) : times_{0}, rooms_{static_cast<std::int16_t>(gpus)} {}

    /// Forgets what lies before `now`; the step that covers `now` begins there.
    void advance(double now) {
        while (first_ + 1 < times_.size() && times_[first_ + 1] <= now) ++first_;
        if (first_ > times_.size() / 2) {
            times_.erase(times_.begin(), times_.begin() + static_cast<std::ptrdiff_t>(first_));
            rooms_.erase(rooms_.begin(), rooms_.begin() + static_cast<std::ptrdiff_t>(first_));
            first_ = 0;
        }
        times_[first_] = now;
    }

    /// Takes `gpus` for `length` at the earliest time at which they are free for so long, and says when.
    ///
    /// Expects: `gpus` is at most the pool, which is free after the last step.
    double reserve(int gpus, double length) {
        auto const g = static_cast<std::int16_t>(gpus);
        auto from = first_;
        for (;;) {
            from = find(from, [g](std::int16_t room) { return room >= g; });
            auto const blocked = find(from + 1, [g](std::int16_t room) { return room < g; });
            if (blocked == times_.size() || times_[blocked] >= times_[from] + length) break;
            from = blocked + 1;
        }
        auto const start = times_[from];
        auto const end = start + length;
        auto const after = std::lower_bound(times_.begin() + static_cast<std::ptrdiff_t>(from), times_.end(), end);
        auto const last = static_cast<std::size_t>(after - times_.begin());
        auto const before = rooms_[last - 1];
        for (auto i = from; i < last; ++i) rooms_[i] = static_cast<std::int16_t>(rooms_[i] - g);
        if (after == times_.end() || *after != end) {
            times_.insert(after, end);
            rooms_.insert(rooms_.begin() + static_cast<std::ptrdiff_t>(last), before);
        }
        return start;
    }

private:
    /// The first step from `i` on whose room satisfies `is`, or the number of steps.
    template <class Is>
    std::size_t find(std::size_t i, Is is) const {
        constexpr std::size_t block = 32;
        auto const* const room = rooms_.data();
        auto const size = rooms_.size();
        for (; i + block <= size; i += block) { // no early exit within a block, so that it is vectorised
            std::int16_t any = 0;
            for (std::size_t k = 0; k < block; ++k) any = static_cast<std::int16_t>(any | (is(room[i + k]) ? 1 : 0));
            if (any != 0) break;
        }
        while (i < size && !is(room[i])) ++i;
        return i;
    }

    std::vector<double> times_;
    std::vector<std::int16_t> rooms_;
    std::size_t first_ = 0;
};

/// Starts and ends under conservative backfill on one pool of `gpus`, with exact estimates.
///
/// Semantics: with exact estimates a fresh plan on every pass gives every job the start it had: nothing ends early, so
/// no reservation improves. One reservation on arrival is the whole replay.
/// Expects: jobs in order of submission, each of at most `gpus` < 32,768; the estimate is the run time.
/// Complexity: O(n * steps / 32) in the usual case, steps being at most what runs and waits; 10 bytes a waiting job.
inline std::vector<span> conservative(std::vector<bench::job> const& jobs, int gpus = 864) {
    std::vector<span> spans(jobs.size());
    step_profile room{gpus};
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        room.advance(jobs[i].submit);
        auto const start = room.reserve(jobs[i].gpus, jobs[i].estimate);
        spans[i] = {start, start + jobs[i].run};
    }
    return spans;
}

} // namespace hand
