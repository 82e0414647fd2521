// tool - the placements, compiled once for all replays.
#include "any_place.hpp"

namespace tool {

template bool any_place::operator()(gangway::room_now<1> const&, gangway::gang<1> const&, gangway::index, gangway::placement&) const;
template bool any_place::operator()(gangway::room_array<1> const&, gangway::gang<1> const&, gangway::index, gangway::placement&) const;

any_place make_place(placement_name name, setup const& s) {
    switch (name) {
    case placement_name::spread: return {gangway::spread{}};
    case placement_name::consolidate: return {gangway::consolidate{}};
    case placement_name::fragmentation_aware: return {s.by_typical_sizes};
    case placement_name::best_fit: break;
    }
    return {gangway::best_fit{}};
}

} // namespace tool
