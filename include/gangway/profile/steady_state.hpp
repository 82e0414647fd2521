// L5 - the rate of a run once it has settled: warm-up found, stalls set aside, an interval of no assumed law.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "../config.hpp"
#include "../quantity.hpp"

namespace gangway::profile {

/// Iterations that were timed together.
struct timed {
    double each = 0.0;       ///< seconds for one iteration (or for one sample)
    double units = 1.0;      ///< how many were timed
    double resolution = 0.0; ///< how far `each` may be off because of the digits that were printed, seconds
    double edge = 0.0;       ///< how far off the two ends of the time may be together; ends of neighbours cancel out
};

/// How a steady rate is sought.
struct steady_options {
    double confidence = 0.95;      ///< of the interval
    double stall = 1.2;            ///< a reading this much above the median, and far outside the spread, is a stall
    double most_stalls = 0.2;      ///< more of them than this share are not stalls, but how the job runs
    std::size_t most_batches = 30; ///< that readings are put into
};

/// A steady rate, as seconds for one unit.
struct steady {
    double each = 0.0;                                     ///< s of an iteration
    double low = 0.0;                                      ///< the interval for `each`; without one from 0 to infinity
    double high = std::numeric_limits<double>::infinity(); ///< end of the interval, s
    double confidence = 0.0;  ///< that the interval really has; 0: too few readings for one
    std::size_t readings = 0; ///< used
    std::size_t warm_up = 0;  ///< readings dropped at the start, and after restarts
    std::size_t stalls = 0;   ///< readings set aside
    std::size_t batches = 0;  ///< of readings, behind the interval
    duration warm_up_time;    ///< that was left out
    duration stall_time;      ///< beyond what the readings set aside would have taken
    duration time;            ///< that the readings used cover
    bool settled = true;      ///< false: times were still falling where the readings end
    bool uneven = false;      ///< so many slow readings that they count as the run's own way

