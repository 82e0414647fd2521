// L5 - times as people write them: 36h, 90m, 2d, 1h30m, 30s; a plain number is seconds.
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

#include "../quantity.hpp"
#include "text.hpp"

namespace gangway::text {

/// The time that a text names, zero or more; empty where it names none. Units: s, m or min, h, d, w.
[[nodiscard]] inline std::optional<duration> duration_in(std::string_view s) {
    if (double plain = 0.0; parse_number(s, plain) == number_fault::none)
        return plain < 0.0 ? std::nullopt : std::optional{duration{plain}};
    if (s.empty()) return std::nullopt;
    double sum = 0.0;
    while (!s.empty()) {
        double value = 0.0;
        auto const [stop, error] = std::from_chars(s.data(), s.data() + s.size(), value, std::chars_format::fixed);
        if (error != std::errc{} || value < 0.0 || !std::isfinite(value)) return std::nullopt;
        s.remove_prefix(static_cast<std::size_t>(stop - s.data()));
        auto const unit = s.substr(0, std::min(s.find_first_of("0123456789."), s.size()));
        if (unit == "s") sum += value;
        else if (unit == "m" || unit == "min") sum += value * 60.0;
        else if (unit == "h") sum += value * 3'600.0;
        else if (unit == "d") sum += value * 86'400.0;
        else if (unit == "w") sum += value * 604'800.0;
        else return std::nullopt;
        s.remove_prefix(unit.size());
    }
    return std::isfinite(sum) ? std::optional{duration{sum}} : std::nullopt;
}

} // namespace gangway::text
