// Quoted by docs/ranks.md: terms that compose, and what their order does.
#include <gangway/gangway.hpp>

struct profiles {
    gangway::throughput rate(int const*, std::int64_t devices) const { return gangway::throughput{double(devices)}; }
};
inline profiles const measured;
inline auto const by_efficiency =
    1.0 * gangway::efficiency{measured} + gangway::aging{.per_second = 1.0 / gangway::hours{6}};
inline auto const by_priority = gangway::then(gangway::priority{}, gangway::shortest_first{});
static_assert(decltype(by_efficiency)::moves == gangway::drift::uniform);
static_assert(decltype(by_priority)::moves == gangway::drift::none);

struct jobs { // what the terms ask of a model
    using job_type = int const*;
    [[nodiscard]] gangway::gang<1> shape(job_type j) const { return {*j, {1}}; }
    [[nodiscard]] gangway::instant submitted(job_type) const { return {}; }
    [[nodiscard]] double priority(job_type j) const { return *j; }
    [[nodiscard]] std::optional<gangway::duration> estimate(job_type) const { return gangway::seconds{7}; }
};

int main() {
    int const job = 4;
    gangway::instant const later{3 * 3600.0};
    auto const score = gangway::lines_of(by_efficiency, jobs{}, &job, later)[0].at(later); // 1 + 3 h / 6 h
    auto const both = gangway::lines_of(by_priority, jobs{}, &job, later);
    return score == 1.5 && both[0].at(later) == 4.0 && both[1].at(later) == -7.0 ? 0 : 1;
}
