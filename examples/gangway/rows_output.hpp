// tool - where the rows of a sweep go: a file, the terminal, a page of pictures.
#pragma once

#include "sweep_rows.hpp"

#include <CLI/CLI.hpp>

#include <string>

namespace tool {

struct rows_output {
    std::string file = "-";
    bool aggregate = false;
    std::string report; ///< folder of the page; empty: none
};

/// The options, shared by sweep and merge.
void declare_output(CLI::App& verb, rows_output& to);

/// Says of a folder that cannot be written before the work, not after it.
void prepare(rows_output const& to);

/// Writes the rows; where they go to a file, says so with `what`, and prints the Pareto set.
void write_rows(sweep_rows const& all, rows_output const& to, std::string const& what);

} // namespace tool
