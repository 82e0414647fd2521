// tool - which GPU of a node a gang holds: the policies count GPUs, a picture needs places.
#pragma once

#include "engine.hpp"

#include <cstdint>
#include <vector>

namespace tool {

/// Neighbouring GPUs of one node, held by one job for all of its run.
struct held_lanes {
    gangway::index job = 0;
    gangway::index node = 0;
    std::int64_t first = 0;
    std::int64_t count = 0;
};

/// Gives each job of a schedule GPUs by number: in the order of the starts, the lowest numbers that are free.
///
/// Semantics: no GPU is held twice at a time. The numbers are ours: no policy chooses among the GPUs of a node.
/// Complexity: O(starts * GPUs of a node).
std::vector<held_lanes> lanes_of(setup const& s, gangway::sim::result const& r);

/// Refuses to draw times that no cluster has seen: a picture has one entry a day, a timeline whole microseconds.
void check_span(setup const& s, gangway::sim::result const& r);

} // namespace tool
