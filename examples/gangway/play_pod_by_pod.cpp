// tool - replays under the admission pod_by_pod.
#include "play.hpp"

namespace tool::detail {

template played play_admission(setup const&, equal_work const&, policy_text const&, assigned_profiles const*,
                               gangway::pod_by_pod const&, request const&);
template played play_admission(setup const&, unequal_work const&, policy_text const&, assigned_profiles const*,
                               gangway::pod_by_pod const&, request const&);

} // namespace tool::detail
