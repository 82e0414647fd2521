// L3 - the clock slot of a policy: rules that give a gang its clock from its sweep.
#pragma once

#include "../model/job.hpp"
#include "choose.hpp"

namespace gangway {

/// A clock rule gives a job of a model its clock.
///
/// Semantics: pure, and still while the job waits or runs: its estimate and its demand on the pool follow from the clock.
template <class Rule, class Model>
concept clock_rule = requires(Rule const& rule, Model const& m, job_of<Model> const& job) {
    { rule.clock_of(m, job) } -> std::convertible_to<clock_choice>;
};

/// Leaves clocks to the host.
struct no_clock {};

/// The cheapest clock of a job's sweep within limits: least energy, energy times delay, or fastest under a power cap.
///
/// Shape: reads the sweeps through a pointer; they must outlive the rule. Where they also answer `deadline(job)`, an
/// optional duration for the piece of work that the sweep measured, it is one more limit.
/// Semantics: as `choose_clock`. A job without a sweep runs as it always does.
template <class Profiles>
struct cheapest_clock {
    /// The sweeps must outlive the rule.
    constexpr explicit cheapest_clock(Profiles const& sweeps, clock_cost cost = clock_cost::joules, clock_limits limits = {})
        : sweeps_{&sweeps}, cost_{cost}, limits_{limits} {}
    cheapest_clock(Profiles const&&, clock_cost = clock_cost::joules, clock_limits = {}) = delete;

    template <class Model>
    [[nodiscard]] constexpr clock_choice clock_of(Model const&, job_of<Model> const& job) const {
        static_assert(clock_profile<Profiles, job_of<Model>>,
                      "gangway: a clock rule needs profiles with: a range of clock_point clocks(job) const");
        auto limits = limits_;
        if constexpr (requires { sweeps_->deadline(job); }) {
            std::optional<duration> const by = sweeps_->deadline(job);
            if (by && *by < limits.time) limits.time = *by;
        }
        return choose_clock(sweeps_->clocks(job), cost_, limits);
    }
    [[nodiscard]] constexpr Profiles const& profiles() const { return *sweeps_; }

  private:
    Profiles const* sweeps_;
    clock_cost cost_;
    clock_limits limits_;
};

} // namespace gangway
