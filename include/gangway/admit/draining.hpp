// L3 - admission: a reservation without estimates; old gangs drain the nodes that look free soonest.
#pragma once

#include <algorithm>

#include "../place/gang.hpp"
#include "../quantity.hpp"
#include "greedy.hpp"
#include "hold_order.hpp"

namespace gangway {

/// A gang that has waited `after` holds the nodes that look free soonest: they take no new work until it starts.
///
/// Semantics: at most `at_most` gangs hold at once, in order of submission; everything else flows around them. Nodes are
/// chosen anew on every pass, in the order that `Order` guesses. A hold is an amount: a large node keeps its other room
/// open. A gang that the cluster cannot hold beside the earlier holds waits without one.
/// Complexity: O(holds * (nodes log nodes + running)) a pass, beside greedy over the rest.
template <class Order>
struct draining_by {
    static constexpr lookup wants = lookup::best;
    static constexpr bool by_age = true;

    duration after;                      ///< a gang that has waited so long holds nodes
    int at_most = 1;                     ///< gangs that hold at one time
    [[no_unique_address]] Order order{}; ///< in which nodes are taken to be held

    template <class Pass>
    void operator()(Pass& pass) const {
        std::vector<index> aged;
        pass.each_by_age([&](index job) {
            if (pass.waited(job) < after) return false;
            aged.push_back(job);
            return true;
        });
        if (aged.empty()) {
            greedy{}(pass);
            return;
        }
        constexpr std::size_t N = Pass::resources;
        auto const& nodes = pass.nodes();
        std::vector<amounts<N>> held(nodes.size());
        std::vector<amounts<N>> left(nodes.size());
        for (index n = 0; n < nodes.size(); ++n) left[n] = nodes[n].free;
        int holding = 0;
        std::vector<index> kept; // gangs that hold: not for the others to start
        for (index job : aged) {
            if (!pass.may_start(job)) continue;
            placement where;
            if (pass.place(job, left.data(), where)) {
                pass.start_at(job, where);
                refresh(left, where, nodes, held);
            } else if (holding < at_most && hold(pass, job, left, held)) {
                ++holding;
                pass.claim(job);
                kept.push_back(job);
            }
        }
        if (kept.empty()) {
            greedy{}(pass);
            return;
        }
        pass.leave_open();
        pass.look_at_all();
        for (;;) {
            index const job = pass.best_among(left.data(), kept);
            if (job == no_index) return;
            placement where;
            if (!pass.place(job, left.data(), where)) return; // a placement that refuses room which holds the gang
            pass.start_at(job, where);
            refresh(left, where, nodes, held);
        }
    }

  private:
    // What group by group misses: a placement of unequal tasks on the nodes as they would be without any work.
    template <class Pass, std::size_t N>
    static bool hold_as_placed(Pass& pass, index job, std::vector<amounts<N>>& held) {
        auto const& nodes = pass.nodes();
        std::vector<amounts<N>> room(nodes.size());
        for (index n = 0; n < nodes.size(); ++n) room[n] = nodes[n].capacity - held[n];
        placement where;
        if (!pass.place(job, room.data(), where)) return false;
        for (auto const& p : where) held[p.node] += p.tasks * demand_of(pass.shape(job), p.group);
        return true;
    }
    template <std::size_t N, class Nodes>
    static void refresh(std::vector<amounts<N>>& left, placement const& where, Nodes const& nodes,
                        std::vector<amounts<N>> const& held) {
        for (auto const& p : where) left[p.node] = room_beside(nodes[p.node].free, held[p.node]);
    }
    template <std::size_t N>
    static amounts<N> room_beside(amounts<N> free, amounts<N> const& held) {
        for (std::size_t r = 0; r < N; ++r) free[r] = std::max<std::int64_t>(0, free[r] - held[r]);
        return free;
    }
    // Chooses nodes for one gang; all its tasks or none.
    template <class Pass, std::size_t N>
    bool hold(Pass& pass, index job, std::vector<amounts<N>>& left, std::vector<amounts<N>>& held) const {
        auto const& nodes = pass.nodes();
        std::vector<index> soonest;
        for (index n = 0; n < nodes.size(); ++n)
            if (pass.usable(job, n)) soonest.push_back(n);
        order(pass, left, soonest);
        auto const before = held;
        for (auto const& g : pass.shape(job).groups) {
            std::int64_t wanted = g.tasks.tasks;
            for (std::size_t i = 0; i < soonest.size() && wanted > 0; ++i) {
                index const n = soonest[i];
                auto const here = std::min(wanted, tasks_that_fit(g.tasks.each, nodes[n].capacity - held[n]));
                held[n] += here * g.tasks.each;
                wanted -= here;
            }
            if (wanted > 0) {
                held = before;
                if (!hold_as_placed(pass, job, held)) return false;
                break;
            }
        }
        for (index n = 0; n < nodes.size(); ++n)
            if (held[n] != before[n]) left[n] = room_beside(nodes[n].free, held[n]);
        return true;
    }
};

/// Draining that guesses by expected work: the order that did best on the week of docs/results.md.
using draining = draining_by<least_expected_work>;

} // namespace gangway
