#include <gangway/sim/replay.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "toy_host.hpp"

// The examples of the models' description, section 1: right answers by brute force.

using namespace gangway;

namespace {

using work_type = sim::workload<gang<1>>;
struct spec {
    double at;
    std::int64_t gpus;
    double run;
    double efficiency;
};

work_type pool_of_four(std::vector<spec> const& jobs) {
    work_type w;
    w.nodes = {{{4}, true}};
    for (auto const& j : jobs)
        w.jobs.push_back({static_cast<std::int64_t>(w.jobs.size()),
                          instant{j.at},
                          duration{j.run},
                          std::nullopt,
                          j.efficiency,
                          0,
                          {j.gpus, {1}}});
    return w;
}

struct figures {
    std::vector<double> starts;
    double mean_completion = 0.0;
    double longest_wait = 0.0;
};
template <class Policy>
figures replay(work_type const& w, Policy const& p) {
    auto const r = sim::replay{w, p}.run();
    figures f;
    for (std::size_t j = 0; j < w.jobs.size(); ++j) {
        f.starts.push_back(r.jobs[j].start);
        f.mean_completion += (r.jobs[j].end - w.jobs[j].submitted.value()) / static_cast<double>(w.jobs.size());
        f.longest_wait = std::max(f.longest_wait, r.jobs[j].start - w.jobs[j].submitted.value());
    }
    return f;
}

/// Reads the efficiency that the example states as a rate for each device.
struct stated {
    work_type const* work;
    [[nodiscard]] throughput rate(sim::job_ref j, std::int64_t devices) const {
        return throughput{work->jobs[j.at].priority * static_cast<double>(devices)};
    }
};

auto sum_form(stated const& e, double t_age) {
    return policy{.rank = efficiency{e} + aging{.per_second = 1.0 / seconds{t_age}}, .admit = strict{}};
}
auto virtual_form(stated const& e, double t_age) {
    return policy{.rank = virtual_arrival<efficiency<stated>>{.score = efficiency{e}, .horizon = seconds{t_age}},
                  .admit = strict{}};
}

} // namespace

TEST_CASE("A, B, C, D on four GPUs: efficiency with aging over 10 s is the optimum") {
    auto const w = pool_of_four({{0, 4, 10, 1.0}, {1, 4, 100, 0.1}, {2, 2, 20, 1.0}, {3, 2, 20, 0.9}});
    stated const e{&w};
    auto const fifo = replay(w, policy{});
    CHECK(fifo.starts == std::vector{0.0, 10.0, 110.0, 110.0});
    CHECK(fifo.mean_completion == 93.5);
    CHECK(fifo.longest_wait == 108.0);
    for (auto const& f : {replay(w, sum_form(e, 10)), replay(w, virtual_form(e, 10))}) {
        CHECK(f.starts == std::vector{0.0, 30.0, 10.0, 10.0});
        CHECK(f.mean_completion == 48.5);
        CHECK(f.longest_wait == 29.0);
    }
    for (auto const& f :
         {replay(w, sum_form(e, 1)), replay(w, virtual_form(e, 1))}) // B's virtual arrival 0.9 < C's 1.0
        CHECK(f.mean_completion == 93.5);
}

TEST_CASE("the counter-example: efficiency is not shortest job first") {
    auto const w = pool_of_four({{0, 4, 100, 0.0}, {1, 2, 100, 0.5}, {2, 2, 60, 5.0}, {3, 4, 10, 5.0}});
    stated const e{&w};
    CHECK(replay(w, policy{}).mean_completion == 166.0);
    CHECK(replay(w, sum_form(e, 10)).mean_completion == 173.5);
    CHECK(replay(w, virtual_form(e, 10)).mean_completion == 173.5);
}

TEST_CASE("horizon zero is first come, first served; a very long one is pure efficiency") {
    auto const w = pool_of_four({{0, 4, 10, 0.0}, {1, 4, 10, 0.5}, {2, 4, 10, 0.6}, {3, 4, 10, 0.4}});
    stated const e{&w};
    CHECK(replay(w, virtual_form(e, 0)).starts == std::vector{0.0, 10.0, 20.0, 30.0});
    CHECK(replay(w, virtual_form(e, 1e9)).starts == std::vector{0.0, 20.0, 10.0, 30.0});
}

TEST_CASE("the virtual arrival equals the sum form, and both bound overtaking") {
    // A stream better by 0.9 passes job 1, of t = 0, with those submitted before 0 + 10 * 0.9: the one of t = 9.5
    // waits.
    std::vector<spec> jobs{{-1, 4, 3, 1.0}, {0, 4, 1, 0.1}};
    for (double t = 0.5; t < 20.0; t += 1.0) jobs.push_back({t, 4, 1, 1.0});
    auto const w = pool_of_four(jobs);
    stated const e{&w};
    auto const sum = replay(w, sum_form(e, 10));
    CHECK(sum.starts == replay(w, virtual_form(e, 10)).starts);
    for (std::size_t j = 2; j < w.jobs.size(); ++j)
        CHECK((sum.starts[j] < sum.starts[1]) == (w.jobs[j].submitted.value() < 9.0));
}
