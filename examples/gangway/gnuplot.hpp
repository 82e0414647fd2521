// tool - gnuplot as a program: commands in, SVG files out.
#pragma once

#include <string>
#include <vector>

namespace tool {

/// Where gnuplot is; throws `unusable_input` that names the package where it is not installed.
std::string find_gnuplot();

/// Runs a script in a new folder, without any settings of the user, and reads the files that it wrote there.
///
/// Semantics: no shell takes part. Throws `unusable_input` with gnuplot's own words where it fails.
std::vector<std::string> run_gnuplot(std::string const& script, std::vector<std::string> const& files);

} // namespace tool
