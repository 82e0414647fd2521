// tool - policies in text: those of the library, with errors as this tool reports them.
#pragma once

#include "error.hpp"

#include <gangway/runtime/read_policy.hpp>

namespace tool {

using gangway::runtime::admission_name;
using gangway::runtime::clock_name;
using gangway::runtime::placement_name;
using gangway::runtime::policy_text;
using gangway::runtime::reads_estimates;
using gangway::runtime::reads_profiles;

/// The policy that a text names; missing parts are fifo, strict and best-fit.
inline policy_text parse_policy(std::string_view text) {
    auto reading = gangway::runtime::read_policy(text);
    if (reading && reading.policy->placement == placement_name::topology)
        reading.error = "policy " + in_quotes(text) +
                        " asks for topology, which needs to know racks; no cluster of this tool names any: use consolidate, or the library";
    if (!reading.error.empty()) throw unusable_input{reading.error};
    return std::move(*reading.policy);
}

} // namespace tool
