// tool - replays under the admission easy.
#include "play.hpp"

namespace tool::detail {

template played play_admission(setup const&, equal_work const&, policy_text const&, assigned_profiles const*,
                               gangway::easy const&, request const&);
template played play_admission(setup const&, unequal_work const&, policy_text const&, assigned_profiles const*,
                               gangway::easy const&, request const&);
template played play_admission(setup const&, powered_work const&, policy_text const&, assigned_profiles const*,
                               gangway::easy const&, request const&);

} // namespace tool::detail
