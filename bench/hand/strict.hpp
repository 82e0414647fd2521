// bench - strict FIFO on one pool, by hand: the reference for submit order with strict admission.
#pragma once

#include "../workload.hpp"
#include "ends.hpp"
#include "span.hpp"

namespace hand {

/// Starts and ends under strict FIFO on one pool of `gpus`.
///
/// Semantics: nobody passes anybody, so starts are in submit order and the loop walks jobs, not events: a job starts at
/// the latest of its submission, its predecessor's start, and the first end after which it fits.
/// Expects: jobs in order of submission, each of at most `gpus`.
/// Complexity: O(n log running); nothing is stored for a waiting job.
inline std::vector<span> strict_fifo(std::vector<bench::job> const& jobs, int gpus = 864) {
    std::vector<span> spans(jobs.size());
    ends running(static_cast<std::size_t>(gpus));
    auto free = gpus;
    double now = 0;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        auto const& j = jobs[i];
        now = std::max(now, j.submit);
        while (!running.empty() && running.top().time <= now) free += running.pop().gpus;
        while (free < j.gpus) {
            now = running.top().time;
            free += running.pop().gpus;
        }
        spans[i] = {now, now + j.run};
        free -= j.gpus;
        running.push({now + j.run, j.gpus, 0});
    }
    return spans;
}

} // namespace hand
