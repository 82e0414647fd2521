// slurm - the controller's mark in admin_comment: what it did or why a job waits, before what others wrote there.
#pragma once

#include <slurm/slurm.h>

#include <charconv>
#include <cstdint>
#include <ctime>
#include <optional>
#include <string>
#include <string_view>

namespace slurm {

// A job carries all that a later run needs: no file of state, nothing is lost with the process.
inline constexpr std::string_view mark = "gangway: ";
inline constexpr std::string_view released_to = "gangway: released to ";
inline constexpr std::string_view left = "left "; // to Slurm, or alone: nothing but the comment was written
inline constexpr std::string_view before_others = " | ";

[[nodiscard]] inline std::string_view view_of(char const* text) {
    return text == nullptr ? std::string_view{} : std::string_view{text};
}
[[nodiscard]] inline bool is_marked(char const* admin_comment) {
    return view_of(admin_comment).starts_with(mark);
}

[[nodiscard]] inline bool is_left(char const* admin_comment) {
    return is_marked(admin_comment) && view_of(admin_comment).substr(mark.size()).starts_with(left);
}

/// What an administrator or another tool wrote there; it is kept.
[[nodiscard]] inline std::string_view text_of_others(char const* admin_comment) {
    auto const all = view_of(admin_comment);
    if (!is_marked(admin_comment)) return all;
    auto const at = all.find(before_others);
    return at == std::string_view::npos ? std::string_view{} : all.substr(at + before_others.size());
}

[[nodiscard]] inline std::string marked(std::string_view text, char const* admin_comment) {
    auto const others = text_of_others(admin_comment);
    std::string out{mark};
    out += text;
    if (!others.empty()) (out += before_others) += others;
    return out;
}

// Slurm clears nice when a priority is set, so the mark keeps it.
inline constexpr std::string_view nice_was = "; nice was ";

/// The nice value of a job before a priority was set; 0 where it had none.
[[nodiscard]] inline std::int64_t nice_before(job_info_t const& job) {
    std::int64_t nice = std::int64_t{job.nice} - NICE_OFFSET;
    auto const own = view_of(job.admin_comment).substr(0, view_of(job.admin_comment).find(before_others));
    auto const at = is_marked(job.admin_comment) ? own.rfind(nice_was) : std::string_view::npos;
    if (at != std::string_view::npos) std::from_chars(own.data() + at + nice_was.size(), own.data() + own.size(), nice);
    return nice;
}

/// 2026-11-30T22:48:57+0000, in the local time zone.
[[nodiscard]] inline std::string time_text(std::time_t at) {
    std::tm local{};
    localtime_r(&at, &local);
    char text[40];
    return {text, std::strftime(text, sizeof text, "%FT%T%z", &local)};
}

/// When a job was released, by its mark; empty where it was not.
[[nodiscard]] inline std::optional<std::time_t> released_at(char const* admin_comment) {
    auto const all = view_of(admin_comment);
    auto const at = all.starts_with(released_to) ? all.find(" at ") : std::string_view::npos;
    if (at == std::string_view::npos) return std::nullopt;
    std::tm parts{};
    if (strptime(all.data() + at + 4, "%FT%T%z", &parts) == nullptr) return std::nullopt;
    auto const offset = parts.tm_gmtoff; // timegm clears it
    return timegm(&parts) - offset;
}

} // namespace slurm
