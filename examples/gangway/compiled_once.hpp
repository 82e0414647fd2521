// tool - the parts of a policy that its admission does not change: compiled once, in compiled_once.cpp.
#pragma once

#include "setup.hpp"

#include <gangway/capacity/node_table.hpp>
#include <gangway/runtime/any_place.hpp>
#include <gangway/runtime/text_rank.hpp>

namespace tool {

using term = gangway::runtime::any_term<assigned_profiles>;
using equal_world = gangway::sim::world<gangway::gang<1>>;
using unequal_world = gangway::sim::world<std::vector<gangway::gang<1>>>;
using powered_world = gangway::sim::world<std::vector<gangway::gang<1>>, gangway::sim::power_budget>;

} // namespace tool

extern template bool gangway::runtime::any_place<1>::operator()(gangway::room_now<1> const&, gangway::gang<1> const&, gangway::index,
                                                                gangway::placement&) const;
extern template bool gangway::runtime::any_place<1>::operator()(gangway::room_array<1> const&, gangway::gang<1> const&,
                                                                gangway::index, gangway::placement&) const;
extern template gangway::line gangway::runtime::line_of_term<tool::assigned_profiles>(tool::term const&, tool::equal_world const&,
                                                                                      gangway::sim::job_ref const&, gangway::instant);
extern template gangway::line gangway::runtime::line_of_term<tool::assigned_profiles>(tool::term const&, tool::unequal_world const&,
                                                                                      gangway::sim::job_ref const&, gangway::instant);
extern template gangway::line gangway::runtime::line_of_term<tool::assigned_profiles>(tool::term const&, tool::powered_world const&,
                                                                                      gangway::sim::job_ref const&, gangway::instant);
