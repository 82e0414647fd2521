// L3 - admission: reservations for the first blocked gangs, or for all of them.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>

#include "../capacity/timeline.hpp"
#include "../fwd.hpp"

namespace gangway {

/// Gives the first `reservations` blocked gangs, in rank order, the earliest start that moves none before them; others
/// start only where they disturb none of these.
///
/// Semantics: planned afresh on each pass from the estimates of what runs. A gang with no finite start gets none and
/// does not count. Where only arrivals at the tail of the order came since the last pass, or on one pool gangs ended
/// just when they were expected, a fresh plan would equal the last one, which is kept instead.
/// Complexity: O(waiting * steps * nodes) for a fresh plan; O(steps * nodes) for an arrival at the tail.
/// Source: Mu'alem and Feitelson, TPDS 12(6), 2001, for conservative; Chiang et al., JSSPP 2002, for K reservations.
struct hybrid {
    static constexpr lookup wants = lookup::best;
    static constexpr bool by_estimate = true;

    int reservations = 1;

    /// The plan of the last pass.
    template <class Pass>
    struct memory {
        struct promise {
            double start;
            std::uint64_t order; // of planning, which is rank order
            index job;
        };
        timeline<Pass::resources> plan;
        std::vector<promise> promises; // heap: soonest first
        std::uint64_t planned = 0;
        std::optional<typename Pass::key_type> last; // of the jobs in the plan, the last in rank order
        bool valid = false;
    };

    template <class Pass>
    void operator()(Pass& pass, memory<Pass>& m) const {
        if (!keep_plan(pass, m)) plan_all(pass, m);
    }

  private:
    static constexpr double forever = std::numeric_limits<double>::infinity();

    // Goes on with the last plan where a fresh one would be the same.
    template <class Pass>
    bool keep_plan(Pass& pass, memory<Pass>& m) const {
        if (!m.valid || reservations != std::numeric_limits<int>::max() || !Pass::order_stands_still) return false;
        if (pass.freed() && (pass.nodes().size() > 1 || !pass.only_ends_on_time())) return false;
        auto const releases = pass.releases();
        double const now = pass.now().value();
        if (!releases.empty() && releases.front().end <= now) return false; // something outlives its estimate
        auto arrivals = pass.arrivals_in_order();
        std::erase_if(arrivals, [&](index job) { return !pass.may_start(job); });
        if (!arrivals.empty() && m.last && !before(*m.last, pass.key(arrivals.front()))) return false;
        m.plan.advance(pass.now());
        while (!m.promises.empty() && m.promises.front().start <= now) {
            auto const due = m.promises.front();
            if (due.start < now || !pass.start(due.job)) return false;
            std::pop_heap(m.promises.begin(), m.promises.end(), later<Pass>);
            m.promises.pop_back();
        }
        for (index job : arrivals) plan_one(pass, m, job, false);
        return true;
    }
    template <class Pass>
    void plan_all(Pass& pass, memory<Pass>& m) const {
        pass.clear_reservations();
        m.promises.clear();
        m.planned = 0;
        m.last.reset();
        m.plan.reset(pass.now(), pass.nodes());
        for (auto const& r : pass.releases()) {
            if (r.end == forever) break;
            double const at = pass.not_before_now(r.end);
            pass.each_part(r.gang, [&](index n, std::int64_t tasks, auto const& each) { m.plan.release(at, n, tasks, each); });
        }
        auto const waiting = pass.in_order();
        for (index job : waiting) {
            bool const only_now = static_cast<std::int64_t>(m.promises.size()) >= reservations;
            if (only_now && !pass.fits(job)) continue;
            plan_one(pass, m, job, only_now);
        }
        m.valid = true;
    }
    // The earliest start of one gang in the plan so far: it starts now, or is reserved.
    template <class Pass>
    void plan_one(Pass& pass, memory<Pass>& m, index job, bool only_now) const {
        double const length = pass.estimate(job);
        placement where;
        double const start = pass.nodes().size() == 1 ? earliest_on_pool(pass, m, job, only_now, where)
                                                      : earliest(pass, m, job, only_now, where);
        if (start <= pass.now().value()) {
            book(pass, m, job, start, start + length, where);
            pass.start_at(job, where);
            return;
        }
        m.last = pass.key(job);
        if (start == forever || only_now) return;
        book(pass, m, job, start, start + length, where);
        pass.reserve(job, instant{start});
        m.promises.push_back({start, m.planned++, job});
        std::push_heap(m.promises.begin(), m.promises.end(), later<Pass>);
    }
    template <class Pass>
    static double earliest(Pass& pass, memory<Pass>& m, index job, bool only_now, placement& where) {
        return m.plan.earliest(
            pass.estimate(job), only_now, [&](auto const* left) { return pass.fits(job, left); },
            [&](auto const* left) {
                where.clear();
                return pass.place(job, left, where);
            });
    }
    template <class Pass>
    static double earliest_on_pool(Pass& pass, memory<Pass>& m, index job, bool only_now, placement& where) {
        amounts<Pass::resources> demand;
        for (auto const& g : pass.shape(job).groups) {
            demand += g.tasks.tasks * g.tasks.each;
            where.push_back({0, g.tasks.tasks, g.at});
        }
        return m.plan.earliest_on_pool(demand, pass.estimate(job), only_now);
    }
    template <class Pass>
    static void book(Pass& pass, memory<Pass>& m, index job, double from, double to, placement const& where) {
        for (auto const& p : where) m.plan.reserve(from, to, p.node, p.tasks, demand_of(pass.shape(job), p.group));
    }
    template <class Pass>
    static bool later(typename memory<Pass>::promise const& a, typename memory<Pass>::promise const& b) {
        return a.start != b.start ? a.start > b.start : a.order > b.order;
    }
};

/// Conservative backfilling: every blocked gang has a reservation.
struct conservative : hybrid {
    constexpr conservative() : hybrid{std::numeric_limits<int>::max()} {}
};

} // namespace gangway
