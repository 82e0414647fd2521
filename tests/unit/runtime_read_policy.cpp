// The vocabulary of policies in text.
#include <gangway/runtime/read_policy.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace gangway::runtime;
using gangway::drift;

namespace {

policy_text parse_policy(std::string const& text) {
    auto reading = read_policy(text);
    REQUIRE_MESSAGE(reading, reading.error);
    return std::move(*reading.policy);
}
std::string fault_of(std::string const& text) {
    auto const reading = read_policy(text);
    CHECK(reading.policy.has_value() == reading.error.empty());
    return reading ? "understood as " + reading.policy->text : reading.error;
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
    for (auto const& w : rank_words)
        CHECK(contains(parse_policy(plain(w.usage)).text, w.is == term_name::virtual_arrival ? "efficiency@24h" : w.name));
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
    CHECK(contains(fault_of("x*aging(6h)"), "write 2*aging(6h)"));
    CHECK(contains(fault_of("aging(6h)@24h"), "a score that moves"));
    CHECK(contains(fault_of("efficiency(fast)"), "'fast'"));
    CHECK(contains(fault_of("fifo then priority then shortest then fifo"), "at most 3"));
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

TEST_CASE("no text of a config file makes a score overflow or the reader run away") {
    CHECK(contains(fault_of("1e300*aging(6h)"), "a number up to 1e12"));
    CHECK(contains(fault_of("aging(1e-300)"), "within measure"));
    CHECK(contains(fault_of("aging(99999999999999d)"), "within measure"));
    CHECK(contains(fault_of("capped-aging(6h,1e200)"), "a number up to 1e12"));
    CHECK(contains(fault_of(std::string(100'000, '(')), "no policy is that long"));
    std::string nested = "fifo";
    for (int i = 0; i < 50; ++i) nested = "virtual-arrival(1h," + nested + ")";
    CHECK(contains(fault_of(nested), "another virtual arrival"));
    CHECK(contains(fault_of("\x1b[31mfifo\n"), "\\x1b"));
}

TEST_CASE("texts that mean the same are spelled the same, and what is printed reads back") {
    auto const spelled = [](std::string const& text) { return parse_policy(text).text; };
    CHECK(spelled("FIFO") == spelled("submit_order"));
    CHECK(spelled("fifo;protected-greedy(1.5d)") == "fifo;protected(36h);best-fit");
    CHECK(spelled("Efficiency(RAW) THEN priority") == "efficiency then priority;strict;best-fit");
    CHECK(spelled("priority\tthen\nshortest ; greedy") == "priority then shortest;greedy;best-fit");
    CHECK(spelled("virtual_arrival(1d)") == "efficiency@24h;strict;best-fit");
    CHECK(spelled("virtual-arrival(24h,2*priority)") == "virtual-arrival(24h,2*priority);strict;best-fit");
    CHECK(spelled("multiplied-by-capped-age(6h,1,efficiency)") == "multiplied-by-capped-age(6h);strict;best-fit");
    CHECK(spelled("multiplied-by-capped-age(6h,1,priority)") == "multiplied-by-capped-age(6h,1,priority);strict;best-fit");
    CHECK(spelled("fifo;draining(90s,1,Freest)") == "fifo;draining(90s,1,freest);best-fit");
    CHECK(spelled("fifo;draining(90m,1,least_expected_work)") == "fifo;draining(90m);best-fit");
    CHECK(spelled("fifo;conservative;spread;least-energy(1.2)") == "fifo;conservative;spread;least-energy(1.2)");
    for (auto const* text : {"0.1*capped-aging(0.3s,0.7)+efficiency-rank(samples)", "2*efficiency(scaling)@24h then saturating-aging(1h)",
                             "response-ratio;hybrid(4)", "multiplied-by-age(100h,3*shortest);pod-by-pod(1h)",
                             "priority;draining(36h,8,freest);topology;least-edp(1.5,300)", ";;;fastest(250.5)", "fifo+fifo then fifo"}) {
        CAPTURE(text);
        auto const first = parse_policy(text);
        auto const again = parse_policy(first.text);
        CHECK(again.text == first.text);
        CHECK(again.rank == first.rank);
        CHECK(again.admission == first.admission);
        CHECK(again.placement == first.placement);
        CHECK(again.clock == first.clock);
    }
}
