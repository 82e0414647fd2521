// The text vocabulary of policies, as the command-line tool reads it.
#include "../../examples/gangway/braces.hpp"
#include "../../examples/gangway/policy_text.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace tool;
using gangway::drift;

namespace {

std::string fault_of(std::string const& text) {
    try {
        return "understood as " + parse_policy(text).text;
    } catch (unusable_input const& e) {
        return e.what();
    }
}
bool contains(std::string const& text, std::string_view part) { return text.find(part) != std::string::npos; }

} // namespace

TEST_CASE("what is left out is fifo, strict and best-fit") {
    CHECK(parse_policy("").text == "fifo;strict;best-fit");
    CHECK(parse_policy("fifo").text == "fifo;strict;best-fit");
    CHECK(parse_policy(";greedy").text == "fifo;greedy;best-fit");
    CHECK(parse_policy(" fifo ; ; spread ").text == "fifo;strict;spread");
}

TEST_CASE("every word of the vocabulary can be written as its usage shows it") {
    auto const plain = [](std::string_view usage) {
        std::string out;
        for (char const c : usage.substr(0, usage.find('['))) out += c;
        return out + (contains(out, "(") && !contains(out, ")") ? ")" : "");
    };
    for (auto const& w : rank_words) CHECK(contains(parse_policy(plain(w.usage)).text, w.name));
    for (auto const& w : admission_words) CHECK(contains(parse_policy("fifo;" + plain(w.usage)).text, w.name));
    for (auto const& w : placement_words) CHECK(contains(parse_policy("fifo;strict;" + plain(w.usage)).text, w.name));
}

TEST_CASE("ranks are sums of scaled terms, and then breaks ties") {
    auto const p = parse_policy("priority then 2*efficiency(samples) + aging(6h)");
    REQUIRE(p.rank.size() == 2);
    CHECK(p.rank[0][0].name == term_name::priority);
    REQUIRE(p.rank[1].size() == 2);
    CHECK(p.rank[1][0].factor == 2.0);
    CHECK(p.rank[1][0].metric == gangway::efficiency_metric::samples);
    CHECK(p.rank[1][1].time == gangway::hours{6});
    CHECK(p.text == "priority then 2*efficiency(samples)+aging(6h);strict;best-fit");
}

TEST_CASE("a virtual arrival has two forms") {
    CHECK(parse_policy("efficiency@24h").rank == parse_policy("virtual-arrival(24h)").rank);
    CHECK(parse_policy("priority@1h").rank == parse_policy("virtual-arrival(1h,priority)").rank);
}

TEST_CASE("the names of the library in C++ are understood too") {
    CHECK(parse_policy("submit_order;protected_greedy(36h);best_fit").rank == parse_policy("fifo;protected(36h)").rank);
    CHECK(parse_policy("shortest_first;pod_by_pod").admission.name == admission_name::pod_by_pod);
}

TEST_CASE("the drift of a rank is that of its most restless part, and then rescans what moves") {
    CHECK(drift_of(parse_policy("fifo").rank) == drift::none);
    CHECK(drift_of(parse_policy("efficiency+aging(6h)").rank) == drift::uniform);
    CHECK(drift_of(parse_policy("efficiency then aging(6h)").rank) == drift::uniform);
    CHECK(drift_of(parse_policy("response-ratio").rank) == drift::per_job);
    CHECK(drift_of(parse_policy("priority then response-ratio").rank) == drift::arbitrary);
    CHECK(drift_of(parse_policy("efficiency+capped-aging(6h,0.5)").rank) == drift::arbitrary);
    CHECK(drift_of(parse_policy("efficiency-rank").rank) == drift::arbitrary);
}

TEST_CASE("what a policy reads") {
    CHECK(reads_profiles(parse_policy("aging(1h)+virtual-arrival(24h)")));
    CHECK_FALSE(reads_profiles(parse_policy("fifo;easy")));
    CHECK(reads_estimates(parse_policy("fifo;easy")));
    CHECK(reads_estimates(parse_policy("shortest@1h")));
    CHECK_FALSE(reads_estimates(parse_policy("efficiency;draining(24h,8)")));
}

TEST_CASE("parameters of admissions") {
    auto const p = parse_policy("fifo;draining(1h30m,8)");
    CHECK(p.admission.after == gangway::minutes{90});
    CHECK(p.admission.count == 8);
    CHECK(parse_policy("fifo;draining(24h)").admission.count == 1);
    CHECK_FALSE(parse_policy("fifo;draining(24h,8)").admission.freest);
    CHECK(parse_policy("fifo;draining(24h,8,freest)").admission.freest);
    CHECK(parse_policy("fifo;hybrid(4)").admission.count == 4);
    CHECK(parse_policy("fifo;conservative").admission.count > 1'000'000);
    CHECK_FALSE(parse_policy("fifo;pod-by-pod").admission.after);
    CHECK(parse_policy("fifo;pod-by-pod(1h)").admission.after == gangway::hours{1});
}

