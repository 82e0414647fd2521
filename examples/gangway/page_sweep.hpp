// tool - the report of a sweep: mean completion time against the longest wait.
#pragma once

#include "sweep_rows.hpp"

#include <string>
#include <vector>

namespace tool {

/// Writes it to a folder, which is made where it is missing. `what` says in words what was swept.
void write_sweep_page(std::string const& folder, sweep_rows const& all, std::vector<aggregate_row> const& summary,
                      std::string const& what);

} // namespace tool
