// tool - operating points from a file: listed one by one, or modelled from stages, a device and clocks.
#pragma once

#include <gangway/cost/control_loop.hpp>
#include <gangway/cost/episodes.hpp>
#include <gangway/cost/stage_clocks.hpp>

#include <optional>
#include <string>
#include <vector>

namespace tool {

/// One way to run: what the file says of it; the rest is empty.
struct file_point {
    std::string name;
    std::string where; ///< file and line or place, for messages
    std::optional<gangway::duration> latency;
    std::optional<gangway::energy> joules;
    std::optional<gangway::cost::episodes> runs;
    std::optional<double> success; ///< a share without its episodes
};

/// P = fixed + linear f + cubic f^3, f the core clock as a share of the nominal one.
struct share_power {
    gangway::power fixed;
    gangway::power linear;
    gangway::power cubic;

    [[nodiscard]] gangway::power operator()(gangway::cost::clock_shares const& f) const {
        return fixed + f.core * linear + f.core * f.core * f.core * cubic;
    }
};

/// A model in stages on a device.
struct staged_model {
    std::vector<gangway::cost::stage> stages;
    gangway::cost::roofs device;
    share_power draw;
    std::vector<gangway::cost::clock_shares> clocks;
    std::vector<std::string> clock_names;
    gangway::cost::switching change;
};

struct point_file {
    std::vector<file_point> points;
    std::optional<staged_model> model; ///< where the points come from one: a point a clock
};

/// Reads a CSV of points, a JSON file of points, or a JSON file of a staged model; throws `unusable_input`.
point_file read_points(std::string const& path);

/// The formats in words, for help.
std::string point_formats();

} // namespace tool
