// L5 - Scrooge: what a second is worth at each model: a bound on every plan that costs one addition to read.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include "fronts.hpp"

namespace gangway::plan::scrooge::detail {

/// A flow from sources to sinks: `through` each model, and `all` of it.
///
/// Semantics: for any such flow and any choice that keeps the limit on every path,
/// sum of cost >= sum over models of min over options (cost + through * latency) - all * limit,
/// since a flow is a sum of paths and no path is longer than the limit.
struct time_prices {
    std::vector<double> through;
    double all = 0.0;
    double bound = 0.0;
};

/// A good flow, by steps along the longest path of what the flow so far would choose.
///
/// Semantics: any flow gives a true bound, so it does not matter for exactness when the steps stop.
/// Complexity: O(steps * (options + models * edges)).
inline time_prices good_prices(std::vector<std::vector<option>> const& options, std::vector<edge> const& edges,
                               std::vector<std::size_t> const& order, double limit) {
    constexpr int steps = 400;
    std::size_t const n = options.size();
    time_prices now{std::vector<double>(n, 0.0), 0.0, 0.0};
    time_prices best = now;
    best.bound = -std::numeric_limits<double>::infinity();
    double range = 0.0;
    for (auto const& list : options) {
        auto const [low, high] =
            std::minmax_element(list.begin(), list.end(), [](auto const& a, auto const& b) { return a.cost < b.cost; });
        range += high->cost - low->cost;
    }
    double size = range / limit / 4.0;
    std::vector<double> latency(n);
    std::vector<double> tail(n);
    std::vector<std::size_t> next(n);
    for (int k = 0, since = 0; k < steps; ++k) {
        now.bound = -now.all * limit;
        for (std::size_t m = 0; m < n; ++m) {
            double least = std::numeric_limits<double>::infinity();
            for (auto const& o : options[m]) {
                double const priced = o.cost + now.through[m] * o.latency;
                if (priced < least) {
                    least = priced;
                    latency[m] = o.latency;
                }
            }
            now.bound += least;
        }
        if (now.bound > best.bound) {
            best = now;
            since = 0;
        } else if (++since == 15) {
            now = best;
            size /= 2.0;
            since = 0;
        }
        std::size_t first = n;
        for (auto m = order.rbegin(); m != order.rend(); ++m) {
            tail[*m] = 0.0;
            next[*m] = n;
            for (auto const& e : edges)
                if (e.from == *m && tail[e.to] > tail[*m]) {
                    tail[*m] = tail[e.to];
                    next[*m] = e.to;
                }
            tail[*m] += latency[*m];
            if (first == n || tail[*m] > tail[first]) first = *m;
        }
        if (tail[first] > limit) {
            for (std::size_t m = first; m < n; m = next[m]) now.through[m] += size;
            now.all += size;
        } else if (now.all > 0.0) {
            double const keep = std::max(0.5, 1.0 - size / now.all);
            for (auto& f : now.through) f *= keep;
            now.all *= keep;
        }
    }
    return best;
}

} // namespace gangway::plan::scrooge::detail
