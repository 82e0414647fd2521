// slurm - the policy, composed in this one place; the same object as in a replay.
#pragma once

#include "profiles.hpp"

namespace slurm {

struct policy_numbers {
    gangway::duration age = gangway::hours{6};      ///< a wait of this long counts as much as an efficiency of 1
    gangway::duration protect = gangway::hours{36}; ///< a job that has waited this long blocks the others
};

[[nodiscard]] inline auto compose(job_profiles const& profiles, policy_numbers n) {
    return gangway::policy{
        .rank = 1.0 * gangway::efficiency{profiles, gangway::efficiency_metric::raw, profiles.reference()} +
                gangway::aging{.per_second = 1.0 / n.age},
        .admit = gangway::protected_greedy{.after = n.protect},
        .place = gangway::best_fit{},
    };
}

} // namespace slurm
