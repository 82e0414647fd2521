// tool - a placement chosen at run time: a variant of the library's placements.
#pragma once

#include "setup.hpp"
#include "vocabulary.hpp"

#include <gangway/capacity/node_table.hpp>
#include <gangway/place/best_fit.hpp>
#include <gangway/place/consolidate.hpp>
#include <gangway/place/spread.hpp>

#include <variant>

namespace tool {

struct any_place {
    std::variant<gangway::best_fit, gangway::spread, gangway::consolidate, gangway::fragmentation_aware<1>> chosen;

    template <class Room, std::size_t N>
    bool operator()(Room const& room, gangway::gang<N> const& g, gangway::index group, gangway::placement& out) const {
        return std::visit([&](auto const& place) { return place(room, g, group, out); }, chosen);
    }
};

// Compiled once, in any_place.cpp.
extern template bool any_place::operator()(gangway::room_now<1> const&, gangway::gang<1> const&, gangway::index,
                                           gangway::placement&) const;
extern template bool any_place::operator()(gangway::room_array<1> const&, gangway::gang<1> const&, gangway::index,
                                           gangway::placement&) const;

any_place make_place(placement_name name, setup const& s);

} // namespace tool
