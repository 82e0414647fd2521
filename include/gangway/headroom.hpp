// L4 - what of the pool nobody holds or has reserved, from now on: watts that may be lent, and for how long.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "scheduler.hpp"

namespace gangway {

/// From `from` until the next step so much of the pool is spare.
template <std::size_t P>
struct headroom_step {
    instant from;     ///< until the next step
    amounts<P> spare; ///< of the pool

    friend constexpr bool operator==(headroom_step const&, headroom_step const&) = default;
};

/// The spare amounts of the pool over time, the first step at `now`.
///
/// Semantics: counts what running gangs hold until their estimated ends, and what the last pass reserved, from each
/// reserved start for the gang's estimate. A host may lend a running gang what every step until then spares, a higher power
/// cap say, without moving a reservation; the scheduler does not know of the loan, so it ends before the next pass that
/// starts anything, or with the step. What a draining gang holds is no reservation in time and counts as spare.
/// Complexity: O(n log n) for n running gangs and reservations.
template <class Model, class Policy>
    requires has_pool<Model>
[[nodiscard]] std::vector<headroom_step<pool_resources_of<Model>>> headroom(scheduler<Model, Policy> const& s, instant now) {
    constexpr std::size_t P = pool_resources_of<Model>;
    auto const& book = s.book();
    auto const of_pool = [&](index job) {
        amounts<P> part;
        for (std::size_t r = 0; r < P; ++r)
            part[r] = book.shapes[book.entries[job].shape].of_pool[resources_of<Model> + r];
        return part;
    };
    double const soon = std::nextafter(now.value(), never_instant.value()); // for what is overdue
    std::vector<headroom_step<P>> changes;
    amounts<P> spare;
    for (std::size_t r = 0; r < P; ++r) spare[r] = book.nodes[book.nodes.size() - 1].free[resources_of<Model> + r];
    for (auto const& gang : book.gangs)
        if (gang.job != no_index && gang.end < never_instant.value())
            changes.push_back({instant{std::max(gang.end, soon)}, of_pool(gang.job)});
    for (index j = 0; j < book.entries.size(); ++j) {
        auto const& e = book.entries[j];
        if (e.now != job_book<Model, Policy>::state::waiting || std::isnan(book.reserved(j))) continue;
        double const start = std::max(book.reserved(j), soon);
        changes.push_back({instant{start}, amounts<P>{} - of_pool(j)});
        if (e.rank.estimate < never_instant.value()) changes.push_back({instant{start + e.rank.estimate}, of_pool(j)});
    }
    std::sort(changes.begin(), changes.end(), [](auto const& a, auto const& b) { return a.from < b.from; });
    std::vector<headroom_step<P>> steps{{now, spare}};
    for (auto const& c : changes) {
        if (steps.back().from < c.from) steps.push_back({c.from, steps.back().spare});
        steps.back().spare += c.spare;
    }
    return steps;
}

} // namespace gangway
