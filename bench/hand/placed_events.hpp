// bench - strict FIFO with best-fit placement on up to 128 equal nodes, by hand, event by event.
#pragma once

#include "placed.hpp"
#include "strict_events.hpp"

namespace hand {

/// Beside its times, which of the grants are its own.
struct placed_span : span {
    std::uint32_t first_grant = 0;
    std::uint32_t grant_count = 0;
};
/// What a job holds on one node.
struct node_grant {
    int node;
    int gpus;
};
/// A schedule with its nodes.
struct placed_schedule {
    std::vector<placed_span> spans;
    std::vector<node_grant> grants;

    std::size_t size() const { return spans.size(); }
    placed_span const& operator[](std::size_t job) const { return spans[job]; }
};

/// Starts, ends and nodes under strict FIFO with best fit, decided online.
///
/// Semantics: as `strict_placed`, but jobs wait in a queue and every end is an event; times and nodes are recorded.
/// Expects: as `strict_placed`. Complexity: O(n (log running + levels)); 4 bytes a waiting job.
inline placed_schedule placed_events(std::vector<bench::job> const& jobs, int nodes = 108) {
    constexpr auto never = std::numeric_limits<double>::infinity();
    constexpr int node_gpus = 8;
    placed_schedule schedule;
    auto& [spans, grants] = schedule;
    spans.resize(jobs.size());
    grants.reserve(jobs.size()); // most gangs are on one node
    std::vector<std::int32_t> queue; // of the jobs that wait, from `first` on
    std::size_t first = 0;
    std::array<node_set, node_gpus + 1> at{}; // nodes by how many GPUs are free on them
    std::array<std::int8_t, 128> free{};
    for (int n = 0; n < nodes; ++n) {
        at[node_gpus].flip(n);
        free[static_cast<std::size_t>(n)] = node_gpus;
    }
    unsigned levels = 1U << node_gpus; // bit l: some node has l GPUs free
    std::vector<node_set> held(static_cast<std::size_t>(nodes * node_gpus)); // by slot of a running gang
    std::vector<int> job_of(held.size());
    std::vector<int> spare;
    for (int s = 0; s < nodes * node_gpus; ++s) spare.push_back(s);
    ends running(held.size());

    auto const change = [&](int n, int by) {
        auto& f = free[static_cast<std::size_t>(n)];
        auto const was = static_cast<unsigned>(f);
        auto const is = static_cast<unsigned>(f + by);
        f = static_cast<std::int8_t>(is);
        at[was].flip(n);
        at[is].flip(n);
        levels = (levels & ~(1U << was)) | (static_cast<unsigned>(at[was].any()) << was) | (1U << is);
    };
    for (std::size_t next = 0;;) {
        auto const arrival = next < jobs.size() ? jobs[next].submit : never;
        auto const now = std::min(arrival, running.empty() ? never : running.top().time);
        if (now == never) return schedule;
        while (!running.empty() && running.top().time == now) {
            auto const e = running.pop();
            auto const slot = static_cast<std::size_t>(e.tag);
            auto const by = std::min(e.gpus, node_gpus);
            for (std::size_t w = 0; w < 2; ++w)
                for (auto left = held[slot].words[w]; left != 0; left &= left - 1)
                    change(static_cast<int>(w) * 64 + std::countr_zero(left), by);
            spans[static_cast<std::size_t>(job_of[slot])].end = now;
            spare.push_back(e.tag);
        }
        for (; next < jobs.size() && jobs[next].submit == now; ++next) queue.push_back(jobs[next].id);
        for (; first < queue.size(); ++first) {
            auto const& j = jobs[static_cast<std::size_t>(queue[first])];
            node_set on;
            auto const first_grant = grants.size();
            if (j.gpus <= node_gpus) {
                if ((levels >> static_cast<unsigned>(j.gpus)) == 0) break;
                auto const level = j.gpus + std::countr_zero(levels >> static_cast<unsigned>(j.gpus));
                auto const n = at[static_cast<std::size_t>(level)].first();
                change(n, -j.gpus);
                on.flip(n);
                grants.push_back({n, j.gpus});
            } else {
                if (at[node_gpus].count() * node_gpus < j.gpus) break;
                for (auto left = j.gpus; left > 0; left -= node_gpus) {
                    auto const n = at[node_gpus].first();
                    change(n, -node_gpus);
                    on.flip(n);
                    grants.push_back({n, node_gpus});
                }
            }
            auto const slot = static_cast<std::size_t>(spare.back());
            spare.pop_back();
            held[slot] = on;
            job_of[slot] = j.id;
            spans[static_cast<std::size_t>(j.id)] = {{now, -1}, static_cast<std::uint32_t>(first_grant),
                                                    static_cast<std::uint32_t>(grants.size() - first_grant)};
            running.push({now + j.run, j.gpus, static_cast<int>(slot)});
        }
        if (first == queue.size()) {
            queue.clear();
            first = 0;
        }
    }
}

} // namespace hand
