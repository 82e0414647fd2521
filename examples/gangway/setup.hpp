// tool - what a replay is made of: a trace, a cluster, estimates, profiles; from the words of the command line.
#pragma once

#include "profiles.hpp"
#include "sweeps.hpp"

#include <gangway/place/fragmentation_aware.hpp>
#include <gangway/sim/workload.hpp>
#include <gangway/trace/job.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace tool {

/// A trace as it was read or generated.
struct trace_data {
    std::string name; ///< as on the command line
    std::string format;
    std::vector<gangway::trace::job> jobs;
    std::vector<std::string> job_names;
    bool has_estimates = false;
};

/// A file, or `philly-like:SEED[,load=L][,jobs=N][,days=D][,gpus=G]`. Issues of a file go to stderr.
trace_data load_trace(std::string const& text, std::string const& format, std::string const& bad_rows);

struct cluster_data {
    std::string name; ///< as on the command line
    std::vector<std::string> node_names;
    std::vector<std::int64_t> gpus; ///< of each node
    std::int64_t total = 0;
    std::int64_t largest = 0;
};

/// `108x8` (nodes x GPUs), or a file that lists machines.
cluster_data load_cluster(std::string const& text);

/// How estimates come about.
struct estimate_choice {
    std::string text = "trace"; ///< trace, exact, factor:F, round, none
    std::uint64_t seed = 1;
};
/// Checks the text.
void check(estimate_choice const& choice);

using equal_work = gangway::sim::workload<gangway::gang<1>>;
using unequal_work = gangway::sim::workload<std::vector<gangway::gang<1>>>;
using powered_work = gangway::sim::workload<std::vector<gangway::gang<1>>, gangway::sim::power_budget>;

/// What is known of watts, as options give it.
struct power_choice {
    std::string clocks;                ///< a file of sweeps; empty: none
    std::uint64_t seed = 1;            ///< of the draw that gives each job a program
    std::optional<double> gpu;         ///< of a GPU that a gang holds, at the highest clock; sweeps say better
    double idle = 0.0;                 ///< of a GPU that no gang holds
    std::optional<double> budget;      ///< of all gangs together
};
/// Checks the numbers.
void check(power_choice const& choice);

/// Everything that the replays of one trace on one cluster share.
struct setup {
    std::shared_ptr<trace_data const> trace;
    std::shared_ptr<cluster_data const> cluster;
    std::string estimates; ///< what they are, in words
    std::variant<equal_work, unequal_work, powered_work> work;
    std::shared_ptr<assigned_sweeps const> sweeps; ///< null: no file of sweeps
    gangway::power idle;                           ///< of a GPU that no gang holds
    std::string power;                             ///< what is known of watts, in words; empty: nothing
    std::vector<std::size_t> too_large; ///< jobs that ask for more GPUs than the cluster has
    gangway::fragmentation_aware<1> by_typical_sizes;
};

/// Shapes of gangs: a job of at most as many GPUs as the largest node is one task; a larger one is tasks that fill a
/// largest node each, and one for the rest; on a cluster of one node a job is that many tasks of one GPU.
setup make_setup(std::shared_ptr<trace_data const> trace, std::shared_ptr<cluster_data const> cluster,
                 estimate_choice const& estimates, power_choice const& power = {});

} // namespace tool
