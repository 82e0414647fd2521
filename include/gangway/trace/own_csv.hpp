// L5 - gangway's own table of jobs, reader and writer: job_id, submit_s, gpus, run_s and four optional columns.
#pragma once

#include <gangway/config.hpp>
#include <gangway/trace/job_table.hpp>

#include <span>
#include <string>
#include <string_view>

namespace gangway::trace {

/// Reads job_id, submit_s, gpus, run_s and, where present, estimate_s, user, group, status; an empty estimate is none.
[[nodiscard]] inline read_result read_own_csv(std::string_view file, std::string_view content,
                                              read_options const& options = {}) {
    return read_job_table(file, content, options, "own_csv",
                          {.id = "job_id",
                           .submit = "submit_s",
                           .gpus = "gpus",
                           .run = "run_s",
                           .estimate = "estimate_s",
                           .user = "user",
                           .group = "group",
                           .status = "status"},
                          [](std::string_view status) { return status; });
}

/// Writes jobs so that `read_own_csv` gives the same jobs, to the last digit of every number.
///
/// Expects: jobs that keep the promises of `job`.
[[nodiscard]] inline std::string write_own_csv(std::span<job const> jobs) {
    std::string out = "job_id,submit_s,gpus,run_s,estimate_s,user,group,status\n";
    auto const name = [&](std::string_view s) {
        GANGWAY_EXPECTS(!text::has_control(s), "a name in a trace holds no control character");
        bool const plain = s.find_first_of(",\"") == std::string_view::npos && text::trim(s).size() == s.size();
        if (plain) {
            out += s;
            return;
        }
        out += '"';
        for (char const c : s) {
            if (c == '"') out += '"';
            out += c;
        }
        out += '"';
    };
    for (auto const& j : jobs) {
        GANGWAY_EXPECTS(!j.id.empty(), "a job of a trace has an id");
        name(j.id);
        out += ',' + text::shortest(j.submitted.value()) + ',' + std::to_string(j.gpus) + ',' +
               text::shortest(j.run.value()) + ',';
        if (j.estimate) out += text::shortest(j.estimate->value());
        out += ',';
        name(j.user);
        out += ',';
        name(j.group);
        out += ',';
        name(j.status);
        out += '\n';
    }
    return out;
}

} // namespace gangway::trace
