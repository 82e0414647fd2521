// slurm - measured rates of jobs as the rank reads them: from the comment of the job, or from a table of models.
#pragma once

#include "cluster.hpp"
#include "comment_words.hpp"

#include <gangway/profile/rate_table.hpp>
#include <gangway/text/text.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

namespace slurm {

/// What is wrong with the profile that a comment names, in words.
struct profile_doubt {
    std::string what;
};
[[nodiscard]] inline std::string const& to_text(profile_doubt const& d) {
    return d.what;
}

/// Rates in iterations per second of the whole gang.
///
/// Semantics: `rate=R` in the comment says it; else `model=M` is looked up in the table for the GPU type that the job
/// asks for (or the table's only type), at the model's largest batch. A job that says neither has rate 0: it ranks by
/// its age alone. Shape: cluster and table must outlive it.
class job_profiles {
  public:
    using job_type = cluster::job_type;

    job_profiles(cluster const& c, gangway::profile::rate_table const& table) : cluster_{&c}, table_{&table} {}

    [[nodiscard]] gangway::throughput rate(job_type job, std::int64_t gpus) const {
        if (auto const said = said_rate(job)) return *said;
        auto const* const curve = curve_of(job);
        auto const rate = curve == nullptr ? gangway::throughput{0.0} : curve->estimate(gpus).rate;
        return is_rate(rate) ? rate : gangway::throughput{0.0};
    }
    /// Shown beside the reason why a job waits.
    [[nodiscard]] std::optional<profile_doubt> doubted(job_type job) const {
        auto const rate_word = value_of(job->comment, "rate");
        if (rate_word && !said_rate(job))
            return profile_doubt{"rate=" + std::string{*rate_word} + " is no rate from 0 to 1e12"};
        auto const model = value_of(job->comment, "model");
        if (rate_word || !model) return std::nullopt;
        auto const* const curve = curve_of(job);
        if (curve == nullptr)
            return profile_doubt{"model=" + std::string{*model} + " is not in the table for its GPU type"};
        if (!is_rate(curve->estimate(gangway::device_count(*cluster_, job)).rate))
            return profile_doubt{"model=" + std::string{*model} + " has no rate from 0 to 1e12 in the table"};
        return std::nullopt;
    }
    /// Best in the table, which is what an efficiency of 1 means; 1 where the table has none.
    [[nodiscard]] double reference(gangway::efficiency_metric metric) const {
        double best = 0.0;
        for (auto const device : table_->devices())
            for (auto const model : table_->models(device)) {
                auto const& curve = *table_->largest_batch(model, device);
                for (auto const& point : curve.points)
                    if (is_rate(gangway::throughput{point.rate}))
                        best = std::max(best, gangway::profile::efficiency_of(curve, metric, std::llround(point.gpus)));
            }
        return best >= 1.0 / most_rate ? best : 1.0;
    }

  private:
    // A rate of anybody's comment goes into sums and products: a far larger one would overflow, for all jobs.
    static constexpr double most_rate = 1e12;
    static bool is_rate(gangway::throughput r) { return r.value() >= 0.0 && r.value() <= most_rate; }
    static std::optional<gangway::throughput> said_rate(job_type job) {
        double rate = 0.0;
        auto const said = value_of(job->comment, "rate");
        if (!said || gangway::text::parse_number(*said, rate) != gangway::text::number_fault::none ||
            !is_rate(gangway::throughput{rate}))
            return std::nullopt;
        return gangway::throughput{rate};
    }
    [[nodiscard]] gangway::profile::scaling_curve const* curve_of(job_type job) const {
        auto const model = value_of(job->comment, "model");
        if (!model) return nullptr;
        auto const asked = cluster_->gpu_type(job);
        auto const known = table_->devices();
        auto const device = asked.empty() && known.size() == 1 ? known.front() : asked;
        return table_->largest_batch(*model, device);
    }

    cluster const* cluster_;
    gangway::profile::rate_table const* table_;
};

} // namespace slurm
