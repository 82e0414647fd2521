// tool - sweeps to fit: a long table with named columns, or two wide tables with a column a clock.
#pragma once

#include <gangway/quantity.hpp>

#include <string>
#include <vector>

namespace tool {

/// One clock, or pair of clocks, of one program: means over the rows that repeat it.
struct fit_point {
    double clock = 0.0;  ///< in the unit of the file
    double memory = 0.0; ///< 0 where the sweep has one clock
    gangway::duration time;
    gangway::power draw;
};

/// One program: ascending clocks, no clock twice, at least one point.
struct fit_group {
    std::string name;
    std::vector<fit_point> points;
};

struct fit_columns {
    std::string clock = "clock_mhz";
    std::string memory; ///< empty: one clock
    std::string time = "time_s";
    std::string draw = "power_w";
    std::vector<std::string> group; ///< empty: `program` where there is such a column, else all rows are one program
    bool speed = false;             ///< the time column holds work a second
    double seconds_in_unit = 1.0;
};

/// Reads a long table, a row a measurement. Rows that cannot be taken are reported with file and line and left out.
std::vector<fit_group> read_long_sweep(std::string const& file, fit_columns const& columns);

/// Reads two wide tables of the same programs: the header names the clocks, a row has the times (or speeds), or the
/// watts.
std::vector<fit_group> read_wide_sweep(std::string const& times, std::string const& draws, fit_columns const& columns);

} // namespace tool
