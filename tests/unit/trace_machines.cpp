// The list of machines, and what jobs used and ask for against it.
#include <doctest/doctest.h>

#include <gangway/trace/detect.hpp>
#include <gangway/trace/machines.hpp>

#include "trace_testing.hpp"

using namespace gangway;
using namespace trace_testing;
using trace::capacity_rule;
using trace::issue_kind;
using trace::machine;
using trace::machine_check;
using trace::read_machines;
using trace::rule;

namespace {

/// Case 41 of the scenarios: gpu0..gpu7 used on m51, the list says 2; and a job that fits.
constexpr char const* log_41 = R"([
{"jobid": "j", "submitted_time": "2017-10-07 01:00:00", "attempts": [{"start_time": "2017-10-07 01:00:00",
 "end_time": "2017-10-07 02:00:00", "detail": [{"ip": "m51",
 "gpus": ["gpu0", "gpu1", "gpu2", "gpu3", "gpu4", "gpu5", "gpu6", "gpu7"]}]}]},
{"jobid": "k", "submitted_time": "2017-10-07 01:00:00", "attempts": [{"start_time": "2017-10-07 01:00:00",
 "end_time": "2017-10-07 02:00:00", "detail": [{"ip": "m51", "gpus": ["gpu0"]}, {"ip": "m51", "gpus": ["gpu1"]}]}]}
])";

} // namespace

TEST_CASE("machines: natural order, other names of the columns, bad rows") {
    auto const r = read_machines("f", "machine,gpus,gpu_mem_gb\nm10,8,24\nm9,2,12\n");
    CHECK(r.usable);
    CHECK(r.issues.empty());
    CHECK(r.machines == std::vector<machine>{{"m9", 2}, {"m10", 8}});
    CHECK(read_machines("f", "machineId, number of GPUs, single GPU mem\nm1, 8, 24GB\n").machines ==
          std::vector<machine>{{"m1", 8}});

    auto const bad = read_machines("f", "machine,gpus\nm1,8\nm1,2\nm2,0\n,4\nm3,x\nm4,3000000000\n");
    CHECK(bad.machines == std::vector<machine>{{"m1", 2}}); // of two rows the one with fewer
    std::vector<issue_kind> found;
    for (auto const& i : bad.issues) found.push_back(i.kind);
    CHECK(found == std::vector{issue_kind::duplicate_id, issue_kind::zero_gpus, issue_kind::missing_field,
                               issue_kind::bad_number, issue_kind::out_of_range});
    CHECK_FALSE(read_machines("f", "machine,gpus\nm1,0\n", {rule::stop, {}}).usable);
    CHECK_FALSE(read_machines("f", "job_id,gpus\n1,1\n").usable);
    CHECK_FALSE(read_machines("f", "").usable);
}

TEST_CASE("machines: case 41, a job that used more than is listed") {
    auto const list = read_machines("list", "machine,gpus\nm51,2\n");
    SUBCASE("skip") {
        machine_check check{list, capacity_rule::skip};
        auto const r = trace::read("log", log_41, {}, &check);
        CHECK(keeps_promises(r));
        REQUIRE(r.jobs.size() == 1);
        CHECK(r.jobs[0].id == "k");
        CHECK(r.left_out == 1);
        REQUIRE(kinds(r) == std::vector{issue_kind::capacity});
        CHECK(r.issues[0].line == 2);
        CHECK(r.issues[0].what == "job 'j' used 8 GPUs of machine 'm51', the list says 2");
        CHECK(r.issues[0].done == "job left out");
        CHECK(check.machines() == std::vector<machine>{{"m51", 2}});
    }
    SUBCASE("widen") {
        machine_check check{list, capacity_rule::widen};
        auto const r = trace::read("log", log_41, {}, &check);
        CHECK(r.jobs.size() == 2);
        REQUIRE(kinds(r) == std::vector{issue_kind::capacity});
        CHECK(r.issues[0].done == "machine widened to 8");
        CHECK(check.machines() == std::vector<machine>{{"m51", 8}});
    }
    SUBCASE("stop") {
        machine_check check{list, capacity_rule::stop};
        auto const r = trace::read("log", log_41, {}, &check);
        CHECK(keeps_promises(r));
        CHECK_FALSE(r.usable);
        CHECK(kinds(r) == std::vector{issue_kind::capacity});
    }
    SUBCASE("a machine that is not listed") {
        machine_check check{read_machines("list", "machine,gpus\nm1,2\n"), capacity_rule::widen};
        auto const r = trace::read("log", log_41, {}, &check);
        CHECK(kinds(r) == std::vector{issue_kind::capacity, issue_kind::capacity});
        CHECK(r.issues[0].what == "job 'j' used 8 GPUs of machine 'm51', which is not listed");
        CHECK(check.machines() == std::vector<machine>{{"m1", 2}, {"m51", 8}});
    }
}

TEST_CASE("machines: a job that asks for more than the cluster has is reported and kept") {
    auto const r = trace::read("f", "job_id,submit_s,gpus,run_s\na,0,8,10\nb,0,9,10\n");
    auto const issues = trace::check_gangs("f", r, 8);
    REQUIRE(issues.size() == 1);
    CHECK(issues[0].kind == issue_kind::capacity);
    CHECK(issues[0].line == 3);
    CHECK(issues[0].what == "job 'b' asks for 9 GPUs, the cluster has 8; it can never start");
}

TEST_CASE("machines: the list of Philly contradicts genuine records") {
    auto const content = shared_trace("philly_machines.csv");
    auto const log = shared_trace("philly_cluster_job_log_real3.json");
    if (!content || !log) return;
    auto const list = read_machines("machines", *content);
    CHECK(list.usable);
    CHECK(list.issues.empty());
    CHECK(list.machines.size() == 552);
    std::int64_t gpus = 0;
    for (auto const& m : list.machines) gpus += m.gpus;
    CHECK(gpus == 2490);
    machine_check check{list, capacity_rule::widen};
    auto const r = trace::read("log", *log, {}, &check);
    CHECK(r.jobs.size() == 1);
    CHECK(count(r, issue_kind::capacity) == 2); // 8 GPUs used of m47 and of m412, listed with 2
}