TEST_CASE("a fault names the part, the word, and what would be right") {
    CHECK(contains(fault_of("effciency"), "did you mean 'efficiency'?"));
    CHECK(contains(fault_of("fifo;gred"), "every admission: strict, greedy"));
    CHECK(contains(fault_of("fifo;strict;bestfit"), "did you mean 'best-fit'?"));
    CHECK(contains(fault_of("fifo;strict;topology"), "needs to know racks"));
    CHECK(contains(fault_of("aging"), "write aging(6h)"));
    CHECK(contains(fault_of("aging(6 apples)"), "'6 apples'"));
    CHECK(contains(fault_of("aging(0h)"), "above 0"));
    CHECK(contains(fault_of("fifo;hybrid(0)"), "whole number above 0"));
    CHECK(contains(fault_of("fifo;hybrid(1.5)"), "whole number above 0"));
    CHECK(contains(fault_of("fifo(3)"), "1 parameter"));
    CHECK(contains(fault_of("fifo;draining(24h,8,full)"), "freest or least-expected-work"));
    CHECK(contains(fault_of("a;b;c;d;e"), "5 parts"));
    CHECK(contains(fault_of("fifo+"), "empty rank"));
    CHECK(contains(fault_of("aging(6h"), "without its )"));
    CHECK(contains(fault_of("aging(6h))"), "without its ("));
    CHECK(contains(fault_of("x*aging(6h)"), "before *"));
    CHECK(contains(fault_of("aging(6h)@24h"), "a score that moves"));
    CHECK(contains(fault_of("efficiency(fast)"), "'fast'"));
    CHECK(contains(fault_of("fifo then priority then shortest then fifo"), "at most 3"));
}

TEST_CASE("times") {
    CHECK(duration_in("36h") == gangway::hours{36});
    CHECK(duration_in("90m") == gangway::minutes{90});
    CHECK(duration_in("2d") == gangway::days{2});
    CHECK(duration_in("1h30m") == gangway::minutes{90});
    CHECK(duration_in("0.5h") == gangway::minutes{30});
    CHECK(duration_in("45") == gangway::seconds{45});
    for (auto const* bad : {"", "h", "1", "3 h", "-3h", "1h-2m", "inf", "nan", "1e999h", "5 parsecs"})
        CHECK(duration_in(bad).has_value() == (std::string_view{bad} == "1" || std::string_view{bad}.empty()));
}

TEST_CASE("braces stand for each of their values") {
    CHECK(expand_braces("fifo") == std::vector<std::string>{"fifo"});
    CHECK(expand_braces("a{1..3}") == std::vector<std::string>{"a1", "a2", "a3"});
    CHECK(expand_braces("d({12h,24h},{4,8})") == std::vector<std::string>{"d(12h,4)", "d(12h,8)", "d(24h,4)", "d(24h,8)"});
    CHECK(expand_braces("fifo;{greedy,draining(24h,8)}") == std::vector<std::string>{"fifo;greedy", "fifo;draining(24h,8)"});
    CHECK(expand_braces("{a,b{1,2}}") == std::vector<std::string>{"a", "b1", "b2"});
    CHECK_THROWS_AS((void)expand_braces("a{1,2"), unusable_input);
    CHECK_THROWS_AS((void)expand_braces("a}"), unusable_input);
    CHECK_THROWS_AS((void)expand_braces("{5..1}"), unusable_input);
    CHECK_THROWS_AS((void)expand_braces("{1..x}"), unusable_input);
}

TEST_CASE("clocks") {
    auto const p = parse_policy("fifo;easy;;least-energy(1.2, 300)");
    CHECK(p.text == "fifo;easy;best-fit;least-energy(1.2,300)");
    CHECK(p.clock == clock_text{clock_name::least_energy, 1.2, 300.0});
    CHECK(parse_policy("fifo;;;none").text == "fifo;strict;best-fit");
    CHECK(parse_policy(";;;fastest(250)").clock.cap == 250.0);
    CHECK(contains(fault_of("fifo;;;fastest"), "write fastest(300)"));
    CHECK(contains(fault_of("fifo;;;least-energy(0.9)"), "a number from 1"));
    CHECK(contains(fault_of("fifo;;;least-energi"), "did you mean 'least-energy'"));
    CHECK(contains(fault_of("fifo;;;;"), "rank;admission;placement;clock"));
}
