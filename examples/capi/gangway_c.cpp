// C ABI - the functions: check, adapt, decide; every exception ends here and becomes a status with a sentence.
#include "../common/thrown_promises.hpp"

#include "check.hpp"
#include "flat_cluster.hpp"

#include <gangway/gangway.hpp>
#include <gangway/runtime/compose.hpp>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <limits>
#include <new>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace {

using gangway_c::flat_cluster;
using gangway_c::job_at;
using gangway_c::refusal;

thread_local char last_error[1024]; // an error on the way to an error must not be

int fail(gangway_status status, char const* text) noexcept {
    std::snprintf(last_error, sizeof last_error, "%s", text);
    return status;
}

template <class Body>
int guarded(Body body) noexcept {
    last_error[0] = '\0';
    try {
        body();
        return GANGWAY_OK;
    } catch (refusal const& r) {
        return fail(r.status, r.what());
    } catch (broken_promise const& b) { // what depends on the policy, as estimates of 0 under response-ratio
        return fail(GANGWAY_BAD_VALUE, b.what());
    } catch (std::bad_alloc const&) {
        return fail(GANGWAY_NO_MEMORY, "out of memory");
    } catch (std::exception const& e) {
        return fail(GANGWAY_FAULT, e.what());
    } catch (...) {
        return fail(GANGWAY_FAULT, "unknown fault");
    }
}

gangway::runtime::any_policy<flat_cluster> policy_of(gangway_question const& q) {
    auto composed = gangway::runtime::compose<flat_cluster>(q.policy ? q.policy : "");
    if (!composed) throw refusal{GANGWAY_BAD_POLICY, composed.error};
    return *std::move(composed.policy);
}

static_assert(GANGWAY_RUNS == int(gangway::verdict::runs) && GANGWAY_NEVER == int(gangway::verdict::never));
static_assert(GANGWAY_NO_CAUSE == int(gangway::cause::nothing) && GANGWAY_CAPACITY == int(gangway::cause::capacity) &&
              GANGWAY_LIMIT == int(gangway::cause::limit) &&
              GANGWAY_TOO_MANY_TASKS == int(gangway::cause::too_many_tasks));

double seconds_or_nan(std::optional<gangway::instant> const& at) {
    return at ? at->value() : std::numeric_limits<double>::quiet_NaN();
}

} // namespace

extern "C" int gangway_c_version() {
    return GANGWAY_C_VERSION;
}

extern "C" char const* gangway_last_error() {
    return last_error;
}

extern "C" int gangway_decide(gangway_question const* question, gangway_grant* grants, std::size_t room,
                              std::size_t* count) {
    return guarded([&] {
        gangway_c::check(question);
        if (!count) gangway_c::refuse("count is NULL");
        if (!grants && room > 0) gangway_c::refuse("grants is NULL, but room is " + std::to_string(room));
        flat_cluster const cluster{*question};
        std::vector<gangway_grant> starts;
        std::visit(
            [&](auto const& policy) {
                gangway::decide(cluster, cluster.waiting(), policy, gangway::instant{question->now},
                                [&](auto const& d) {
                                    for (auto const& part : d.nodes)
                                        starts.push_back({d.job.at, part.node.at, part.tasks});
                                });
            },
            policy_of(*question));
        *count = starts.size();
        if (starts.size() > room)
            throw refusal{GANGWAY_NO_ROOM, "grants has room for " + std::to_string(room) + " rows, " +
                                               std::to_string(starts.size()) + " are needed"};
        std::copy(starts.begin(), starts.end(), grants);
    });
}

extern "C" int gangway_explain(gangway_question const* question, std::size_t job, gangway_explanation* out, char* text,
                               std::size_t room, std::size_t* needed) {
    return guarded([&] {
        gangway_c::check(question);
        gangway_c::detail::need_size(out, "out");
        if (!text && room > 0) gangway_c::refuse("text is NULL, but room is " + std::to_string(room));
        if (job >= question->waiting->count)
            gangway_c::refuse("job is " + std::to_string(job) + ", but waiting.count is " +
                              std::to_string(question->waiting->count));
        flat_cluster const cluster{*question};
        auto const e = std::visit(
            [&](auto const& policy) {
                return gangway::explain(cluster, cluster.waiting(), policy, gangway::instant{question->now},
                                        job_at{job});
            },
            policy_of(*question));
        std::string_view const names[] = {"GPU"}; // the others are "resource 1", ...
        auto const sentence = gangway::describe(e, names);
        if (needed) *needed = sentence.size() + 1;
        if (text && sentence.size() >= room)
            throw refusal{GANGWAY_NO_ROOM, "text has room for " + std::to_string(room) + " bytes, " +
                                               std::to_string(sentence.size() + 1) + " are needed"};
        if (text) std::memcpy(text, sentence.c_str(), sentence.size() + 1);
        *out = {.size = sizeof *out,
                .verdict = static_cast<std::int32_t>(e.is),
                .cause = static_cast<std::int32_t>(e.why),
                .ahead = e.ahead,
                .resource = e.resource,
                .need = e.need,
                .free = e.free,
                .largest_block = e.largest_block,
                .reserved_at = seconds_or_nan(e.reserved_at),
                .starts_at = seconds_or_nan(e.starts_at)};
    });
}
