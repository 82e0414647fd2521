// tool - replays under the admission pod_by_pod.
#include "play.hpp"

template tool::played tool::detail::play_admission<gangway::pod_by_pod>(setup const&, equal_work const&, policy_text const&,
    assigned_profiles const*, request const&);
template tool::played tool::detail::play_admission<gangway::pod_by_pod>(setup const&, unequal_work const&, policy_text const&,
    assigned_profiles const*, request const&);
