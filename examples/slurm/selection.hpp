// slurm - which jobs the controller may touch, and which of those it leaves alone because it cannot serve them whole.
#pragma once

#include "cluster.hpp"
#include "comment_words.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace slurm {

/// Jobs that the controller was told to touch: of these partitions, with this word in the comment; both where both are
/// given.
struct selection {
    std::vector<std::string> partitions; ///< empty: any
    std::string word;                    ///< empty: any comment

    [[nodiscard]] bool holds(job_info_t const& job) const {
        bool in_partition = partitions.empty();
        for (auto const& p : partitions) in_partition = in_partition || p == view_of(job.partition);
        return in_partition && (word.empty() || has_word(job.comment, word));
    }
};

/// Could it start, as far as its owner is concerned: no dependency is open, no begin time ahead?
[[nodiscard]] inline bool is_ready(job_info_t const& job, std::time_t now) {
    return view_of(job.dependency).empty() && job.eligible_time <= now;
}

/// Could two tasks of the gang be put on one node? Slurm wants as many nodes as were asked for; a gang of the library
/// may share them.
[[nodiscard]] inline bool may_share_a_node(cluster const& c, job_info_t const& job) {
    auto const shape = c.shape(&job);
    return shape.tasks > 1 && std::any_of(c.nodes().begin(), c.nodes().end(), [&](cluster::node_type n) {
               return c.eligible(&job, n) && gangway::fits(2 * shape.each, c.capacity(n));
           });
}

/// Why a gate cannot release a job to nodes of its choice; empty where it can.
[[nodiscard]] inline std::string_view why_left_alone(cluster const& c, job_info_t const& job) {
    if (!view_of(job.array_task_str).empty()) return "a job array is one record for many jobs; submit single jobs";
    if (job.het_job_id != 0) return "a heterogeneous job is several gangs";
    if (!view_of(job.req_nodes).empty()) return "it asks for nodes by name (--nodelist)";
    if (!view_of(job.features).empty()) return "it asks for features (--constraint), which are not read";
    if (!view_of(job.licenses).empty()) return "it asks for licences, which are not counted";
    if (!view_of(job.resv_name).empty()) return "it asks for a reservation";
    if (job.shared == JOB_SHARED_NONE) return "it asks for whole nodes (--exclusive); ask for all their GPUs instead";
    if (job.max_nodes != 0 && job.max_nodes != job.num_nodes)
        return "it asks for a range of nodes; a gang has one size";
    if (!gpus_per_node(job))
        return "its GPUs are not given for each node; use --gpus-per-node, or --gres=gpu:N with --nodes";
    if (may_share_a_node(c, job))
        return "it asks for half a node or less on each of several; ask for fewer, fuller nodes";
    return {};
}

} // namespace slurm
