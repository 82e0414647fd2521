// L5 - InfAdapter: the baseline that resizes one variant by what it used: vertical autoscaling, after Kubernetes' VPA.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../../config.hpp"
#include "../../quantity.hpp"

namespace gangway::plan::infadapter {

/// Cores in use, in buckets that grow by a twentieth, each sample worth half as much after every half life.
///
/// Semantics: the percentile is the end of the bucket in which it falls. Source: the recommender of the Kubernetes
/// autoscaler (first bucket 0.01 core, growth 5 %); it also weighs samples by the request, which is left out here.
class usage_histogram {
  public:
    /// The half-life is that of a sample's weight.
    explicit usage_histogram(duration half_life) : half_life_{half_life} {
        GANGWAY_EXPECTS(half_life.value() > 0.0, "infadapter: a half life above zero");
    }

    /// Expects: finite cores that are not negative, times that do not go backwards.
    void add(double cores, instant at) {
        GANGWAY_EXPECTS(std::isfinite(cores) && cores >= 0.0, "infadapter: finite cores, none below zero");
        GANGWAY_EXPECTS(total_ == 0.0 || at >= last_, "infadapter: samples come in order of time");
        if (total_ > 0.0) {
            double const keep = std::exp2(-((at - last_) / half_life_));
            for (auto& w : weight_) w *= keep;
            total_ *= keep;
        }
        last_ = at;
        std::size_t const b = bucket(cores);
        if (b >= weight_.size()) weight_.resize(b + 1, 0.0);
        weight_[b] += 1.0;
        total_ += 1.0;
    }

    [[nodiscard]] bool empty() const { return total_ == 0.0; }

    /// Cores below which this share of the weight lies; 0 without samples.
    [[nodiscard]] double percentile(double share) const {
        double below = 0.0;
        for (std::size_t b = 0; b < weight_.size(); ++b) {
            below += weight_[b];
            if (below >= share * total_ * (1.0 - 1e-12) && weight_[b] > 0.0) return end_of(b);
        }
        return 0.0;
    }

  private:
    static constexpr double first = 0.01;
    static constexpr double growth = 1.05;

    // Bucket b ends at first (growth^(b+1) - 1) / (growth - 1).
    [[nodiscard]] static double end_of(std::size_t b) {
        return first * (std::pow(growth, static_cast<double>(b + 1)) - 1.0) / (growth - 1.0);
    }
    [[nodiscard]] static std::size_t bucket(double cores) {
        return cores < first ? 0
                             : static_cast<std::size_t>(
                                   std::floor(std::log(cores * (growth - 1.0) / first + 1.0) / std::log(growth)));
    }

    duration half_life_;
    std::vector<double> weight_;
    double total_ = 0.0;
    instant last_;
};

/// How the autoscaler chooses cores.
struct vertical_settings {
    double target = 0.9;            ///< percentile of use that is asked for
    double lower = 0.5;             ///< with cores between these two percentiles nothing changes
    double upper = 0.95;            ///< percentile, the higher one of the two
    double margin = 0.15;           ///< on top of each
    duration half_life = hours{24}; ///< of a sample's weight
    std::int64_t fewest = 1;        ///< cores that it may say
    std::int64_t budget = 1;        ///< most cores that it may say
};

/// Cores for one deployment, by its own use.
///
/// Semantics: use is what the deployment consumed, so never above its cores: a deployment that is too small shows as
/// full, and grows by the margin alone. A change restarts it: break before make, unlike `transition`.
/// Source: defaults of the Kubernetes vertical pod autoscaler, known from its code; its confidence factors are left
/// out.
class vertical_autoscaler {
  public:
    /// Begins with so many cores.
    vertical_autoscaler(vertical_settings settings, std::int64_t cores)
        : settings_{settings},
          use_{settings.half_life},
          cores_{cores} {
        GANGWAY_EXPECTS(settings.fewest >= 1 && settings.fewest <= settings.budget,
                        "infadapter: from one core to the budget");
    }

    /// Cores now.
    [[nodiscard]] std::int64_t cores() const { return cores_; }
    /// Takes a sample of the use.
    void observe(double cores_in_use, instant at) { use_.add(cores_in_use, at); }

    /// Takes a decision, none before the first sample; says whether the deployment is restarted with other cores.
    bool decide() {
        double const now = static_cast<double>(cores_);
        if (use_.empty() || (now >= wanted(settings_.lower) && now <= std::ceil(wanted(settings_.upper)))) return false;
        auto const target = std::clamp(static_cast<std::int64_t>(std::ceil(wanted(settings_.target))), settings_.fewest,
                                       settings_.budget);
        bool const changed = target != cores_;
        cores_ = target;
        return changed;
    }

  private:
    [[nodiscard]] double wanted(double share) const { return use_.percentile(share) * (1.0 + settings_.margin); }

    vertical_settings settings_;
    usage_histogram use_;
    std::int64_t cores_;
};

} // namespace gangway::plan::infadapter
