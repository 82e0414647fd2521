// L5 - what a job could do now, best first: the first configuration of its plan, or staying in any configuration.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include "exact.hpp"
#include "training_host.hpp"

namespace gangway::plan::sts {

/// A configuration to run in from now on.
struct candidate {
    std::size_t configuration = 0; ///< position in the host's range
    duration stays{};              ///< how long the job is expected to run yet
    duration worst{};              ///< how long it may run yet
    duration changes = unbounded;  ///< until its plan leaves this configuration
    bool planned = false;          ///< the first configuration of a plan; else it would stay here to the end
};

/// A job at one instant: its candidates and its pressure.
struct job_outlook {
    std::vector<candidate> candidates; ///< best first
    duration left{};                   ///< until the due date
    duration longest{};                ///< the rest of the job in its slowest configuration
    duration pressure{};               ///< how far behind the due date it would end in its fastest configuration
};

namespace detail {

inline candidate planned_candidate(job_plan const& plan, std::vector<double> const& seconds,
                                   std::vector<double> const& runs, training_task const& task) {
    candidate c{plan.by_epoch.front(), {}, plan.worst, unbounded, true};
    double stays = 0.0;
    double spent = 0.0;
    for (std::size_t k = 0; k < task.epochs; ++k) {
        if (c.changes == unbounded && plan.by_epoch[k] != c.configuration) c.changes = duration{spent};
        double const t = length_of(task, k) * seconds[plan.by_epoch[k]];
        stays += runs[k] * t;
        spent += t;
    }
    c.stays = duration{stays};
    return c;
}

} // namespace detail

/// The candidates of a job that stays in one configuration to the end: those on time from cheap to dear, then the late
/// ones from fast to slow.
///
/// Semantics: configurations for kinds that the park lacks, of more devices than the kind has, or with more memory, are
/// left out; a job may be left with no candidate.
template <training_host Host>
[[nodiscard]] job_outlook stays_of(Host const& host, typename Host::job const& j, node_park const& park,
                                   work_left const& left, std::vector<double> const& runs) {
    auto const& all = host.configurations(j);
    auto const& task = left.task;
    double expected = 0.0;
    for (std::size_t k = 0; k < runs.size(); ++k) expected += detail::length_of(task, k) * runs[k];
    double const most = static_cast<double>(task.epochs - 1) + task.first;
    job_outlook out;
    out.left = task.left;
    double fastest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < std::ranges::size(all); ++i) {
        auto const& c = all[i];
        auto const of = static_cast<index>(c.kind);
        if (of >= park.kinds.size()) continue;
        auto const& kind = park.kinds[of];
        if (static_cast<std::size_t>(c.devices) > kind.devices() || !(bytes{c.memory} <= kind.memory)) continue;
        double const t = duration{c.time}.value();
        out.candidates.push_back({i, duration{expected * t}, duration{most * t}, unbounded, false});
        out.longest = std::max(out.longest, duration{most * t});
        fastest = std::min(fastest, most * t);
    }
    out.pressure = duration{fastest} - task.left;
    std::sort(out.candidates.begin(), out.candidates.end(), [&](candidate const& a, candidate const& b) {
        bool const late_a = !cost::is_within(a.worst.value(), task.left.value());
        bool const late_b = !cost::is_within(b.worst.value(), task.left.value());
        if (late_a != late_b) return late_b;
        double const key_a = late_a ? a.worst.value() : energy{all[a.configuration].spent}.value();
        double const key_b = late_b ? b.worst.value() : energy{all[b.configuration].spent}.value();
        return key_a != key_b ? key_a < key_b : a.configuration < b.configuration;
    });
    return out;
}

/// All candidates of a job: the first configurations of its plans (node charged whole, then packed), then those of
/// `stays_of`.
///
/// Semantics: the plan is the Lagrangian one over the conditional distribution of what is left. There is none where not
/// even the fastest configuration keeps the due date: that one then comes first. With a reserve, plans end so much
/// earlier; `left` still counts to the due date. Complexity: O(64 C log E + E C).
template <training_host Host>
[[nodiscard]] job_outlook outlook_of(Host const& host, typename Host::job const& j, node_park const& park, instant now,
                                     duration reserve = {}) {
    auto const& all = host.configurations(j);
    auto left = left_of(host, j, now);
    left.task.left = left.task.left - reserve;
    after_epochs<decltype(host.runs(j))> const rest{host.runs(j), left.done};
    auto const runs = detail::survival_table(rest, left.task.epochs);
    auto out = stays_of(host, j, park, left, runs);
    out.left = out.left + reserve;
    if (out.candidates.empty()) return out;

    std::vector<speed> whole;
    std::vector<speed> packed;
    std::vector<double> seconds(std::ranges::size(all), 0.0);
    for (auto const& at : out.candidates) {
        auto const& c = all[at.configuration];
        duration const t{c.time};
        GANGWAY_EXPECTS(t.value() > 0.0 && energy{c.spent}.value() > 0.0, "an epoch takes positive seconds and joules");
        auto const& kind = park.kinds[static_cast<index>(c.kind)];
        auto const packed_price = packed_node(kind, static_cast<double>(c.devices) * c.share, t);
        seconds[at.configuration] = t.value();
        whole.push_back({t.value(), energy{c.spent}.value(), at.configuration});
        packed.push_back({t.value(), packed_price.value(), at.configuration});
    }
    std::vector<candidate> plans;
    for (auto* const speeds : {&whole, &packed}) {
        keep_undominated(*speeds);
        auto const plan = detail::lagrangian_on(*speeds, runs, left.task);
        if (!plan) break; // nor is there one at the other price
        auto const first = detail::planned_candidate(*plan, seconds, runs, left.task);
        std::erase_if(out.candidates, [&](candidate const& x) { return x.configuration == first.configuration; });
        if (plans.empty() || plans.front().configuration != first.configuration) plans.push_back(first);
    }
    out.candidates.insert(out.candidates.begin(), plans.begin(), plans.end());
    return out;
}

} // namespace gangway::plan::sts
