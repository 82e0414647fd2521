// slurm - the command line.
#pragma once

#include "plan.hpp"

#include <string>

namespace slurm {

struct options {
    plan_options plan;
    std::string profiles; ///< file of a rate table
    double every = 1.0;   ///< seconds
    bool once = false;
    bool dry_run = false;
    bool put_back_on_exit = false;
    bool times = false; ///< a line a tick: what it took
    std::string record; ///< file; a line of JSON a tick
    std::string replay; ///< file that was recorded; slurmctld is not asked
};

/// Prints help or what is wrong itself; then `exit_code` is set and nothing is to be done.
struct parsed {
    options chosen;
    int exit_code = -1;
};
[[nodiscard]] parsed parse(int argc, char** argv);

} // namespace slurm
