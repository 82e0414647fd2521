// tool - replays under the admission protected_greedy.
#include "play.hpp"

namespace tool::detail {

template played play_admission(setup const&, equal_work const&, policy_text const&, assigned_profiles const*,
                               gangway::protected_greedy const&, request const&);
template played play_admission(setup const&, unequal_work const&, policy_text const&, assigned_profiles const*,
                               gangway::protected_greedy const&, request const&);
template played play_admission(setup const&, powered_work const&, policy_text const&, assigned_profiles const*,
                               gangway::protected_greedy const&, request const&);

} // namespace tool::detail
