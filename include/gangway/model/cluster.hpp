// L2 - concepts: what the library may ask a host about its nodes and what runs on them.
#pragma once

#include <concepts>
#include <optional>

#include "job.hpp"

namespace gangway {

/// What one running gang holds: the element of `running()` is this, or any struct with these members.
template <class Job, class Grants>
struct running_gang {
    Job job;
    instant since;
    Grants nodes; ///< a range of `grant<node_type>`
};

/// The state of a cluster, answered through handles.
///
/// Semantics: `nodes()` is a range of handles in any order; `id(node)` is unique and used for order and ties only.
/// `capacity(node)` is what an idle node offers, `free(node)` what is left now: the host owns the truth, and amounts that
/// no running gang explains stay taken. `running()` lists each gang that holds nodes, once.
/// Expects: `0 <= free <= capacity` in every resource.
template <class Model>
concept cluster_model = job_model<Model> && requires(Model const& m, typename Model::node_type const& node) {
    requires std::regular<typename Model::node_type>;
    requires !std::same_as<typename Model::node_type, typename Model::job_type>;
    requires std::totally_ordered<std::remove_cvref_t<decltype(m.id(node))>>;
    m.nodes().begin();
    m.nodes().end();
    { *m.nodes().begin() } -> std::convertible_to<typename Model::node_type>;
    { m.capacity(node) } -> std::convertible_to<amounts<resources_of<Model>>>;
    { m.free(node) } -> std::convertible_to<amounts<resources_of<Model>>>;
    m.running().begin();
    m.running().end();
};

/// Capability: may a task of this job run on this node (labels, device types)?
template <class Model>
concept has_eligible = requires(Model const& m, typename Model::job_type const& job, typename Model::node_type const& node) {
    { m.eligible(job, node) } -> std::convertible_to<bool>;
};

/// Capability: is the node in service? A node that is down holds nothing and takes nothing.
template <class Model>
concept has_up = requires(Model const& m, typename Model::node_type const& node) {
    { m.up(node) } -> std::convertible_to<bool>;
};

/// Capability: topology. `domain(node, level)` is a totally ordered key, level 0 the tightest (a rack, an NVLink island);
/// `domain_levels()` says how many levels there are.
template <class Model>
concept has_domain = requires(Model const& m, typename Model::node_type const& node) {
    { m.domain_levels() } -> std::convertible_to<int>;
    requires std::totally_ordered<std::remove_cvref_t<decltype(m.domain(node, 0))>>;
};

/// Capability: a limit on what the running jobs of a group may hold at once; empty for no limit.
template <class Model>
concept has_limit = has_group<Model> && requires(Model const& m, typename Model::job_type const& job) {
    { m.limit(m.group(job)) } -> std::convertible_to<std::optional<amounts<resources_of<Model>>>>;
};

} // namespace gangway
