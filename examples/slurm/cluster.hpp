// slurm - the adapter: Slurm's own records as a gangway model. Handles are pointers to the records; nothing is copied
// but the GPU counts, which Slurm gives as text.
#pragma once

#include "comment_words.hpp"
#include "gres_text.hpp"
#include "mark.hpp"
#include "records.hpp"

#include <gangway/gangway.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace slurm {

/// Does the job hold nodes: it runs, is suspended, or its epilogs are not over?
[[nodiscard]] inline bool holds_nodes(job_info_t const& job) {
    auto const base = job.job_state & JOB_STATE_BASE;
    return base == JOB_RUNNING || base == JOB_SUSPENDED || (job.job_state & JOB_COMPLETING) != 0;
}
[[nodiscard]] inline bool is_pending(job_info_t const& job) {
    return (job.job_state & JOB_STATE_BASE) == JOB_PENDING && !holds_nodes(job);
}
/// Released by a gate to the nodes that it names, and not started yet: they are its nodes.
[[nodiscard]] inline bool is_released(job_info_t const& job) {
    return is_pending(job) && job.priority != 0 && released_at(job.admin_comment) && job.req_node_inx != nullptr;
}

/// GPUs on each node of a job; empty where its request does not say.
[[nodiscard]] inline std::optional<gpu_count> gpus_per_node(job_info_t const& job) {
    if (job.tres_per_socket != nullptr) return std::nullopt;
    if (job.tres_per_node != nullptr) return gpus_in(job.tres_per_node);
    auto sum = gpus_in(job.tres_per_job);
    if (job.tres_per_job == nullptr && job.tres_per_task != nullptr) {
        sum = gpus_in(job.tres_per_task);
        sum.gpus *= job.num_tasks;
    }
    if (sum.gpus == 0) return sum;
    if (job.num_nodes == 0 || job.max_nodes != job.num_nodes || sum.gpus % job.num_nodes != 0) return std::nullopt;
    return gpu_count{sum.gpus / job.num_nodes, sum.type};
}

/// Slurm's pairs of first and last index, ended by -1; null is an empty list.
template <class Visit>
void each_index(int32_t const* pairs, Visit&& visit) {
    for (; pairs != nullptr && pairs[0] >= 0; pairs += 2)
        for (auto i = pairs[0]; i <= pairs[1]; ++i) visit(static_cast<std::size_t>(i));
}

/// The cluster as Slurm's records show it; resources are GPUs and CPUs.
///
/// Expects: the records outlive the model and stand still.
class cluster {
  public:
    using job_type = job_info_t const*;
    using node_type = node_info_t const*;
    struct gang_on_nodes {
        job_type job;
        gangway::instant since;
        std::vector<gangway::grant<node_type>> nodes;
    };

    explicit cluster(records const& r) : r_{r} {
        for (auto const& job : r.jobs) gpus_of_job_.push_back(gpus_per_node(job).value_or(gpu_count{}));
        for (auto const& node : r.nodes) {
            if (node.name != nullptr) nodes_.push_back(&node);
            gpus_of_node_.push_back(gpus_in(node.gres));
            used_.push_back({gpus_in(node.gres_used).gpus, 0});
        }
        std::vector<gangway::amounts<2>> held(r.nodes.size());
        for (auto const& job : r.jobs) {
            if (!holds_nodes(job) && !is_released(job)) continue;
            gang_on_nodes gang{&job, instant_of(holds_nodes(job) ? job.start_time : r.now), {}};
            each_index(holds_nodes(job) ? job.node_inx : job.req_node_inx, [&](std::size_t n) {
                if (n >= r.nodes.size() || r.nodes[n].name == nullptr) return;
                gang.nodes.push_back({&r.nodes[n], 1});
                held[n] += shape(&job).each;
            });
            if (!gang.nodes.empty()) running_.push_back(std::move(gang));
        }
        for (std::size_t n = 0; n < held.size(); ++n)
            for (std::size_t i = 0; i < 2; ++i) used_[n][i] = std::max(used_[n][i], held[n][i]);
    }

