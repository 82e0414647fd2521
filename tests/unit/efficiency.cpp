#include <doctest/doctest.h>

#include "toy_host.hpp"

using namespace gangway;

namespace {

/// Iterations per second of job "a" (batch 32 a device) and of every other job.
struct rates {
    toy::host<2> const* host;
    [[nodiscard]] throughput rate(toy::job_ref j, std::int64_t devices) const {
        double const one = host->id(j) == "a" ? 10.0 : 4.0;
        return throughput{one * (devices == 1 ? 1.0 : 0.9)};
    }
};
struct rates_and_batches : rates {
    [[nodiscard]] double batch(toy::job_ref, std::int64_t devices) const { return 32.0 * static_cast<double>(devices); }
};

struct world {
    toy::host<2> host{{{"n1", {8, 64}}, {"n2", {8, 64}}}};
    toy::job_ref a = host.add({.id = "a", .shape = {{4, {1, 2}}}});
    toy::job_ref b = host.add({.id = "b", .shape = {{1, {1, 32}}}});
    toy::job_ref cpu = host.add({.id = "c", .shape = {{2, {0, 16}}}});
    toy::job_ref mixed = host.add({.id = "d", .shape = {{1, {2, 1}}, {2, {1, 1}}}});
    rates plain{&host};
    rates_and_batches batched{{&host}};

    template <class Term>
    double score(Term const& term, toy::job_ref j) const {
        auto const l = term.line_of(host, j, instant{7.0});
        CHECK(l.slope == 0.0);
        return l.at_zero;
    }
};

} // namespace

TEST_CASE_FIXTURE(world, "raw, samples and scaling, each for a device of the gang") {
    using m = efficiency_metric;
    CHECK(score(efficiency{plain}, a) == doctest::Approx(10.0 * 0.9 / 4.0));
    CHECK(score(efficiency{plain}, b) == doctest::Approx(4.0));
    CHECK(score(efficiency{batched, m::samples}, a) == doctest::Approx(10.0 * 0.9 * 128.0 / 4.0));
    CHECK(score(efficiency{batched, m::scaling}, a) == doctest::Approx(0.9));
    CHECK(score(efficiency{plain, m::samples}, a) == doctest::Approx(10.0 * 0.9 / 4.0)); // no batch: counts as constant
    CHECK(score(efficiency{plain, m::scaling}, a) == doctest::Approx(0.9 / 4.0));
    CHECK(score(efficiency{plain, m::raw, 10.0}, b) == doctest::Approx(0.4)); // the frozen reference divides
    CHECK(score(efficiency{plain}, cpu) == 0.0);                              // no device, no rate for a device
    CHECK(device_count(host, mixed) == 4);
    CHECK(score(efficiency{plain}, mixed) == doctest::Approx(4.0 * 0.9 / 4.0));
    CHECK(efficiency<rates>::moves == drift::none);
}

TEST_CASE_FIXTURE(world, "for each unit of dominant share") {
    efficiency_per_share const term{plain, amounts<2>{16, 128}};
    CHECK(score(term, a) == doctest::Approx(9.0 / (4.0 / 16.0)));   // GPUs dominate
    CHECK(score(term, b) == doctest::Approx(4.0 / (32.0 / 128.0))); // memory dominates
    CHECK(score(efficiency_per_share{plain, amounts<2>{16, 128}, 2.0}, b) == doctest::Approx(8.0));
    CHECK(score(efficiency_per_share{plain, amounts<2>{0, 0}}, a) == 0.0);
}

TEST_CASE_FIXTURE(world, "as a rank in the queue: the share of waiting jobs that are less efficient") {
    efficiency_rank const term{plain};
    CHECK(decltype(term)::moves == drift::arbitrary);
    std::vector const queue{a, b, cpu, mixed}; // 2.25, 4, 0, 0.9
    auto const bound = bind_to_queue(term, host, queue, instant{});
    CHECK(score(bound, a) == 0.5);
    CHECK(score(bound, b) == 0.75);
    CHECK(score(bound, cpu) == 0.0);
    CHECK(score(bound, mixed) == 0.25);
    auto const sum =
        bind_to_queue(2.0 * term + priority{}, host, queue, instant{}); // binding goes through sums and scales
    host.jobs[b.at].prio = 1.0;
    CHECK(score(sum, b) == 2.5);
}

TEST_CASE_FIXTURE(world, "a rank in the queue moves with every arrival") {
    scheduler s{host, policy{.rank = efficiency_rank{plain}, .admit = greedy{}}};
    toy::submit_all(s, host);
    CHECK(toy::pass(s, host, 0.0) == "b@n1 a@n1*4 d@n1,n1,n2 c@n1,n2");
}
