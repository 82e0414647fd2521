// tool - times as people write them: 36h, 90m, 2d, 1h30m, 30s; a plain number is seconds.
#pragma once

#include "error.hpp"

#include <gangway/quantity.hpp>

#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

namespace tool {

inline std::optional<double> number_in(std::string_view text) {
    double value = 0.0;
    auto const [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || stop != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
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

/// The time that a text names; empty where it names none.
inline std::optional<gangway::duration> duration_in(std::string_view text) {
    if (auto const plain = number_in(text)) {
        if (*plain < 0.0) return std::nullopt;
        return gangway::duration{*plain};
    }
    double sum = 0.0;
    while (!text.empty()) {
        double value = 0.0;
        auto const [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
        if (error != std::errc{} || value < 0.0 || !std::isfinite(value)) return std::nullopt;
        text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
        auto const letters = std::min(text.find_first_of("0123456789."), text.size());
        auto const unit = text.substr(0, letters);
        if (unit == "s") sum += value;
        else if (unit == "m" || unit == "min") sum += value * 60.0;
        else if (unit == "h") sum += value * 3'600.0;
        else if (unit == "d") sum += value * 86'400.0;
        else if (unit == "w") sum += value * 604'800.0;
        else return std::nullopt;
        text.remove_prefix(letters);
    }
    return gangway::duration{sum};
}

inline gangway::duration parse_duration(std::string_view text, std::string_view what) {
    if (auto const d = duration_in(text)) return *d;
    throw unusable_input{std::string{what} + ": " + in_quotes(text) + " is not a time; write 30s, 90m, 36h, 2d, or a number of seconds"};
}

} // namespace tool
