// The Philly week as a table.
#include <doctest/doctest.h>

#include <gangway/trace/detect.hpp>

#include "trace_testing.hpp"

using namespace gangway;
using namespace trace_testing;

TEST_CASE("philly csv: a row") {
    auto const r = trace::read("f", "job_id,submit_s,vc,gpus,duration_s,passed,src\n18890,4570,b436b2,4,651202,0,G\n"
                                    "18891,4794,0e4a51,2,110617,1,GMP\n");
    CHECK(r.format == "philly_csv");
    CHECK(r.issues.empty());
    REQUIRE(r.jobs.size() == 2);
    CHECK(r.jobs[0] ==
          trace::job{"18890", "", "b436b2", instant{4570.0}, 4, duration{651202.0}, std::nullopt, "not passed"});
    CHECK(r.jobs[1].status == "Pass");
}

TEST_CASE("philly csv: the real week") {
    auto const content = shared_trace("philly_week_20171008_n2310.csv");
    if (!content) return;
    auto const r = trace::read("week", *content);
    CHECK(r.format == "philly_csv");
    CHECK(keeps_promises(r));
    CHECK(r.jobs.size() == 2310);
    CHECK(r.issues.empty());
    double gpu_hours = 0.0;
    for (auto const& j : r.jobs) gpu_hours += static_cast<double>(j.gpus) * j.run.value() / 3600.0;
    CHECK(gpu_hours == doctest::Approx(206'201.0).epsilon(1e-5));
    CHECK(r.jobs.front().submitted == instant{4570.0});
    CHECK(r.jobs.back().submitted == instant{602630.0});
}
