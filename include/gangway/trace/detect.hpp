// L5 - recognises the format of a trace from its content, never from its name, and reads it.
#pragma once

#include <gangway/trace/helios_csv.hpp>
#include <gangway/trace/own_csv.hpp>
#include <gangway/trace/philly_csv.hpp>
#include <gangway/trace/philly_json.hpp>
#include <gangway/trace/swf.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gangway::trace {

/// The formats that are read.
enum class format { philly_json, philly_csv, helios_csv, swf, own_csv };

/// By `format`.
inline constexpr std::array<std::string_view, 5> format_names{"philly_json", "philly_csv", "helios_csv", "swf",
                                                              "own_csv"};

/// The name by which a user forces a format, and which a result carries.
[[nodiscard]] constexpr std::string_view to_text(format f) {
    return format_names[static_cast<std::size_t>(f)];
}

/// The format of that name.
[[nodiscard]] constexpr std::optional<format> format_named(std::string_view name) {
    for (std::size_t i = 0; i != format_names.size(); ++i) {
        if (format_names[i] == name) return static_cast<format>(i);
    }
    return std::nullopt;
}

/// What a file looks like; where that is no format that can be read, a sentence says what it is and what to do.
struct detection {
    std::optional<format> is; ///< empty: none of them
    std::size_t line = 0;     ///< where that is seen
    std::string otherwise;    ///< why it is none of them
};

/// Recognises a format by its first characters and its first line that is not blank.
[[nodiscard]] inline detection detect(std::string_view content) {
    if (content.starts_with("\x1f\x8b") || content.starts_with("BZh") || content.starts_with("\x28\xb5\x2f\xfd")) {
        return {std::nullopt, 0, "the file is compressed; unpack it first"};
    }
    if (content.starts_with("\xff\xfe") || content.starts_with("\xfe\xff")) {
        return {std::nullopt, 0, "the file is UTF-16 text; save it as UTF-8"};
    }
    content = text::without_bom(content);
    text::line_cursor lines{content};
    text::line at;
    std::string_view first;
    while (first.empty() && lines.next(at)) first = text::trim(at.text);
    if (first.empty()) return {std::nullopt, 0, "the file is empty"};
    if (first.front() == ';') return {format::swf, at.number, {}};
    if (first.front() == '[' || first.front() == '{') {
        constexpr std::size_t sample = 65'536;
        bool const no_record = content.find_first_not_of("[] \t\r\n") == std::string_view::npos;
        bool const jobs = content.substr(0, sample).find("\"jobid\"") != std::string_view::npos;
        if (first.front() == '[' && (no_record || jobs)) return {format::philly_json, at.number, {}};
        return {std::nullopt, at.number,
                "this JSON is not a list of jobs with jobid, submitted_time and attempts; if it is a scenario, run it "
                "as a scenario"};
    }
    first = first.substr(0, text::longest_line);
    std::vector<std::string_view> fields;
    text::split_blanks(first, fields);
    double number = 0.0;
    bool const numeric = text::parse_number(fields.front(), number) == text::number_fault::none;
    if (numeric && first.find(',') == std::string_view::npos) return {format::swf, at.number, {}};
    if (first.find(',') == std::string_view::npos) return {std::nullopt, at.number, not_swf(first)};

    std::vector<std::string> names;
    text::comma_splitter splitter;
    if (splitter.split(first, fields)) {
        for (auto const name : fields) names.push_back(text::lower(text::trim(name)));
    }
    auto const has = [&](std::string_view name) { return std::find(names.begin(), names.end(), name) != names.end(); };
    if (has("submit_s") && has("run_s")) return {format::own_csv, at.number, {}};
    if (has("submit_s") && has("duration_s")) {
        return {has("state") ? format::helios_csv : format::philly_csv, at.number, {}};
    }
    if (has("machine") || has("machineid")) {
        return {std::nullopt, at.number, "this is a list of machines, not a trace of jobs"};
    }
    if (has("remaining_s")) {
        return {std::nullopt, at.number, "these jobs have no submit time: they were running when the trace begins"};
    }
    return {std::nullopt, at.number,
            "a table with the columns " + text::quote(first) +
                " is no known trace; name its columns job_id,submit_s,gpus,run_s"};
}

/// Reads a file in the given format.
[[nodiscard]] inline read_result read_as(format f, std::string_view file, std::string_view content,
                                         read_options const& options = {}, machine_check* check = nullptr) {
    switch (f) {
    case format::philly_json:
        return read_philly_json(file, content, options, check);
    case format::philly_csv:
        return read_philly_csv(file, content, options);
    case format::helios_csv:
        return read_helios_csv(file, content, options);
    case format::swf:
        return read_swf(file, content, options);
    case format::own_csv:
        break;
    }
    return read_own_csv(file, content, options);
}

/// Reads a file in whatever format its content shows; `check` matters to a format that names machines.
[[nodiscard]] inline read_result read(std::string_view file, std::string_view content, read_options const& options = {},
                                      machine_check* check = nullptr) {
    auto const seen = detect(content);
    if (seen.is) return read_as(*seen.is, file, content, options, check);
    text::ledger account{file, options.bad_rows};
    account.give_up(seen.line, issue_kind::unknown_format, seen.otherwise);
    read_result out;
    out.issues = std::move(account).issues();
    return out;
}

} // namespace gangway::trace
