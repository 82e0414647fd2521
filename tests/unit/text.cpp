// The text helpers of the trace readers, and the account of issues.
#include <doctest/doctest.h>

#include <gangway/text/duration.hpp>
#include <gangway/text/ledger.hpp>
#include <gangway/text/suggest.hpp>
#include <gangway/text/text.hpp>

#include <limits>
#include <string>
#include <vector>

namespace text = gangway::text;
using text::number_fault;

TEST_CASE("numbers: exact, finite, the whole field") {
    double d = 0.0;
    CHECK(text::parse_number("12.5", d) == number_fault::none);
    CHECK(d == 12.5);
    CHECK(text::parse_number("1e3", d) == number_fault::none);
    CHECK(d == 1000.0);
    for (auto const* s : {"", " 1", "1 ", "1x", "nan", "inf", "-inf", "0x10", "1,5", "--1", "+1"}) {
        CAPTURE(s);
        CHECK(text::parse_number(s, d) == number_fault::not_a_number);
    }
    CHECK(text::parse_number("1e999", d) == number_fault::too_large);

    std::int64_t n = 0;
    CHECK(text::parse_count("8", n) == number_fault::none);
    CHECK(n == 8);
    CHECK(text::parse_count("16.0", n) == number_fault::none);
    CHECK(n == 16);
    CHECK(text::parse_count("-3", n) == number_fault::none);
    CHECK(n == -3);
    CHECK(text::parse_count("1.5", n) == number_fault::not_a_number);
    CHECK(text::parse_count("nan", n) == number_fault::not_a_number);
    CHECK(text::parse_count("99999999999999999999", n) == number_fault::too_large);
    CHECK(text::parse_count("1e300", n) == number_fault::too_large);
}

TEST_CASE("numbers: the shortest text reads back to the last digit") {
    for (double const d : {0.1, 1.0 / 3.0, 6755399441055744.5, 5e-324, std::numeric_limits<double>::max(), 604800.0}) {
        double back = 0.0;
        CHECK(text::parse_number(text::shortest(d), back) == number_fault::none);
        CHECK(back == d);
    }
}

TEST_CASE("natural order") {
    CHECK(text::natural_order("job9", "job10") < 0);
    CHECK(text::natural_order("a", "b") < 0);
    CHECK(text::natural_order("a2b10", "a2b9") > 0);
    CHECK(text::natural_order("", "0") < 0);
    CHECK(text::natural_order("x", "x") == 0);
    CHECK(text::natural_order("x1", "x01") != 0); // total: other bytes, other place
    CHECK((text::natural_order("x1", "x01") < 0) == (text::natural_order("x01", "x1") > 0));
    CHECK(text::natural_order("99999999999999999998", "99999999999999999999") < 0);
}

TEST_CASE("lines: LF, CRLF, no end, empty") {
    text::line_cursor lines{"a\r\nb\n\nc"};
    text::line at;
    REQUIRE(lines.next(at));
    CHECK(at.text == "a");
    CHECK(at.number == 1);
    REQUIRE(lines.next(at));
    CHECK(at.text == "b");
    REQUIRE(lines.next(at));
    CHECK(at.text.empty());
    CHECK(at.ended);
    REQUIRE(lines.next(at));
    CHECK(at.text == "c");
    CHECK(at.number == 4);
    CHECK_FALSE(at.ended);
    CHECK_FALSE(lines.next(at));
}

TEST_CASE("fields: blanks, quotes, and what is not closed") {
    text::comma_splitter splitter;
    std::vector<std::string_view> f;
    using fields = std::vector<std::string_view>;
    REQUIRE(splitter.split(" a ,b,, d", f));
    CHECK(f == fields{"a", "b", "", "d"});
    REQUIRE(splitter.split(R"("a,b" , "say ""hi""",c, " ")", f));
    CHECK(f == fields{"a,b", "say \"hi\"", "c", " "});
    REQUIRE(splitter.split("", f));
    CHECK(f == fields{""});
    CHECK_FALSE(splitter.split("\"open,b", f));
    CHECK_FALSE(splitter.split("\"a\"x,b", f));
    text::split_blanks("  1\t 2  3 ", f);
    CHECK(f == fields{"1", "2", "3"});
}

TEST_CASE("quoted text is short and printable") {
    CHECK(text::quote("a\tb") == "'a\\x09b'");
    CHECK(text::quote(std::string(1000, 'x')).size() == 65);
}

TEST_CASE("beyond the most that is listed, issues are counted by kind") {
    text::ledger account{"f", text::rule::skip};
    for (std::size_t i = 0; i != text::ledger::most_listed + 7; ++i) {
        account.open_record();
        account.leave_out(i + 1, text::issue_kind::negative, "x");
    }
    CHECK(account.left_out() == text::ledger::most_listed + 7);
    auto const issues = std::move(account).issues();
    REQUIRE(issues.size() == text::ledger::most_listed + 1);
    CHECK(issues.back().kind == text::issue_kind::unlisted);
    CHECK(issues.back().what == "more issues than are listed: 7 negative");
}

TEST_CASE("times as people write them") {
    CHECK(text::duration_in("36h") == gangway::hours{36});
    CHECK(text::duration_in("90m") == gangway::minutes{90});
    CHECK(text::duration_in("2d") == gangway::days{2});
    CHECK(text::duration_in("1h30m") == gangway::minutes{90});
    CHECK(text::duration_in("0.5h") == gangway::minutes{30});
    CHECK(text::duration_in("45") == gangway::seconds{45});
    for (auto const* bad : {"", "h", "3 h", "-3h", "-3", "1h-2m", "inf", "nan", "1e999h", "5 parsecs"}) {
        CAPTURE(bad);
        CHECK_FALSE(text::duration_in(bad));
    }
}

TEST_CASE("the word that was probably meant") {
    std::vector<std::string_view> const known{"strict", "greedy", "draining", "hybrid"};
    CHECK(text::edit_distance("kitten", "sitting") == 3);
    CHECK(text::did_you_mean("gredy", known) == ", did you mean 'greedy'?");
    CHECK(text::did_you_mean("drain", known) == ", did you mean 'draining'?");
    CHECK(text::did_you_mean("conservative", known).empty());
    CHECK(text::joined(known) == "strict, greedy, draining, hybrid");
}
