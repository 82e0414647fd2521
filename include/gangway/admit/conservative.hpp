// L3 - admission: reservations for the first blocked gangs, or for all of them.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "../capacity/timeline.hpp"
#include "../fwd.hpp"

namespace gangway {

namespace detail {

/// What a plan in which room only shrinks says about gangs of one shape: none of that length or longer starts earlier.
class start_floor {
  public:
    [[nodiscard]] double at(double length) const {
        auto const above = first_above(length);
        return above == steps_.begin() ? -std::numeric_limits<double>::infinity() : (above - 1)->start;
    }
    void raise(double length, double start) {
        if (start <= at(length)) return;
        auto const from = std::lower_bound(steps_.begin(), steps_.end(), length,
                                           [](step const& s, double l) { return s.length < l; });
        auto to = from;
        while (to != steps_.end() && to->start <= start) ++to;
        if (from == to) {
            steps_.insert(from, {length, start});
        } else {
            *from = {length, start};
            steps_.erase(from + 1, to);
        }
    }

  private:
    struct step {
        double length;
        double start;
    };
    [[nodiscard]] std::vector<step>::const_iterator first_above(double length) const {
        return std::upper_bound(steps_.begin(), steps_.end(), length, [](double l, step const& s) { return l < s.length; });
    }

    std::vector<step> steps_; // ascending in both
};

} // namespace detail

/// Gives the first `reservations` blocked gangs, in rank order, the earliest start that moves none before them; others
/// start only where they disturb none of these.
///
/// Semantics: planned afresh on each pass from the estimates of what runs. A gang with no finite start gets none and
/// does not count. Where only arrivals at the tail of the order came since the last pass, or on one pool gangs ended
/// just when they were expected to, a fresh plan would equal the last one, which is kept instead.
/// Complexity: O(waiting * steps * nodes) for a fresh plan; O(steps * nodes) for an arrival at the tail.
/// Source: Mu'alem and Feitelson, TPDS 12(6), 2001, for conservative; Chiang et al., JSSPP 2002, for K reservations.
struct hybrid {
    static constexpr lookup wants = lookup::best;
    static constexpr bool by_estimate = true;

    int reservations = 1; ///< how many blocked gangs have one

    /// The plan of the last pass.
    template <class Pass>
    struct memory {
        struct promise {
            double start;
            std::uint64_t order; // of planning, which is rank order
            index job;
            placement where;
        };
        timeline<Pass::resources> plan;
        std::vector<promise> promises; // heap: soonest first
        std::uint64_t planned = 0;
        std::optional<typename Pass::key_type> last; // of the jobs in the plan, the last in rank order
        std::vector<detail::start_floor> floors;     // by shape
        bool valid = false;
        placement where; // scratch
    };

    template <class Pass>
    void operator()(Pass& pass, memory<Pass>& m) const {
        if (!keep_plan(pass, m)) plan_all(pass, m);
    }

  private:
    static constexpr double forever = std::numeric_limits<double>::infinity();

