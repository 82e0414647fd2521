// L3 - which nodes a draining gang holds: those that look free soonest, by one guess or another.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "../fwd.hpp"
#include "../quantity.hpp"

namespace gangway {

/// Nodes with the least expected work first: devices (resource 0) times the square root of the time that each gang on
/// the node has run, plus ten minutes.
///
/// Semantics: run times have heavy tails, so a gang that has run long is expected to run long still; the square root
/// keeps one old gang from outweighing a node full of new ones. Summed in whole numbers: no order of gangs shows.
/// Ties by node id. Complexity: O(running + nodes log nodes).
struct least_expected_work {
    template <class Pass, class Amounts>
    void operator()(Pass const& pass, std::vector<Amounts> const&, std::vector<index>& nodes) const {
        std::vector<std::int64_t> load(pass.nodes().size(), 0);
        pass.each_gang([&](index gang, instant since) {
            double const ran = std::max(0.0, (pass.now() - since).value());
            auto const weight = static_cast<std::int64_t>(1000.0 * std::sqrt(ran + 600.0));
            pass.each_part(gang, [&](index n, std::int64_t tasks, auto const& each) { load[n] += tasks * each[0] * weight; });
        });
        std::sort(nodes.begin(), nodes.end(),
                  [&](index a, index b) { return load[a] != load[b] ? load[a] < load[b] : a < b; });
    }
};

/// The freest nodes first, then those whose newest gang has run longest, then by id.
///
/// Semantics: right where a gang that has run long must end soon, which logs of training clusters do not show.
struct freest_then_oldest {
    template <class Pass, class Amounts>
    void operator()(Pass const& pass, std::vector<Amounts> const& left, std::vector<index>& nodes) const {
        std::vector<double> newest(pass.nodes().size(), -std::numeric_limits<double>::infinity());
        pass.each_gang([&](index gang, instant since) {
            pass.each_part(gang, [&](index n, std::int64_t, auto const&) { newest[n] = std::max(newest[n], since.value()); });
        });
        std::sort(nodes.begin(), nodes.end(), [&](index a, index b) {
            if (left[a] != left[b]) return left[a].of > left[b].of;
            return newest[a] != newest[b] ? newest[a] < newest[b] : a < b;
        });
    }
};

} // namespace gangway
