// L5 - timestamps of log lines, in seconds on an axis of their own: only differences mean anything.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string_view>

#include "../../text/text.hpp"

namespace gangway::profile {

/// A time of day, or of a calendar, as a line states it.
struct log_time {
    double seconds = 0.0;    ///< from an origin that the form does not say
    double resolution = 1.0; ///< seconds: one unit of the last digit
    bool has_day = true;     ///< false: a time of day alone, which starts over at midnight
};

namespace detail {

/// Days from 1970-01-01 in the Gregorian calendar.
///
/// Source: Hinnant, "chrono-compatible low-level date algorithms", days_from_civil.
[[nodiscard]] constexpr double days_of(int year, int month, int day) {
    year -= month <= 2 ? 1 : 0;
    int const era = (year >= 0 ? year : year - 399) / 400;
    int const of_era = year - era * 400;
    int const of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    int const leap_days = of_era / 4 - of_era / 100;
    return era * 146'097.0 + of_era * 365 + leap_days + of_year - 719'468;
}

/// Reads digits, `least` to `most` of them.
[[nodiscard]] inline bool take_digits(std::string_view& s, std::size_t least, std::size_t most, int& out) {
    std::size_t n = 0;
    out = 0;
    for (; n < s.size() && n < most && text::is_digit(s[n]); ++n) out = out * 10 + (s[n] - '0');
    if (n < least || (n < s.size() && n == most && text::is_digit(s[n]))) return false;
    s.remove_prefix(n);
    return true;
}
[[nodiscard]] inline bool take_char(std::string_view& s, char a, char b = '\0') {
    if (s.empty() || (s.front() != a && (b == '\0' || s.front() != b))) return false;
    s.remove_prefix(1);
    return true;
}

/// 12:34:56, with a fraction behind a point or a comma.
[[nodiscard]] inline bool take_clock(std::string_view& s, log_time& out) {
    int h = 0;
    int m = 0;
    int sec = 0;
    if (!take_digits(s, 1, 2, h) || !take_char(s, ':') || !take_digits(s, 2, 2, m) || !take_char(s, ':') ||
        !take_digits(s, 2, 2, sec))
        return false;
    if (h > 23 || m > 59 || sec > 60) return false;
    out.seconds += h * 3'600.0 + m * 60.0 + sec;
    out.resolution = 1.0;
    if (s.size() > 1 && (s[0] == '.' || s[0] == ',') && text::is_digit(s[1])) {
        s.remove_prefix(1);
        double unit = 1.0;
        for (; !s.empty() && text::is_digit(s.front()); s.remove_prefix(1))
            out.seconds += (unit /= 10.0) * (s.front() - '0');
        out.resolution = unit;
    }
    return true;
}

[[nodiscard]] inline std::optional<log_time> time_here(std::string_view s) {
    log_time out;
    auto rest = s;
    int a = 0;
    int b = 0;
    int c = 0;
    // 2024-03-07 15:27:02, 2024/03/07T15:27:02
    if (take_digits(rest, 4, 4, a) && take_char(rest, '-', '/') && take_digits(rest, 1, 2, b) &&
        take_char(rest, '-', '/') && take_digits(rest, 1, 2, c) && take_char(rest, ' ', 'T') && b >= 1 && b <= 12 &&
        c >= 1 && c <= 31) {
        out.seconds = 86'400.0 * days_of(a, b, c);
        if (take_clock(rest, out)) return out;
    }
    // 11/08 15:58:16, as Detectron2 and MMEngine write it; the year is not known, a leap year leaves room for every day
    rest = s;
    out = {};
    if (take_digits(rest, 1, 2, a) && take_char(rest, '/') && take_digits(rest, 1, 2, b) && take_char(rest, ' ') &&
        a >= 1 && a <= 12 && b >= 1 && b <= 31) {
        out.seconds = 86'400.0 * days_of(2000, a, b);
        if (take_clock(rest, out)) return out;
    }
    rest = s;
    out = {};
    out.has_day = false;
    if (take_clock(rest, out)) return out;
    // Seconds since 1970: ten digits, with or without a fraction. Thirteen are milliseconds or not: not read.
    rest = s;
    out = {};
    std::size_t digits = 0;
    while (digits < rest.size() && text::is_digit(rest[digits])) ++digits;
    if (digits == 10 && s.front() >= '1' && s.front() <= '3') {
        auto n = digits;
        if (n + 1 < s.size() && s[n] == '.' && text::is_digit(s[n + 1]))
            for (++n, out.resolution = 1.0; n < s.size() && text::is_digit(s[n]); ++n) out.resolution /= 10.0;
        if (std::from_chars(s.data(), s.data() + n, out.seconds).ptr == s.data() + n) return out;
    }
    return std::nullopt;
}

} // namespace detail

/// The timestamp that begins within the first 64 bytes of a line; empty where there is none.
///
/// Semantics: zones are not read: a log keeps to one. Forms: 2024-03-07 15:27:02,646; 2024/03/07T15:27:02; 11/08
/// 15:58:16; 15:58:16.123; ten digits of seconds since 1970.
[[nodiscard]] inline std::optional<log_time> time_in(std::string_view line) {
    std::size_t const most = std::min<std::size_t>(line.size(), 64);
    for (std::size_t at = 0; at < most; ++at) {
        if (!text::is_digit(line[at])) continue;
        if (auto const t = detail::time_here(line.substr(at))) return t;
        while (at + 1 < most && text::is_digit(line[at + 1])) ++at;
    }
    return std::nullopt;
}

} // namespace gangway::profile