    [[nodiscard]] std::uint32_t id(job_type j) const { return j->job_id; }
    [[nodiscard]] std::string_view id(node_type n) const { return n->name; }
    [[nodiscard]] gangway::gang<2> shape(job_type j) const {
        std::int64_t const nodes = std::max<std::int64_t>(1, j->num_nodes);
        return {nodes, {gpus_of_job_[at(j)].gpus, (j->num_cpus + nodes - 1) / nodes}};
    }
    [[nodiscard]] gangway::instant submitted(job_type j) const { return instant_of(j->submit_time); }
    [[nodiscard]] std::optional<gangway::duration> estimate(job_type j) const {
        // Slurm gives a job without a limit one of a year when it starts; that is none either.
        if (j->time_limit == 0 || j->time_limit >= 365 * 24 * 60) return std::nullopt;
        return gangway::minutes{static_cast<double>(j->time_limit)};
    }
    [[nodiscard]] double priority(job_type j) const { return -static_cast<double>(nice_before(*j)); }
    /// In one of its partitions, not excluded, and with GPUs of its type.
    [[nodiscard]] bool eligible(job_type j, node_type n) const {
        auto const type = gpus_of_job_[at(j)].type;
        if (among(j->exc_node_inx, at(n)) || (!type.empty() && type != gpus_of_node_[at(n)].type)) return false;
        for (auto const& p : r_.partitions)
            if (p.state_up == PARTITION_UP && among(p.node_inx, at(n)) && has_word(j->partition, view_of(p.name)))
                return true;
        return false;
    }

    [[nodiscard]] std::vector<node_type> const& nodes() const { return nodes_; }
    [[nodiscard]] gangway::amounts<2> capacity(node_type n) const { return {gpus_of_node_[at(n)].gpus, n->cpus_efctv}; }
    [[nodiscard]] gangway::amounts<2> free(node_type n) const { return capacity(n) - used_[at(n)]; }
    [[nodiscard]] bool up(node_type n) const {
        auto const base = n->node_state & NODE_STATE_BASE;
        auto const out = NODE_STATE_DRAIN | NODE_STATE_FAIL | NODE_STATE_NO_RESPOND | NODE_STATE_MAINT |
                         NODE_STATE_RES | NODE_STATE_POWERED_DOWN | NODE_STATE_POWERING_UP | NODE_STATE_POWERING_DOWN |
                         NODE_STATE_INVALID_REG;
        return (base == NODE_STATE_IDLE || base == NODE_STATE_MIXED || base == NODE_STATE_ALLOCATED) &&
               (n->node_state & out) == 0;
    }
    [[nodiscard]] std::vector<gang_on_nodes> const& running() const { return running_; }

    /// The type of GPU that a job asks for; empty: any.
    [[nodiscard]] std::string_view gpu_type(job_type j) const { return gpus_of_job_[at(j)].type; }

  private:
    static gangway::instant instant_of(std::time_t t) { return gangway::instant{static_cast<double>(t)}; }
    static bool among(int32_t const* pairs, std::size_t wanted) {
        for (; pairs != nullptr && pairs[0] >= 0; pairs += 2)
            if (static_cast<std::size_t>(pairs[0]) <= wanted && wanted <= static_cast<std::size_t>(pairs[1]))
                return true;
        return false;
    }
    [[nodiscard]] std::size_t at(job_type j) const { return static_cast<std::size_t>(j - r_.jobs.data()); }
    [[nodiscard]] std::size_t at(node_type n) const { return static_cast<std::size_t>(n - r_.nodes.data()); }

    records r_;
    std::vector<node_type> nodes_;
    std::vector<gang_on_nodes> running_;
    std::vector<gpu_count> gpus_of_job_, gpus_of_node_;
    std::vector<gangway::amounts<2>> used_;
};

static_assert(gangway::check_cluster_model<cluster>());

} // namespace slurm
