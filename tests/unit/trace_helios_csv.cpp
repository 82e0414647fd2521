// Helios tables.
#include <doctest/doctest.h>

#include <gangway/trace/detect.hpp>

#include "trace_testing.hpp"

using namespace gangway;
using namespace trace_testing;

TEST_CASE("helios csv: a row") {
    auto const r = trace::read("f", "job_id,submit_s,user,vc,gpus,nodes,duration_s,state\n"
                                    "765563,5835,uH3om,vcvGl,128,16,24,CANCELED\n");
    CHECK(r.format == "helios_csv");
    CHECK(r.issues.empty());
    REQUIRE(r.jobs.size() == 1);
    CHECK(r.jobs[0] ==
          trace::job{"765563", "uH3om", "vcvGl", instant{5835.0}, 128, duration{24.0}, std::nullopt, "CANCELED"});
}

TEST_CASE("helios csv: two virtual clusters of Venus") {
    auto const content = shared_trace("helios_venus_2vc_sept.csv");
    if (!content) return;
    auto const r = trace::read("venus", *content);
    CHECK(r.format == "helios_csv");
    CHECK(keeps_promises(r));
    CHECK(r.jobs.size() == 1867);
    CHECK(r.issues.empty());
    CHECK(std::count_if(r.jobs.begin(), r.jobs.end(), [](trace::job const& j) { return j.gpus == 128; }) == 401);
}
