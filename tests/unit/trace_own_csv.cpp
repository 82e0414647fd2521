// gangway's own table, and through it the rules for bad rows, which all tables share.
#include <doctest/doctest.h>

#include <gangway/trace/own_csv.hpp>

#include "trace_testing.hpp"

using namespace gangway;
using namespace trace_testing;
using trace::issue_kind;
using trace::read_own_csv;
using trace::rule;

namespace {

constexpr char const* header = "job_id,submit_s,gpus,run_s,estimate_s,user,group,status\n";

trace::read_result read_rows(std::string const& rows, rule bad_rows = rule::skip) {
    auto r = read_own_csv("f.csv", header + rows, {bad_rows, {}});
    CHECK(keeps_promises(r));
    return r;
}

/// One bad row between two good ones: what each rule makes of it.
void check_bad_row(std::string const& row, issue_kind kind, bool repairable) {
    CAPTURE(row);
    std::string const rows = "a,0,1,10,,,,\n" + row + "\nz,9,1,10,,,,\n";
    auto const skipped = read_rows(rows);
    CHECK(skipped.jobs.size() == 2);
    CHECK(skipped.records == 3);
    CHECK(skipped.usable);
    REQUIRE(kinds(skipped) == std::vector{kind});
    CHECK(skipped.issues[0].file == "f.csv");
    CHECK(skipped.issues[0].line == 3);
    CHECK(skipped.issues[0].done == "left out");

    auto const repaired = read_rows(rows, rule::repair);
    CHECK(repaired.jobs.size() == (repairable ? 3 : 2));
    REQUIRE(kinds(repaired) == std::vector{kind});
    CHECK(repaired.issues[0].done.starts_with(repairable ? "repaired: " : "left out: no repair"));

    auto const stopped = read_rows(rows, rule::stop);
    CHECK_FALSE(stopped.usable);
    CHECK(stopped.jobs.empty());
    REQUIRE(kinds(stopped) == std::vector{kind});
    CHECK(stopped.issues[0].line == 3);
}

} // namespace

TEST_CASE("own csv: all columns") {
    auto const r = read_rows("j2,5.5,8,100,200,ann,vc1,ok\nj1,5.5,1,10,,,,\n");
    CHECK(r.issues.empty());
    CHECK(r.format == "own_csv");
    REQUIRE(r.jobs.size() == 2);
    CHECK(r.jobs[0] == trace::job{"j1", "", "", instant{5.5}, 1, duration{10.0}, std::nullopt, ""});
    CHECK(r.jobs[1] == trace::job{"j2", "ann", "vc1", instant{5.5}, 8, duration{100.0}, duration{200.0}, "ok"});
    CHECK(r.lines == std::vector<std::size_t>{3, 2});
}

TEST_CASE("own csv: columns in any order, names without case, others ignored, BOM, CRLF, blank lines") {
    auto const r =
        read_own_csv("f", "\xef\xbb\xbfRUN_S, note ,Gpus,submit_s,job_id\r\n10,x,4,7,a\r\n\r\n20,\"y,z\",2,3,b\r\n");
    CHECK(r.issues.empty());
    REQUIRE(r.jobs.size() == 2);
    CHECK(r.jobs[0].id == "b");
    CHECK(r.jobs[0].run == duration{20.0});
    CHECK(r.jobs[1].gpus == 4);
}

