// slurm - what a tick would change, from the records alone: in rank mode, in gate mode, and to put everything back.
#pragma once

#include "change.hpp"
#include "policy.hpp"
#include "selection.hpp"

#include <cstddef>
#include <ctime>
#include <string>
#include <vector>

namespace slurm {

enum class mode {
    rank,    ///< priorities in the order of the policy; Slurm places and starts
    gate,    ///< held gangs that the policy starts are released to their nodes, whole
    put_back ///< undoes what any run of the controller did to jobs that still wait; the mark tells which these are
};

struct plan_options {
    mode does = mode::rank;
    selection jobs;
    std::string policy = usual_policy;
    std::size_t explained = 50; ///< this many waiting jobs, in the order of the queue, are told exactly why they wait
    std::time_t take_back = 60; ///< seconds after which a released gang that has not started is held again
};

/// The changes of one tick, in order; nothing that is as it should be is among them.
///
/// Semantics: pure; the same records, options and table give the same changes, byte for byte.
/// Throws `std::runtime_error` where the text names no policy.
[[nodiscard]] std::vector<change> changes_for(records const& r, plan_options const& o,
                                              gangway::profile::rate_table const& table);

} // namespace slurm
