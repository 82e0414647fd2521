// L5 - a policy from text, for hosts that read a config file: a variant of composed policies.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "../model/check.hpp"
#include "../policy.hpp"
#include "admissions.hpp"
#include "any_clock.hpp"
#include "any_place.hpp"
#include "read_policy.hpp"
#include "text_rank.hpp"

namespace gangway::runtime {

/// A host without sweeps of clocks.
struct no_sweeps {};

namespace detail {

template <class Sweeps>
using clock_slot = std::conditional_t<std::is_same_v<Sweeps, no_sweeps>, no_clock, any_clock<Sweeps>>;

template <class Model, class Profiles, class Sweeps, class... Admits>
using policies = std::variant<
    policy<text_rank<drift::uniform, Profiles>, Admits, any_place<resources_of<Model>>, clock_slot<Sweeps>>...,
    policy<text_rank<drift::arbitrary, Profiles>, Admits, any_place<resources_of<Model>>, clock_slot<Sweeps>>...>;

} // namespace detail

/// Every policy that text can name for a host: two kinds of rank, one whose order stands still and one that is ranked anew
/// on each pass, by six admissions. `std::visit` gives the policy in a type of its own.
template <class Model, class Profiles = no_profiles, class Sweeps = no_sweeps>
using any_policy =
    detail::policies<Model, Profiles, Sweeps, strict, greedy, protected_greedy, any_draining, easy, hybrid>;

/// What a host has beside its model; it must outlive the policy.
template <class Model, class Profiles = no_profiles, class Sweeps = no_sweeps>
struct host_parts {
    Profiles const* profiles = nullptr; ///< measured rates; see `text_rank` for `reference(metric)`
    Sweeps const* sweeps = nullptr;     ///< clocks(job), see `clock_profile`
    fragmentation_aware<resources_of<Model>> typical{}; ///< tasks that usually come
};

/// A policy, or why this host cannot have it.
template <class Model, class Profiles = no_profiles, class Sweeps = no_sweeps>
struct composition {
    std::optional<any_policy<Model, Profiles, Sweeps>> policy; ///< empty: the text cannot be used here
    std::string error; ///< what is wrong and what to do; empty where there is a policy

    /// There is a policy.
    explicit operator bool() const { return policy.has_value(); }
};

namespace detail {

// What the text asks of a host that this one does not answer; empty where nothing is missing.
template <class Model, class Profiles, class Sweeps>
std::string missing_part(policy_text const& text, host_parts<Model, Profiles, Sweeps> const& parts) {
    if (!parts.profiles && reads_profiles(text))
        return "reads measured rates, and this host has none: leave out efficiency";
    if (!has_estimate<Model> && ranks_by_estimates(text))
        return "ranks by estimates of run time, and this host has none: leave out shortest and response-ratio";
    if (!has_priority<Model> && reads_priorities(text)) return "ranks by priority, and the jobs of this host have none";
    if (!has_domain<Model> && text.placement == placement_name::topology)
        return "places by topology, and the nodes of this host name no racks: use consolidate";
    if (parts.typical.typical.empty() && text.placement == placement_name::fragmentation_aware)
        return "places fragmentation-aware, and this host does not say which tasks usually come: use best-fit";
    if (!parts.sweeps && text.clock.name != clock_name::none)
        return "chooses clocks, and this host has no sweeps of them: leave out the fourth part";
    if (text.admission.name == admission_name::pod_by_pod)
        return "binds pod by pod, a baseline for replays: it holds parts of gangs, which no decision can give";
    return {};
}

} // namespace detail

/// Composes the policy that a text names, for the model and the parts of a host.
///
/// Semantics: decides as the policy composed at compile time. Errors: a value, also where the host does not answer what the
/// policy asks. Complexity: O(|text|). Cost to compile: twelve policies; a host that needs fewer composes them itself.
template <class Model, class Profiles = no_profiles, class Sweeps = no_sweeps>
[[nodiscard]] composition<Model, Profiles, Sweeps> compose(std::string_view text,
                                                           host_parts<Model, Profiles, Sweeps> const& parts = {}) {
    static_assert(check_cluster_model<Model>());
    auto reading = read_policy(text);
    if (!reading) return {std::nullopt, std::move(reading.error)};
    policy_text const& p = *reading.policy;
    if (auto const missing = detail::missing_part(p, parts); !missing.empty())
        return {std::nullopt, "policy " + text::quote(p.text) + " " + missing};

    detail::clock_slot<Sweeps> clock{};
    if constexpr (!std::is_same_v<Sweeps, no_sweeps>) clock = {parts.sweeps, p.clock};
    composition<Model, Profiles, Sweeps> out;
    with_admission(p.admission, [&]<class Admit>(Admit const& admit) {
        if constexpr (!std::is_same_v<Admit, pod_by_pod>) {
            auto const with_rank = [&]<drift Moves>() {
                using rank_type = text_rank<Moves, Profiles>;
                out.policy = policy<rank_type, Admit, any_place<resources_of<Model>>, detail::clock_slot<Sweeps>>{
                    .rank = rank_type{p.rank, parts.profiles},
                    .admit = admit,
                    .place = make_place(p.placement, parts.typical),
                    .clock = clock};
            };
            if (drift_of(p.rank) <= drift::uniform) with_rank.template operator()<drift::uniform>();
            else with_rank.template operator()<drift::arbitrary>();
        }
    });
    return out;
}

} // namespace gangway::runtime