TEST_CASE("own csv: each kind of bad row under each rule") {
    check_bad_row(",1,1,10,,,,", issue_kind::missing_field, false);
    check_bad_row("b,,1,10,,,,", issue_kind::missing_field, false);
    check_bad_row("b,1,,10,,,,", issue_kind::missing_field, false);
    check_bad_row("b,1,1,,,,,", issue_kind::missing_field, false);
    check_bad_row("b,x,1,10,,,,", issue_kind::bad_number, false);
    check_bad_row("b,nan,1,10,,,,", issue_kind::bad_number, false);
    check_bad_row("b,1,1,inf,,,,", issue_kind::bad_number, false);
    check_bad_row("b,1,1.5,10,,,,", issue_kind::bad_number, false);
    check_bad_row("b,1e999,1,10,,,,", issue_kind::out_of_range, false);
    check_bad_row("b,1,1,1e17,,,,", issue_kind::out_of_range, false);
    check_bad_row("b,1,2147483649,10,,,,", issue_kind::out_of_range, false);
    check_bad_row("b,1,99999999999999999999,10,,,,", issue_kind::out_of_range, false);
    check_bad_row("b,-1,1,10,,,,", issue_kind::negative, true);
    check_bad_row("b,1,-1,10,,,,", issue_kind::negative, false);
    check_bad_row("b,1,0,10,,,,", issue_kind::zero_gpus, false);
    check_bad_row("b,1,1,0,,,,", issue_kind::zero_or_negative_run, true);
    check_bad_row("b,1,1,-5,,,,", issue_kind::zero_or_negative_run, false);
    check_bad_row("b,1,1,10,x,,,", issue_kind::bad_number, true);
    check_bad_row("b,1,1,10,-1,,,", issue_kind::negative, true);
    check_bad_row("b,1,1,10,0,,,", issue_kind::zero_or_negative_run, true);
    check_bad_row("b,1,1,10,1e400,,,", issue_kind::out_of_range, true);
    check_bad_row("b,1,1,10", issue_kind::malformed, true);
    check_bad_row("b,1,1,10,,,,,9", issue_kind::malformed, true);
    check_bad_row("b,1,1,10,,\"ann,,", issue_kind::malformed, false);
    check_bad_row("b,1,1,10,,a\x01z,,", issue_kind::malformed, false);
    check_bad_row(std::string("b,1,1,10,,a\0z,,", 14), issue_kind::malformed, false);
    check_bad_row("b,1,1,10,," + std::string(1'100, 'u') + ",,", issue_kind::out_of_range, false);
    check_bad_row("b,1,1,10,," + std::string(70'000, 'u') + ",,", issue_kind::overlong_line, false);
    check_bad_row("a,1,1,10,,,,", issue_kind::duplicate_id, true);
}

TEST_CASE("own csv: what the repairs do") {
    auto const r = read_rows("a,-7,1,0,-1,,,\n", rule::repair);
    REQUIRE(r.jobs.size() == 1);
    CHECK(r.jobs[0].submitted == instant{0.0});
    CHECK(r.jobs[0].run == duration{1.0});
    CHECK_FALSE(r.jobs[0].estimate);
    CHECK(kinds(r) == std::vector{issue_kind::negative, issue_kind::zero_or_negative_run, issue_kind::negative});
}

TEST_CASE("own csv: which of two jobs with one id keeps it does not depend on the order of rows") {
    auto const forth = read_rows("x,5,1,10,,,,\nx,3,2,10,,,,\nx#2,1,1,1,,,,\n", rule::repair);
    auto const back = read_rows("x#2,1,1,1,,,,\nx,3,2,10,,,,\nx,5,1,10,,,,\n", rule::repair);
    CHECK(forth.jobs == back.jobs);
    REQUIRE(forth.jobs.size() == 3);
    CHECK(forth.jobs[1].id == "x");
    CHECK(forth.jobs[1].gpus == 2);
    CHECK(forth.jobs[2].id == "x#3");

    auto const skipped = read_rows("x,5,1,10,,,,\nx,3,2,10,,,,\n");
    REQUIRE(skipped.jobs.size() == 1);
    CHECK(skipped.jobs[0].gpus == 2);
    CHECK(skipped.issues[0].line == 2);
    CHECK(skipped.issues[0].what == "the job id 'x' is already that of line 3");
}

TEST_CASE("own csv: a last line without an end") {
    auto const whole = read_rows("a,0,1,10,,,,\nb,1,1,10,,,,");
    CHECK(whole.jobs.size() == 2);
    REQUIRE(kinds(whole) == std::vector{issue_kind::cut_last_line});
    CHECK(whole.issues[0].done == "taken as it is");
    auto const cut = read_rows("a,0,1,10,,,,\nb,1,1,1", rule::repair);
    CHECK(cut.jobs.size() == 1);
    REQUIRE(kinds(cut) == std::vector{issue_kind::cut_last_line});
    CHECK(cut.issues[0].line == 3);
}

TEST_CASE("own csv: headers that cannot be read") {
    for (auto const* content : {"", "\n \n", "job_id,submit_s,gpus\na,1,1\n", "job_id,submit_s,gpus,run_s,gpus\n",
                                "\"job_id,submit_s\n", "\xef\xbb\xbf"}) {
        CAPTURE(content);
        auto const r = read_own_csv("f", content);
        CHECK(keeps_promises(r));
        CHECK_FALSE(r.usable);
        CHECK(r.issues.size() == 1);
    }
    auto const r = read_own_csv("f", "job_id,submit_s,gpus\n");
    CHECK(r.issues[0].what == "the header has no column 'run_s'; it reads 'job_id,submit_s,gpus'");
    CHECK(read_own_csv("f", header).usable); // no job is a valid trace
}

TEST_CASE("own csv: what is written reads back to the last digit") {
    std::vector<trace::job> const jobs{
        {"a,\"b\"", " u ", "vc,1", instant{0.1}, 1, duration{1.0 / 3.0}, std::nullopt, ""},
        {"j9", "", "", instant{1e9 + 0.123456789}, std::int64_t{1} << 31, duration{5e-324}, duration{7.5}, "Pass"},
        {"j10", "\xc3\xa9", "", instant{1e9 + 0.123456789}, 3, duration{1e15}, duration{1e15}, "NODE_FAIL"}};
    auto const text = trace::write_own_csv(jobs);
    auto const r = read_own_csv("f", text);
    CHECK(r.issues.empty());
    CHECK(r.jobs == jobs);
    CHECK(trace::write_own_csv(r.jobs) == text);
}
