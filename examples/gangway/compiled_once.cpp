// tool - the parts of a policy that its admission does not change, compiled once for all replays.
#include "compiled_once.hpp"

using namespace gangway;

template bool runtime::any_place<1>::operator()(room_now<1> const&, gang<1> const&, gangway::index, placement&) const;
template bool runtime::any_place<1>::operator()(room_array<1> const&, gang<1> const&, gangway::index, placement&) const;
template line runtime::line_of_term<tool::assigned_profiles>(tool::term const&, tool::equal_world const&, sim::job_ref const&, instant);
template line runtime::line_of_term<tool::assigned_profiles>(tool::term const&, tool::unequal_world const&, sim::job_ref const&, instant);
template line runtime::line_of_term<tool::assigned_profiles>(tool::term const&, tool::powered_world const&, sim::job_ref const&, instant);
