// Quoted by docs/clocks.md: sweeps, and a policy whose fourth slot chooses among them.
#include <gangway/gangway.hpp>
#include <vector>

struct sweeps {
    std::vector<gangway::clock_point> clocks(int const*) const {
        using namespace gangway;
        return {{frequency{1.4e9}, seconds{100}, power{400}}, {frequency{0.9e9}, seconds{130}, power{200}}};
    }
};
inline sweeps const measured;
inline auto const thrifty = gangway::policy{
    .admit = gangway::easy{},
    .clock = gangway::cheapest_clock{measured, gangway::clock_cost::joules, {.slowdown = 1.5}},
};

struct host { // one job, one node
    using job_type = int const*;
    using node_type = char const*;
    int job = 1;
    char node = 'n';
    [[nodiscard]] int id(job_type j) const { return *j; }
    [[nodiscard]] char id(node_type n) const { return *n; }
    [[nodiscard]] gangway::gang<1> shape(job_type) const { return {1, {1}}; }
    [[nodiscard]] gangway::instant submitted(job_type) const { return {}; }
    [[nodiscard]] std::optional<gangway::duration> estimate(job_type) const { return gangway::seconds{100}; }
    [[nodiscard]] gangway::amounts<1> capacity(node_type) const { return {1}; }
    [[nodiscard]] gangway::amounts<1> free(node_type) const { return {1}; }
    [[nodiscard]] std::vector<node_type> nodes() const { return {&node}; }
    [[nodiscard]] std::vector<gangway::running_gang<job_type, std::vector<gangway::grant<node_type>>>> running() const {
        return {};
    }
};

int main() {
    host const cluster;
    double slowdown = 0.0;
    gangway::decide(cluster, std::vector{&cluster.job}, thrifty, {}, [&](auto const& d) { slowdown = d.clock.slowdown; });
    return slowdown == 1.3 ? 0 : 1; // 26 kJ at the lower clock against 40 kJ
}
