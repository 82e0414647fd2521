// tool - the report of operating points: latency against energy.
#pragma once

#include "point_choice.hpp"

#include <string>

namespace tool {

/// Writes it to a folder that `prepare_report` has seen.
void write_point_page(std::string const& folder, std::string const& file, point_question const& q,
                      point_answer const& a);

} // namespace tool
