// L3 - rank terms that read one answer of the host: submit order, priority, the run-time estimate.
#pragma once

#include "term.hpp"

namespace gangway {

/// First come, first served: every job scores the same, so the order is (submitted, id).
struct submit_order {
    static constexpr drift moves = drift::none;

    template <class Model>
    line line_of(Model const&, job_of<Model> const&, instant) const {
        return {};
    }
};

/// The host's own base priority, larger first.
struct priority {
    static constexpr drift moves = drift::none;

    template <class Model>
    line line_of(Model const& m, job_of<Model> const& job, instant) const {
        static_assert(has_priority<Model>, "gangway: rank term priority needs a model with: double priority(job) const");
        return {m.priority(job), 0.0};
    }
};

/// The longest run time that ranks apart; a job without an estimate ranks as this long.
inline constexpr duration longest_estimate{1e12};

namespace detail {

template <class Model>
double ranked_estimate(Model const& m, job_of<Model> const& job) {
    static_assert(has_estimate<Model>, "gangway: this rank term needs a model with: std::optional<duration> estimate(job) const");
    auto const estimate = estimate_or_unbounded(m, job);
    return estimate < longest_estimate ? estimate.value() : longest_estimate.value();
}

} // namespace detail

/// Shortest estimated run time first; jobs without an estimate come last. Units: the score is minus seconds.
struct shortest_first {
    static constexpr drift moves = drift::none;

    template <class Model>
    line line_of(Model const& m, job_of<Model> const& job, instant) const {
        return {-detail::ranked_estimate(m, job), 0.0};
    }
};

/// Highest response ratio next: (wait + estimate) / estimate, so short jobs go first and every job rises in the end.
///
/// Source: Brinch Hansen, "An analysis of response ratio scheduling", IFIP 1971.
/// Expects: estimates above zero.
struct response_ratio {
    static constexpr drift moves = drift::per_job;

    template <class Model>
    line line_of(Model const& m, job_of<Model> const& job, instant) const {
        double const estimate = detail::ranked_estimate(m, job);
        GANGWAY_EXPECTS(estimate > 0.0, "response_ratio needs estimates above zero");
        double const slope = 1.0 / estimate;
        return {1.0 - slope * instant{m.submitted(job)}.value(), slope};
    }
};

} // namespace gangway
