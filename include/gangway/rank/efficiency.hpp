// L3 - rank terms that read measured throughput: work per second for each device, or for each share of the cluster.
#pragma once

#include <algorithm>
#include <vector>

#include "../model/profile.hpp"
#include "term.hpp"

namespace gangway {

/// What "efficient" means. Raw iterations per second and device mostly rank small gangs first, since with a fixed batch
/// a device the iteration rate hardly grows with the gang; samples and scaling do not.
enum class efficiency_metric {
    raw,     ///< rate(g) / g
    samples, ///< rate(g) batch(g) / g
    scaling, ///< rate(g) batch(g) / (g rate(1) batch(1)); batch counts as constant where profiles have none
};

/// Devices of a gang: its whole demand of resource 0.
template <class Model>
std::int64_t device_count(Model const& m, job_of<Model> const& job) {
    return total_demand(m.shape(job))[0];
}

namespace detail {

template <class Profiles, class Job>
double samples_per_second(Profiles const& p, Job const& job, std::int64_t devices) {
    double rate = throughput{p.rate(job, devices)}.value();
    if constexpr (batch_profile<Profiles, Job>) rate *= p.batch(job, devices);
    return rate;
}

template <class Profiles, class Job>
double measured_efficiency(Profiles const& p, efficiency_metric metric, Job const& job, std::int64_t devices) {
    if (devices <= 0) return 0.0; // a job without devices wastes none; it has no rate per device either
    auto const g = static_cast<double>(devices);
    switch (metric) {
    case efficiency_metric::raw: return throughput{p.rate(job, devices)}.value() / g;
    case efficiency_metric::samples:
        static_assert(rate_profile<Profiles, Job>, "gangway: efficiency needs profiles with: throughput rate(job, devices) const");
        return samples_per_second(p, job, devices) / g;
    case efficiency_metric::scaling: {
        double const alone = samples_per_second(p, job, 1);
        return alone > 0.0 ? samples_per_second(p, job, devices) / (g * alone) : 0.0;
    }
    }
    return 0.0;
}

} // namespace detail

/// Measured throughput for each device, divided by a frozen reference.
///
/// Shape: reads the profiles through a pointer; they must outlive the term.
/// Semantics: `reference` is a constant of the policy, not the best job in the queue: a reference that moved would change
/// keys that are already in use. With `reference` at least the best value possible, scores lie in [0, 1].
/// Source: ProfilingSense, throughput for each resource as the score of a gang.
template <class Profiles>
struct efficiency {
    static constexpr drift moves = drift::none;

    /// The profiles must outlive the term.
    constexpr explicit efficiency(Profiles const& profiles, efficiency_metric metric = efficiency_metric::raw,
                                  double reference = 1.0)
        : profiles_{&profiles}, metric_{metric}, reference_{reference} {}
    efficiency(Profiles const&&, efficiency_metric = efficiency_metric::raw, double = 1.0) = delete;

    template <class Model>
    line line_of(Model const& m, job_of<Model> const& job, instant) const {
        return {detail::measured_efficiency(*profiles_, metric_, job, device_count(m, job)) / reference_, 0.0};
    }
    [[nodiscard]] constexpr Profiles const& profiles() const { return *profiles_; }

  private:
    Profiles const* profiles_;
    efficiency_metric metric_;
    double reference_;
};

/// Measured throughput for each unit of dominant share: the largest share that the gang takes of any one resource.
///
/// Semantics: `total` is the capacity of the whole cluster, a constant of the policy. Fair where jobs are short of
/// different resources. Source: Ghodsi et al., "Dominant Resource Fairness", NSDI 2011, section 4, for the share.
template <class Profiles, std::size_t N>
struct efficiency_per_share {
    static constexpr drift moves = drift::none;

    /// The profiles must outlive the term.
    constexpr explicit efficiency_per_share(Profiles const& profiles, amounts<N> total, double reference = 1.0)
        : profiles_{&profiles}, total_{total}, reference_{reference} {}
    efficiency_per_share(Profiles const&&, amounts<N>, double = 1.0) = delete;

    template <class Model>
    line line_of(Model const& m, job_of<Model> const& job, instant) const {
        auto const demand = total_demand(m.shape(job));
        double share = 0.0;
        for (std::size_t r = 0; r < N; ++r)
            if (total_[r] > 0) share = std::max(share, static_cast<double>(demand[r]) / static_cast<double>(total_[r]));
        double const rate = throughput{profiles_->rate(job, demand[0])}.value();
        return {share > 0.0 ? rate / share / reference_ : 0.0, 0.0};
    }
    [[nodiscard]] constexpr Profiles const& profiles() const { return *profiles_; }

  private:
    Profiles const* profiles_;
    amounts<N> total_;
    double reference_;
};

/// Efficiency as a rank in the queue: the share of waiting jobs that are less efficient, in [0, 1).
///
/// Semantics: immune to outliers, but every arrival moves it, so the queue is ranked anew on each pass.
/// Complexity: O(n log n) a pass.
template <class Profiles>
struct efficiency_rank {
    static constexpr drift moves = drift::arbitrary;

    /// The term once it has seen the queue.
    struct bound {
        static constexpr drift moves = drift::arbitrary;

        Profiles const* profiles;
        efficiency_metric metric;
        std::vector<double> seen;

        template <class Model>
        line line_of(Model const& m, job_of<Model> const& job, instant) const {
            double const e = detail::measured_efficiency(*profiles, metric, job, device_count(m, job));
            auto const below = std::lower_bound(seen.begin(), seen.end(), e) - seen.begin();
            return {static_cast<double>(below) / static_cast<double>(seen.size()), 0.0};
        }
    };

    /// The profiles must outlive the term.
    constexpr explicit efficiency_rank(Profiles const& profiles, efficiency_metric metric = efficiency_metric::raw)
        : profiles_{&profiles}, metric_{metric} {}
    efficiency_rank(Profiles const&&, efficiency_metric = efficiency_metric::raw) = delete;

    template <class Model, class Jobs>
    auto bind(Model const& m, Jobs const& waiting, instant) const {
        std::vector<double> seen;
        for (auto const& job : waiting)
            seen.push_back(detail::measured_efficiency(*profiles_, metric_, job, device_count(m, job)));
        std::sort(seen.begin(), seen.end());
        return bound{profiles_, metric_, std::move(seen)};
    }
    /// Alone in the queue: nothing is less efficient.
    template <class Model>
    line line_of(Model const&, job_of<Model> const&, instant) const {
        return {};
    }
    [[nodiscard]] constexpr Profiles const& profiles() const { return *profiles_; }

  private:
    Profiles const* profiles_;
    efficiency_metric metric_;
};

} // namespace gangway
