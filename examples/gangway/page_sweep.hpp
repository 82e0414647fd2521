// tool - the report of a sweep: mean completion time against the longest wait.
#pragma once

#include "grid.hpp"

#include <string>
#include <vector>

namespace tool {

/// Writes it to a folder that `prepare_report` has seen.
void write_sweep_page(std::string const& folder, sweep_grid const& grid, std::vector<sweep_row> const& rows,
                      std::vector<aggregate_row> const& summary);

} // namespace tool
