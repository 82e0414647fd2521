// tool - reads files of training jobs with due dates, for `gangway plan sts`.
#pragma once

#include <gangway/plan/sts/baselines.hpp>
#include <gangway/plan/sts/generated_load.hpp>

#include <optional>
#include <string>
#include <vector>

namespace tool {

/// A cluster and jobs at an instant, as the file has them.
struct sts_instance {
    std::vector<std::string> kinds; ///< names, by kind of node
    std::vector<std::string> nodes; ///< names, by node
    gangway::plan::sts::node_park park;
    std::vector<std::string> names; ///< of jobs
    std::vector<gangway::plan::sts::training_job> jobs;
    gangway::instant now;
    gangway::plan::sts::cluster_options options;
};

/// A generated load, and how hard the planner tries at each event.
struct sts_load {
    gangway::plan::sts::load_shape shape;
    gangway::plan::sts::load_rules rules;
    gangway::plan::sts::cluster_options options;
};

struct sts_file {
    std::optional<sts_instance> instance;
    std::optional<sts_load> load;
};

sts_file read_sts_file(std::string const& path);

} // namespace tool
