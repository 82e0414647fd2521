// tool - the grid of a sweep: cases times policies, their rows, the Pareto set, and means over cases.
#pragma once

#include "options.hpp"
#include "report.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tool {

/// A trace on a cluster, with one draw of profiles.
struct sweep_case {
    std::shared_ptr<setup const> s;
    std::uint64_t profile_seed = 1;
    std::shared_ptr<profiles_in_use const> profiles;
};

struct sweep_grid {
    std::vector<policy_text> policies;
    std::vector<sweep_case> cases;
};

struct sweep_row {
    figures f;
    gangway::sim::completion_bound bound;
    bool pareto = false;
};

/// Rows by case, then policy, whatever the number of threads.
///
/// Semantics: a policy that reads no profiles is replayed once for all profile seeds.
std::vector<sweep_row> run_grid(sweep_grid const& grid, unsigned threads, bool progress);

/// One policy on one cluster, over all traces and profile seeds.
struct aggregate_row {
    std::string policy;
    std::string cluster;
    std::size_t cases = 0;
    std::size_t comparable = 0; ///< cases in which every job ended; the rest is over these
    double mean_jct = 0.0;
    double max_wait = 0.0;
    std::optional<double> jct_change;        ///< mean over cases, per cent
    std::optional<double> worst_jct_change;
    std::optional<double> wait_change;
    std::optional<double> worst_wait_change;
    double above_bound = 0.0;
    bool pareto = false; ///< on this cluster, over the means; only where every job of every case ended
};

std::vector<aggregate_row> aggregate(sweep_grid const& grid, std::vector<sweep_row> const& rows);

std::string rows_csv(sweep_grid const& grid, std::vector<sweep_row> const& rows);
std::string aggregate_csv(std::vector<aggregate_row> const& rows);

} // namespace tool
