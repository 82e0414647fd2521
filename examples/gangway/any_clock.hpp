// tool - a clock rule chosen at run time.
#pragma once

#include "policy_spec.hpp"
#include "sweeps.hpp"

#include <gangway/clock/rules.hpp>

namespace tool {

struct any_clock {
    assigned_sweeps const* sweeps = nullptr; ///< null: every gang at its highest clock
    clock_text rule;

    template <class Model>
    [[nodiscard]] gangway::clock_choice clock_of(Model const& m, gangway::job_of<Model> const& job) const {
        if (!sweeps || rule.name == clock_name::none) return {};
        auto const gpus = static_cast<double>(gangway::device_count(m, job));
        return gangway::choose_clock(sweeps->clocks(job), cost(),
                                     {.draw = gangway::power{rule.cap * gpus}, .slowdown = rule.slowdown});
    }

  private:
    [[nodiscard]] gangway::clock_cost cost() const {
        switch (rule.name) {
        case clock_name::least_energy: return gangway::clock_cost::joules;
        case clock_name::least_edp: return gangway::clock_cost::edp;
        case clock_name::least_ed2p: return gangway::clock_cost::ed2p;
        default: return gangway::clock_cost::delay;
        }
    }
};

} // namespace tool
