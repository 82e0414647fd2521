// bench - greedy FIFO on one pool, by hand: one queue a gang size.
#pragma once

#include "ends.hpp"
#include "sizes.hpp"
#include "span.hpp"

#include <limits>

namespace hand {

/// Starts and ends under greedy FIFO on one pool of `gpus`.
///
/// Semantics: within a pass room only shrinks, so the scan in rank order is the same as taking, again and again, the
/// earliest front among the sizes that fit. After a pass nothing that waits fits: until an end, an arrival is looked at
/// alone.
/// Expects: jobs in order of submission, each of at most `gpus`.
/// Complexity: O(n (log running + sizes)); 4 bytes a waiting job.
inline std::vector<span> greedy_fifo(std::vector<bench::job> const& jobs, int gpus = 864) {
    constexpr auto none = std::numeric_limits<int>::max();
    std::vector<span> spans(jobs.size());
    size_classes const sizes{jobs};
    std::vector<std::vector<int>> waiting(sizes.count()); // ascending, so a queue is a vector and its first live place
    std::vector<std::size_t> first(sizes.count(), 0);
    std::vector<int> front(sizes.count(), none);
    ends running(static_cast<std::size_t>(gpus));
    auto free = gpus;

    auto const start = [&](std::size_t i, double now) {
        spans[i] = {now, now + jobs[i].run};
        free -= jobs[i].gpus;
        running.push({now + jobs[i].run, jobs[i].gpus, 0});
    };
    auto const pass = [&](double now) {
        for (;;) {
            auto best = none;
            std::size_t from = 0;
            for (std::size_t c = 0; c < sizes.count() && sizes.gpus(c) <= free; ++c) {
                if (front[c] < best) {
                    best = front[c];
                    from = c;
                }
            }
            if (best == none) return;
            auto& q = waiting[from];
            if (++first[from] == q.size()) {
                q.clear();
                first[from] = 0;
                front[from] = none;
            } else {
                front[from] = q[first[from]];
            }
            start(static_cast<std::size_t>(best), now);
        }
    };

    for (std::size_t next = 0;;) {
        auto const arrival = next < jobs.size() ? jobs[next].submit : std::numeric_limits<double>::infinity();
        if (!running.empty() && running.top().time <= arrival) {
            auto const now = running.top().time;
            do free += running.pop().gpus;
            while (!running.empty() && running.top().time == now);
            pass(now); // before arrivals of this instant: they rank behind everything that waits
        } else if (next < jobs.size()) {
            if (auto const& j = jobs[next]; j.gpus <= free) {
                start(next, j.submit);
            } else {
                auto const c = sizes.of(j.gpus);
                if (front[c] == none) front[c] = j.id;
                waiting[c].push_back(j.id);
            }
            ++next;
        } else {
            return spans;
        }
    }
}

} // namespace hand
