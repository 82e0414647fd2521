// L3 - the total order of waiting jobs: score, then submission, then id.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "../fwd.hpp"
#include "../rank/term.hpp"

namespace gangway {

/// What orders two jobs at one instant.
template <std::size_t Depth, class Id>
struct rank_key {
    std::array<double, Depth> score; ///< larger first, in order
    double submitted;                ///< earlier first, where scores tie
    Id id;                           ///< smaller first, where that ties too
};

/// Does `a` start before `b`? Larger score, then earlier submission, then smaller id: never a tie.
template <std::size_t Depth, class Id>
constexpr bool before(rank_key<Depth, Id> const& a, rank_key<Depth, Id> const& b) {
    for (std::size_t i = 0; i < Depth; ++i)
        if (a.score[i] != b.score[i]) return a.score[i] > b.score[i];
    if (a.submitted != b.submitted) return a.submitted < b.submitted;
    return a.id < b.id;
}

/// A waiting job as the queues see it.
template <std::size_t Depth, class Id>
struct queued_job {
    index slot = no_index;      ///< the job's place in its owner's table
    score_lines<Depth> lines{}; ///< scores in time
    double submitted = 0.0;     ///< s
    Id id{};                    ///< of the job
    double estimate = 0.0;      ///< seconds; infinity where there is none
};

/// A waiting job beside its key.
template <std::size_t Depth, class Id>
struct keyed_job {
    rank_key<Depth, Id> key; ///< of the job
    index slot;              ///< its place in its owner's table
};

/// Where each slot stands inside its queue; shared by the queues of one scheduler, grown by whoever pushes.
using queue_places = std::vector<index>;
/// Marks a place in the part of a queue that holds jobs in the order in which they came.
inline constexpr index in_run = index{1} << 31;

/// The key of a job whose order stands still: intercepts alone, since all slopes are equal.
template <std::size_t Depth, class Id>
constexpr rank_key<Depth, Id> still_key(queued_job<Depth, Id> const& job) {
    rank_key<Depth, Id> key{{}, job.submitted, job.id};
    for (std::size_t i = 0; i < Depth; ++i) key.score[i] = job.lines[i].at_zero;
    return key;
}

/// The key of a job at one instant.
template <std::size_t Depth, class Id>
constexpr rank_key<Depth, Id> key_at(queued_job<Depth, Id> const& job, instant now) {
    rank_key<Depth, Id> key{{}, job.submitted, job.id};
    for (std::size_t i = 0; i < Depth; ++i) key.score[i] = job.lines[i].at(now);
    return key;
}

} // namespace gangway
