// tool - measured throughput by number of GPUs, and which job has which profile.
#pragma once

#include <gangway/fwd.hpp>
#include <gangway/model/profile.hpp>
#include <gangway/rank/efficiency.hpp>
#include <gangway/sim/workload.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace tool {

/// Iterations per second of one model, measured at some numbers of GPUs.
///
/// Semantics: between two measured numbers the rate is a straight line over log2(GPUs). Below the first, and above the
/// last, where nothing is known, efficiency (rate for each GPU) stands still below and keeps falling by the factor of
/// the last measured doubling above; it never rises there.
struct scaling_curve {
    struct point {
        double gpus;
        double rate;
    };
    std::string model;
    double batch = 1.0;             ///< samples of one iteration: of all GPUs, or of each
    bool batch_for_each_gpu = false;
    std::vector<point> points;      ///< ascending; rates above zero

    [[nodiscard]] double rate(std::int64_t gpus) const;
};

/// The models that jobs are given, with the best value of each kind of efficiency over all models and 1 to 128 GPUs.
struct profile_set {
    std::string from; ///< file, or built-in
    std::vector<scaling_curve> models;

    [[nodiscard]] double reference(gangway::efficiency_metric metric) const;
};

/// Five curves that we made up (Amdahl's law with different serial shares), so that the tool runs without any data.
profile_set built_in_profiles();

struct profile_choice {
    std::string file;                ///< empty: built-in
    std::vector<std::string> models; ///< empty: the first five by name
    std::string gpu;                 ///< empty: A100 if the file has it, else v100, else the first by name
};

/// Reads tables in the form of Gavel or of ElasticFlow: model, gpu_type, workers, steps_per_s, and a batch size.
profile_set read_profiles(profile_choice const& choice);

/// Profiles as the rank terms read them: the model of each job of a workload.
class assigned_profiles {
  public:
    assigned_profiles(profile_set const& set, std::vector<std::uint8_t> model_of_job)
        : set_{&set}, model_of_job_{std::move(model_of_job)} {}

    [[nodiscard]] gangway::throughput rate(gangway::sim::job_ref job, std::int64_t gpus) const {
        return gangway::throughput{model(job).rate(gpus)};
    }
    [[nodiscard]] double batch(gangway::sim::job_ref job, std::int64_t gpus) const {
        auto const& m = model(job);
        return m.batch_for_each_gpu ? m.batch * static_cast<double>(gpus) : m.batch;
    }
    [[nodiscard]] scaling_curve const& model(gangway::sim::job_ref job) const { return set_->models[model_of_job_[job.at]]; }
    [[nodiscard]] profile_set const& set() const { return *set_; }

  private:
    profile_set const* set_;
    std::vector<std::uint8_t> model_of_job_;
};

/// Gives each job one of the models by a draw that depends on the seed and the job's name alone.
std::vector<std::uint8_t> draw_models(std::vector<std::string> const& job_names, std::size_t models, std::uint64_t seed);

} // namespace tool
