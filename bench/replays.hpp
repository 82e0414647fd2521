// bench - the seeded workload as the library replays it: on one pool, or on nodes of 8 GPUs.
#pragma once

#include "workload.hpp"

#include <gangway/gangway.hpp>
#include <gangway/sim/workload.hpp>

#include <cstdint>
#include <vector>

namespace bench {

/// On nodes a job of up to 8 GPUs is one task, a larger one takes whole nodes; on the pool a job is tasks of one GPU.
inline gangway::sim::workload<gangway::gang<1>> replay_of(std::vector<job> const& jobs, bool on_nodes) {
    using gangway::gang;
    gangway::sim::workload<gang<1>> w;
    for (auto const& j : jobs) {
        std::int64_t const gpus = j.gpus;
        gang<1> const shape = !on_nodes ? gang<1>{gpus, {1}} : gpus <= 8 ? gang<1>{1, {gpus}} : gang<1>{gpus / 8, {8}};
        w.jobs.push_back({j.id, gangway::instant{j.submit}, gangway::seconds{j.run}, gangway::seconds{j.estimate}, 0.0,
                          0, shape});
    }
    if (on_nodes) w.nodes.assign(108, {{8}});
    else w.nodes.assign(1, {{864}});
    return w;
}

} // namespace bench
