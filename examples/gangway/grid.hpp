// tool - the grid of a sweep: cases times policies, and the replays that fill it.
#pragma once

#include "options.hpp"
#include "sweep_rows.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace tool {

/// A trace on a cluster, with one draw of profiles.
struct sweep_case {
    std::shared_ptr<setup const> s;
    std::uint64_t profile_seed = 1;
    std::shared_ptr<profiles_in_use const> profiles;
};

/// What is swept over.
struct sweep_grid {
    std::vector<policy_text> policies;
    std::vector<sweep_case> cases;
};

/// Part `at` of `of`, counted from 0.
struct shard {
    std::size_t at = 0;
    std::size_t of = 1;
};

/// One replay, and every cell of the grid that it serves: a cell is case * policies + policy.
struct replay_task {
    std::vector<std::size_t> cells;
};

/// The replays of a part of the grid.
///
/// Semantics: a policy that reads no profiles is replayed once for all profile seeds.
std::vector<replay_task> tasks_of(sweep_grid const& grid, shard const& part);

/// Runs replays; rows by cell, whatever the number of threads.
std::map<std::size_t, sweep_row> run_grid(sweep_grid const& grid, std::vector<replay_task> const& tasks, unsigned threads,
                                          bool progress);

/// The fields of a row that name its case.
std::string case_fields(sweep_case const& c);

} // namespace tool
