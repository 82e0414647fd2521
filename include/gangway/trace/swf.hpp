// L5 - reader of the Standard Workload Format: 18 numbers a line, comments after ';', -1 for unknown.
#pragma once

#include <gangway/trace/collect.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gangway::trace {

/// Names a line that should hold the 18 numbers of SWF and holds none: what it looks like, and what to do.
[[nodiscard]] inline std::string not_swf(std::string_view first_line) {
    auto const tabs = std::count(first_line.begin(), first_line.end(), '\t');
    auto const commas = std::count(first_line.begin(), first_line.end(), ',');
    std::string const seen = commas > 0 ? "a table separated by commas"
                             : tabs > 0 ? "a table separated by tabs, with column names in its first line"
                                        : "text that is not SWF";
    std::string names{first_line};
    std::replace(names.begin(), names.end(), '\t', ' ');
    std::string const columns =
        tabs > 0 && commas == 0 ? " (" + std::to_string(tabs + 1) + " columns: " + text::quote(names) + ")" : "";
    return "this is not the Standard Workload Format (18 numbers a line, comments after ';'); it looks like " + seen +
           columns + ". Write its columns as job_id,submit_s,gpus,run_s with commas between them, and read that";
}

/// Reads SWF: processors are taken as GPUs.
///
/// Semantics: gpus is field 8 (requested), or field 5 (allocated) where that is -1; the estimate is field 9; the group
/// is the queue (field 15), or field 13 where that is -1. A job cancelled (status 5) without run time never ran. Lines
/// of status 2, 3, 4 are parts of a job that has its own line, and are set aside.
/// Source: Parallel Workloads Archive, "The Standard Workload Format", version 2.2.
[[nodiscard]] inline read_result read_swf(std::string_view file, std::string_view content,
                                          read_options const& options = {}) {
    constexpr std::size_t width = 18;
    job_sink sink{file, options};
    sink.expect(content);
    auto& account = sink.account;
    text::line_cursor lines{text::without_bom(content)};
    std::vector<std::string_view> f;
    bool first = true;
    bool told_order = false;
    std::optional<instant> previous;
    auto const known = [&](std::size_t field) { return f[field - 1] == "-1" ? std::string_view{} : f[field - 1]; };

    auto const take_run = [&](std::size_t line) -> std::optional<duration> {
        double run = -1.0;
        auto const fault = text::parse_number(f[3], run);
        bool const none = fault == text::number_fault::none && (run == -1.0 || run == 0.0);
        if (none && f[10] == "5") {
            account.set_aside(line, issue_kind::never_ran, "the job was cancelled before it ran");
            return std::nullopt;
        }
        if (known(4).empty()) {
            std::string what = "the run time is unknown (-1)";
            double cpu = 0.0;
            if (text::parse_number(f[5], cpu) != text::number_fault::none || !(cpu > 0.0)) {
                account.leave_out(line, issue_kind::unknown_end, std::move(what));
                return std::nullopt;
            }
            if (!account.repair(line, issue_kind::unknown_end, std::move(what),
                                "the mean processor time used (field 6) taken as run time")) {
                return std::nullopt;
            }
            return sink.take_run(line, f[5]);
        }
        return sink.take_run(line, f[3]);
    };

    auto const take_row = [&](text::line const& at) {
        auto const line = at.number;
        if (f[10] == "2" || f[10] == "3" || f[10] == "4") {
            account.set_aside(line, issue_kind::partial_run,
                              "the line is one part of job " + text::quote(f[0]) + ", which has a line of its own");
            return;
        }
        auto id = sink.take_id(line, known(1));
        if (!id) return;
        auto const submitted = sink.take_submit(line, known(2));
        if (!submitted) return;
        if (previous && *submitted < *previous && !std::exchange(told_order, true)) {
            account.note(line, issue_kind::unordered, "the lines are not in order of submit time, as SWF has them",
                         "sorted");
        }
        previous = submitted;
        auto const gpus = sink.take_gpus(line, known(8).empty() ? known(5) : known(8));
        if (!gpus) return;
        auto const run = take_run(line);
        if (!run) return;
        std::optional<duration> estimate;
        if (!sink.take_estimate(line, known(9), estimate)) return;
        auto user = sink.take_name(line, "user", known(12));
        if (!user) return;
        auto group = sink.take_name(line, "group", known(15).empty() ? known(13) : known(15));
        if (!group) return;
        std::string_view const word = f[10] == "0"   ? "failed"
                                      : f[10] == "1" ? "completed"
                                      : f[10] == "5" ? "cancelled"
                                                     : known(11);
        auto status = sink.take_name(line, "status", word);
        if (!status) return;
        sink.add({*std::move(id), *std::move(user), *std::move(group), *submitted, *gpus, *run, estimate,
                  *std::move(status)},
                 line);
    };

    for (text::line at; !account.stopped() && lines.next(at);) {
        auto const body = text::trim(at.text);
        if (body.empty() || body.front() == ';') continue;
        bool const overlong = at.text.size() > text::longest_line;
        if (!overlong) text::split_blanks(body, f);
        double ignored = 0.0;
        if (std::exchange(first, false) && !overlong && std::none_of(f.begin(), f.end(), [&](std::string_view s) {
                return text::parse_number(s, ignored) == text::number_fault::none;
            })) {
            account.give_up(at.number, issue_kind::malformed, not_swf(body));
            break;
        }
        account.open_record();
        if (overlong) {
            account.leave_out(at.number, issue_kind::overlong_line,
                              "the line has " + std::to_string(at.text.size()) + " bytes; the most is 65536");
            continue;
        }
        if (f.size() != width) {
            auto what = "the line has " + std::to_string(f.size()) + " fields, SWF has 18";
            if (f.size() < width && !at.ended) {
                account.leave_out(at.number, issue_kind::cut_last_line,
                                  "the file ends in the middle of a line; get the whole file");
                continue;
            }
            if (!account.repair(at.number, issue_kind::malformed, std::move(what),
                                f.size() < width ? "missing fields taken as unknown"
                                                 : "fields beyond the 18th ignored")) {
                continue;
            }
            f.resize(width, "-1");
        } else if (!at.ended) {
            account.note(at.number, issue_kind::cut_last_line,
                         "the last line has no line end; its last field may be cut short", "taken as it is");
        }
        take_row(at);
    }
    if (first && !account.stopped()) account.give_up(0, issue_kind::unknown_format, "the file holds no job line");
    return std::move(sink).finish("swf");
}

} // namespace gangway::trace
