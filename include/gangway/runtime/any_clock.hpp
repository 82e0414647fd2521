// L5 - a clock rule chosen at run time.
#pragma once

#include <string>

#include "../clock/rules.hpp"
#include "../rank/doubt.hpp"
#include "../rank/efficiency.hpp"
#include "policy_text.hpp"

namespace gangway::runtime {

/// The rule that a text names over the host's sweeps.
///
/// Semantics: as `cheapest_clock`; a cap is watts for each device. Without sweeps, or with the word none, every gang runs
/// at its highest clock.
template <class Sweeps>
struct any_clock {
    Sweeps const* sweeps = nullptr; ///< of the host; null where the rule is `none`
    clock_text rule;                ///< as it was read

    template <class Model>
    [[nodiscard]] clock_choice clock_of(Model const& m, job_of<Model> const& job) const {
        if (!sweeps || rule.name == clock_name::none) return {};
        auto const devices = static_cast<double>(device_count(m, job));
        clock_limits const limits{.draw = power{rule.cap * devices}, .slowdown = rule.slowdown};
        return cheapest_clock<Sweeps>{*sweeps, cost(), limits}.clock_of(m, job);
    }
    /// See `doubt_of`.
    template <class Job>
    [[nodiscard]] std::string doubt(Job const& job) const {
        if constexpr (requires { sweeps->doubted(job); })
            if (sweeps && rule.name != clock_name::none) return doubt_of(cheapest_clock<Sweeps>{*sweeps}, job);
        return {};
    }

  private:
    [[nodiscard]] clock_cost cost() const {
        switch (rule.name) {
        case clock_name::least_energy: return clock_cost::joules;
        case clock_name::least_edp: return clock_cost::edp;
        case clock_name::least_ed2p: return clock_cost::ed2p;
        default: return clock_cost::delay;
        }
    }
};

} // namespace gangway::runtime
