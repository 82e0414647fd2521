// L5 - Pareto sets in one, two or three dimensions, each value made small or large, in the time of a sort.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <ranges>
#include <vector>

#include "objective.hpp"
#include "radix_order.hpp"

namespace gangway::cost {

/// What becomes of points that are equal in every objective and that nothing dominates.
enum class equal_points {
    all,  ///< all of them are in the set: none is better than the other
    first ///< the first one in the order of input stands for them
};

/// Indices into the range of points, both lists rising.
struct pareto_set {
    std::vector<std::size_t> front;   ///< places of the points that no other beats, in the order of the range
    std::vector<std::size_t> refused; ///< points with a value that is NaN or infinite: they neither win nor lose
};

namespace detail {

template <std::size_t D>
struct pareto_point {
    std::array<double, D> at; ///< all to be made small
    std::size_t index;
};

template <std::size_t D>
bool no_worse(std::array<double, D> const& a, std::array<double, D> const& b) {
    bool all = true;
    for (std::size_t d = 0; d < D; ++d) all &= a[d] <= b[d]; // without a branch: the outcome cannot be foretold
    return all;
}

// One good point beats most of a crowd: dropping those first leaves a fraction to sort, unless most are on the front.
template <std::size_t D>
void drop_beaten_by_one(std::vector<pareto_point<D>>& points) {
    auto low = points.front().at;
    auto high = low;
    for (auto const& p : points)
        for (std::size_t d = 0; d < D; ++d) {
            low[d] = std::min(low[d], p.at[d]);
            high[d] = std::max(high[d], p.at[d]);
        }
    std::array<double, D> scale{};
    for (std::size_t d = 0; d < D; ++d) scale[d] = high[d] > low[d] ? 1.0 / (high[d] - low[d]) : 0.0;
    auto pivot = points.front().at;
    double least = std::numeric_limits<double>::infinity();
    for (auto const& p : points) {
        double sum = 0.0;
        for (std::size_t d = 0; d < D; ++d) sum += (p.at[d] - low[d]) * scale[d];
        if (sum < least) {
            least = sum;
            pivot = p.at;
        }
    }
    std::size_t kept = 0;
    for (auto const& p : points) {
        bool const beaten = no_worse(pivot, p.at) && pivot != p.at;
        points[kept] = p;
        kept += beaten ? 0 : 1;
    }
    points.resize(kept);
}

// Smallest value so far over the ranks up to some rank: a Fenwick tree of minima.
class prefix_minimum {
  public:
    explicit prefix_minimum(std::size_t ranks) : tree_(ranks + 1, std::numeric_limits<double>::infinity()) {}

    [[nodiscard]] double up_to(std::size_t rank) const {
        double least =
            std::numeric_limits<double>::infinity(); // no early way out: a branch less that cannot be foretold
        for (std::size_t i = rank + 1; i > 0; i &= i - 1) least = std::min(least, tree_[i]);
        return least;
    }
    void put(std::size_t rank, double value) {
        // What stands further up covers this place too, so it is as small already where this one is.
        for (std::size_t i = rank + 1; i < tree_.size() && value < tree_[i]; i += i & (~i + 1)) tree_[i] = value;
    }

