// tool - runs the grid of a sweep and sums it up.
#include "grid.hpp"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <exception>
#include <map>
#include <mutex>
#include <thread>
#include <tuple>

namespace tool {

namespace {

/// Marks what no other point beats in both coordinates.
template <class Rows, class Point>
void mark_pareto(Rows& rows, std::vector<std::size_t> const& among, Point point) {
    for (auto const i : among) {
        auto const [x, y] = point(rows[i]);
        rows[i].pareto = std::none_of(among.begin(), among.end(), [&](std::size_t k) {
            auto const [u, v] = point(rows[k]);
            return u <= x && v <= y && (u < x || v < y);
        });
    }
}

/// A bar on a terminal, or nothing.
class progress_bar {
  public:
    progress_bar(std::size_t total, bool shown) : total_{total}, shown_{shown} {}
    progress_bar(progress_bar const&) = delete;
    progress_bar& operator=(progress_bar const&) = delete;
    ~progress_bar() {
        if (shown_) fmt::print(stderr, "\r{:79}\r", "");
    }

    void step() {
        if (!shown_) return;
        std::lock_guard const lock{mutex_};
        ++done_;
        auto const now = std::chrono::steady_clock::now();
        if (now - last_ < std::chrono::milliseconds{100} && done_ < total_) return;
        last_ = now;
        constexpr std::size_t cells = 40;
        auto const full = cells * done_ / total_;
        double const s = std::chrono::duration<double>(now - start_).count();
        fmt::print(stderr, "\r[{}{}] {}/{}, {:.0f} s left ", std::string(full, '#'), std::string(cells - full, '.'), done_, total_,
                   s / static_cast<double>(done_) * static_cast<double>(total_ - done_));
        std::fflush(stderr);
    }

  private:
    std::size_t total_;
    bool shown_;
    std::mutex mutex_;
    std::size_t done_ = 0;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    std::chrono::steady_clock::time_point last_;
};

/// Runs `work(0)` to `work(n - 1)` on some threads; the first exception comes out here.
template <class Work>
void in_parallel(std::size_t n, unsigned threads, Work work) {
    std::atomic<std::size_t> next = 0;
    std::exception_ptr failed;
    std::mutex mutex;
    auto const loop = [&] {
        for (std::size_t i = 0; (i = next++) < n;) {
            try {
                work(i);
            } catch (...) {
                std::lock_guard const lock{mutex};
                if (!failed) failed = std::current_exception();
                next = n;
            }
        }
    };
    {
        std::vector<std::jthread> others;
        for (unsigned t = 1; t < threads && t < n; ++t) others.emplace_back(loop);
        loop();
    }
    if (failed) std::rethrow_exception(failed);
}

std::size_t width(sweep_grid const& grid) { return grid.policies.size(); }

} // namespace

std::vector<sweep_row> run_grid(sweep_grid const& grid, unsigned threads, bool progress) {
    std::size_t const policies = width(grid);
    std::vector<sweep_row> rows(grid.cases.size() * policies);
    std::vector<std::size_t> same(rows.size()); // the row whose replay serves this one
    std::vector<std::size_t> tasks;
    std::map<std::pair<setup const*, std::size_t>, std::size_t> unprofiled;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        same[i] = i;
        if (!reads_profiles(grid.policies[i % policies]))
            same[i] = unprofiled.try_emplace({grid.cases[i / policies].s.get(), i % policies}, i).first->second;
        if (same[i] == i) tasks.push_back(i);
    }
    {
        progress_bar bar{tasks.size(), progress};
        in_parallel(tasks.size(), threads, [&](std::size_t t) {
            std::size_t const i = tasks[t];
            auto const& c = grid.cases[i / policies];
            auto const& policy = grid.policies[i % policies];
            auto const run = play(*c.s, policy, &*c.profiles->assigned);
            rows[i].f = make_figures(*c.s, policy, run);
            rows[i].bound = bound_of(*c.s, run);
            bar.step();
        });
    }
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (same[i] != i) rows[i] = rows[same[i]];
    for (std::size_t c = 0; c < grid.cases.size(); ++c) {
        std::vector<std::size_t> among;
        for (std::size_t p = 0; p < policies; ++p)
            if (rows[c * policies + p].f.comparable) among.push_back(c * policies + p);
        mark_pareto(rows, among, [](sweep_row const& r) { return std::pair{r.f.m.completion.mean, r.f.m.wait.max}; });
    }
    return rows;
}

