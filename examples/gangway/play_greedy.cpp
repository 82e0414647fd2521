// tool - replays under the admission greedy.
#include "play.hpp"

template tool::played tool::detail::play_admission<gangway::greedy>(setup const&, equal_work const&, policy_text const&,
    assigned_profiles const*, request const&);
template tool::played tool::detail::play_admission<gangway::greedy>(setup const&, unequal_work const&, policy_text const&,
    assigned_profiles const*, request const&);
template tool::played tool::detail::play_admission<gangway::greedy>(setup const&, powered_work const&, policy_text const&,
    assigned_profiles const*, request const&);
