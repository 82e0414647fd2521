// tool - a part of a sweep as a file, and the whole sweep from all its parts.
#pragma once

#include "grid.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tool {

/// `i/n`, i from 1; empty for an empty text.
std::optional<shard> shard_in(std::string const& text);

/// Writes the rows of one part: first a line that names the sweep, the part and the number of rows, then the rows with
/// their cells. A file appears whole or not at all.
void write_shard(std::string const& file, sweep_grid const& grid, shard const& part, std::map<std::size_t, sweep_row> const& rows);

/// Reads all parts of one sweep, in any order.
///
/// Errors: a file that is no shard, is cut, or is of another sweep; a part that is missing or given twice.
sweep_rows read_shards(std::vector<std::string> const& files);

} // namespace tool
