// tool - a replay in which jobs are measured before they run.
#pragma once

#include "engine.hpp"

#include <gangway/sim/preflight.hpp>

#include <string>
#include <vector>

namespace tool {

struct preflight_played {
    played run; ///< of the jobs alone
    gangway::sim::preflight_cost cost;
};

/// Replays with a pre-flight gang before each job; `run_of[job]` says for how long.
preflight_played play_with_preflight(setup const& s, policy_text const& policy, assigned_profiles const* profiles,
                                     std::vector<gangway::duration> const& run_of);

} // namespace tool
