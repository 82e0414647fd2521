// L5 - the configurations that a plan can need: none slower and dearer than another, and their lower convex hull.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <vector>

#include "../../config.hpp"
#include "configuration.hpp"

namespace gangway::plan::sts {

/// One configuration as the planners see it: seconds and joules of an epoch, and its position in the host's range.
struct speed {
    double seconds = 0.0; ///< of an epoch
    double joules = 0.0;  ///< of an epoch
    std::size_t at = 0;   ///< place of the configuration
};

/// Keeps what no other beats in both time and energy, from slow and cheap to fast and dear.
///
/// Semantics: of two that are equal the earlier one. Complexity: O(n log n).
inline void keep_undominated(std::vector<speed>& all) {
    std::sort(all.begin(), all.end(), [](speed const& a, speed const& b) {
        if (a.seconds != b.seconds) return a.seconds < b.seconds;
        return a.joules != b.joules ? a.joules < b.joules : a.at < b.at;
    });
    std::size_t kept = 0;
    for (speed const& s : all)
        if (kept == 0 || s.joules < all[kept - 1].joules) all[kept++] = s;
    all.resize(kept);
    std::reverse(all.begin(), all.end());
}

/// The corners of the lower convex hull of undominated speeds, ends included: the rates of exchange of joules for
/// seconds rise strictly from corner to corner.
inline void keep_hull(std::vector<speed>& undominated) {
    std::size_t kept = 0;
    for (speed const s : undominated) {
        auto const on_or_above = [&](speed const& a, speed const& b) { // b is no corner between a and s
            return (b.joules - a.joules) * (a.seconds - s.seconds) >= (s.joules - a.joules) * (a.seconds - b.seconds);
        };
        while (kept >= 2 && on_or_above(undominated[kept - 2], undominated[kept - 1])) --kept;
        undominated[kept++] = s;
    }
    undominated.resize(kept);
}

/// The undominated speeds of a range of configurations.
///
/// Expects: times and energies that are positive and finite.
template <class Configurations, class Figures = epoch_figures<>>
[[nodiscard]] std::vector<speed> speeds_of(Configurations const& configurations, Figures const& figures = {}) {
    std::vector<speed> all;
    std::size_t i = 0;
    for (auto const& c : configurations) {
        double const t = duration{std::invoke(figures.seconds, c)}.value();
        double const e = energy{std::invoke(figures.joules, c)}.value();
        GANGWAY_EXPECTS(t > 0.0 && t < 1e300 && e > 0.0 && e < 1e300,
                        "an epoch takes positive, finite seconds and joules");
        all.push_back({t, e, i++});
    }
    keep_undominated(all);
    return all;
}

} // namespace gangway::plan::sts
