// slurm - why a job waits, as one line for admin_comment.
#pragma once

#include "mark.hpp"

#include <gangway/gangway.hpp>

#include <array>
#include <string>
#include <utility>

namespace slurm {

/// The library's explanation, with what stands against the profile of the job; times of the library are seconds, here
/// they are dates.
template <class Scheduler>
[[nodiscard]] std::string why(Scheduler const& s, job_info_t const* job, gangway::instant now, std::string doubt) {
    static constexpr std::array<std::string_view, 2> resources{"GPU", "CPU"};
    auto e = gangway::explain(s, job, now);
    e.doubt = std::move(doubt);
    auto const starts_at = e.starts_at, reserved_at = e.reserved_at;
    e.starts_at = e.reserved_at = std::nullopt;
    auto text = gangway::describe(e, resources);
    auto const date = [](gangway::instant t) { return time_text(static_cast<std::time_t>(t.value())); };
    if (reserved_at) text += "; reserved at " + date(*reserved_at);
    if (starts_at) text += "; expected to start at " + date(*starts_at);
    return text;
}

} // namespace slurm
