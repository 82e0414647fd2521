// Quoted by README.md: one policy of several parts, replayed.
#include <gangway/gangway.hpp>
#include <gangway/sim/replay.hpp>

struct measured {
    [[nodiscard]] gangway::throughput rate(gangway::sim::job_ref, std::int64_t devices) const {
        return gangway::throughput{double(devices)};
    }
};

int main() {
    measured const profiles;
    gangway::policy const p{
        .rank = 1.0 * gangway::efficiency{profiles} + gangway::aging{.per_second = 1.0 / gangway::hours{6}},
        .admit = gangway::draining{.after = gangway::hours{9}, .at_most = 20},
        .place = gangway::best_fit{},
    };
    gangway::sim::workload<gangway::gang<1>> work;
    work.nodes.assign(1, {{1}});
    for (int j = 0; j < 2; ++j)
        work.jobs.push_back({j, gangway::instant{0}, gangway::seconds{5}, {}, 0.0, 0, {1, {1}}});
    gangway::sim::replay replay{work, p};
    return replay.run().jobs[1].end == 10.0 ? 0 : 1;
}
