// L5 - Scrooge: chains of a graph, and the least cost of a chain within a span of time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include "graph.hpp"

namespace gangway::plan::scrooge::detail {

/// One way for one model: seconds it adds to a path, what it costs alone, and which profile it is.
struct option {
    double latency = 0.0;
    double cost = 0.0;
    std::size_t type = 0;
    std::size_t profile = 0;
    double load = 0.0; ///< machines, as a fraction
};

/// A step of a falling staircase: within `latency` seconds, `cost` is the least.
struct step {
    double latency = 0.0;
    double cost = 0.0;
};

inline bool comes_first(option const& a, option const& b) {
    if (a.latency != b.latency) return a.latency < b.latency;
    if (a.cost != b.cost) return a.cost < b.cost;
    return a.type != b.type ? a.type < b.type : a.profile < b.profile;
}

/// Leaves the options that no other one beats in both latency and cost.
inline std::vector<option> undominated(std::vector<option> all) {
    std::sort(all.begin(), all.end(), comes_first);
    std::vector<option> out;
    for (auto const& o : all)
        if (out.empty() || o.cost < out.back().cost) out.push_back(o);
    return out;
}

/// The least cost within `budget` seconds; infinite where nothing is that fast.
template <class Steps>
double least_cost(Steps const& steps, double budget) {
    auto const after =
        std::upper_bound(steps.begin(), steps.end(), budget, [](double b, auto const& s) { return b < s.latency; });
    return after == steps.begin() ? std::numeric_limits<double>::infinity() : std::prev(after)->cost;
}

/// The staircase of one more model before a chain whose staircase is `rest`.
///
/// Semantics: with more than `cap` steps neighbours are merged into (least latency, least cost) of the group: the
/// result then lies below the truth, never above, so it stays a bound.
inline std::vector<step> before(std::vector<option> const& options, std::vector<step> const& rest, double limit,
                                std::size_t cap) {
    std::vector<step> all;
    all.reserve(options.size() * rest.size());
    for (auto const& o : options)
        for (auto const& s : rest)
            if (o.latency + s.latency <= limit) all.push_back({o.latency + s.latency, o.cost + s.cost});
    std::sort(all.begin(), all.end(),
              [](step a, step b) { return a.latency != b.latency ? a.latency < b.latency : a.cost < b.cost; });
    std::vector<step> out;
    for (auto const& s : all)
        if (out.empty() || s.cost < out.back().cost) out.push_back(s);
    if (out.size() <= cap) return out;
    std::size_t const group = (out.size() + cap - 1) / cap;
    std::vector<step> merged;
    for (std::size_t i = 0; i < out.size(); i += group)
        merged.push_back({out[i].latency, out[std::min(i + group, out.size()) - 1].cost});
    return merged;
}

/// Every model in one chain of edges; the longest chain first.
inline std::vector<std::vector<std::size_t>> chains_of(std::size_t models, std::vector<edge> const& edges,
                                                       std::vector<std::size_t> const& order) {
    std::vector<bool> taken(models, false);
    std::vector<std::vector<std::size_t>> out;
    for (std::size_t left = models; left > 0;) {
        std::vector<std::size_t> length(models, 0);
        std::vector<std::size_t> next(models, models);
        std::size_t first = models;
        for (auto m = order.rbegin(); m != order.rend(); ++m) {
            if (taken[*m]) continue;
            for (auto const& e : edges)
                if (e.from == *m && !taken[e.to] && length[e.to] > length[*m]) {
                    length[*m] = length[e.to];
                    next[*m] = e.to;
                }
            ++length[*m];
            if (first == models || length[*m] >= length[first]) first = *m;
        }
        out.emplace_back();
        for (std::size_t m = first; m < models; m = next[m]) {
            out.back().push_back(m);
            taken[m] = true;
            --left;
        }
    }
    return out;
}

} // namespace gangway::plan::scrooge::detail
