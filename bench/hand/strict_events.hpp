// bench - strict FIFO on one pool, by hand, event by event: the fair twin of a scheduler that is told of arrivals and ends.
#pragma once

#include "../workload.hpp"
#include "ends.hpp"
#include "span.hpp"

#include <limits>

namespace hand {

/// Starts and ends under strict FIFO on one pool of `gpus`, decided online.
///
/// Semantics: as `strict_fifo`, but nothing is known of a job before it arrives: jobs wait in a queue, every end is an
/// event of its own, and both times are recorded when they come.
/// Expects: jobs in order of submission, each of at most `gpus`.
/// Complexity: O(n log running); 4 bytes a waiting job.
inline std::vector<span> strict_events(std::vector<bench::job> const& jobs, int gpus = 864) {
    constexpr auto never = std::numeric_limits<double>::infinity();
    std::vector<span> spans(jobs.size());
    std::vector<int> queue; // of the jobs that wait, from `first` on
    std::size_t first = 0;
    ends running(static_cast<std::size_t>(gpus));
    auto free = gpus;
    for (std::size_t next = 0;;) {
        auto const arrival = next < jobs.size() ? jobs[next].submit : never;
        auto const now = std::min(arrival, running.empty() ? never : running.top().time);
        if (now == never) return spans;
        while (!running.empty() && running.top().time == now) {
            auto const e = running.pop();
            free += e.gpus;
            spans[static_cast<std::size_t>(e.tag)].end = now;
        }
        for (; next < jobs.size() && jobs[next].submit == now; ++next) queue.push_back(jobs[next].id);
        for (; first < queue.size(); ++first) {
            auto const& j = jobs[static_cast<std::size_t>(queue[first])];
            if (j.gpus > free) break;
            free -= j.gpus;
            spans[static_cast<std::size_t>(j.id)].start = now;
            running.push({now + j.run, j.gpus, j.id});
        }
        if (first == queue.size()) {
            queue.clear();
            first = 0;
        }
    }
}

} // namespace hand
