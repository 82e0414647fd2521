// L3 - admission: the first blocked gang has a reservation; others may pass if it does not move.
#pragma once

#include <algorithm>
#include <limits>

#include "../place/pool.hpp"
#include "../fwd.hpp"

namespace gangway {

/// EASY backfilling over every resource and any placement.
///
/// Semantics: the head's reservation is a time, the shadow: the first at which it fits, by the estimates of what runs. A
/// later gang starts only if the shadow does not move: it ends by then, or the head still fits beside it. The best-ranked
/// such gang starts first, until there is none. Without a finite shadow the others may all pass.
/// A gang of one task is tried on every node before it is refused; larger ones where the policy places them, and beside
/// the head on the nodes that they cannot use.
/// Complexity: O(releases until the shadow * groups) for the shadow, O(shapes + log n) a start.
/// Source: Lifka, "The ANL/IBM SP scheduling system", JSSPP 1995; Mu'alem and Feitelson, TPDS 12(6), 2001.
struct easy {
    static constexpr lookup wants = lookup::best_within;
    static constexpr bool by_estimate = true;

    /// What a pass keeps for the next one, while nothing but arrivals happens.
    template <class Pass>
    struct memory {
        static constexpr std::size_t N = Pass::resources;

        index head = no_index;
        double shadow = 0.0;
        std::vector<amounts<N>> left; // room at the shadow, before the head
        std::int64_t spare = 0;       // tasks of an equal head that fit at the shadow beyond its own
        gang_groups<N> shape;
        placement where; // scratch of a pass
        placement best_where;
    };

    template <class Pass>
    void operator()(Pass& pass, memory<Pass>& m) const {
        index head = pass.best();
        bool const known = !pass.freed() && head != no_index && head == m.head && pass.now().value() < m.shadow;
        if (!known) {
            while (head != no_index && pass.start(head)) head = pass.best();
            m.head = head;
            if (head == no_index) {
                pass.clear_reservations();
                return;
            }
            find_shadow(pass, m);
        }
        pass.claim(head);
        pass.clear_reservations();
        if (m.shadow < forever) pass.reserve(head, instant{m.shadow});
        if (known) pass.look_at_arrivals();
        else pass.look_at_all();
        fill(pass, m);
    }

  private:
    static constexpr double forever = std::numeric_limits<double>::infinity();

    template <class Pass>
    static void find_shadow(Pass& pass, memory<Pass>& m) {
        auto const& nodes = pass.nodes();
        m.shape = pass.shape(m.head);
        m.left.resize(nodes.size());
        for (index n = 0; n < nodes.size(); ++n) m.left[n] = nodes[n].free;
        m.shadow = forever;
        bool const equal = m.shape.groups.size() == 1;
        m.spare = equal ? head_tasks(pass, m) - m.shape.groups[0].tasks.tasks : -1;
        auto const& releases = pass.releases();
        for (auto r = releases.rbegin(); r != releases.rend() && m.spare < 0;) {
            double const at = pass.not_before_now(r->end);
            if (at == forever) return;
            for (; r != releases.rend() && pass.not_before_now(r->end) == at; ++r)
                pass.each_part(r->gang, [&](index n, std::int64_t tasks, auto const& each) {
                    auto const& demand = m.shape.groups[0].tasks.each;
                    bool const counts = equal && pass.usable(m.head, n);
                    if (counts) m.spare -= tasks_that_fit(demand, m.left[n]);
                    m.left[n] += tasks * each;
                    if (counts) m.spare += tasks_that_fit(demand, m.left[n]);
                });
            if (!equal && pass.fits(m.head, m.left.data())) m.spare = 0;
            if (m.spare >= 0) m.shadow = at;
        }
    }
    template <class Pass>
    static std::int64_t head_tasks(Pass& pass, memory<Pass> const& m) {
        auto const& g = m.shape.groups[0].tasks;
        std::int64_t sum = 0;
        for (index n = 0; n < m.left.size(); ++n)
            if (pass.usable(m.head, n)) sum += tasks_that_fit(g.each, m.left[n]);
        return sum;
    }

