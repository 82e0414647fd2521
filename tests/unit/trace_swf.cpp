// The Standard Workload Format, and what only pretends to be it.
#include <doctest/doctest.h>

#include <gangway/trace/detect.hpp>
#include <gangway/trace/swf.hpp>

#include "trace_testing.hpp"

using namespace gangway;
using namespace trace_testing;
using trace::issue_kind;
using trace::read_swf;
using trace::rule;

TEST_CASE("swf: fields, comments, unknowns") {
    auto const r = read_swf("f", "; Version: 2.2\n;\n"
                                 " 1 0 5 100 30 99.5 -1 32 400 -1 1 7 3 -1 2 1 -1 -1\n"
                                 "\t2\t10 5 50 4 -1 -1 -1 -1 -1 0 -1 3 -1 -1 1 -1 -1 \r\n \n");
    CHECK(keeps_promises(r));
    CHECK(r.issues.empty());
    CHECK(r.format == "swf");
    REQUIRE(r.jobs.size() == 2);
    CHECK(r.jobs[0] == trace::job{"1", "7", "2", instant{0.0}, 32, duration{100.0}, duration{400.0}, "completed"});
    CHECK(r.jobs[1] == trace::job{"2", "", "3", instant{10.0}, 4, duration{50.0}, std::nullopt, "failed"});
}

TEST_CASE("swf: unknown run time, cancelled, parts, order") {
    std::string const content = "1 20 5 -1 8 240 -1 8 -1 -1 -1 5 1 -1 -1 1 -1 -1\n" // run time unknown, CPU time known
                                "2 10 5 -1 8 -1 -1 8 -1 -1 1 5 1 -1 -1 1 -1 -1\n"   // nothing known; out of order
                                "3 30 5 -1 8 -1 -1 8 -1 -1 5 5 1 -1 -1 1 -1 -1\n"   // cancelled before it ran
                                "4 40 5 10 8 -1 -1 8 -1 -1 1 5 1 -1 -1 1 -1 -1\n"
                                "4 40 5 6 8 -1 -1 8 -1 -1 2 5 1 -1 -1 1 -1 -1\n"     // a part of job 4
                                "5 50 5 10 -1 -1 -1 -1 -1 -1 1 5 1 -1 -1 1 -1 -1\n"; // no processors
    auto const r = read_swf("f", content);
    CHECK(keeps_promises(r));
    CHECK(kinds(r) == std::vector{issue_kind::unknown_end, issue_kind::unordered, issue_kind::unknown_end,
                                  issue_kind::never_ran, issue_kind::partial_run, issue_kind::missing_field});
    CHECK(r.jobs.size() == 1);
    auto const repaired = read_swf("f", content, {rule::repair, {}});
    CHECK(keeps_promises(repaired));
    REQUIRE(repaired.jobs.size() == 2);
    CHECK(repaired.jobs[0].id == "1");
    CHECK(repaired.jobs[0].run == duration{240.0});
}

TEST_CASE("swf: too few and too many fields, a cut last line") {
    std::string const row = "1 0 5 100 30 99 -1 32 400 -1 1 7 3 -1 2 1 -1 -1";
    CHECK(kinds(read_swf("f", row + " 9\n")) == std::vector{issue_kind::malformed});
    CHECK(read_swf("f", row + " 9\n", {rule::repair, {}}).jobs.size() == 1);
    CHECK(read_swf("f", "1 0 5 100 30 99 -1 32\n", {rule::repair, {}}).jobs.size() == 1);
    CHECK(kinds(read_swf("f", row + "\n2 0 5 1")) == std::vector{issue_kind::cut_last_line});
    CHECK(kinds(read_swf("f", row + "\n" + std::string(70'000, '1') + "\n")) == std::vector{issue_kind::overlong_line});
    for (auto const* content : {"", "; only a header\n"}) {
        auto const r = read_swf("f", content);
        CHECK_FALSE(r.usable);
        CHECK(kinds(r) == std::vector{issue_kind::unknown_format});
    }
}

TEST_CASE("swf: a table with column names gives one clear error") {
    std::string const content = "id\tsubmit\twait\r\n1\t20\t0\r\n2\t20\t0\r\n";
    for (auto const& r : {read_swf("jaros.swf", content), trace::read("jaros.swf", content)}) {
        CHECK(keeps_promises(r));
        CHECK_FALSE(r.usable);
        REQUIRE(r.issues.size() == 1);
        CHECK(r.issues[0].line == 1);
        CHECK(r.issues[0].what ==
              "this is not the Standard Workload Format (18 numbers a line, comments after ';'); it looks like a table "
              "separated by tabs, with column names in its first line (3 columns: 'id submit wait'). Write its columns "
              "as job_id,submit_s,gpus,run_s with commas between them, and read that");
    }
}

TEST_CASE("swf: HPC2N, and jaros1.swf which is none") {
    if (auto const content = shared_trace("hpc2n.swf")) {
        auto const r = trace::read("hpc2n.swf", *content);
        CHECK(r.format == "swf");
        CHECK(keeps_promises(r));
        CHECK(r.records == 3170);
        CHECK(r.jobs.size() == 3145);
        CHECK(count(r, issue_kind::unknown_end) == 25);
        auto const repaired = trace::read("hpc2n.swf", *content, {rule::repair, {}});
        CHECK(repaired.jobs.size() == 3170);
        CHECK(count(repaired, issue_kind::unknown_end) == 25);
    }
    if (auto const content = shared_trace("jaros1.swf")) {
        for (auto const& r : {trace::read("jaros1.swf", *content), read_swf("jaros1.swf", *content)}) {
            CHECK_FALSE(r.usable);
            REQUIRE(r.issues.size() == 1);
            CHECK(r.issues[0].line == 1);
            CHECK(r.issues[0].what.find("20 columns") != std::string::npos);
        }
    }
}
