// tool - replays under the admission strict.
#include "play.hpp"

template tool::played tool::detail::play_admission<gangway::strict>(setup const&, equal_work const&, policy_text const&,
    assigned_profiles const*, request const&);
template tool::played tool::detail::play_admission<gangway::strict>(setup const&, unequal_work const&, policy_text const&,
    assigned_profiles const*, request const&);
template tool::played tool::detail::play_admission<gangway::strict>(setup const&, powered_work const&, policy_text const&,
    assigned_profiles const*, request const&);
