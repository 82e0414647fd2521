// Kubernetes - the state as a cluster model: PodGroups and lone pods are gangs, what is bound or promised runs.
#pragma once

#include "state.hpp"

#include <gangway/model/cluster.hpp>

#include <algorithm>
#include <set>

namespace kube {

/// Where the pods of a gang shall go, from the moment that the policy starts it until they are seen bound.
struct promise {
    std::map<std::string, std::string> node_of; ///< pod to node
    double since = 0.0;
    double until = 0.0;
};

struct gang {
    std::string key;                            ///< of the PodGroup, or of the pod
    std::vector<std::vector<std::string>> pods; ///< by equal demand, each list in order
    std::vector<gangway::gang<3>> shape;        ///< a group for each of these lists
    double submitted = 0.0, since = 0.0, timeout = 60.0;
    std::optional<double> estimate;
    double priority = 0.0;
    labels selector;
    std::vector<std::pair<std::string, std::string>> on; ///< of what runs: pod and node
};

/// Adds a pod to a gang, with others of its demand.
inline void add_pod(gang& g, pod const& p) {
    std::size_t at = 0;
    while (at < g.shape.size() && !(g.shape[at].each == p.demand)) ++at;
    if (at == g.shape.size()) {
        g.shape.push_back({0, p.demand});
        g.pods.emplace_back();
    }
    ++g.shape[at].tasks;
    g.pods[at].push_back(p.key);
    if (p.deadline) g.estimate = std::max(g.estimate.value_or(0.0), *p.deadline);
    g.priority = std::max(g.priority, p.priority);
    g.selector.insert(p.selector.begin(), p.selector.end());
}

class snapshot {
  public:
    struct node_at {
        node const* is = nullptr;
        friend bool operator==(node_at, node_at) = default;
    };
    using job_type = gang const*;
    using node_type = node_at;
    using running_type = gangway::running_gang<job_type, std::vector<gangway::grant<node_at>>>;

    /// What waits is given; `s` and `promises` must outlive this.
    snapshot(state const& s, std::map<std::string, promise> const& promises) {
        for (auto const& [name, n] : s.nodes) {
            nodes_.push_back({&n});
            free_.emplace(&n, n.capacity);
        }
        auto const run = [&](pod const& p, std::string const& on, double since) {
            auto const n = s.nodes.find(on);
            if (n == s.nodes.end()) return; // bound to a node that the state does not list
            free_[&n->second] -= p.demand;
            if (!n->second.up) return; // it holds nothing that could come back
            gang g{.key = "bound " + p.key,
                   .pods = {},
                   .shape = {},
                   .since = since,
                   .estimate = {},
                   .selector = {},
                   .on = {{p.key, on}}};
            g.submitted = p.created;
            add_pod(g, p);
            bound_.push_back(std::move(g));
        };
        for (auto const& [key, p] : s.pods)
            if (!p.on.empty() && !p.over) run(p, p.on, p.started);
        for (auto const& [key, promised] : promises)
            for (auto const& [name, on] : promised.node_of) run(s.pods.at(name), on, promised.since);
        for (auto const& g : bound_)
            running_.push_back({&g, gangway::instant{g.since}, {{{&s.nodes.at(g.on[0].second)}, 1}}});
    }
    snapshot(snapshot const&) = delete;
    snapshot& operator=(snapshot const&) = delete;

    [[nodiscard]] std::string const& id(job_type g) const { return g->key; }
    [[nodiscard]] std::vector<gangway::gang<3>> const& shape(job_type g) const { return g->shape; }
    [[nodiscard]] gangway::instant submitted(job_type g) const { return gangway::instant{g->submitted}; }
    [[nodiscard]] double priority(job_type g) const { return g->priority; }
    [[nodiscard]] std::optional<gangway::duration> estimate(job_type g) const {
        return g->estimate ? std::optional{gangway::duration{*g->estimate}} : std::nullopt;
    }
    [[nodiscard]] bool eligible(job_type g, node_at n) const {
        return std::all_of(g->selector.begin(), g->selector.end(), [&](auto const& wanted) {
            auto const tag = n.is->tags.find(wanted.first);
            return tag != n.is->tags.end() && tag->second == wanted.second;
        });
    }
    [[nodiscard]] std::vector<node_at> const& nodes() const { return nodes_; }
    [[nodiscard]] std::string const& id(node_at n) const { return n.is->name; }
    [[nodiscard]] amounts capacity(node_at n) const { return n.is->capacity; }
    [[nodiscard]] amounts free(node_at n) const { return free_.at(n.is); }
    [[nodiscard]] bool up(node_at n) const { return n.is->up; }
    [[nodiscard]] std::vector<running_type> const& running() const { return running_; }

  private:
    std::vector<node_at> nodes_;
    std::map<node const*, amounts> free_;
    std::vector<gang> bound_;
    std::vector<running_type> running_;
};

} // namespace kube
