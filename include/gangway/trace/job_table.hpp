// L5 - tables of jobs: the columns that a format has, read through the one parser of comma-separated tables.
#pragma once

#include <gangway/text/csv.hpp>
#include <gangway/trace/collect.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace gangway::trace {

/// The column names of a table of jobs; an empty name: this format has no such column.
struct job_columns {
    std::string_view id;
    std::string_view submit;
    std::string_view gpus;
    std::string_view run;
    std::string_view estimate;
    std::string_view user;
    std::string_view group;
    std::string_view status;
};

/// Reads a table of jobs; `status_word` turns the status field into the word kept in the job.
template <typename StatusWord>
[[nodiscard]] read_result read_job_table(std::string_view file, std::string_view content, read_options const& options,
                                         std::string_view format, job_columns const& c, StatusWord status_word) {
    job_sink sink{file, options};
    sink.expect(content);
    text::csv_column const columns[] = {{c.id, true}, {c.submit, true}, {c.gpus, true}, {c.run, true},
                                  {c.estimate}, {c.user},         {c.group},      {c.status}};
    text::for_each_row(content, sink.account, columns, [&](std::span<std::string_view const> f, std::size_t line) {
        auto id = sink.take_id(line, f[0]);
        if (!id) return;
        auto const submitted = sink.take_submit(line, f[1]);
        if (!submitted) return;
        auto const gpus = sink.take_gpus(line, f[2]);
        if (!gpus) return;
        auto const run = sink.take_run(line, f[3]);
        if (!run) return;
        std::optional<duration> estimate;
        if (!sink.take_estimate(line, f[4], estimate)) return;
        auto user = sink.take_name(line, "user", f[5]);
        if (!user) return;
        auto group = sink.take_name(line, "group", f[6]);
        if (!group) return;
        auto status = sink.take_name(line, "status", status_word(f[7]));
        if (!status) return;
        sink.add({*std::move(id), *std::move(user), *std::move(group), *submitted, *gpus, *run, estimate,
                  *std::move(status)},
                 line);
    });
    return std::move(sink).finish(format);
}

} // namespace gangway::trace
