// L2 - worded checks: the first compile error of a model that is not one is a sentence.
#pragma once

#include "cluster.hpp"

namespace gangway {
namespace detail {

// A member of that name exists, whatever its signature; overloads and templates are not seen.
#define GANGWAY_NAMES_HOOK(hook)                                                                                \
    template <class M>                                                                                          \
    concept names_##hook = requires { &M::hook; };
GANGWAY_NAMES_HOOK(estimate)
GANGWAY_NAMES_HOOK(priority)
GANGWAY_NAMES_HOOK(group)
GANGWAY_NAMES_HOOK(eligible)
GANGWAY_NAMES_HOOK(up)
GANGWAY_NAMES_HOOK(domain)
GANGWAY_NAMES_HOOK(limit)
GANGWAY_NAMES_HOOK(pool)
GANGWAY_NAMES_HOOK(pool_demand)
// Names that hosts write for those hooks and that no algorithm knows.
GANGWAY_NAMES_HOOK(estimated)
GANGWAY_NAMES_HOOK(estimates)
GANGWAY_NAMES_HOOK(walltime)
GANGWAY_NAMES_HOOK(time_limit)
GANGWAY_NAMES_HOOK(prio)
GANGWAY_NAMES_HOOK(priorities)
GANGWAY_NAMES_HOOK(user)
GANGWAY_NAMES_HOOK(groups)
GANGWAY_NAMES_HOOK(eligable)
GANGWAY_NAMES_HOOK(elegible)
GANGWAY_NAMES_HOOK(is_eligible)
GANGWAY_NAMES_HOOK(is_up)
GANGWAY_NAMES_HOOK(online)
GANGWAY_NAMES_HOOK(domains)
GANGWAY_NAMES_HOOK(topology)
GANGWAY_NAMES_HOOK(limits)
GANGWAY_NAMES_HOOK(quota)
GANGWAY_NAMES_HOOK(pools)
GANGWAY_NAMES_HOOK(pool_demands)
#undef GANGWAY_NAMES_HOOK

template <class M>
concept names_job_type = requires { typename M::job_type; };
template <class M>
concept names_node_type = requires { typename M::node_type; };
template <class M>
concept answers_job_id = requires(M const& m, typename M::job_type const& j) { m.id(j); };
template <class M>
concept answers_node_id = requires(M const& m, typename M::node_type const& n) { m.id(n); };
template <class M>
concept answers_shape = requires(M const& m, typename M::job_type const& j) { m.shape(j); };
template <class M>
concept answers_submitted = requires(M const& m, typename M::job_type const& j) {
    { m.submitted(j) } -> std::convertible_to<instant>;
};
template <class M>
concept answers_nodes = requires(M const& m) {
    m.nodes().begin();
    { *m.nodes().begin() } -> std::convertible_to<typename M::node_type>;
};
template <class M>
concept answers_running = requires(M const& m) { m.running().begin(); };

template <class M>
constexpr bool misspelled_hook() {
    return names_estimated<M> || names_estimates<M> || names_walltime<M> || names_time_limit<M> || names_prio<M> ||
           names_priorities<M> || names_user<M> || names_groups<M> || names_eligable<M> || names_elegible<M> ||
           names_is_eligible<M> || names_is_up<M> || names_online<M> || names_domains<M> || names_topology<M> ||
           names_limits<M> || names_quota<M> || names_pools<M> || names_pool_demands<M>;
}

} // namespace detail

/// Refuses an optional hook that no algorithm would ever call: a near miss of a name, or the right name with a wrong
/// signature. A model that needs such a member for itself says `static constexpr bool gangway_spelling_checked = true`.
template <class M>
consteval bool check_hook_names() {
    if constexpr (!requires { M::gangway_spelling_checked; }) {
        static_assert(!detail::misspelled_hook<M>(),
                      "gangway: this model has a member that looks like a hook but has another name; the hooks are "
                      "estimate, priority, group, limit, eligible, up, domain + domain_levels, pool + pool_demand");
        static_assert(!detail::names_estimate<M> || has_estimate<M>,
                      "gangway: estimate must be: std::optional<duration> estimate(job) const");
        static_assert(!detail::names_priority<M> || has_priority<M>, "gangway: priority must be: double priority(job) const");
        static_assert(!detail::names_group<M> || has_group<M>, "gangway: group must be: totally ordered key group(job) const");
        static_assert(!detail::names_eligible<M> || has_eligible<M>,
                      "gangway: eligible must be: bool eligible(job, node) const");
        static_assert(!detail::names_up<M> || has_up<M>, "gangway: up must be: bool up(node) const");
        static_assert(!detail::names_domain<M> || has_domain<M>,
                      "gangway: topology needs both: int domain_levels() const, and ordered key domain(node, level) const");
        static_assert(!detail::names_limit<M> || has_limit<M>,
                      "gangway: limit must be: std::optional<amounts<N>> limit(group key) const, beside group(job)");
        static_assert(!(detail::names_pool<M> || detail::names_pool_demand<M>) || has_pool<M>,
                      "gangway: a pool needs both: pool_amounts<P> pool() const, and amounts<P> pool_demand(job, clock_choice) const");
    }
    return true;
}

/// One worded static_assert a requirement of `cluster_model`.
template <class M>
consteval bool check_cluster_model() {
    static_assert(detail::names_job_type<M>, "gangway: a model names its handle of a job: using job_type = ...;");
    static_assert(detail::names_node_type<M>, "gangway: a model names its handle of a node: using node_type = ...;");
    if constexpr (detail::names_job_type<M> && detail::names_node_type<M>) {
        static_assert(std::regular<typename M::job_type>, "gangway: job_type must be regular (copied, compared, defaulted)");
        static_assert(std::regular<typename M::node_type>, "gangway: node_type must be regular (copied, compared, defaulted)");
        static_assert(!std::same_as<typename M::job_type, typename M::node_type>,
                      "gangway: job_type and node_type must differ, or id(job) and id(node) are one; wrap an index in a struct");
        static_assert(detail::answers_job_id<M>, "gangway: a model answers: ordered key id(job) const");
        static_assert(detail::answers_node_id<M>, "gangway: a model answers: ordered key id(node) const");
        static_assert(detail::answers_shape<M>, "gangway: a model answers: gang<N> shape(job) const, or a list of gang<N>");
        if constexpr (detail::answers_shape<M>) {
            static_assert(gang_shape<decltype(std::declval<M const&>().shape(std::declval<typename M::job_type const&>()))>,
                          "gangway: shape(job) must be a gang<N>, or a range of gang<N> for unequal tasks");
        }
        static_assert(detail::answers_submitted<M>, "gangway: a model answers: instant submitted(job) const");
        static_assert(detail::answers_nodes<M>, "gangway: a model answers: nodes() const, a range of node_type");
        static_assert(detail::answers_running<M>,
                      "gangway: a model answers: running() const, a range of {job, since, nodes}, see running_gang");
        if constexpr (detail::answers_shape<M> && detail::answers_nodes<M>) {
            static_assert(cluster_model<M>, "gangway: capacity(node) and free(node) must be amounts<N> with the N of shape(job)");
        }
    }
    return check_hook_names<M>();
}

} // namespace gangway
