// L5 - reader of Helios (SenseTime) tables: job_id, submit_s, user, vc, gpus, nodes, duration_s, state.
#pragma once

#include <gangway/trace/job_table.hpp>

#include <string_view>

namespace gangway::trace {

/// Reads a Helios table: seconds from the start of the trace, one row a job; the virtual cluster is the group.
[[nodiscard]] inline read_result read_helios_csv(std::string_view file, std::string_view content,
                                                 read_options const& options = {}) {
    return read_job_table(file, content, options, "helios_csv",
                          {.id = "job_id",
                           .submit = "submit_s",
                           .gpus = "gpus",
                           .run = "duration_s",
                           .estimate = {},
                           .user = "user",
                           .group = "vc",
                           .status = "state"},
                          [](std::string_view state) { return state; });
}

} // namespace gangway::trace
