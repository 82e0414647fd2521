// Microsoft's cluster_job_log.
#include <doctest/doctest.h>

#include <gangway/trace/detect.hpp>
#include <gangway/trace/philly_json.hpp>

#include "trace_testing.hpp"

using namespace gangway;
using namespace trace_testing;
using trace::issue_kind;
using trace::read_philly_json;
using trace::rule;

namespace {

/// A job whose attempts are given as JSON.
std::string record(std::string const& id, std::string const& attempts,
                   std::string const& submitted = "\"2017-10-07 01:00:00\"") {
    return R"({"status": "Pass", "vc": "v", "jobid": ")" + id + R"(", "attempts": [)" + attempts +
           R"(], "submitted_time": )" + submitted + R"(, "user": "u"})";
}

/// An attempt; times as JSON, so that null and "None" can be given; `gpus` of machine m1.
std::string attempt(std::string const& start, std::string const& end, int gpus) {
    std::string list;
    for (int g = 0; g != gpus; ++g) list += (g == 0 ? "\"gpu" : ", \"gpu") + std::to_string(g) + '"';
    return R"({"start_time": )" + start + R"(, "end_time": )" + end + R"(, "detail": [{"ip": "m1", "gpus": [)" + list +
           "]}]}";
}

trace::read_result read_list(std::string const& records, rule bad_rows = rule::skip, std::string const& origin = {}) {
    auto r = read_philly_json("f", "[\n" + records + "\n]\n", {bad_rows, origin});
    CHECK(keeps_promises(r));
    return r;
}

std::string const t0 = "\"2017-10-07 01:00:10\"";
std::string const t1 = "\"2017-10-07 01:01:10\"";
std::string const t2 = "\"2017-10-08 00:00:00\"";
std::string const t3 = "\"2017-10-08 00:00:07\"";

} // namespace

