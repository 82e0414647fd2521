// L5 - reader of a week of Philly as a table: job_id, submit_s, vc, gpus, duration_s, passed.
#pragma once

#include <gangway/trace/job_table.hpp>

#include <string_view>

namespace gangway::trace {

/// Reads a Philly table: seconds from the start of the week, one row a job.
///
/// Semantics: `passed` 1 gives the status `Pass`, 0 gives `not passed`; the virtual cluster is the group.
[[nodiscard]] inline read_result read_philly_csv(std::string_view file, std::string_view content,
                                                 read_options const& options = {}) {
    auto const word = [](std::string_view passed) {
        return passed == "1" ? std::string_view{"Pass"} : passed == "0" ? std::string_view{"not passed"} : passed;
    };
    return read_job_table(file, content, options, "philly_csv",
                          {.id = "job_id",
                           .submit = "submit_s",
                           .gpus = "gpus",
                           .run = "duration_s",
                           .estimate = {},
                           .user = {},
                           .group = "vc",
                           .status = "passed"},
                          word);
}

} // namespace gangway::trace
