// L5 - numbers in log lines: what they mean, how exact they are, and where one may begin and end.
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "../../text/text.hpp"

namespace gangway::profile {

/// What a number in a line means. The unit is part of the name, so that none is ever guessed.
enum class log_field : std::uint8_t {
    nothing,            ///< `{}`: a number that is not read
    step,               ///< `{step}`: iterations done so far
    total,              ///< `{total}`: iterations of the run, or of the epoch
    per_second,         ///< `{it/s}`
    seconds_each,       ///< `{s/it}`, `{ms/it}`, `{us/it}`: kept in seconds
    samples_per_second, ///< `{samples/s}`
    elapsed,            ///< `{elapsed}`: 12:03 or 1:12:03
};

/// What one line said.
struct log_match {
    double value = 0.0;                  ///< as its field says; iterations or samples per second, or seconds
    double resolution = 0.0;             ///< half a unit of the last digit that was printed
    log_field unit = log_field::nothing; ///< of the number
    double step = -1.0;                  ///< negative: not in the line
    double total = -1.0;                 ///< negative: not in the line
    std::size_t begin = 0;               ///< where in the line the form begins
    std::size_t end = 0;                 ///< where it ends
};

namespace detail {

/// One element of a pattern.
struct log_op {
    enum kind_type : std::uint8_t { literal, blanks, loose, anything, number } kind = literal;
    log_field field = log_field::nothing;
    double scale = 1.0;
    std::string text; ///< of a literal
};

[[nodiscard]] constexpr bool is_loose(char c) {
    return text::is_blank(c) || c == ':' || c == '=' || c == '#' || c == '[' || c == '(' || c == '/' || c == '"' ||
           c == '\'';
}
[[nodiscard]] constexpr bool in_number(char c) {
    return text::is_digit(c) || c == '.' || c == 'e' || c == 'E' || c == '+' || c == '-';
}

/// A plain decimal number of at most 15 digits that is the whole of `s`, exactly as `parse_number` reads it.
///
/// Source: Clinger, "How to read floating point numbers accurately", PLDI 1990: both parts of the quotient are exact.
[[nodiscard]] inline bool parse_short(std::string_view s, double& value, int& decimals) {
    if (s.size() > 16) return false;
    std::int64_t digits = 0;
    std::size_t point = s.size();
    for (std::size_t i = 0; i < s.size(); ++i) {
        if (s[i] == '.' && point == s.size() && i > 0)
            point = i;
        else if (text::is_digit(s[i]))
            digits = 10 * digits + (s[i] - '0');
        else
            return false;
    }
    if (s.size() == 16 && point == s.size()) return false;
    constexpr double powers[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
    decimals = point < s.size() ? static_cast<int>(s.size() - point) - 1 : 0;
    value = static_cast<double>(digits) / powers[decimals];
    return true;
}

/// Half a unit of the last digit of a number that has an exponent or very many digits.
[[nodiscard]] inline double half_digit(std::string_view s) {
    auto const mantissa = s.substr(0, std::min(s.find_first_of("eE"), s.size()));
    auto const point = mantissa.find('.');
    auto const decimals = point == std::string_view::npos ? 0 : static_cast<int>(mantissa.size() - point) - 1;
    int exponent = 0;
    if (mantissa.size() < s.size()) {
        auto from = mantissa.size() + 1;
        if (s[from] == '+') ++from;
        std::from_chars(s.data() + from, s.data() + s.size(), exponent);
    }
    return 0.5 * std::pow(10.0, exponent - decimals);
}

/// Takes a number, or a time with colons, that is the whole of `s`.
[[nodiscard]] inline bool take_number(log_op const& op, std::string_view s, log_match& out) {
    if (s.empty()) return false;
    if (op.field == log_field::elapsed) return s.find(':') != std::string_view::npos && text::is_digit(s.front());
    double v = 0.0;
    int decimals = 0;
    bool const plain = parse_short(s, v, decimals);
    if (!plain && text::parse_number(s, v) != text::number_fault::none) return false;
    switch (op.field) {
    case log_field::step:
        out.step = v;
        break;
    case log_field::total:
        out.total = v;
        break;
    case log_field::per_second:
    case log_field::seconds_each:
    case log_field::samples_per_second: {
        constexpr double halves[] = {0.5, 0.5e-1, 0.5e-2, 0.5e-3, 0.5e-4, 0.5e-5, 0.5e-6};
        out.value = v * op.scale;
        out.resolution = op.scale * (plain && decimals < 7 ? halves[decimals] : half_digit(s));
        out.unit = op.field;
        break;
    }
    default:
        break;
    }
    return true;
}

/// The literal stands at `at`; most are a byte or two, for which a call costs more than the comparison.
[[nodiscard]] inline bool stands_at(std::string_view line, std::size_t at, std::string_view literal) {
    if (line.size() - at < literal.size()) return false;
    for (std::size_t i = 0; i < literal.size(); ++i)
        if (line[at + i] != literal[i]) return false;
    return true;
}

/// A number must not be a piece of a longer one, nor of one with commas for thousands.
[[nodiscard]] inline bool whole_before(std::string_view line, std::size_t at) {
    if (at == 0) return true;
    char const c = line[at - 1];
    return !text::is_digit(c) && c != '.' && !(c == ',' && at > 1 && text::is_digit(line[at - 2]));
}
[[nodiscard]] inline bool whole_after(std::string_view line, std::size_t at) {
    if (at >= line.size()) return true;
    char const c = line[at];
    return !text::is_digit(c) && !(c == ',' && at + 1 < line.size() && text::is_digit(line[at + 1]));
}

} // namespace detail

} // namespace gangway::profile
