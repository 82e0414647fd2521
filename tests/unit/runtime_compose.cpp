// Policies composed at run time decide as those composed at compile time, and say what a host does not answer.
#include "toy_host.hpp"

#include <gangway/runtime/compose.hpp>

#include <random>

using namespace gangway;
using toy::host;

namespace {

struct rates {
    [[nodiscard]] throughput rate(toy::job_ref j, std::int64_t devices) const {
        return throughput{1.0 + static_cast<double>(j.at * 7 % 5) + 0.5 * static_cast<double>(devices)};
    }
};
using profiled = runtime::host_parts<host<1>, rates>;

host<1> busy_host(std::uint64_t seed) {
    std::mt19937_64 draw{seed};
    auto const up_to = [&](int n) { return static_cast<int>(draw() % static_cast<unsigned>(n)); };
    std::vector<toy::node<>> nodes;
    for (int n = 0; n < 6; ++n) nodes.push_back({"n" + std::to_string(n), {8}, {"rack" + std::to_string(n / 2)}});
    host<1> h{std::move(nodes)};
    for (int n = 0; n < 4; ++n)
        h.runs_on({"r" + std::to_string(n), toy::gpus(1, 1 + up_to(7)), 10.0 * n, 600.0 + up_to(900)}, {"n" + std::to_string(n)});
    for (int j = 0; j < 12; ++j)
        h.add({"j" + std::to_string(j), toy::gpus(1 + up_to(4), 1 + up_to(8)), static_cast<double>(up_to(500)),
               100.0 + 60.0 * up_to(30), static_cast<double>(up_to(3))});
    return h;
}
template <class Policy>
void check_equal(std::string const& text, rates const& r, Policy const& composed) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        auto const at_run_time = runtime::compose(text, profiled{.profiles = &r});
        REQUIRE_MESSAGE(at_run_time, at_run_time.error);
        auto one = busy_host(seed);
        auto other = busy_host(seed);
        auto const said = std::visit([&](auto const& p) { return toy::decided(one, p, 500.0); }, *at_run_time.policy);
        CAPTURE(text);
        CAPTURE(seed);
        CHECK(said == toy::decided(other, composed, 500.0));
    }
}
std::string fault_of(std::string const& text) { return runtime::compose<host<1>>(text).error; }
bool contains(std::string const& text, std::string_view part) { return text.find(part) != std::string::npos; }

// Says nothing beyond what every model must.
struct plain_model {
    using job_type = int const*;
    using node_type = char const*;
    [[nodiscard]] int id(job_type j) const { return *j; }
    [[nodiscard]] char id(node_type n) const { return *n; }
    [[nodiscard]] gang<1> shape(job_type) const { return {1, {1}}; }
    [[nodiscard]] instant submitted(job_type) const { return instant{}; }
    [[nodiscard]] std::vector<node_type> nodes() const { return {}; }
    [[nodiscard]] amounts<1> capacity(node_type) const { return {1}; }
    [[nodiscard]] amounts<1> free(node_type) const { return {1}; }
    [[nodiscard]] std::vector<running_gang<job_type, std::vector<grant<node_type>>>> running() const { return {}; }
};

} // namespace

TEST_CASE("a policy from text decides as the one composed in C++") {
    rates const r;
    check_equal("fifo", r, policy{});
    check_equal("efficiency+aging(6h);protected(5m);spread", r,
                policy{.rank = efficiency{r} + aging{1.0 / hours{6}}, .admit = protected_greedy{minutes{5}}, .place = spread{}});
    check_equal("priority then shortest;easy", r, policy{.rank = then(priority{}, shortest_first{}), .admit = easy{}, .place = best_fit{}});
    check_equal("efficiency(scaling)@10m;draining(3m,2);topology", r,
                policy{.rank = virtual_arrival{efficiency{r, efficiency_metric::scaling}, minutes{10}},
                       .admit = draining{minutes{3}, 2},
                       .place = topology{}});
    check_equal("response-ratio;greedy;consolidate", r, policy{.rank = response_ratio{}, .admit = greedy{}, .place = consolidate{}});
    check_equal("2*efficiency-rank+capped-aging(10m,0.5);hybrid(3)", r,
                policy{.rank = 2.0 * efficiency_rank{r} + capped_aging{1.0 / minutes{10}, 0.5}, .admit = hybrid{3}, .place = best_fit{}});
}

TEST_CASE("the drift of a word is that of its term") {
    rates const r;
    for (auto const& w : runtime::rank_words) {
        CAPTURE(w.name);
        auto usage = std::string{w.usage.substr(0, w.usage.find('['))};
        if (contains(usage, "(") && !contains(usage, ")")) usage += ")";
        auto const reading = runtime::read_policy(usage);
        REQUIRE(reading);
        auto const& t = reading.policy->rank[0][0];
        CHECK(std::visit([](auto const& term) { return term.moves; }, runtime::detail::make_term(t, &r)) == runtime::drift_of(t));
    }
}

TEST_CASE("what the host does not answer is said before anything runs") {
    CHECK(contains(fault_of("efficiency"), "has none: leave out efficiency"));
    CHECK(contains(fault_of("efficiency@1h"), "has none: leave out efficiency"));
    CHECK(contains(fault_of("fifo;strict;fragmentation-aware"), "which tasks usually come"));
    CHECK(contains(fault_of("fifo;;;least-energy"), "no sweeps"));
    CHECK(contains(fault_of("fifo;pod-by-pod"), "holds parts of gangs"));
    CHECK(contains(fault_of("fifo;greed"), "did you mean 'greedy'"));
    CHECK(fault_of("priority then shortest;easy;topology").empty());
}

TEST_CASE("a model without a capability compiles, and policies that need it are refused") {
    auto const fault = [](std::string const& text) { return runtime::compose<plain_model>(text).error; };
    CHECK(contains(fault("priority"), "the jobs of this host have none"));
    CHECK(contains(fault("2*priority@1h"), "the jobs of this host have none"));
    CHECK(contains(fault("shortest"), "ranks by estimates"));
    CHECK(contains(fault("response-ratio"), "ranks by estimates"));
    CHECK(contains(fault("fifo;strict;topology"), "name no racks"));
    CHECK(fault("fifo;easy").empty());
}
