// tool - a schedule as a timeline for ui.perfetto.dev and chrome://tracing.
#pragma once

#include "engine.hpp"

#include <cstddef>
#include <string>

namespace tool {

/// The file of the `number`-th of several policies, counted from 1: week.json, or week.1.json, week.2.json, ...
std::string perfetto_file(std::string const& file, std::size_t number, std::size_t policies);

/// The schedule in the trace event format (JSON): nodes are processes, GPUs threads, a job a slice on each GPU that it
/// holds, free GPUs and the queue counters.
///
/// Semantics: times are whole microseconds from the first submission. Jobs that never started stand in `otherData`.
std::string perfetto_trace(setup const& s, std::string const& policy, played const& run);

} // namespace tool
