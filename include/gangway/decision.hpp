// L4 - a gang that starts now, as the host is told.
#pragma once

#include <span>

#include "model/cluster.hpp"

namespace gangway {

/// A gang that starts now: a proposal, which counts as running from here on unless the host rejects it.
template <class Model>
struct decision {
    job_of<Model> job; ///< that starts
    std::span<grant<node_of<Model>> const> nodes; ///< in the order in which the policy filled them; valid during the callback
    instant at; ///< the instant of the pass
    clock_choice clock{}; ///< empty where the policy has no clock slot
};

namespace detail {

// The host's callback without its type, so that an admission is compiled once for a policy.
template <class Model>
struct start_sink {
    void* object;
    void (*call)(void*, decision<Model> const&);
};

} // namespace detail

} // namespace gangway