TEST_CASE("philly json: local times") {
    using trace::parse_local_time;
    CHECK(parse_local_time("1970-01-01 00:00:00") == 0);
    CHECK(parse_local_time("2017-10-07 01:11:39") == 1'507'338'699);
    CHECK(parse_local_time("2016-02-29 23:59:59").has_value());
    for (auto const* s : {"", "2017-02-29 00:00:00", "2017-13-01 00:00:00", "2017-00-01 00:00:00",
                          "2017-10-07 24:00:00", "2017-10-07 01:60:00", "2017-10-07T01:00:00", "2017-10-07 01:00:0",
                          "2017-10-07 01:00:00 PST", "2017-10-07 -1:00:00"}) {
        CAPTURE(s);
        CHECK_FALSE(parse_local_time(s).has_value());
    }
}

TEST_CASE("philly json: several attempts") {
    auto const r =
        read_list(record("a", attempt(t0, t1, 2) + "," + attempt(t2, t3, 8) + "," + attempt("null", "null", 0)));
    CHECK(r.issues.empty());
    REQUIRE(r.jobs.size() == 1);
    // The last attempt with machines says 8 GPUs; 60 s and 7 s make the run time.
    CHECK(r.jobs[0] == trace::job{"a", "u", "v", instant{0.0}, 8, duration{67.0}, std::nullopt, "Pass"});
    CHECK(r.lines[0] == 2);
}

TEST_CASE("philly json: submit times count from the earliest submission or from an origin") {
    auto const a = record("a", attempt(t0, t1, 1));
    auto const b = record("b", attempt(t2, t3, 1), "\"2017-10-08 01:00:00\"");
    auto const r = read_list(b + ",\n" + a);
    REQUIRE(r.jobs.size() == 2);
    CHECK(r.jobs[0].id == "a");
    CHECK(r.jobs[1].submitted == instant{86'400.0});
    CHECK(r.lines == std::vector<std::size_t>{3, 2});

    auto const later = read_list(a + "," + b, rule::skip, "2017-10-08 00:00:00");
    REQUIRE(later.jobs.size() == 1);
    CHECK(later.jobs[0].submitted == instant{3'600.0});
    CHECK(kinds(later) == std::vector{issue_kind::negative});
    auto const moved = read_list(a + "," + b, rule::repair, "2017-10-08 00:00:00");
    CHECK(moved.jobs.size() == 2);
    CHECK(moved.jobs[0].submitted == instant{0.0});
    CHECK_FALSE(read_list(a, rule::skip, "yesterday").usable);
}

TEST_CASE("philly json: a missing end or start") {
    for (auto const* none : {"null", "\"None\"", "\"\""}) {
        CAPTURE(none);
        auto const content = record("a", attempt(t0, none, 1) + "," + attempt(t0, t1, 1) + "," + attempt(none, t3, 1));
        auto const r = read_list(content);
        CHECK(r.jobs.empty());
        REQUIRE(kinds(r) == std::vector{issue_kind::unknown_end});
        CHECK(r.issues[0].what == "job 'a': attempt 1 has no end, attempt 3 has no start");
        auto const repaired = read_list(content, rule::repair);
        REQUIRE(repaired.jobs.size() == 1);
        CHECK(repaired.jobs[0].run == duration{60.0});
        CHECK(kinds(repaired) == std::vector{issue_kind::unknown_end});
        CHECK_FALSE(read_list(content, rule::stop).usable);
    }
    auto const nothing = read_list(record("a", attempt(t0, "null", 1)), rule::repair); // no complete attempt at all
    CHECK(nothing.jobs.empty());
    CHECK(kinds(nothing) == std::vector{issue_kind::unknown_end});
    CHECK(kinds(read_list(record("a", attempt("null", t1, 1)))) == std::vector{issue_kind::missing_field});
}

TEST_CASE("philly json: never ran, no GPU, no run time, end before start") {
    auto const ok = record("ok", attempt(t0, t1, 1));
    for (auto const r : {rule::skip, rule::repair, rule::stop}) {
        auto const never = read_list(ok + "," + record("k", ""), r);
        CHECK(never.jobs.size() == 1);
        CHECK(never.usable);
        CHECK(kinds(never) == std::vector{issue_kind::never_ran});
    }
    CHECK(kinds(read_list(record("a", attempt(t0, t1, 0)))) == std::vector{issue_kind::zero_gpus});
    CHECK(kinds(read_list(record("a", attempt(t0, t0, 1)))) == std::vector{issue_kind::zero_or_negative_run});
    CHECK(kinds(read_list(record("a", attempt(t1, t0, 1)))) == std::vector{issue_kind::negative});
    auto const repaired = read_list(record("a", attempt(t1, t0, 1) + "," + attempt(t0, t1, 1)), rule::repair);
    REQUIRE(repaired.jobs.size() == 1);
    CHECK(repaired.jobs[0].run == duration{60.0});
}

TEST_CASE("philly json: bad and missing fields") {
    auto const good = attempt(t0, t1, 1);
    CHECK(kinds(read_list(record("", good))) == std::vector{issue_kind::missing_field});
    CHECK(kinds(read_list(record("None", good))) == std::vector{issue_kind::missing_field});
    CHECK(kinds(read_list(record("a", good, "\"soon\""))) == std::vector{issue_kind::bad_number});
    CHECK(kinds(read_list(record("a", good, "null"))) == std::vector{issue_kind::missing_field});
    CHECK(read_list(record("a", good, "null"), rule::repair).jobs.size() == 1); // from the first start
    CHECK(kinds(read_list(record("a", "7"))) == std::vector{issue_kind::malformed});
    CHECK(kinds(read_list(record("a\\u0000b", good))) == std::vector{issue_kind::malformed});
    CHECK(kinds(read_list(R"({"jobid": 7})")) == std::vector{issue_kind::missing_field});
    CHECK(kinds(read_list(R"({"jobid": "a", "attempts": {"x": 1}, "submitted_time": [1]})")) ==
          std::vector{issue_kind::missing_field});
}

TEST_CASE("philly json: one broken record costs only itself") {
    auto const ok = record("ok", attempt(t0, t1, 1));
    auto const r =
        read_list(ok + ",\n{\"jobid\": oops},\n7,\n" + record("b", attempt(t0, t1, 1)) + ",\n{\"x\": 1e999}");
    CHECK(r.jobs.size() == 2);
    CHECK(kinds(r) == std::vector{issue_kind::malformed, issue_kind::malformed, issue_kind::malformed});
    CHECK(r.issues[0].line == 3);
    CHECK(r.issues[1].line == 4);
    CHECK(r.issues[2].line == 6);

    std::string deep = ok + ",{\"a\":";
    deep += std::string(100'000, '[') + std::string(100'000, ']') + "}";
    CHECK(kinds(read_list(deep)) == std::vector{issue_kind::malformed});
}

TEST_CASE("philly json: a file that is cut, compact, empty, or no list") {
    auto const ok = record("ok", attempt(t0, t1, 1));
    auto const cut = read_philly_json("f", "[" + ok + ",\n" + ok.substr(0, 60));
    CHECK(cut.jobs.size() == 1);
    REQUIRE(kinds(cut) == std::vector{issue_kind::cut_last_line});
    CHECK(cut.issues[0].line == 2);
    CHECK(cut.left_out == 1);
    auto const open = read_philly_json("f", "[" + ok);
    CHECK(open.jobs.size() == 1);
    CHECK(kinds(open) == std::vector{issue_kind::cut_last_line});
    CHECK(open.left_out == 0);
    CHECK(read_list(ok + "," + record("ok2", attempt(t0, t1, 1))).jobs.size() == 2);
    CHECK(read_philly_json("f", "[]").usable);
    CHECK_FALSE(read_philly_json("f", "").usable);
    CHECK_FALSE(read_philly_json("f", "\xff\xfe{").usable);
}

TEST_CASE("philly json: genuine records") {
    auto const content = shared_trace("philly_cluster_job_log_real3.json");
    if (!content) return;
    auto const r = trace::read("real3", *content);
    CHECK(r.format == "philly_json");
    CHECK(keeps_promises(r));
    CHECK(r.records == 3);
    REQUIRE(r.jobs.size() == 1);
    CHECK(r.jobs[0] == trace::job{"application_1506638472019_14199", "ce2f4c", "ee9e8c", instant{0.0}, 8,
                                  duration{74.0 + 193'182.0}, std::nullopt, "Pass"});
    CHECK(kinds(r) == std::vector{issue_kind::unknown_end, issue_kind::never_ran});
    CHECK(r.issues[0].line == 49);
    CHECK(r.issues[1].line == 106);
    auto const repaired = trace::read("real3", *content, {rule::repair, {}});
    REQUIRE(repaired.jobs.size() == 2);
    CHECK(repaired.jobs[1].run == duration{43.0});
    CHECK(repaired.jobs[1].submitted == instant{179'557.0});
}

TEST_CASE("philly json: 300 converted records are the jobs of the table") {
    auto const content = shared_trace("philly_CONVERTED_week_first300_cluster_job_log.json");
    auto const table = shared_trace("philly_week_20171008_n2310.csv");
    if (!content || !table) return;
    auto const r = trace::read("converted", *content, {rule::stop, "2017-10-08 00:00:00"});
    CHECK(r.jobs.size() == 300);
    CHECK(r.issues.empty());
    auto const week = trace::read("week", *table);
    REQUIRE(week.jobs.size() == 2310);
    for (std::size_t i = 0; i != r.jobs.size(); ++i) {
        CHECK(r.jobs[i].id == "application_CONVERTED_" + week.jobs[i].id);
        CHECK(r.jobs[i].submitted == week.jobs[i].submitted);
        CHECK(r.jobs[i].gpus == week.jobs[i].gpus);
        CHECK(r.jobs[i].run == week.jobs[i].run);
        CHECK(r.jobs[i].group == week.jobs[i].group);
    }
}
