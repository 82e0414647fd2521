// slurm - writes changes to slurmctld through libslurm, one request a job, and says what came of each.
#pragma once

#include "change.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace slurm {

struct written {
    std::size_t done = 0;
    std::size_t gone = 0;              ///< started, ended, cancelled or held between reading and writing
    std::vector<std::string> failures; ///< one line each
};

/// Semantics: a change is one request, so it is done as a whole or not at all. A failure does not stop the others; the
/// next tick reads what is true and asks again for what is still missing. Where slurmctld does not answer any more, the
/// rest is not tried.
[[nodiscard]] written write(std::vector<change> const& changes);

} // namespace slurm
