// L5 - the rate of one model on one type of device by number of devices: measured, and what follows between and beyond.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "../config.hpp"
#include "../quantity.hpp"
#include "../rank/efficiency.hpp"

namespace gangway::profile {

/// Where a rate comes from.
enum class rate_source : std::uint8_t {
    measured,
    between, ///< two measured numbers of devices, or two measured batches
    below,   ///< fewer devices, or a smaller batch, than were measured: extrapolated
    beyond   ///< more than were measured: extrapolated
};

/// Beyond what was measured, or below it.
[[nodiscard]] constexpr bool is_extrapolated(rate_source s) {
    return s == rate_source::below || s == rate_source::beyond;
}

[[nodiscard]] constexpr std::string_view to_text(rate_source s) {
    constexpr std::string_view names[] = {"measured", "between", "below", "beyond"};
    return names[static_cast<std::size_t>(s)];
}

/// A rate, and how it is known.
struct rate_estimate {
    throughput rate;                            ///< iterations a second
    rate_source source = rate_source::measured; ///< measured, between or beyond
};

/// How a curve goes between two measured numbers of devices.
enum class curve_between : std::uint8_t {
    /// Rate and devices both in logarithms: the power law through both. Perfect scaling stays perfect, and rate for
    /// each device lies between its two neighbours.
    power,
    /// The rate itself over the logarithm of devices. Never below `power`; between two doublings of a model that scales
    /// perfectly it is up to 6 % too high.
    line
};

/// Iterations per second of one model, measured at some numbers of devices.
///
/// Semantics: between measured numbers the curve is monotone wherever they are, since a piece depends on its two ends
/// alone; below the first, efficiency (rate for each device) stands still; beyond the last it falls by the factor of
/// the last measured doubling and never rises.
struct scaling_curve {
    /// A measured rate.
    struct point {
        double gpus; ///< of the gang
        double rate; ///< iterations a second
        friend bool operator==(point, point) = default;
    };
    std::string model;                            ///< that was run
    double batch = 1.0;                           ///< samples of one iteration: of all devices, or of each
    bool batch_for_each_gpu = false;              ///< the batch grows with the gang
    std::vector<point> points;                    ///< ascending, at least one; rates above zero
    curve_between between = curve_between::power; ///< measured points

    /// The rate on so many devices.
    [[nodiscard]] rate_estimate estimate(std::int64_t gpus) const {
        if (gpus <= 0) return {throughput{0.0}, rate_source::measured};
        GANGWAY_EXPECTS(!points.empty(), "a curve has at least one point");
        auto const g = static_cast<double>(gpus);
        auto const& first = points.front();
        auto const& last = points.back();
        if (g < first.gpus) return {throughput{first.rate * g / first.gpus}, rate_source::below};
        if (g > last.gpus) {
            double slope = 0.0; // of log2(efficiency) over log2(devices)
            if (points.size() > 1) {
                auto const& before = points[points.size() - 2];
                double const decay = (last.rate / last.gpus) / (before.rate / before.gpus);
                slope = std::min(0.0, std::log2(decay) / std::log2(last.gpus / before.gpus));
            }
            return {throughput{last.rate / last.gpus * std::exp2(slope * std::log2(g / last.gpus)) * g},
                    rate_source::beyond};
        }
        auto const hi = std::find_if(points.begin(), points.end(), [&](point const& p) { return p.gpus >= g; });
        auto const& b = *hi;
        if (g == b.gpus) return {throughput{b.rate}, rate_source::measured};
        auto const& a = *(hi - 1);
        double const share = std::log2(g / a.gpus) / std::log2(b.gpus / a.gpus);
        double const rate = between == curve_between::line ? a.rate + share * (b.rate - a.rate)
                                                           : a.rate * std::exp2(share * std::log2(b.rate / a.rate));
        return {throughput{rate}, rate_source::between};
    }
    /// Iterations per second.
    [[nodiscard]] double rate(std::int64_t gpus) const { return estimate(gpus).rate.value(); }
    /// Samples that one iteration handles.
    [[nodiscard]] double global_batch(std::int64_t gpus) const {
        return batch_for_each_gpu ? batch * static_cast<double>(gpus) : batch;
    }
    /// Samples per second.
    [[nodiscard]] double samples(std::int64_t gpus) const { return rate(gpus) * global_batch(gpus); }
};

/// Profiles as rank terms and other layers read them, from a function that names the curve of a job.
///
/// Shape: `CurveOf` gives a `scaling_curve const*` for a job; null where nothing is measured yet: such a job has rate
/// 0, so an efficiency of 0, and ranks by its age alone.
template <class CurveOf>
class curve_profiles {
  public:
    /// Says for a job which curve is its own.
    explicit curve_profiles(CurveOf curve_of) : curve_of_{std::move(curve_of)} {}

    template <class Job>
    [[nodiscard]] throughput rate(Job const& job, std::int64_t gpus) const {
        scaling_curve const* const c = curve_of_(job);
        return c == nullptr ? throughput{0.0} : c->estimate(gpus).rate;
    }
    template <class Job>
    [[nodiscard]] double batch(Job const& job, std::int64_t gpus) const {
        scaling_curve const* const c = curve_of_(job);
        return c == nullptr ? 1.0 : c->global_batch(gpus);
    }
    /// Which curve is whose.
    [[nodiscard]] CurveOf const& curve_of() const { return curve_of_; }

  private:
    CurveOf curve_of_;
};

/// The efficiency of a curve, as the rank term of that metric sees it.
[[nodiscard]] inline double efficiency_of(scaling_curve const& c, efficiency_metric metric, std::int64_t gpus) {
    struct itself {
        scaling_curve const* operator()(scaling_curve const* curve) const { return curve; }
    };
    return gangway::detail::measured_efficiency(curve_profiles<itself>{itself{}}, metric, &c, gpus);
}

/// Samples per second on g devices over g times those on one: 1 is perfect.
[[nodiscard]] inline double scaling_efficiency(scaling_curve const& c, std::int64_t gpus) {
    return efficiency_of(c, efficiency_metric::scaling, gpus);
}

/// Samples per second that one more device adds; below zero where it costs more than it brings.
[[nodiscard]] inline double marginal_gain(scaling_curve const& c, std::int64_t gpus) {
    return c.samples(gpus + 1) - c.samples(gpus);
}

/// The best efficiency of any curve on 1 to `most` devices: the frozen reference of an efficiency term.
template <class Curves>
[[nodiscard]] double best_efficiency(Curves const& curves, efficiency_metric metric, std::int64_t most) {
    double best = 0.0;
    for (scaling_curve const& c : curves)
        for (std::int64_t g = 1; g <= most; ++g) best = std::max(best, efficiency_of(c, metric, g));
    return best;
}

} // namespace gangway::profile
