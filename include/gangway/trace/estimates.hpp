// L5 - a seeded model of what users say their jobs will take.
#pragma once

#include <gangway/config.hpp>
#include <gangway/trace/job.hpp>
#include <gangway/trace/random.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace gangway::trace {

/// The wall limits that batch systems commonly have.
[[nodiscard]] inline std::vector<duration> common_limits() {
    return {hours{1}, hours{4}, hours{12}, hours{24}, hours{48}, days{7}};
}

/// How estimates come out of run times; the default is exact.
struct estimate_model {
    std::uint64_t seed = 1; ///< of all draws
    double factor = 1.0;    ///< the run time times a number drawn evenly from 1 to this, rounded up to a second
    std::vector<duration> limits = {}; ///< then up to the next of these, or to a multiple of the last
    double none = 0.0;                 ///< the share of jobs that have no estimate
};

/// The estimate of each job under the model.
///
/// Semantics: no estimate is below the run time. What a job gets depends on the seed, its id and its run time only, so
/// that leaving out other jobs changes nothing; the same on every machine.
/// Expects: 1 <= factor <= 1000, 0 <= none <= 1, limits ascending and above 0.
[[nodiscard]] inline std::vector<std::optional<duration>> estimates(std::span<job const> jobs,
                                                                    estimate_model const& model) {
    GANGWAY_EXPECTS(model.factor >= 1.0 && model.factor <= 1'000.0, "an estimate factor is 1 to 1000");
    GANGWAY_EXPECTS(model.none >= 0.0 && model.none <= 1.0, "a share is 0 to 1");
    GANGWAY_EXPECTS(std::is_sorted(model.limits.begin(), model.limits.end()), "wall limits ascend");
    GANGWAY_EXPECTS(model.limits.empty() || model.limits.front() > duration{0.0}, "a wall limit is above 0");
    // 2^20 steps: every step and its sum are exact doubles, so each estimate is one product, rounded alike everywhere
    constexpr double steps = 1'048'576.0;
    auto const widest = static_cast<std::uint32_t>((model.factor - 1.0) * steps);
    auto const left_out = static_cast<std::uint64_t>(model.none * 4'294'967'296.0);
    std::vector<std::optional<duration>> out;
    out.reserve(jobs.size());
    for (auto const& j : jobs) {
        random draw{model.seed, hash_of(j.id)};
        auto const step = draw.below(widest + 1);
        if (draw.bits() < left_out) {
            out.emplace_back();
            continue;
        }
        double e = j.run.value();
        if (model.factor > 1.0) e = std::ceil(e * (1.0 + static_cast<double>(step) / steps));
        auto const at = std::lower_bound(model.limits.begin(), model.limits.end(), duration{e});
        if (at != model.limits.end()) {
            e = at->value();
        } else if (!model.limits.empty()) {
            auto const last = model.limits.back().value();
            auto const multiple = std::ceil(e / last) * last;
            e = multiple < e ? multiple + last : multiple; // the quotient may have been rounded down
        }
        out.emplace_back(duration{e});
    }
    return out;
}

/// Gives each job its estimate under the model, and changes nothing else of it.
inline void set_estimates(std::span<job> jobs, estimate_model const& model) {
    auto const found = estimates(jobs, model);
    for (std::size_t i = 0; i != jobs.size(); ++i) jobs[i].estimate = found[i];
}

} // namespace gangway::trace
