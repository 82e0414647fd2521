// tool - numbers and times on the command line.
#pragma once

#include "error.hpp"

#include <gangway/text/duration.hpp>

#include <charconv>
#include <optional>
#include <string>
#include <string_view>

namespace tool {

inline std::optional<double> number_in(std::string_view text) {
    double value = 0.0;
    if (gangway::text::parse_number(text, value) != gangway::text::number_fault::none) return std::nullopt;
    return value;
}

/// The largest and the smallest number that somebody may have measured, in whatever unit: what is beyond would overflow in
/// a product later.
inline constexpr double largest_measure = 1e18;
inline constexpr double smallest_measure = 1e-18;

inline bool is_measure(double value) { return value >= smallest_measure && value <= largest_measure; }

template <class Integer>
std::optional<Integer> whole_number_in(std::string_view text) {
    Integer value = 0;
    auto const [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || stop != text.data() + text.size()) return std::nullopt;
    return value;
}

using gangway::text::duration_in;

inline gangway::duration parse_duration(std::string_view text, std::string_view what) {
    if (auto const d = duration_in(text)) return *d;
    throw unusable_input{std::string{what} + ": " + in_quotes(text) + " is not a time; write 30s, 90m, 36h, 2d, or a number of seconds"};
}

} // namespace tool
