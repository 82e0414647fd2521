// L5 - a seeded workload like a week of Philly: sizes, run times, bursts and daily rhythm after the real one.
#pragma once

#include <gangway/config.hpp>
#include <gangway/trace/job.hpp>
#include <gangway/trace/random.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace gangway::trace {

/// What the generator is asked for; the defaults give a week of the size that ProfilingSense replays.
struct philly_like {
    std::uint64_t seed = 1;     ///< of all draws
    std::uint32_t jobs = 2'312; ///< in all
    std::uint32_t days = 7;     ///< in which they come
    std::uint32_t gpus = 864;   ///< of the cluster that the load is measured against
    double load = 0.95; ///< GPU time asked for inside the days, if each job started at once, over what the GPUs have
};

/// The shape of the real week, from which `generate` draws; docs/traces.md says how each table was measured.
///
/// Source: the week from 2017-10-08 of the traces of Jeon et al., ATC 2019 (CC-BY-4.0); counts and rounded quantiles.
namespace philly_shape {

/// Levels of the quantile tables, in thousandths; between two of them a run time is spread evenly.
inline constexpr std::array<std::uint32_t, 15> levels{0,   50,  100, 250, 400, 500, 600, 750,
                                                      850, 900, 950, 980, 990, 995, 1000};
/// Values at `levels`.
using quantiles = std::array<std::uint32_t, levels.size()>;

/// Lengths of bursts, and how often they come.
struct burst_bin {
    std::uint32_t weight;  ///< of the bin
    std::uint32_t longest; ///< lengths of this bin: from one above that of the bin before
};

/// Jobs of one gang size: how many of 2,310, how long they run, how many come at once, and how many end well.
struct size_class {
    std::int64_t gpus;               ///< of a gang
    std::uint32_t share;             ///< jobs of 2,310
    quantiles run_s;                 ///< at `levels`
    std::array<burst_bin, 8> bursts; ///< unused bins have weight 0
    std::uint32_t pass_percent;      ///< that end well
    std::uint32_t early_percent;     ///< how far the rank of a run time follows the time left of the trace
};

/// Seconds at `levels`, gangs of 16 GPUs and more.
inline constexpr quantiles run_of_16{200,    420,     950,     2'600,   14'300,  20'000,  28'000, 52'500,
                                     80'000, 148'000, 158'000, 290'000, 371'000, 412'000, 452'000};
/// Seconds at `levels`, gangs of 7 and 8 GPUs.
inline constexpr quantiles run_of_8{235,     900,     1'070,   8'500,     33'000,    87'000,    138'000,  239'000,
                                    413'000, 649'000, 842'000, 1'300'000, 2'010'000, 3'000'000, 3'670'000};

/// Of gangs.
inline constexpr std::array<size_class, 8> sizes{{
    {1,
     1'608,
     {180, 260, 350, 3'200, 12'700, 15'300, 17'700, 42'000, 62'000, 74'000, 97'500, 129'000, 180'000, 300'000,
      1'720'000},
     {{{342, 1}, {71, 2}, {24, 4}, {10, 10}, {4, 19}, {7, 28}, {4, 53}, {3, 261}}},
     67,
     0},
    {2,
     188,
     {220, 2'150, 16'200, 53'000, 98'000, 148'000, 213'000, 282'000, 374'000, 445'000, 586'000, 804'000, 963'000,
      1'120'000, 1'400'000},
     {{{17, 1}, {11, 2}, {3, 3}, {3, 9}, {1, 122}}},
     70,
     80},
    {4,
     204,
     {186, 370, 660, 3'800, 15'300, 46'500, 85'700, 178'000, 224'000, 257'000, 356'000, 496'000, 513'000, 649'000,
      907'000},
     {{{100, 1}, {23, 2}, {6, 4}, {5, 12}}},
     36,
     10},
    {7, 1, run_of_8, {{{1, 1}}}, 30, 45},
    {8, 278, run_of_8, {{{199, 1}, {16, 2}, {6, 4}, {4, 11}}}, 30, 45},
    {16, 29, run_of_16, {{{1, 1}}}, 34, 0},
    {24, 1, run_of_16, {{{1, 1}}}, 34, 0},
    {32, 1, run_of_16, {{{1, 1}}}, 34, 0},
}};

/// Bursts that begin on each day, Sunday first, and in each hour (mean of three neighbours).
inline constexpr std::array<std::uint32_t, 7> day_weights{32, 109, 150, 170, 170, 174, 86};
/// Bursts that begin in each hour.
inline constexpr std::array<std::uint32_t, 24> hour_weights{34, 37, 38, 39, 39, 42, 47, 42, 37, 29, 28, 27,
                                                            27, 24, 20, 26, 41, 56, 51, 48, 41, 44, 38, 36};

/// Seconds between the jobs of a burst, at 0, 10, 25, 50, 75, 90, 95 and 100 per cent, spread evenly between them.
inline constexpr std::array<std::uint32_t, 8> gap_percent{0, 10, 25, 50, 75, 90, 95, 100};
inline constexpr std::array<std::uint32_t, 8> gap_s{0, 0, 2, 4, 7, 22, 31, 60}; ///< at `gap_percent`

/// Bursts of each virtual cluster; jobs of one burst come from one user.
inline constexpr std::array<std::uint32_t, 10> group_weights{245, 141, 141, 76, 71, 62, 59, 52, 43, 1};
inline constexpr std::array<std::uint32_t, 8> user_weights{8, 7, 6, 5,
                                                           4, 3, 2, 1}; ///< invented: the week names no users

/// Of the jobs that do not pass, the per cent that are killed, the rest fail (13.5 : 17.2 in Jeon et al., table 6).
inline constexpr std::uint32_t killed_percent = 44;

} // namespace philly_shape

/// Makes the jobs of one `philly_like`; integers only, so that no compiler and no machine changes a bit.
class philly_generator {
  public:
    /// What is asked for is checked here.
    explicit philly_generator(philly_like const& ask) : ask_{ask}, end_{std::int64_t{ask.days} * 86'400} {
        GANGWAY_EXPECTS(ask.days > 0 && ask.days <= 3'650, "a generated trace has 1 to 3650 days");
        GANGWAY_EXPECTS(ask.jobs <= 100'000'000, "a generated trace has at most 100,000,000 jobs");
        GANGWAY_EXPECTS(ask.gpus > 0 && ask.load > 0.0 && ask.load <= 1'000.0, "a load is above 0 and finite");
    }

    /// The jobs, by submission.
    [[nodiscard]] std::vector<job> make() && {
        draw_bursts();
        draw_run_times();
        scale_to_load();
        return name_all();
    }

  private:
    enum stream : std::uint64_t { lengths = 1, times, runs, owners, ends };

    struct draft {
        std::uint32_t size = 0;  ///< place in philly_shape::sizes
        std::uint32_t burst = 0; ///< counted over all sizes
        std::int64_t submit = 0;
        std::int64_t run = 0;
        std::uint32_t user = 0;
    };

    /// A point of a table, `position` of `whole` along it: straight lines between the levels.
    static std::int64_t interpolate(std::span<std::uint32_t const> levels, std::span<std::uint32_t const> values,
                                    std::uint64_t position, std::uint64_t whole) {
        std::uint64_t const scale = levels.back();
        std::size_t k = 1;
        while (k + 1 < levels.size() && position * scale >= levels[k] * whole) ++k;
        auto const along = static_cast<std::int64_t>(position * scale - levels[k - 1] * whole);
        auto const width = static_cast<std::int64_t>((levels[k] - levels[k - 1]) * whole);
        auto const rise = std::int64_t{values[k]} - std::int64_t{values[k - 1]};
        return values[k - 1] + rise * (along >> 20) / (width >> 20);
    }

    /// Jobs of each size: the shares of the real week by the method of largest remainders, the same for every seed.
    [[nodiscard]] std::vector<std::uint32_t> counts() const {
        auto const& sizes = philly_shape::sizes;
        std::uint64_t all = 0;
        for (auto const& s : sizes) all += s.share;
        std::vector<std::uint32_t> out;
        std::vector<std::pair<std::uint64_t, std::size_t>> rest; // largest remainder first, then the smaller gang
        std::uint32_t given = 0;
        for (std::size_t i = 0; i != sizes.size(); ++i) {
            auto const exact = std::uint64_t{ask_.jobs} * sizes[i].share;
            out.push_back(static_cast<std::uint32_t>(exact / all));
            rest.emplace_back(all - exact % all, i);
            given += out.back();
        }
        std::sort(rest.begin(), rest.end());
        for (std::size_t i = 0; given < ask_.jobs; ++i, ++given) ++out[rest[i].second];
        return out;
    }

    void draw_bursts() {
        using namespace philly_shape;
        random length_of{ask_.seed, stream::lengths};
        random time_of{ask_.seed, stream::times};
        random owner_of{ask_.seed, stream::owners};
        std::vector<std::uint32_t> days(ask_.days);
        for (std::size_t d = 0; d != days.size(); ++d) days[d] = day_weights[d % day_weights.size()];
        auto const count = counts();
        drafts_.reserve(ask_.jobs);
        std::uint32_t burst = 0;
        for (std::uint32_t size = 0; size != count.size(); ++size) {
            std::array<std::uint32_t, 8> weights{};
            auto const& bins = sizes[size].bursts;
            std::transform(bins.begin(), bins.end(), weights.begin(), [](burst_bin b) { return b.weight; });
            for (auto left = count[size]; left > 0; ++burst) {
                auto const bin = length_of.pick(weights);
                auto const shorter = bin == 0 ? 0U : bins[bin - 1].longest;
                auto const length = std::min(left, shorter + 1 + length_of.below(bins[bin].longest - shorter));
                left -= length;
                auto const day = static_cast<std::int64_t>(time_of.pick(days));
                auto const hour = static_cast<std::int64_t>(time_of.pick(hour_weights));
                auto at = day * 86'400 + hour * 3'600 + time_of.below(3'600);
                auto const group = static_cast<std::uint32_t>(owner_of.pick(group_weights));
                auto const user = group * 8 + static_cast<std::uint32_t>(owner_of.pick(user_weights));
                for (std::uint32_t i = 0; i != length; ++i) {
                    drafts_.push_back({size, burst, std::min(at, end_ - 1), 0, user});
                    at += interpolate(gap_percent, gap_s, time_of.bits(), std::uint64_t{1} << 32U);
                }
            }
        }
    }

    /// Stratified: of m jobs of a size, the i-th shortest lies in the i-th of m equal parts of the table. Which job it
    /// is follows a rank that the jobs of one burst share but for a quarter of its range, so that they run about as
    /// long; and, as far as the size says, long jobs come early in the trace.
    void draw_run_times() {
        random draw{ask_.seed, stream::runs};
        for (std::size_t from = 0; from != drafts_.size();) {
            auto const size = drafts_[from].size;
            std::vector<std::pair<std::uint64_t, std::size_t>> rank;
            std::uint64_t shared = 0;
            auto at = from;
            for (; at != drafts_.size() && drafts_[at].size == size; ++at) {
                if (at == from || drafts_[at].burst != drafts_[at - 1].burst) shared = draw.bits();
                auto const early = std::uint64_t{philly_shape::sizes[size].early_percent};
                auto const time_left =
                    (static_cast<std::uint64_t>(end_ - drafts_[at].submit) << 32U) / static_cast<std::uint64_t>(end_);
                rank.emplace_back((shared * (100 - early) + time_left * early) / 100 + (draw.bits() >> 2U), at);
            }
            std::sort(rank.begin(), rank.end());
            auto const m = rank.size();
            for (std::size_t i = 0; i != m; ++i) {
                auto const u = ((std::uint64_t{i} << 32U) + draw.bits()) / m; // of 2^32
                drafts_[rank[i].second].run =
                    interpolate(philly_shape::levels, philly_shape::sizes[size].run_s, u, std::uint64_t{1} << 32U);
            }
            from = at;
        }
    }

    static std::int64_t scaled(std::int64_t run, std::int64_t factor) {
        return std::max<std::int64_t>(1, (run * factor) >> 20);
    }

    [[nodiscard]] std::int64_t gpu_seconds_inside(std::int64_t factor) const {
        std::int64_t sum = 0;
        for (auto const& d : drafts_) {
            sum += philly_shape::sizes[d.size].gpus * std::min(scaled(d.run, factor), end_ - d.submit);
        }
        return sum;
    }

    /// One factor for all run times, the smallest that gives the load; where the jobs are too few for it, the largest.
    void scale_to_load() {
        std::int64_t low = 0;
        std::int64_t high = std::int64_t{1} << 40; // 2^20 times the run times of the real week
        auto const wanted = static_cast<std::int64_t>(
            std::min(ask_.load * static_cast<double>(std::int64_t{ask_.gpus} * end_), 9.0e18));
        auto const target = std::min(wanted, gpu_seconds_inside(high));
        while (high - low > 1) {
            auto const middle = low + (high - low) / 2;
            (gpu_seconds_inside(middle) >= target ? high : low) = middle;
        }
        for (auto& d : drafts_) d.run = scaled(d.run, high);
    }

    [[nodiscard]] std::vector<job> name_all() {
        std::vector<std::size_t> order(drafts_.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return drafts_[a].submit != drafts_[b].submit ? drafts_[a].submit < drafts_[b].submit : a < b;
        });
        std::vector<char const*> status(drafts_.size());
        random draw{ask_.seed, stream::ends};
        for (std::size_t i = 0; i != drafts_.size(); ++i) {
            bool const pass = draw.below(100) < philly_shape::sizes[drafts_[i].size].pass_percent;
            bool const killed = draw.below(100) < philly_shape::killed_percent;
            status[i] = pass ? "Pass" : killed ? "Killed" : "Failed";
        }
        std::vector<job> out;
        out.reserve(order.size());
        for (auto const i : order) {
            auto const& d = drafts_[i];
            out.push_back({std::to_string(out.size() + 1), std::string{"u"}.append(std::to_string(d.user)),
                           std::string{"vc"}.append(std::to_string(d.user / 8)), instant{static_cast<double>(d.submit)},
                           philly_shape::sizes[d.size].gpus, duration{static_cast<double>(d.run)}, std::nullopt,
                           status[i]});
        }
        return out;
    }

    philly_like ask_;
    std::int64_t end_;
    std::vector<draft> drafts_;
};

/// Makes a workload like a week of Philly, by submit time; whole seconds, ids "1", "2", ...; no estimates.
///
/// Semantics: the same on every machine. Sizes, submit times, owners and ends do not change with `load`. Every seed has
/// the same number of jobs of each size and nearly the same run times; which job runs how long, and when, differs.
/// Complexity: O(n log n).
[[nodiscard]] inline std::vector<job> generate(philly_like const& ask) {
    return philly_generator{ask}.make();
}

} // namespace gangway::trace
