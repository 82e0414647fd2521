// L2 - concepts: what the library may ask a host about its nodes and what runs on them.
#pragma once

#include <concepts>
#include <optional>

#include "job.hpp"
#include "profile.hpp"

namespace gangway {

/// What one running gang holds: the element of `running()` is this, or any struct with these members.
template <class Job, class Grants>
struct running_gang {
    Job job;       ///< that runs
    instant since; ///< its start
    Grants nodes;  ///< a range of `grant<node_type>`
};

/// The state of a cluster, answered through handles.
///
/// Semantics: `nodes()` is a range of handles in any order; `id(node)` is unique and used for order and ties only.
/// `capacity(node)` is what an idle node offers, `free(node)` what is left now: the host owns the truth, and amounts that
/// no running gang explains stay taken. `running()` lists each gang that holds nodes, once.
/// Expects: `free <= capacity` in every resource; below zero where a node was cut below what it holds.
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

/// What a cluster offers as a whole, beside its nodes: licences, watts.
template <std::size_t P>
struct pool_amounts {
    amounts<P> capacity; ///< of the whole cluster
    amounts<P> free; ///< what is left now, below zero where the capacity was cut below what runs; unexplained amounts stay taken
};

namespace detail {

template <class T>
struct pool_traits {
    static constexpr std::size_t resources = 0;
};
template <std::size_t P>
struct pool_traits<pool_amounts<P>> {
    static constexpr std::size_t resources = P;
};
template <class Model>
constexpr std::size_t pool_size() {
    if constexpr (requires(Model const& m) { m.pool(); })
        return pool_traits<std::remove_cvref_t<decltype(std::declval<Model const&>().pool())>>::resources;
    else return 0;
}

} // namespace detail

/// Capability: amounts of the cluster as a whole. `pool()` gives a `pool_amounts<P>`, `pool_demand(job, clock)` what the
/// gang takes of them while it runs: at the clock that the policy gave it, an empty choice where it gives none.
///
/// Semantics: a gang starts when its nodes and its share of the pool are free at once, and admissions reserve both. Whole
/// units: a host rounds watts up. Where there is a pool, every task asks something of its node.
template <class Model>
concept has_pool = detail::pool_size<Model>() > 0 &&
                   requires(Model const& m, typename Model::job_type const& job, clock_choice const& clock) {
                       { m.pool_demand(job, clock) } -> std::convertible_to<amounts<detail::pool_size<Model>()>>;
                   };

/// Number of resources that a model counts for the cluster as a whole; 0 without a pool.
template <class Model>
inline constexpr std::size_t pool_resources_of = has_pool<Model> ? detail::pool_size<Model>() : 0;

/// Resources as a scheduler counts them: those of a node, then those of the pool.
template <class Model>
inline constexpr std::size_t counted_resources = resources_of<Model> + pool_resources_of<Model>;

/// Capability: the clock at which a running gang was started, as a decision gave it. Asked of running gangs when a scheduler
/// is built; without it the clock rule is asked again, which is right as long as its sweeps stand still.
template <class Model>
concept has_clock_of = requires(Model const& m, typename Model::job_type const& job) {
    { m.clock_of(job) } -> std::convertible_to<clock_choice>;
};

} // namespace gangway
