// The error model of estimates.
#include <doctest/doctest.h>

#include <gangway/trace/estimates.hpp>
#include <gangway/trace/generator.hpp>
#include <gangway/trace/own_csv.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

using namespace gangway;
using trace::estimates;
using trace::job;

TEST_CASE("estimates: exact, also where run times are not whole") {
    std::vector<job> const jobs{{.id = "a", .run = duration{0.1}}, {.id = "b", .run = duration{7.0}}};
    auto const e = estimates(jobs, {});
    CHECK(e[0] == duration{0.1});
    CHECK(e[1] == duration{7.0});
}

TEST_CASE("estimates: a factor, limits, none") {
    auto const jobs = trace::generate({});
    auto const factor = estimates(jobs, {.factor = 3.0});
    double sum = 0.0;
    for (std::size_t i = 0; i != jobs.size(); ++i) {
        REQUIRE(factor[i]);
        CHECK(*factor[i] >= jobs[i].run);
        CHECK(*factor[i] <= 3.0 * jobs[i].run + duration{1.0});
        sum += *factor[i] / jobs[i].run;
    }
    CHECK(sum / static_cast<double>(jobs.size()) == doctest::Approx(2.0).epsilon(0.03));

    auto const limits = trace::common_limits();
    for (auto const& e : estimates(jobs, {.factor = 1.5, .limits = limits})) {
        REQUIRE(e);
        bool const known = std::find(limits.begin(), limits.end(), *e) != limits.end();
        CHECK((known || (*e > days{7} && std::remainder(e->value(), days{7}.value()) == 0.0)));
    }
    std::vector<job> const edge{
        {.id = "a", .run = hours{1}}, {.id = "b", .run = duration{3600.5}}, {.id = "c", .run = days{15}}};
    auto const rounded = estimates(edge, {.limits = limits});
    CHECK(rounded[0] == hours{1});
    CHECK(rounded[1] == hours{4});
    CHECK(rounded[2] == days{21});

    auto const some = estimates(jobs, {.none = 0.25});
    CHECK(std::count(some.begin(), some.end(), std::nullopt) == doctest::Approx(578).epsilon(0.1));
    auto const nobody = estimates(jobs, {.none = 1.0});
    CHECK(std::count(nobody.begin(), nobody.end(), std::nullopt) == 2312);
}

TEST_CASE("estimates: another seed changes estimates and nothing else; other jobs change nothing") {
    auto const jobs = trace::generate({});
    auto one = jobs;
    auto two = jobs;
    trace::set_estimates(one, {.seed = 1, .factor = 5.0, .none = 0.1});
    trace::set_estimates(two, {.seed = 2, .factor = 5.0, .none = 0.1});
    CHECK(one != two);
    for (auto& j : one) j.estimate.reset();
    for (auto& j : two) j.estimate.reset();
    CHECK(one == jobs);
    CHECK(two == jobs);

    std::vector<job> const half(jobs.begin(), jobs.begin() + 1000);
    auto const all = estimates(jobs, {.factor = 5.0});
    auto const some = estimates(half, {.factor = 5.0});
    CHECK(std::equal(some.begin(), some.end(), all.begin()));
}

TEST_CASE("estimates: the same bytes on every machine") {
    auto jobs = trace::generate({});
    trace::set_estimates(jobs, {.factor = 3.7, .limits = trace::common_limits(), .none = 0.1});
    CHECK(trace::hash_of(trace::write_own_csv(jobs)) == 15'676'164'856'771'263'214U);
    trace::set_estimates(jobs, {.factor = 3.7});
    CHECK(trace::hash_of(trace::write_own_csv(jobs)) == 13'878'303'468'395'272'596U);
}
