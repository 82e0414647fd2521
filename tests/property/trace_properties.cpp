// What holds for every trace: written and read back it is the same, and the order of rows does not matter.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <gangway/trace/detect.hpp>
#include <gangway/trace/own_csv.hpp>

#include "unit/trace_testing.hpp"

#include <cmath>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace gangway;
using namespace trace_testing;
using trace::job;
using trace::rule;

namespace {

rc::Gen<std::string> any_name() {
    return rc::gen::container<std::string>(rc::gen::elementOf(std::string{"abzZ019 ,\";'#-\xc3\xa9"}));
}

/// Any positive double a trace can hold, down to the smallest.
rc::Gen<double> any_time() {
    return rc::gen::map(
        rc::gen::pair(rc::gen::inRange<std::int64_t>(1, std::int64_t{1} << 53), rc::gen::inRange(-1126, 1)),
        [](std::pair<std::int64_t, int> p) {
            auto const t = std::ldexp(static_cast<double>(p.first), p.second);
            return t > 0.0 ? t : 1.0;
        });
}

rc::Gen<job> any_job() {
    return rc::gen::build<job>(
        rc::gen::set(&job::id, rc::gen::nonEmpty(any_name())), rc::gen::set(&job::user, any_name()),
        rc::gen::set(&job::group, any_name()), rc::gen::set(&job::status, any_name()),
        rc::gen::set(&job::submitted, rc::gen::map(any_time(), [](double t) { return instant{t}; })),
        rc::gen::set(&job::run, rc::gen::map(any_time(), [](double t) { return duration{t}; })),
        rc::gen::set(&job::gpus, rc::gen::inRange<std::int64_t>(1, (std::int64_t{1} << 31) + 1)),
        rc::gen::set(&job::estimate, rc::gen::map(rc::gen::maybe(any_time()), [](rc::Maybe<double> t) {
            return t ? std::optional{duration{*t}} : std::nullopt;
        })));
}

/// Rows as a user may write them: good and bad fields, few ids, so that some come twice.
rc::Gen<std::vector<std::string>> any_rows() {
    using rc::gen::element;
    auto const field = [](auto... s) { return element<std::string>(s...); };
    auto const row = rc::gen::map(
        rc::gen::tuple(field("a", "b", "b#2", "c9", "c10", ""), field("0", "1", "2.5", "-1", "x", "nan"),
                       field("1", "8", "0", "-2", "3000000000", ""), field("10", "0.5", "0", "-3", "inf", "1e400"),
                       field("", "20", "-1", "y"), field("", "ann", "\"x,y\"", "\"open"), field("", ",extra")),
        [](auto const& t) {
            return std::apply(
                [](auto const&... f) {
                    std::string out;
                    ((out += f + ","), ...);
                    out.pop_back();
                    return out;
                },
                t);
        });
    return rc::gen::container<std::vector<std::string>>(row);
}

std::string table(std::vector<std::string> const& rows) {
    std::string out = "job_id,submit_s,gpus,run_s,estimate_s,user\n";
    for (auto const& r : rows) out += r + "\n";
    return out;
}

} // namespace

TEST_CASE("own csv: write and read give the same jobs, to the last digit") {
    CHECK(rc::check("round trip", [] {
        auto jobs = *rc::gen::uniqueBy<std::vector<job>>(any_job(), [](job const& j) { return j.id; });
        std::sort(jobs.begin(), jobs.end(), trace::comes_before);
        auto const content = trace::write_own_csv(jobs);
        auto const r = trace::read("f", content, {rule::stop, {}});
        RC_ASSERT(r.issues.empty());
        RC_ASSERT(r.jobs == jobs);
        RC_ASSERT(trace::write_own_csv(r.jobs) == content);
    }));
}

TEST_CASE("own csv: the order of rows changes no job, and nothing is dropped in silence") {
    CHECK(rc::check("row order", [] {
        auto rows = *any_rows();
        auto const how = *rc::gen::element(rule::skip, rule::repair, rule::stop);
        auto const forth = trace::read_own_csv("f", table(rows), {how, {}});
        std::shuffle(rows.begin(), rows.end(), std::minstd_rand{*rc::gen::arbitrary<unsigned>()});
        auto const back = trace::read_own_csv("f", table(rows), {how, {}});
        RC_ASSERT(keeps_promises(forth));
        RC_ASSERT(forth.jobs == back.jobs);
        RC_ASSERT(forth.usable == back.usable);
        if (how != rule::stop) {
            RC_ASSERT(forth.left_out == back.left_out);
            auto one = kinds(forth);
            auto two = kinds(back);
            std::sort(one.begin(), one.end());
            std::sort(two.begin(), two.end());
            RC_ASSERT(one == two);
        }
        // Every row left out has an issue at its own line.
        std::set<std::size_t> lines;
        for (auto const& i : forth.issues) lines.insert(i.line);
        if (how == rule::skip) RC_ASSERT(lines.size() == forth.left_out);
    }));
}
