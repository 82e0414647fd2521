// tool - measured throughput by number of GPUs, and which job has which profile.
#pragma once

#include <gangway/profile/rate_table.hpp>
#include <gangway/sim/workload.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace tool {

using gangway::profile::scaling_curve;

/// The models that jobs are given, with the best value of each kind of efficiency over all models and 1 to 128 GPUs.
struct profile_set {
    std::string from; ///< file, or built-in
    std::vector<scaling_curve> models;
    std::vector<gangway::duration> preflight; ///< of each model, where its profile comes from logs; empty: not known

    [[nodiscard]] double reference(gangway::efficiency_metric metric) const {
        return gangway::profile::best_efficiency(models, metric, 128);
    }
};

/// Five curves that we made up (Amdahl's law with different serial shares), so that the tool runs without any data.
profile_set built_in_profiles();

struct profile_choice {
    std::string file;                ///< a table; empty: built-in, or logs
    std::string logs;                ///< a folder of training logs
    std::vector<std::string> models; ///< empty: the first five by name
    std::string gpu;                 ///< empty: A100 if the file has it, else v100, else the first by name
};

/// Reads tables in the form of Gavel or of ElasticFlow: model, gpu_type, workers, steps_per_s, and a batch size; or
/// measures a folder of logs.
///
/// Semantics: between measured numbers of GPUs the rate is a straight line over log2(GPUs).
profile_set read_profiles(profile_choice const& choice);

/// Which curve a job has: none for what is no job of the trace, such as a pre-flight gang.
struct model_of_job {
    profile_set const* set;
    std::vector<std::uint8_t> drawn;

    scaling_curve const* operator()(gangway::sim::job_ref job) const {
        return job.at < drawn.size() ? &set->models[drawn[job.at]] : nullptr;
    }
};

/// Profiles as the rank terms read them: the model of each job of a workload.
class assigned_profiles : public gangway::profile::curve_profiles<model_of_job> {
  public:
    assigned_profiles(profile_set const& set, std::vector<std::uint8_t> drawn)
        : curve_profiles{model_of_job{&set, std::move(drawn)}} {}

    [[nodiscard]] profile_set const& set() const { return *curve_of().set; }
    /// What efficiency is divided by.
    [[nodiscard]] double reference(gangway::efficiency_metric metric) const { return set().reference(metric); }
    /// Place of a job's model in the set.
    [[nodiscard]] std::size_t model(gangway::index job) const { return curve_of().drawn[job]; }
};

/// Gives each job one of the models by a draw that depends on the seed and the job's name alone.
std::vector<std::uint8_t> draw_models(std::vector<std::string> const& job_names, std::size_t models,
                                      std::uint64_t seed);

} // namespace tool
