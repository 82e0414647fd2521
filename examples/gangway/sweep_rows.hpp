// tool - the rows of a sweep as a file keeps them: the Pareto set, changes against the first policy, means over cases.
#pragma once

#include "report.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tool {

/// One replay of a sweep. What it holds is what a file keeps, so that rows that were read go the way of those just made.
struct sweep_row {
    std::string policy;
    std::string cluster;
    std::string first; ///< fields of the CSV before the changes against the first policy
    std::string last;  ///< and those between the changes and the Pareto mark
    comparison is;
    double bound = 0.0; ///< of the mean completion time, seconds
};

/// By case, then policy.
struct sweep_rows {
    std::size_t policies = 0;
    std::vector<sweep_row> rows;
};

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

std::vector<aggregate_row> aggregate(sweep_rows const& all);

std::string rows_csv(sweep_rows const& all);
std::string aggregate_csv(std::vector<aggregate_row> const& rows);

/// The Pareto set over all cases, for a person on 80 columns.
std::string print_pareto(std::vector<aggregate_row> const& rows);

/// Where the rows go, and in which form.
struct rows_output {
    std::string file = "-";
    bool aggregate = false;
    std::string report; ///< a folder; empty: no report
};
/// Writes the rows; where they go to a file, says so with `what`, and prints the Pareto set.
void write_rows(sweep_rows const& all, rows_output const& to, std::string const& what);

} // namespace tool