    /// Units a second.
    [[nodiscard]] throughput rate() const { return throughput{1.0 / each}; }
    /// Half the width of the interval over the value; infinite without one.
    [[nodiscard]] double relative_half_width() const {
        return confidence > 0.0 ? 0.5 * (high - low) / each : std::numeric_limits<double>::infinity();
    }
};

/// How many readings at the start are warm-up: the first cut that makes the standard error of the mean of the rest as
/// good as least.
///
/// Semantics: least within a quarter: on a run without warm-up the place of the least itself is chance. At most half of
/// the readings. From 50 readings on means of five are compared, which single slow readings move less.
/// Complexity: O(n).
/// Source: White, "An effective truncation heuristic for bias reduction in simulation output", Simulation 69(6), 1997;
/// means of five (MSER-5): White, Cobb and Spratt, "A comparison of five steady-state truncation heuristics", WSC 2000.
[[nodiscard]] inline std::size_t warm_up_of(std::span<timed const> readings) {
    std::size_t const m = readings.size() >= 50 ? 5 : 1;
    std::size_t const k = readings.size() / m;
    if (k < 4) return 0;
    std::vector<double> y(k);
    for (std::size_t i = 0; i < k; ++i) {
        for (std::size_t j = 0; j < m; ++j) y[i] += readings[i * m + j].each;
        y[i] /= static_cast<double>(m);
    }
    double const shift = y.back(); // sums of squares of small differences
    double sum = 0.0;
    double squares = 0.0;
    double best = std::numeric_limits<double>::infinity();
    std::vector<double> error(k / 2 + 1);
    for (std::size_t d = k; d-- > 0;) { // the rest is y[d..k)
        double const v = y[d] - shift;
        sum += v;
        squares += v * v;
        auto const n = static_cast<double>(k - d);
        if (d > k / 2) continue;
        error[d] = std::max(0.0, squares - sum * sum / n) / (n * n);
        best = std::min(best, error[d]);
    }
    std::size_t cut = 0;
    while (error[cut] > 1.25 * best + 1e-24 * shift * shift) ++cut;
    return cut * m;
}

namespace detail {

[[nodiscard]] inline double median_of(std::vector<double>& v) {
    auto const mid = v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2);
    std::nth_element(v.begin(), mid, v.end());
    if (v.size() % 2 == 1) return *mid;
    return 0.5 * (*mid + *std::max_element(v.begin(), mid));
}

/// Ranks (from 1) of the two order statistics of n that hold the median with at least this confidence; 0 where none do.
[[nodiscard]] inline std::size_t median_rank(std::size_t n, double confidence, double& reached) {
    double probability = std::pow(0.5, static_cast<double>(n)); // of exactly i of n below the median
    double below = 0.0;
    std::size_t rank = 0;
    reached = 0.0;
    for (std::size_t i = 0; i < n / 2; ++i) {
        below += probability;
        if (1.0 - 2.0 * below < confidence) break;
        reached = 1.0 - 2.0 * below;
        rank = i + 1;
        probability *= static_cast<double>(n - i) / static_cast<double>(i + 1);
    }
    return rank;
}

[[nodiscard]] inline double neighbours_go_together(std::vector<double> const& v) {
    double mean = 0.0;
    for (double const x : v) mean += x;
    mean /= static_cast<double>(v.size());
    double all = 0.0;
    double pairs = 0.0;
    for (std::size_t i = 0; i < v.size(); ++i) {
        all += (v[i] - mean) * (v[i] - mean);
        if (i > 0) pairs += (v[i] - mean) * (v[i - 1] - mean);
    }
    return all > 0.0 ? pairs / all : 0.0;
}

/// Values fall from the first to the last, beyond what chance does in one run of two hundred.
///
/// Source: Mann, "Nonparametric tests against trend", Econometrica 13, 1945; the variance without ties.
[[nodiscard]] inline bool fall(std::vector<double> const& v) {
    double balance = 0.0;
    for (std::size_t i = 0; i < v.size(); ++i)
        for (std::size_t j = i + 1; j < v.size(); ++j) balance += v[j] > v[i] ? 1.0 : v[j] < v[i] ? -1.0 : 0.0;
    auto const n = static_cast<double>(v.size());
    return balance < -2.58 * std::sqrt(n * (n - 1.0) * (2.0 * n + 5.0) / 18.0);
}

} // namespace detail