    // Goes on with the last plan where a fresh one would be the same. Over several nodes it would not, even if all ends
    // are on time: a gang that has started meanwhile makes its nodes tighter for those that rank before it.
    template <class Pass>
    bool keep_plan(Pass& pass, memory<Pass>& m) const {
        if (!m.valid || reservations != std::numeric_limits<int>::max() || !Pass::order_stands_still || Pass::counts_limits)
            return false;
        if (pass.freed() && (pass.nodes().size() > 1 || !pass.only_ends_on_time())) return false;
        auto const& releases = pass.releases();
        double const now = pass.now().value();
        if (!releases.empty() && releases.back().end <= now) return false; // something outlives its estimate
        auto arrivals = pass.arrivals_in_order();
        std::erase_if(arrivals, [&](index job) { return !pass.may_start(job); });
        if (!arrivals.empty() && m.last && !before(*m.last, pass.key(arrivals.front()))) return false;
        m.plan.advance(pass.now());
        while (!m.promises.empty() && m.promises.front().start <= now) {
            if (m.promises.front().start < now) return false;
            std::pop_heap(m.promises.begin(), m.promises.end(), later<Pass>);
            auto const due = std::move(m.promises.back());
            m.promises.pop_back();
            pass.start_at(due.job, due.where);
        }
        for (index job : arrivals) plan_one(pass, m, job, false);
        return true;
    }
    template <class Pass>
    void plan_all(Pass& pass, memory<Pass>& m) const {
        pass.clear_reservations();
        m.promises.clear();
        m.floors.clear();
        m.planned = 0;
        m.last.reset();
        m.plan.reset(pass.now(), pass.nodes());
        auto const& releases = pass.releases();
        for (auto r = releases.rbegin(); r != releases.rend() && r->end < forever; ++r) {
            double const at = pass.not_before_now(r->end);
            pass.each_part(r->gang, [&](index n, std::int64_t tasks, auto const& each) { m.plan.release(at, n, tasks, each); });
        }
        m.valid = true;
        auto const waiting = pass.in_order();
        for (index job : waiting) {
            bool const only_now = static_cast<std::int64_t>(m.promises.size()) >= reservations;
            if (only_now && !pass.fits(job)) continue;
            plan_one(pass, m, job, only_now);
        }
    }
    // The earliest start of one gang in the plan so far: it starts now, or is reserved.
    template <class Pass>
    void plan_one(Pass& pass, memory<Pass>& m, index job, bool only_now) const {
        if (!pass.may_start(job)) return; // others of its group have taken or claimed the rest of the limit
        double const length = pass.estimate(job);
        if (m.floors.size() <= pass.shape_of(job)) m.floors.resize(pass.shape_of(job) + 1);
        auto& floor = m.floors[pass.shape_of(job)];
        m.where.clear();
        double const start = pass.nodes().size() == 1 ? earliest_on_pool(pass, m, job, only_now, floor.at(length))
                                                      : earliest(pass, m, job, only_now, floor.at(length));
        if (!only_now) floor.raise(length, start);
        if (start <= pass.now().value()) {
            book(pass, m, job, start, start + length);
            pass.start_at(job, m.where);
            // Over several nodes a start behind a reservation may change where a fresh plan puts the reserved gang.
            if (pass.nodes().size() > 1 && !m.promises.empty()) m.valid = false;
            return;
        }
        m.last = pass.key(job);
        if (start == forever || only_now) return;
        book(pass, m, job, start, start + length);
        pass.reserve(job, instant{start});
        pass.claim(job);
        m.promises.push_back({start, m.planned++, job, m.where});
        std::push_heap(m.promises.begin(), m.promises.end(), later<Pass>);
    }
    template <class Pass>
    static double earliest(Pass& pass, memory<Pass>& m, index job, bool only_now, double not_before) {
        return m.plan.earliest(
            pass.estimate(job), only_now, [&](auto const* left) { return pass.fits(job, left); },
            [&](auto const* left) {
                m.where.clear();
                return pass.place(job, left, m.where);
            },
            not_before);
    }
    template <class Pass>
    static double earliest_on_pool(Pass& pass, memory<Pass>& m, index job, bool only_now, double not_before) {
        amounts<Pass::resources> demand;
        for (auto const& g : pass.shape(job).groups) {
            demand += g.tasks.tasks * g.tasks.each;
            m.where.push_back({0, g.tasks.tasks, g.at});
        }
        return m.plan.earliest_on_pool(demand, pass.estimate(job), only_now, not_before);
    }
    template <class Pass>
    static void book(Pass& pass, memory<Pass>& m, index job, double from, double to) {
        if (!(to > from)) { // an estimate of nothing, or lost in rounding: it holds its nodes for an instant all the same
            to = std::nextafter(from, forever);
            m.valid = false;
        }
        for (auto const& p : m.where) m.plan.reserve(from, to, p.node, p.tasks, demand_of(pass.shape(job), p.group));
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
