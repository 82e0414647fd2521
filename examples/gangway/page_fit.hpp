// tool - the report of fits: time, power and energy over the clock.
#pragma once

#include "fit_models.hpp"

#include <string>
#include <vector>

namespace tool {

/// What the page says of the fits as a whole.
struct fit_words {
    std::string file;
    std::string objective;
    std::string clock_unit;
};

/// Writes it to a folder that `prepare_report` has seen.
void write_fit_page(std::string const& folder, fit_words const& words, std::vector<fitted_group> const& all);

} // namespace tool
