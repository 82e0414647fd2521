// bench - shortest first with strict admission on one pool, by hand.
#pragma once

#include "../workload.hpp"
#include "ends.hpp"
#include "rank.hpp"
#include "span.hpp"

#include <limits>

namespace hand {

/// Starts and ends when the shortest estimate ranks first and the first job that does not fit ends the pass.
///
/// Semantics: ties by submission, then id (which is the order of submission). Strict and not greedy: the head of the
/// ranking blocks. All arrivals of an instant are ranked before the pass.
/// Expects: jobs in order of submission, each of at most `gpus`; the estimate is at least the run time.
/// Complexity: O(n (log waiting + log running)); 16 bytes a waiting job.
inline std::vector<span> shortest_first(std::vector<bench::job> const& jobs, int gpus = 864) {
    constexpr auto never = std::numeric_limits<double>::infinity();
    std::vector<span> spans(jobs.size());
    rank_heap waiting;
    ends running(static_cast<std::size_t>(gpus));
    auto free = gpus;
    for (std::size_t next = 0;;) {
        auto const arrival = next < jobs.size() ? jobs[next].submit : never;
        auto const now = std::min(arrival, running.empty() ? never : running.top().time);
        if (now == never) return spans;
        while (!running.empty() && running.top().time <= now) free += running.pop().gpus;
        for (; next < jobs.size() && jobs[next].submit <= now; ++next)
            waiting.push({jobs[next].estimate, jobs[next].id});
        while (!waiting.empty()) {
            auto const i = static_cast<std::size_t>(waiting.top().id);
            auto const& j = jobs[i];
            if (j.gpus > free) break;
            waiting.pop();
            spans[i] = {now, now + j.run};
            free -= j.gpus;
            running.push({now + j.run, j.gpus, 0});
        }
    }
}

} // namespace hand
