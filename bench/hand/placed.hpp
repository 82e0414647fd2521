// bench - strict FIFO with best-fit placement on up to 128 equal nodes, by hand.
#pragma once

#include "../workload.hpp"
#include "ends.hpp"
#include "span.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace hand {

/// A set of up to 128 nodes.
struct node_set {
    std::array<std::uint64_t, 2> words{};

    bool any() const { return (words[0] | words[1]) != 0; }
    int count() const { return std::popcount(words[0]) + std::popcount(words[1]); }
    int first() const {
        return words[0] != 0 ? std::countr_zero(words[0]) : 64 + std::countr_zero(words[1]);
    }
    void flip(int n) { words[static_cast<std::size_t>(n) / 64] ^= std::uint64_t{1} << (static_cast<unsigned>(n) % 64); }
};

/// Starts and ends under strict FIFO with best fit on `nodes` nodes of 8 GPUs; `on`, if given, is called with the job and
/// each of its nodes.
///
/// Semantics: a gang of at most 8 is one task on one node: the fullest that holds it, ties by number. A larger gang is
/// gpus / 8 tasks of 8 on empty nodes, lowest numbers first. All ends of an instant come before a placement at it.
/// Expects: jobs in order of submission, each of at most 8 GPUs or a multiple of 8 that the nodes hold; nodes <= 128.
/// Complexity: O(n (log running + levels)).
template <class On>
std::vector<span> strict_placed(std::vector<bench::job> const& jobs, int nodes, On on) {
    constexpr int node_gpus = 8;
    std::vector<span> spans(jobs.size());
    std::array<node_set, node_gpus + 1> at{}; // nodes by how many GPUs are free on them
    std::array<std::int8_t, 128> free{};
    for (int n = 0; n < nodes; ++n) {
        at[node_gpus].flip(n);
        free[static_cast<std::size_t>(n)] = node_gpus;
    }
    unsigned levels = 1U << node_gpus; // bit l: some node has l GPUs free
    std::vector<node_set> wide(static_cast<std::size_t>(nodes));
    std::vector<int> spare; // places in `wide` that no running gang uses
    for (int n = 0; n < nodes; ++n) spare.push_back(n);
    ends running(static_cast<std::size_t>(nodes * node_gpus));

    auto const change = [&](int n, int by) {
        auto& f = free[static_cast<std::size_t>(n)];
        auto const was = static_cast<unsigned>(f);
        auto const is = static_cast<unsigned>(f + by);
        f = static_cast<std::int8_t>(is);
        at[was].flip(n);
        at[is].flip(n);
        levels = (levels & ~(1U << was)) | (static_cast<unsigned>(at[was].any()) << was) | (1U << is);
    };
    auto const release = [&](end_event const& e) {
        if (e.gpus <= node_gpus) {
            change(e.tag, e.gpus);
            return;
        }
        auto const& held = wide[static_cast<std::size_t>(e.tag)];
        for (std::size_t w = 0; w < 2; ++w) {
            at[node_gpus].words[w] |= held.words[w];
            at[0].words[w] &= ~held.words[w];
            for (auto left = held.words[w]; left != 0; left &= left - 1)
                free[w * 64 + static_cast<std::size_t>(std::countr_zero(left))] = node_gpus;
        }
        levels = (levels & ~1U) | static_cast<unsigned>(at[0].any()) | (1U << node_gpus);
        spare.push_back(e.tag);
    };
    auto const fits = [&](int gpus) {
        if (gpus <= node_gpus) return (levels >> static_cast<unsigned>(gpus)) != 0;
        return at[node_gpus].count() * node_gpus >= gpus;
    };

    double now = 0;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        auto const& j = jobs[i];
        now = std::max(now, j.submit);
        while (!running.empty() && running.top().time <= now) release(running.pop());
        while (!fits(j.gpus)) {
            now = running.top().time;
            do release(running.pop());
            while (!running.empty() && running.top().time == now);
        }
        spans[i] = {now, now + j.run};
        int tag = 0;
        if (j.gpus <= node_gpus) {
            auto const level = j.gpus + std::countr_zero(levels >> static_cast<unsigned>(j.gpus));
            tag = at[static_cast<std::size_t>(level)].first();
            change(tag, -j.gpus);
            on(j, tag);
        } else {
            tag = spare.back();
            spare.pop_back();
            node_set held;
            for (auto left = j.gpus; left > 0; left -= node_gpus) {
                auto const n = at[node_gpus].first();
                change(n, -node_gpus);
                held.flip(n);
                on(j, n);
            }
            wide[static_cast<std::size_t>(tag)] = held;
        }
        running.push({now + j.run, j.gpus, tag});
    }
    return spans;
}

inline std::vector<span> strict_placed(std::vector<bench::job> const& jobs, int nodes = 108) {
    return strict_placed(jobs, nodes, [](bench::job const&, int) {});
}

} // namespace hand
