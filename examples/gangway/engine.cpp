// tool - from a policy in text to the compiled replay of its admission.
#include "engine.hpp"

#include "all_admissions.hpp"
#include "error.hpp"

namespace tool {

played play(setup const& s, policy_text const& policy, assigned_profiles const* profiles, request const& ask) {
    if (policy.clock.name != clock_name::none && !s.sweeps)
        throw unusable_input{"policy " + in_quotes(policy.text) + " chooses clocks: give their sweeps with --clocks FILE"};
    return std::visit(
        [&](auto const& work) {
            auto const go = [&]<class Admit>() { return detail::play_admission<Admit>(s, work, policy, profiles, ask); };
            switch (policy.admission.name) {
            case admission_name::strict: break;
            case admission_name::greedy: return go.template operator()<gangway::greedy>();
            case admission_name::protected_greedy: return go.template operator()<gangway::protected_greedy>();
            case admission_name::draining: return go.template operator()<any_draining>();
            case admission_name::easy: return go.template operator()<gangway::easy>();
            case admission_name::hybrid: return go.template operator()<gangway::hybrid>();
            case admission_name::pod_by_pod:
                if constexpr (!std::is_same_v<decltype(work), powered_work const&>)
                    return go.template operator()<gangway::pod_by_pod>();
                else throw unusable_input{"pod-by-pod binds single tasks and knows no power budget; leave out --power-budget"};
            }
            return go.template operator()<gangway::strict>();
        },
        s.work);
}

} // namespace tool
