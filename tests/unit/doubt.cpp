// A ranking that rests on a doubted profile says so, through every way of composing terms.
#include "toy_host.hpp"

#include <gangway/profile/checked_profile.hpp>
#include <gangway/runtime/any_clock.hpp>
#include <gangway/runtime/read_policy.hpp>
#include <gangway/runtime/text_rank.hpp>

#include <doctest/doctest.h>

using namespace gangway;

namespace {

struct measured {
    [[nodiscard]] throughput rate(toy::job_ref, std::int64_t) const { return throughput{1.0}; }
    [[nodiscard]] power draw(toy::job_ref, std::int64_t) const { return power{100.0}; }
    [[nodiscard]] std::vector<clock_point> clocks(toy::job_ref) const { return {{frequency{1e9}, seconds{1}, power{100}}}; }
};
/// Job 1 was measured by two meters that disagree.
struct one_doubt {
    [[nodiscard]] std::optional<profile::finding> operator()(toy::job_ref j) const {
        if (j.at != 1) return std::nullopt;
        return profile::finding{profile::doubt::meters_disagree, 0, 37.455, 65.318};
    }
};
measured const raw;
profile::checked_profile<measured, one_doubt> const checked{raw, one_doubt{}};

template <class Rank, class Clock = no_clock>
std::string sentence(Rank rank, std::size_t job, Clock clock = {}) {
    toy::host<1> h{{{"n", {1}}}};
    h.jobs = {{.id = "a", .at = 0}, {.id = "b", .at = 1}, {.id = "c", .at = 2}};
    policy<Rank, strict, best_fit, Clock> const p{rank, {}, {}, clock};
    scheduler s{h, p};
    for (std::size_t j = 0; j < 3; ++j) s.submit({j});
    s.pass(instant{3}, [](auto const&) {});
    return describe(explain(s, {job}, instant{3}));
}
constexpr std::string_view words = "; its profile is doubted: meters_disagree at 0: 37.45 against 65.32";

} // namespace

TEST_CASE("the doubt is in the explanation, whatever the rank is made of") {
    auto const says = [](std::string const& text) { return text.ends_with(words); };
    CHECK(says(sentence(efficiency{checked}, 1)));
    CHECK(says(sentence(2.0 * efficiency{checked}, 1)));
    CHECK(says(sentence(efficiency{checked} + aging{1.0 / hours{6}}, 1)));
    CHECK(says(sentence(aging{1.0 / hours{6}} + efficiency{checked}, 1)));
    CHECK(says(sentence(then(priority{}, throughput_per_watt{checked}), 1)));
    CHECK(says(sentence(virtual_arrival{energy_per_iteration{checked}, hours{1}}, 1)));
    CHECK(says(sentence(multiplied_by_age{efficiency{checked}, 1.0 / hours{6}}, 1)));
    CHECK(says(sentence(efficiency_rank{checked}, 1)));
    CHECK(says(sentence(submit_order{}, 1, cheapest_clock{checked})));
}

TEST_CASE("the doubt is in the explanation of a policy from text as well") {
    using profiles = decltype(checked);
    using rank = runtime::text_rank<drift::arbitrary, std::remove_const_t<profiles>>;
    auto const of = [](std::string_view text) { return rank{runtime::read_policy(text).policy->rank, &checked}; };
    for (auto const* text : {"efficiency", "fifo then 2*efficiency+aging(6h)", "efficiency@1h", "efficiency-rank", "multiplied-by-capped-age(6h)"}) {
        CAPTURE(text);
        CHECK(sentence(of(text), 1).ends_with(words));
        CHECK_FALSE(sentence(of(text), 2).ends_with(words));
    }
    CHECK_FALSE(sentence(of("priority+aging(6h)"), 1).ends_with(words));
    using clock = runtime::any_clock<std::remove_const_t<profiles>>;
    CHECK(sentence(submit_order{}, 1, clock{&checked, {runtime::clock_name::least_energy}}).ends_with(words));
    CHECK_FALSE(sentence(submit_order{}, 1, clock{&checked, {}}).ends_with(words));
}

TEST_CASE("nobody doubts, nothing is said") {
    CHECK_FALSE(sentence(efficiency{checked}, 2).ends_with(words));
    CHECK_FALSE(sentence(efficiency{raw}, 1).ends_with(words));
    CHECK_FALSE(sentence(submit_order{}, 1).ends_with(words));
}
