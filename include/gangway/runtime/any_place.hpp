// L5 - a placement chosen at run time: a variant of the library's placements.
#pragma once

#include <utility>
#include <variant>
#include <vector>

#include "../place/best_fit.hpp"
#include "../place/consolidate.hpp"
#include "../place/fragmentation_aware.hpp"
#include "../place/spread.hpp"
#include "../place/topology.hpp"
#include "words.hpp"

namespace gangway::runtime {

/// Shape: of a model with N resources. One type for all placements, so that an admission is compiled once.
template <std::size_t N>
struct any_place {
    std::variant<best_fit, spread, consolidate, topology, fragmentation_aware<N>> chosen; ///< placement

    template <class Room>
    bool operator()(Room const& room, gang<N> const& g, index group, placement& out) const {
        return std::visit([&](auto const& place) { return place(room, g, group, out); }, chosen);
    }
};

/// The placement that a word names. `typical` are the tasks that usually come, which fragmentation-aware leaves room for.
template <std::size_t N>
[[nodiscard]] any_place<N> make_place(placement_name name, fragmentation_aware<N> typical = {}) {
    switch (name) {
    case placement_name::spread: return {spread{}};
    case placement_name::consolidate: return {consolidate{}};
    case placement_name::topology: return {topology{}};
    case placement_name::fragmentation_aware: return {std::move(typical)};
    case placement_name::best_fit: break;
    }
    return {best_fit{}};
}

} // namespace gangway::runtime
