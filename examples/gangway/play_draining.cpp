// tool - replays under the admission draining.
#include "play.hpp"

template tool::played tool::detail::play_admission<tool::any_draining>(setup const&, equal_work const&, policy_text const&,
    assigned_profiles const*, request const&);
template tool::played tool::detail::play_admission<tool::any_draining>(setup const&, unequal_work const&, policy_text const&,
    assigned_profiles const*, request const&);
template tool::played tool::detail::play_admission<tool::any_draining>(setup const&, powered_work const&, policy_text const&,
    assigned_profiles const*, request const&);
