// tool - from a policy in text to the compiled replay of its admission.
#include "engine.hpp"

#include "error.hpp"

#include <gangway/runtime/admissions.hpp>

namespace tool {

played play(setup const& s, policy_text const& policy, assigned_profiles const* profiles, request const& ask) {
    if (policy.clock.name != clock_name::none && !s.sweeps)
        throw unusable_input{"policy " + in_quotes(policy.text) + " chooses clocks: give their sweeps with --clocks FILE"};
    auto const replay = [&](auto const& work, auto const& admit) -> played {
        if constexpr (std::is_same_v<decltype(work), powered_work const&> &&
                      std::is_same_v<decltype(admit), gangway::pod_by_pod const&>)
            throw unusable_input{"pod-by-pod binds single tasks and knows no power budget; leave out --power-budget"};
        else return detail::play_admission(s, work, policy, profiles, admit, ask);
    };
    return std::visit(
        [&](auto const& work) {
            return gangway::runtime::with_admission(policy.admission, [&](auto const& admit) { return replay(work, admit); });
        },
        s.work);
}

} // namespace tool
