// Recognising a format from content.
#include <doctest/doctest.h>

#include <gangway/trace/detect.hpp>

#include "trace_testing.hpp"

using namespace gangway;
using namespace trace_testing;
using trace::detect;
using trace::format;

TEST_CASE("detect: each format, whatever the name") {
    CHECK(detect("job_id,submit_s,gpus,run_s\n").is == format::own_csv);
    CHECK(detect("\xef\xbb\xbf\n gpus, RUN_S ,submit_s\r\n").is == format::own_csv);
    CHECK(detect("job_id,submit_s,vc,gpus,duration_s,passed,src\n").is == format::philly_csv);
    CHECK(detect("job_id,submit_s,user,vc,gpus,nodes,duration_s,state\n").is == format::helios_csv);
    CHECK(detect("; Version: 2.2\n").is == format::swf);
    CHECK(detect("  1 0 5 100 30 99 -1 32 400 -1 1 7 3 -1 2 1 -1 -1\n").is == format::swf);
    CHECK(detect("[\n {\"status\": \"Pass\", \"jobid\": \"a\"}]").is == format::philly_json);
    CHECK(detect(" [ ] ").is == format::philly_json);
}

TEST_CASE("detect: what cannot be read is named, with what to do") {
    auto const check = [](std::string_view content, std::string_view word) {
        CAPTURE(content);
        auto const r = trace::read("name.csv", content);
        CHECK(keeps_promises(r));
        CHECK_FALSE(r.usable);
        REQUIRE(r.issues.size() == 1);
        CHECK(r.issues[0].kind == trace::issue_kind::unknown_format);
        CHECK(r.issues[0].file == "name.csv");
        CHECK(r.issues[0].what.find(word) != std::string::npos);
    };
    check("", "empty");
    check(" \n\n", "empty");
    check("\x1f\x8b\x08", "compressed");
    check("\xff\xfe[", "UTF-16");
    check("{\"nodes\": []}", "scenario");
    check("[1, 2]", "not a list of jobs");
    check("id\tsubmit\n1\t2\n", "separated by tabs");
    check("hello world\n", "not SWF");
    check("machine,gpus\n", "list of machines");
    check("job_id,vc,gpus,remaining_s\n", "running when the trace begins");
    check("a,b,c\n1,2,3\n", "no known trace");
    check("\"a,b\n", "no known trace");
}

TEST_CASE("detect: a format can be forced by name") {
    for (auto const name : trace::format_names) CHECK(trace::to_text(*trace::format_named(name)) == name);
    CHECK_FALSE(trace::format_named("csv"));
    auto const content = "job_id,submit_s,gpus,run_s,duration_s,state\na,0,1,10,99,x\n";
    CHECK(trace::read("f", content).jobs.at(0).run == duration{10.0});
    CHECK(trace::read_as(*trace::format_named("helios_csv"), "f", content).jobs.at(0).run == duration{99.0});
}
