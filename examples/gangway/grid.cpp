// tool - runs the grid of a sweep and sums it up.
#include "grid.hpp"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <exception>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

namespace tool {

namespace {

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

} // namespace

std::vector<replay_task> tasks_of(sweep_grid const& grid, shard const& part) {
    std::size_t const policies = grid.policies.size();
    std::vector<replay_task> out;
    std::map<std::pair<setup const*, std::size_t>, std::size_t> unprofiled;
    for (std::size_t cell = 0; cell < grid.cases.size() * policies; ++cell) {
        if (!reads_profiles(grid.policies[cell % policies])) {
            auto const [at, is_new] = unprofiled.try_emplace({grid.cases[cell / policies].s.get(), cell % policies}, out.size());
            if (!is_new) {
                out[at->second].cells.push_back(cell);
                continue;
            }
        }
        out.push_back({{cell}});
    }
    std::size_t kept = 0;
    for (std::size_t t = 0; t < out.size(); ++t)
        if (t % part.of == part.at) std::swap(out[kept++], out[t]);
    out.resize(kept);
    return out;
}

std::map<std::size_t, sweep_row> run_grid(sweep_grid const& grid, std::vector<replay_task> const& tasks, unsigned threads,
                                          bool progress) {
    std::size_t const policies = grid.policies.size();
    std::vector<std::vector<sweep_row>> rows(tasks.size());
    {
        progress_bar bar{tasks.size(), progress};
        in_parallel(tasks.size(), threads, [&](std::size_t t) {
            auto const cell = tasks[t].cells[0];
            auto const& policy = grid.policies[cell % policies];
            auto const& c = grid.cases[cell / policies];
            auto const run = play(*c.s, policy, &*c.profiles->assigned);
            auto const f = make_figures(*c.s, policy, run);
            auto const bound = bound_of(*c.s, run);
            auto const fields = fields_of(*c.s, f, bound);
            for (auto const i : tasks[t].cells)
                rows[t].push_back({policy.text, c.s->cluster->name, case_fields(grid.cases[i / policies]) + "," + fields.first, fields.last,
                                   compared(f), bound.best()});
            bar.step();
        });
    }
    std::map<std::size_t, sweep_row> out;
    for (std::size_t t = 0; t < tasks.size(); ++t)
        for (std::size_t i = 0; i < rows[t].size(); ++i) out.emplace(tasks[t].cells[i], std::move(rows[t][i]));
    return out;
}

std::string case_fields(sweep_case const& c) {
    return csv_field(c.s->trace->name) + "," + csv_field(c.s->cluster->name) + "," + csv_field(c.s->estimates) + "," +
           csv_field(c.profiles->set.from) + "," + std::to_string(c.profile_seed);
}

} // namespace tool