/// The steady rate of readings in order; `starts` are the places at which the run began anew, 0 among them or not.
///
/// Semantics: (1) the warm-up of the first stretch is dropped, and of each later one that has 20 readings; (2) readings
/// far above the rest are stalls (a checkpoint, an evaluation) and set aside, unless there are so many that they are
/// how the job runs; (3) the rest is cut into batches of equal numbers of readings, fewer and longer ones while
/// neighbours still go together; the value is the median of the batch means; (4) the interval is that of the median by
/// order statistics, which asks of the batches only that they are alike and independent, widened by what the printed
/// digits leave open. A trend that is left in the batches shows as `settled` false.
/// Expects: times and units above zero. Complexity: O(n log n) at worst, O(n) mostly.
/// Source: median of means: Nemirovski and Yudin 1983; batches: Fishman, "Grouping observations in digital simulation",
/// Management Science 24(5), 1978; interval: David and Nagaraja, "Order Statistics", 2003, section 7.1.
[[nodiscard]] inline steady steady_state(std::span<timed const> readings, std::span<std::size_t const> starts = {},
                                         steady_options const& how = {}) {
    steady s;
    if (readings.empty()) return s;
    std::vector<timed> kept;
    kept.reserve(readings.size());
    std::vector<double> values;
    // A stall in the warm-up's tail must not count as warm-up: stalls are cut at what the later half calls normal.
    auto const cap_of = [&](std::span<timed const> part) {
        values.clear();
        for (auto const& r : part) values.push_back(r.each);
        double const middle = detail::median_of(values);
        for (double& v : values) v = std::abs(v - middle);
        double const spread = 1.4826 * detail::median_of(values);
        return std::max(how.stall * middle, middle + 6.0 * spread);
    };
    std::vector<std::size_t> bounds{0};
    for (auto const at : starts)
        if (at > bounds.back() && at < readings.size()) bounds.push_back(at);
    bounds.push_back(readings.size());
    std::vector<timed> capped;
    for (std::size_t b = 0; b + 1 < bounds.size(); ++b) {
        auto const part = readings.subspan(bounds[b], bounds[b + 1] - bounds[b]);
        std::size_t cut = 0;
        if (b == 0 || part.size() >= 20) {
            double const cap = cap_of(part.subspan(part.size() / 2));
            std::size_t lead = 0; // slow from the very start: warm-up, however slow
            while (lead < part.size() / 2 && part[lead].each > cap) ++lead;
            capped.assign(part.begin(), part.end());
            for (std::size_t i = lead; i < capped.size(); ++i) capped[i].each = std::min(capped[i].each, cap);
            cut = std::max(lead, warm_up_of(capped));
        }
        for (std::size_t i = 0; i < cut; ++i) s.warm_up_time = s.warm_up_time + duration{part[i].each * part[i].units};
        s.warm_up += cut;
        kept.insert(kept.end(), part.begin() + static_cast<std::ptrdiff_t>(cut), part.end());
    }

    double const cap = cap_of(kept);
    std::size_t slow = 0;
    for (auto const& r : kept) slow += r.each > cap ? 1U : 0U;
    s.uneven = static_cast<double>(slow) > how.most_stalls * static_cast<double>(kept.size());
    if (!s.uneven && slow > 0) {
        values.clear();
        for (auto const& r : kept)
            if (r.each <= cap) values.push_back(r.each);
        double const normal = detail::median_of(values);
        for (auto const& r : kept)
            if (r.each > cap) s.stall_time = s.stall_time + duration{(r.each - normal) * r.units};
        std::erase_if(kept, [&](timed const& r) { return r.each > cap; });
        s.stalls = slow;
    }
    s.readings = kept.size();

    values.clear();
    double seconds = 0.0;
    double units = 0.0;
    double edge = 0.0;
    for (auto const& r : kept) {
        seconds += r.each * r.units;
        units += r.units;
        edge = std::max(edge, r.edge);
        values.push_back(r.resolution);
    }
    s.time = duration{seconds};
    double digits = detail::median_of(values);

    // Batches of equal numbers of readings; of two ways the one with fewer batches where neighbours go together.
    std::vector<double> means;
    for (std::size_t wanted = std::min(how.most_batches, kept.size());; wanted = wanted * 2 / 3) {
        std::size_t const size = kept.size() / wanted;
        std::size_t const first = kept.size() % wanted; // these have one reading more
        means.clear();
        for (std::size_t b = 0, at = 0; b < wanted; ++b) {
            double time = 0.0;
            double count = 0.0;
            for (std::size_t end = at + size + (b < first ? 1 : 0); at < end; ++at) {
                time += kept[at].each * kept[at].units;
                count += kept[at].units;
            }
            means.push_back(time / count);
        }
        // Two standard errors above zero are no accident; and the ends of a batch should not matter.
        bool const apart = detail::neighbours_go_together(means) < 2.0 / std::sqrt(static_cast<double>(wanted));
        if (wanted < 12 || (apart && edge * static_cast<double>(wanted) < 0.005 * seconds)) break;
    }
    s.batches = means.size();
    s.settled = !detail::fall(means);
    digits += edge * static_cast<double>(s.batches) / units;
    auto const rank = detail::median_rank(means.size(), how.confidence, s.confidence);
    auto ordered = means;
    std::sort(ordered.begin(), ordered.end());
    s.each = means.size() % 2 == 1 ? ordered[means.size() / 2]
                                   : 0.5 * (ordered[means.size() / 2 - 1] + ordered[means.size() / 2]);
    if (rank > 0) {
        s.low = std::max(0.0, ordered[rank - 1] - digits);
        s.high = ordered[ordered.size() - rank] + digits;
    }
    return s;
}

} // namespace gangway::profile