    template <class Pass>
    static void fill(Pass& pass, memory<Pass>& m) {
        double const limit = m.shadow - pass.now().value();
        for (;;) {
            index best = no_index;
            m.best_where.clear(); // empty: where the policy says
            pass.each_that_fits([&](index first) { // the best-ranked gang of each shape that fits; never the head's shape
                m.where.clear();
                index job = first;
                if (m.shadow < forever && pass.estimate(first) > limit && !beside(pass, m, first, m.where)) {
                    m.where.clear();
                    job = pass.best_within(first, limit); // over by the shadow, wherever it runs
                }
                if (job == no_index || (best != no_index && !pass.ranks_before(job, best))) return;
                best = job;
                m.best_where.swap(m.where);
            });
            if (best == no_index) return;
            if (m.best_where.empty()) {
                if (!pass.start(best)) return; // a placement that refuses room which holds the gang
                continue;
            }
            head_fits_after(pass, m, best, m.best_where, true);
            pass.start_at(best, m.best_where);
            if (pass.nodes().size() > 1) pass.look_at_all(); // the policy's next choice of nodes may disturb nobody
        }
    }

    // Finds a placement of the gang beside which the head still fits at the shadow.
    template <class Pass>
    static bool beside(Pass& pass, memory<Pass>& m, index job, placement& where) {
        auto const& nodes = pass.nodes();
        if (pass.place(job, where) && head_fits_after(pass, m, job, where, false)) return true;
        if (nodes.size() == 1) return false;
        auto left = std::vector<amounts<Pass::resources>>(nodes.size());
        auto const& groups = pass.shape(job).groups;
        bool const pooled = groups.back().at == pool_group; // and beside that one task: tried on every node
        if (groups.size() == (pooled ? 2 : 1) && groups[0].tasks.tasks == 1) {
            index const pool = nodes.size() - 1;
            for (index n = 0; n < nodes.size(); ++n) {
                if (!pass.usable(job, n) || !fits(groups[0].tasks.each, nodes[n].free)) continue;
                placement here{{n, 1, groups[0].at}};
                if (pooled) here.push_back({pool, 1, pool_group});
                if (head_fits_after(pass, m, job, here, false)) left[n] = nodes[n].free;
            }
            if (pooled) left[pool] = nodes[pool].free;
        } else {
            keep_clear_of_head(pass, m, job, left);
        }
        where.clear();
        return pass.place(job, left.data(), where) && head_fits_after(pass, m, job, where, false);
    }
    // Puts an equal head where the gang can do least now, and gives what that leaves free both now and at the shadow.
    template <class Pass>
    static void keep_clear_of_head(Pass& pass, memory<Pass> const& m, index job, std::vector<amounts<Pass::resources>>& left) {
        auto const& nodes = pass.nodes();
        auto at_shadow = m.left;
        auto const& each = pass.shape(job).groups[0].tasks.each;
        std::vector<index> order;
        for (index n = 0; n < nodes.size(); ++n)
            if (pass.usable(m.head, n)) order.push_back(n);
        std::sort(order.begin(), order.end(), [&](index a, index b) {
            auto const x = tasks_that_fit(each, nodes[a].free);
            auto const y = tasks_that_fit(each, nodes[b].free);
            return x != y ? x < y : a < b;
        });
        for (auto const& g : m.shape.groups) {
            std::int64_t wanted = g.tasks.tasks;
            for (index n : order) {
                auto const here = std::min(wanted, tasks_that_fit(g.tasks.each, at_shadow[n]));
                at_shadow[n] -= here * g.tasks.each;
                wanted -= here;
            }
        }
        for (index n = 0; n < nodes.size(); ++n)
            for (std::size_t r = 0; r < Pass::resources; ++r)
                left[n][r] = std::max<std::int64_t>(0, std::min(nodes[n].free[r], at_shadow[n][r]));
    }
    // Does the head fit at the shadow beside a gang that still runs there? Keeps the gang in the picture if told to.
    template <class Pass>
    static bool head_fits_after(Pass& pass, memory<Pass>& m, index job, placement const& where, bool keep) {
        auto const& shape = pass.shape(job);
        std::int64_t spare = m.spare;
        bool const equal = m.shape.groups.size() == 1;
        for (auto const& p : where) {
            auto const& demand = m.shape.groups[0].tasks.each;
            bool const counts = equal && pass.usable(m.head, p.node);
            if (counts) spare -= tasks_that_fit(demand, m.left[p.node]);
            m.left[p.node] -= p.tasks * demand_of(shape, p.group);
            if (counts) spare += tasks_that_fit(demand, m.left[p.node]);
        }
        bool const holds = equal ? spare >= 0 : pass.fits(m.head, m.left.data());
        if (keep) {
            m.spare = equal ? spare : m.spare;
        } else {
            for (auto const& p : where) m.left[p.node] += p.tasks * demand_of(shape, p.group);
        }
        return holds;
    }
};

} // namespace gangway
