// L5 - small exact text helpers of the readers: lines, fields, numbers, natural order.
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace gangway::text {

/// No honest row is longer; a longer one is reported and not split.
inline constexpr std::size_t longest_line = 65'536;

/// No honest name of a job, user or group is longer, in bytes.
inline constexpr std::size_t longest_name = 1'024;

/// Largest GPU count taken from a file.
inline constexpr std::int64_t most_gpus = std::int64_t{1} << 31;

/// Largest time taken from a file, in seconds: up to here a double holds every whole second.
inline constexpr double most_seconds = 9'007'199'254'740'992.0;

/// A space or a tab.
[[nodiscard]] constexpr bool is_blank(char c) {
    return c == ' ' || c == '\t';
}
/// 0 to 9.
[[nodiscard]] constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
/// A control character.
[[nodiscard]] constexpr bool is_control(char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == '\x7f';
}

/// Without blanks at both ends.
[[nodiscard]] constexpr std::string_view trim(std::string_view s) {
    while (!s.empty() && is_blank(s.front())) s.remove_prefix(1);
    while (!s.empty() && is_blank(s.back())) s.remove_suffix(1);
    return s;
}

/// In lower case, ASCII alone.
[[nodiscard]] inline std::string lower(std::string_view s) {
    std::string out{s};
    for (char& c : out) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return out;
}

/// Is there a control character in it?
[[nodiscard]] inline bool has_control(std::string_view s) {
    return std::any_of(s.begin(), s.end(), is_control);
}

/// The content without a UTF-8 byte order mark.
[[nodiscard]] inline std::string_view without_bom(std::string_view s) {
    if (s.starts_with("\xef\xbb\xbf")) s.remove_prefix(3);
    return s;
}

/// A piece of a file in quotes, made fit to be printed: at most 60 bytes, control characters written out.
[[nodiscard]] inline std::string quote(std::string_view s) {
    constexpr std::size_t most = 60;
    constexpr std::string_view hex = "0123456789abcdef";
    std::string out = "'";
    for (char const c : s.substr(0, most)) {
        if (is_control(c)) {
            auto const byte = static_cast<unsigned char>(c);
            out += "\\x";
            out += hex[byte >> 4U];
            out += hex[byte & 0xfU];
        } else {
            out += c;
        }
    }
    out += s.size() > most ? "...'" : "'";
    return out;
}

/// Why a text is no number.
enum class number_fault { none, not_a_number, too_large };

/// Reads a finite number that is the whole of `s`; the result depends on no locale.
[[nodiscard]] inline number_fault parse_number(std::string_view s, double& value) {
    char const* const end = s.data() + s.size();
    auto const [stop, error] = std::from_chars(s.data(), end, value);
    if (error == std::errc::invalid_argument || stop != end) return number_fault::not_a_number;
    if (error == std::errc::result_out_of_range) return number_fault::too_large;
    return std::isfinite(value) ? number_fault::none : number_fault::not_a_number;
}

/// Reads a whole number that is the whole of `s`; `8.0`, which data frames write for 8, is whole.
[[nodiscard]] inline number_fault parse_count(std::string_view s, std::int64_t& value) {
    char const* const end = s.data() + s.size();
    auto const [stop, error] = std::from_chars(s.data(), end, value);
    if (stop == end && error == std::errc{}) return number_fault::none;
    double real = 0.0;
    if (auto const fault = parse_number(s, real); fault != number_fault::none) return fault;
    if (std::floor(real) != real) return number_fault::not_a_number;
    if (std::abs(real) > most_seconds) return number_fault::too_large;
    value = static_cast<std::int64_t>(real);
    return number_fault::none;
}

/// The shortest text that reads back as exactly this number.
[[nodiscard]] inline std::string shortest(double value) {
    char buffer[32];
    auto const [stop, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
    static_cast<void>(error); // 24 characters hold every double
    return {buffer, stop};
}

/// Natural order of names: runs of digits compare as numbers, so that `job9` comes before `job10`.
///
/// Semantics: a total order; names that differ in leading zeros only are told apart by their bytes.
[[nodiscard]] inline std::strong_ordering natural_order(std::string_view a, std::string_view b) {
    auto const digits = [](std::string_view s, std::size_t from) {
        auto const rest = s.substr(from);
        auto const n = std::min(
            rest.size(), static_cast<std::size_t>(std::find_if_not(rest.begin(), rest.end(), is_digit) - rest.begin()));
        return rest.substr(0, n);
    };
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() && j < b.size()) {
        if (is_digit(a[i]) && is_digit(b[j])) {
            auto x = digits(a, i);
            auto y = digits(b, j);
            i += x.size();
            j += y.size();
            while (x.size() > 1 && x.front() == '0') x.remove_prefix(1);
            while (y.size() > 1 && y.front() == '0') y.remove_prefix(1);
            if (auto const c = x.size() <=> y.size(); c != 0) return c;
            if (auto const c = x.compare(y) <=> 0; c != 0) return c;
        } else {
            auto const c = static_cast<unsigned char>(a[i++]) <=> static_cast<unsigned char>(b[j++]);
            if (c != 0) return c;
        }
    }
    if (auto const c = (a.size() - i) <=> (b.size() - j); c != 0) return c;
    return a.compare(b) <=> 0;
}

/// A line of a file, without its line end (LF or CRLF).
struct line {
    std::string_view text;  ///< of the line, without its end
    std::size_t number = 0; ///< from 1
    bool ended = true;      ///< false: the file ends here without a line end
};

/// Walks over the lines of a file.
class line_cursor {
  public:
    /// The content must outlive it.
    explicit line_cursor(std::string_view content) : rest_{content} {}

    /// Reads the next line; false at the end.
    [[nodiscard]] bool next(line& out) {
        if (rest_.empty()) return false;
        auto const* const at = static_cast<char const*>(std::memchr(rest_.data(), '\n', rest_.size()));
        out.ended = at != nullptr;
        out.text = out.ended ? rest_.substr(0, static_cast<std::size_t>(at - rest_.data())) : rest_;
        rest_.remove_prefix(out.text.size() + (out.ended ? 1 : 0));
        if (out.text.ends_with('\r')) out.text.remove_suffix(1);
        out.number = ++number_;
        return true;
    }

  private:
    std::string_view rest_;
    std::size_t number_ = 0;
};

/// Splits lines into fields at a comma; a field in double quotes may hold commas, and "" for a quote.
///
/// Semantics: blanks around a field are not part of it, unless it is quoted. A quoted field ends on its line. The
/// views are valid until the next split.
class comma_splitter {
  public:
    /// False: a quote is not closed, or something follows a closing quote.
    [[nodiscard]] bool split(std::string_view text, std::vector<std::string_view>& fields) {
        fields.clear();
        if (text.find('"') == std::string_view::npos) {
            for (std::size_t from = 0;;) {
                auto const comma = std::min(text.find(',', from), text.size());
                fields.push_back(trim(text.substr(from, comma - from)));
                if (comma == text.size()) return true;
                from = comma + 1;
            }
        }
        unquoted_.clear();
        unquoted_.reserve(text.size()); // never grows below, so the views stay valid
        for (std::size_t from = 0;;) {
            while (from < text.size() && is_blank(text[from])) ++from;
            std::size_t comma = 0;
            if (from < text.size() && text[from] == '"') {
                auto const start = unquoted_.size();
                auto const after = unquote(text, from + 1);
                if (after == std::string_view::npos) return false;
                comma = std::min(text.find(',', after), text.size());
                if (!trim(text.substr(after, comma - after)).empty()) return false;
                fields.push_back(std::string_view{unquoted_}.substr(start));
            } else {
                comma = std::min(text.find(',', from), text.size());
                fields.push_back(trim(text.substr(from, comma - from)));
            }
            if (comma == text.size()) return true;
            from = comma + 1;
        }
    }

  private:
    /// Appends the field that begins after an opening quote; returns where the text goes on after the closing one.
    std::size_t unquote(std::string_view text, std::size_t from) {
        for (; from < text.size(); ++from) {
            if (text[from] != '"') {
                unquoted_ += text[from];
            } else if (from + 1 < text.size() && text[from + 1] == '"') {
                unquoted_ += '"';
                ++from;
            } else {
                return from + 1;
            }
        }
        return std::string_view::npos;
    }

    std::string unquoted_;
};

/// Splits a line at runs of blanks.
inline void split_blanks(std::string_view text, std::vector<std::string_view>& fields) {
    fields.clear();
    for (text = trim(text); !text.empty(); text = trim(text)) {
        auto const n = static_cast<std::size_t>(std::find_if(text.begin(), text.end(), is_blank) - text.begin());
        fields.push_back(text.substr(0, n));
        text.remove_prefix(n);
    }
}

} // namespace gangway::text
