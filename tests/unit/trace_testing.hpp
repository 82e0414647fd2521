// What the tests of the trace readers share.
#pragma once

#include <gangway/trace/job.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace trace_testing {

/// A file of ../shared/data/traces; where it is absent, says that the check is skipped.
inline std::optional<std::string> shared_trace(std::string const& name) {
#ifdef GANGWAY_SHARED_DIR
    std::ifstream in{std::string{GANGWAY_SHARED_DIR} + "/data/traces/" + name, std::ios::binary};
    if (in) return std::string{std::istreambuf_iterator<char>{in}, {}};
#endif
    std::string const text = "skipped: ../shared/data/traces/" + name + " is absent";
    MESSAGE(text);
    return std::nullopt;
}

/// The kinds of the issues, in their order.
inline std::vector<gangway::trace::issue_kind> kinds(gangway::trace::read_result const& r) {
    std::vector<gangway::trace::issue_kind> out;
    for (auto const& i : r.issues) out.push_back(i.kind);
    return out;
}

inline std::size_t count(gangway::trace::read_result const& r, gangway::trace::issue_kind kind) {
    return static_cast<std::size_t>(std::count_if(r.issues.begin(), r.issues.end(),
                                                  [&](gangway::trace::issue const& i) { return i.kind == kind; }));
}

/// Checks the promises that hold for every result, whatever the input.
inline bool keeps_promises(gangway::trace::read_result const& r) {
    using namespace gangway;
    std::set<std::string> ids;
    bool ok = r.lines.size() == r.jobs.size() && r.records == r.jobs.size() + r.left_out;
    ok = ok && (r.usable || r.jobs.empty());
    for (std::size_t i = 0; i != r.jobs.size(); ++i) {
        auto const& j = r.jobs[i];
        ok = ok && !j.id.empty() && ids.insert(j.id).second && r.lines[i] > 0;
        ok = ok && j.gpus >= 1 && j.gpus <= std::int64_t{1} << 31;
        ok = ok && j.submitted >= instant{0.0} && j.submitted < never_instant;
        ok = ok && j.run > duration{0.0} && j.run < unbounded;
        ok = ok && (!j.estimate || (*j.estimate > duration{0.0} && *j.estimate < unbounded));
        ok = ok && (i == 0 || r.jobs[i - 1].submitted <= j.submitted);
    }
    for (auto const& i : r.issues) ok = ok && !i.file.empty() && !i.what.empty() && !i.done.empty();
    return ok;
}

} // namespace trace_testing