std::vector<aggregate_row> aggregate(sweep_grid const& grid, std::vector<sweep_row> const& rows) {
    std::size_t const policies = width(grid);
    std::vector<std::string> clusters;
    for (auto const& c : grid.cases)
        if (std::find(clusters.begin(), clusters.end(), c.s->cluster->name) == clusters.end()) clusters.push_back(c.s->cluster->name);
    std::vector<aggregate_row> out;
    for (auto const& cluster : clusters) {
        std::vector<std::size_t> among;
        for (std::size_t p = 0; p < policies; ++p) {
            aggregate_row a{grid.policies[p].text, cluster, 0, 0, 0.0, 0.0, {}, {}, {}, {}, 0.0, false};
            std::size_t changes = 0;
            double jct_sum = 0.0;
            double wait_sum = 0.0;
            for (std::size_t c = 0; c < grid.cases.size(); ++c) {
                if (grid.cases[c].s->cluster->name != cluster) continue;
                ++a.cases;
                auto const& row = rows[c * policies + p];
                auto const& first = rows[c * policies];
                if (!row.f.comparable) continue;
                ++a.comparable;
                a.mean_jct += row.f.m.completion.mean;
                a.max_wait += row.f.m.wait.max;
                a.above_bound += change(row.f.m.completion.mean, row.bound.best()).value_or(0.0);
                if (!first.f.comparable) continue;
                auto const jct = change(row.f.m.completion.mean, first.f.m.completion.mean);
                auto const wait = change(row.f.m.wait.max, first.f.m.wait.max);
                if (!jct || !wait) continue;
                ++changes;
                jct_sum += *jct;
                wait_sum += *wait;
                a.worst_jct_change = std::max(a.worst_jct_change.value_or(*jct), *jct);
                a.worst_wait_change = std::max(a.worst_wait_change.value_or(*wait), *wait);
            }
            if (a.comparable > 0) {
                auto const n = static_cast<double>(a.comparable);
                a.mean_jct /= n;
                a.max_wait /= n;
                a.above_bound /= n;
            }
            if (changes > 0) {
                a.jct_change = jct_sum / static_cast<double>(changes);
                a.wait_change = wait_sum / static_cast<double>(changes);
            }
            if (a.comparable == a.cases) among.push_back(out.size());
            out.push_back(std::move(a));
        }
        mark_pareto(out, among, [](aggregate_row const& r) { return std::pair{r.mean_jct, r.max_wait}; });
    }
    return out;
}

std::string rows_csv(sweep_grid const& grid, std::vector<sweep_row> const& rows) {
    std::size_t const policies = width(grid);
    std::string out = "trace,cluster,estimates,profiles,profile_seed," + figures_header() + ",pareto\n";
    for (std::size_t i = 0; i < rows.size(); ++i) {
        auto const& c = grid.cases[i / policies];
        auto const& first = rows[i / policies * policies].f;
        out += csv_field(c.s->trace->name) + "," + csv_field(c.s->cluster->name) + "," + csv_field(c.s->estimates) + "," +
               csv_field(c.profiles->set.from) + "," + std::to_string(c.profile_seed) + "," +
               figures_row(*c.s, rows[i].f, first, rows[i].bound) + (rows[i].pareto ? ",1\n" : ",0\n");
    }
    return out;
}

std::string aggregate_csv(std::vector<aggregate_row> const& rows) {
    std::string out = "policy,cluster,cases,cases_in_which_all_ended,mean_jct_s,max_wait_s,above_bound_percent,mean_jct_change_percent,"
                      "worst_jct_change_percent,max_wait_change_percent,worst_max_wait_change_percent,pareto\n";
    auto const maybe = [](std::optional<double> v) { return v ? exact(*v) : std::string{}; };
    for (auto const& r : rows) {
        out += csv_field(r.policy) + "," + csv_field(r.cluster) + fmt::format(",{},{},", r.cases, r.comparable);
        if (r.comparable > 0) out += exact(r.mean_jct) + "," + exact(r.max_wait) + "," + exact(r.above_bound);
        else out += ",,";
        out += "," + maybe(r.jct_change) + "," + maybe(r.worst_jct_change) + "," + maybe(r.wait_change) + "," +
               maybe(r.worst_wait_change) + (r.pareto ? ",1\n" : ",0\n");
    }
    return out;
}

} // namespace tool
