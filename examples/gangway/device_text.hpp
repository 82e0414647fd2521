// tool - the table of devices: found by name, printed with the source of each figure.
#pragma once

#include <gangway/cost/device_table.hpp>

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

namespace tool {

/// 989.4 T, 3.35 T, 14 G: four digits and a prefix, to be followed by a unit.
std::string short_number(double value);
/// 2.917 ms, 5 us, 1.2 s.
std::string short_time(double seconds);

/// The built-in table, extended by a file where there is one.
gangway::cost::device_table load_devices(std::string const& path);
/// The one device that a name means.
std::string_view find_device(gangway::cost::device_table const& devices, std::string const& name);
gangway::cost::data_type parse_type(std::string const& name);

/// All devices, one line each.
std::string print_devices(gangway::cost::device_table const& devices);
/// One device: every figure with its source, and what other sources say.
std::string print_device(gangway::cost::device_table const& devices, std::string_view name, std::size_t width);
nlohmann::ordered_json json_figures(gangway::cost::device_table const& devices, std::string_view name);

} // namespace tool