  private:
    std::vector<double> tree_;
};

template <std::size_t D>
std::vector<std::uint32_t> order_by(std::vector<pareto_point<D>> const& points, std::size_t by) {
    return radix_order(
        points.size(), [&](std::size_t i) { return points[i].at[by]; },
        [&](std::uint32_t a, std::uint32_t b) {
            for (std::size_t d = by; d < D; ++d)
                if (points[a].at[d] != points[b].at[d]) return points[a].at[d] < points[b].at[d];
            return a < b;
        });
}

// Calls `found(p)` for each point that nothing dominates, given their lexicographic order, in which only an earlier
// point can dominate a later one. Equal points stand side by side there, so a point is compared with the last one
// found.
template <std::size_t D, class Found>
void sweep(std::vector<pareto_point<D>> const& points, std::vector<std::uint32_t> const& order, equal_points equals,
           Found found) {
    auto last = order.front();
    auto const repeats_last = [&](std::uint32_t p) {
        return equals == equal_points::all && points[p].at == points[last].at;
    };
    if constexpr (D <= 2) {
        double lowest = std::numeric_limits<double>::infinity();
        for (auto const p : order) {
            double const y = points[p].at[D - 1];
            if (D == 1 ? p == last : y < lowest) {
                lowest = y;
                last = p;
            } else if (y != lowest || !repeats_last(p)) {
                continue;
            }
            found(p);
        }
    } else {
        std::vector<std::uint32_t> rank(points.size()); // of the second value
        std::uint32_t ranks = 0;
        double before = std::numeric_limits<double>::quiet_NaN();
        for (auto const p : order_by(points, 1)) {
            ranks += points[p].at[1] != before ? 1U : 0U;
            before = points[p].at[1];
            rank[p] = ranks - 1;
        }
        struct tail {
            double z;
            std::uint32_t rank;
            std::uint32_t point;
        };
        std::vector<tail> tails; // side by side, so that the loop below waits for the tree alone
        tails.reserve(order.size());
        for (auto const p : order) tails.push_back({points[p].at[2], rank[p], p});
        prefix_minimum seen{ranks};
        double z = std::numeric_limits<double>::quiet_NaN(); // of the last point found
        for (auto const& t : tails) {
            if (seen.up_to(t.rank) > t.z) {
                seen.put(t.rank, t.z);
                last = t.point;
                z = t.z;
            } else if (t.z != z || !repeats_last(t.point)) {
                continue;
            }
            found(t.point);
        }
    }
}

} // namespace detail

/// The points that no other point dominates: is no worse in every objective and better in one.
///
/// Shape: one to three objectives: `pareto_front(points, minimise{&p::latency}, minimise{&p::joules},
/// maximise{&p::success})`.
/// Semantics: comparisons are exact. Equal points are all kept, or the first one with `equal_points::first`. Points
/// with a NaN or an infinity are refused: listed, and otherwise as if they were not there.
/// Expects: less than 2^32 points.
/// Complexity: O(n log n): an order by the first value, and in three dimensions one by the second and a tree over its
/// ranks. About 100 bytes a point.
/// Source: Kung, Luccio, Preparata, "On Finding the Maxima of a Set of Vectors", J. ACM 22(4) 1975.
template <std::ranges::forward_range Points, class... Objectives>
    requires(sizeof...(Objectives) >= 1 && sizeof...(Objectives) <= 3)
[[nodiscard]] pareto_set pareto_front(equal_points equals, Points const& points, Objectives const&... objectives) {
    constexpr std::size_t D = sizeof...(Objectives);
    pareto_set out;
    std::vector<detail::pareto_point<D>> rows;
    if constexpr (std::ranges::sized_range<Points const>)
        rows.reserve(static_cast<std::size_t>(std::ranges::size(points)));
    std::size_t n = 0;
    for (auto const& p : points) {
        detail::pareto_point<D> const row{{objectives.cost(p)...}, n++};
        if (std::all_of(row.at.begin(), row.at.end(), [](double v) { return std::isfinite(v); })) {
            rows.push_back(row);
        } else {
            out.refused.push_back(row.index);
        }
    }
    if (rows.empty()) return out;
    detail::drop_beaten_by_one(rows);
    auto const order = detail::order_by(rows, 0);
    std::vector<unsigned char> on_front(rows.size(), 0);
    std::size_t count = 0;
    detail::sweep(rows, order, equals, [&](std::uint32_t p) {
        on_front[p] = 1;
        ++count;
    });
    out.front.reserve(count);
    for (std::size_t p = 0; p < rows.size(); ++p) // still in the order of input
        if (on_front[p] != 0) out.front.push_back(rows[p].index);
    return out;
}

/// More than three objectives: pair by pair. Complexity: O(n * front).
template <std::ranges::forward_range Points, class... Objectives>
    requires(sizeof...(Objectives) >= 1 && sizeof...(Objectives) <= 3)
[[nodiscard]] pareto_set pareto_front(Points const& points, Objectives const&... objectives) {
    return pareto_front(equal_points::all, points, objectives...);
}

} // namespace gangway::cost
