// L5 - moves of single jobs and exchanges that make a plan of the cluster better.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "draft.hpp"

namespace gangway::plan::sts::detail {

/// A seat for a job that has none, and by how much the objective moves if the job takes it.
struct offer {
    seat there;
    double change = 0.0;
};

/// The best of all candidates on the fullest open node, on a new one and on a given one; no seat where waiting is
/// better.
template <class Host>
offer best_offer(cluster_draft<Host>& draft, std::size_t j, index also = no_index) {
    offer best;
    auto const try_out = [&](seat const& there) {
        if (!there.taken()) return;
        double const change = draft.change_with(j, there);
        if (change < best.change) best = {there, change};
    };
    for (std::size_t c = 0; c < draft.outlook(j).candidates.size(); ++c) {
        try_out(draft.find(j, c, true));
        try_out(draft.find(j, c, false));
        if (also != no_index) try_out(draft.find_on(j, c, also));
    }
    return best;
}

// Below it a gain may only be rounding.
inline bool is_gain(double change, double of) {
    return change < -1e-9 * (1.0 + std::abs(of));
}

/// Moves one job to where the objective falls most; false where it stays.
template <class Host>
bool move_one(cluster_draft<Host>& draft, std::size_t j) {
    auto const out = draft.take_out(j);
    auto const better = out.fits ? best_offer(draft, j, out.was.node) : offer{};
    if (better.there.taken() && is_gain(out.change + better.change, out.change)) {
        draft.put(j, better.there);
        return true;
    }
    draft.put_back(out);
    return false;
}

/// Gives a waiting job a seat on the node of a running one, which goes where that costs least, or waits: the first such
/// exchange by which the objective falls. False where there is none.
template <class Host>
bool exchange(cluster_draft<Host>& draft, std::size_t waits, std::size_t runs) {
    auto const out = draft.take_out(runs);
    for (std::size_t c = 0; out.fits && c < draft.outlook(waits).candidates.size(); ++c) {
        auto const there = draft.find_on(waits, c, out.was.node);
        if (!there.taken()) continue;
        double const change = out.change + draft.change_with(waits, there);
        draft.put(waits, there);
        auto const next = best_offer(draft, runs, out.was.node);
        if (is_gain(change + next.change, out.change)) {
            if (next.there.taken()) draft.put(runs, next.there);
            return true;
        }
        draft.unput(waits);
    }
    draft.put_back(out);
    return false;
}

/// Moves of single jobs, and exchanges of waiting jobs with running ones, until nothing gets better or `sweeps` are
/// done. Answers how many of them were made.
template <class Host>
std::size_t improve(cluster_draft<Host>& draft, std::vector<std::size_t> const& order, std::size_t sweeps) {
    std::size_t moves = 0;
    for (std::size_t before = moves; sweeps > 0; --sweeps, before = moves) {
        for (std::size_t const j : order) moves += move_one(draft, j) ? 1 : 0;
        for (std::size_t const j : order)
            for (std::size_t i = 0; i < order.size() && !draft.seat_of(j).taken(); ++i)
                if (draft.seat_of(order[i]).taken() && exchange(draft, j, order[i])) ++moves;
        if (moves == before) break;
    }
    return moves;
}

} // namespace gangway::plan::sts::detail
