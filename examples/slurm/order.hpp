// slurm - the order in which a policy would start waiting jobs, if all of them fitted.
#pragma once

#include "cluster.hpp"

#include <vector>

namespace slurm {

/// The cluster with one node on which everything fits: the order in which the policy starts jobs there is its order of
/// the queue.
class boundless {
  public:
    using job_type = cluster::job_type;
    using node_type = cluster::node_type;

    explicit boundless(cluster const& c) : c_{&c}, node_{c.nodes().front()} {}

    [[nodiscard]] auto id(job_type j) const { return c_->id(j); }
    [[nodiscard]] auto id(node_type n) const { return c_->id(n); }
    [[nodiscard]] auto shape(job_type j) const { return c_->shape(j); }
    [[nodiscard]] auto submitted(job_type j) const { return c_->submitted(j); }
    [[nodiscard]] auto estimate(job_type j) const { return c_->estimate(j); }
    [[nodiscard]] double priority(job_type j) const { return c_->priority(j); }
    [[nodiscard]] std::vector<node_type> nodes() const { return {node_}; }
    [[nodiscard]] gangway::amounts<2> capacity(node_type) const { return plenty; }
    [[nodiscard]] gangway::amounts<2> free(node_type) const { return plenty; }
    [[nodiscard]] std::vector<cluster::gang_on_nodes> running() const { return {}; }

  private:
    static constexpr gangway::amounts<2> plenty{std::int64_t{1} << 60, std::int64_t{1} << 60};
    cluster const* c_;
    node_type node_;
};

/// Expects: a cluster with a node. Complexity: that of one pass.
template <class Policy>
[[nodiscard]] std::vector<cluster::job_type> in_order(cluster const& c, std::vector<cluster::job_type> const& waiting,
                                                      Policy const& p, gangway::instant now) {
    std::vector<cluster::job_type> order;
    gangway::decide(boundless{c}, waiting, p, now, [&](auto const& d) { order.push_back(d.job); });
    return order;
}

} // namespace slurm
