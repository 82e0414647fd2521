// L0 - forward declarations; default arguments live here.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gangway {

template <std::size_t N>
struct amounts;
template <std::size_t N>
struct gang;
template <class Node>
struct grant;

struct submit_order;
struct strict;
struct best_fit;
struct no_clock;

/// Position of a node in the order of node ids, or of a job in a scheduler's own table.
using index = std::uint32_t;
inline constexpr index no_index = static_cast<index>(-1); ///< no node, no job

/// What an admission asks of the queue of one shape.
enum class lookup {
    best,       ///< only who is first
    best_within ///< also who is first among the jobs that are short enough
};

template <class Rank = submit_order, class Admit = strict, class Place = best_fit, class Clock = no_clock>
struct policy;
template <class Model, class Policy>
class scheduler;

} // namespace gangway
