// L5 - the cluster heuristic of STS: jobs by pressure, open nodes first, random restarts, then moves and exchanges.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "improve.hpp"

namespace gangway::plan::sts {

/// How hard the heuristic tries.
struct cluster_options {
    std::size_t restarts = 64;   ///< the first two not random: by plans with the node charged whole, then packed
    std::size_t elite = 4;       ///< so many of the best plans are improved by moves and exchanges of jobs
    std::size_t sweeps = 4;      ///< over all jobs while a plan gets better; 0: none is improved
    double swap = 0.25;          ///< probability that two neighbours in the order of pressure change places
    double other = 0.15;         ///< probability that a job tries another of its candidates first
    double postponement = 100.0; ///< penalty for each second of a waiting job's longest course, times its weight
    duration move{};             ///< that a job stands still when it is moved, where placements of now are given
    duration reserve{};          ///< plans end so much before the due date, for what moves and full nodes may cost
    std::uint64_t seed = 1;      ///< of the random order
};

namespace detail {

/// One greedy pass after another over the same draft.
template <class Host>
class greedy_passes {
  public:
    greedy_passes(cluster_draft<Host>& draft, cluster_options const& options)
        : draft_{draft},
          options_{options},
          draw_{options.seed},
          by_pressure_(draft.jobs()) {
        std::iota(by_pressure_.begin(), by_pressure_.end(), std::size_t{0});
        std::sort(by_pressure_.begin(), by_pressure_.end(), [&](std::size_t a, std::size_t b) {
            auto const& of_a = draft_.outlook(a).pressure;
            auto const& of_b = draft_.outlook(b).pressure;
            return of_a != of_b ? of_a > of_b : a < b;
        });
    }
    [[nodiscard]] std::vector<std::size_t> const& by_pressure() const { return by_pressure_; }

    void pass(std::size_t number) {
        bool const random = number > 1;
        draft_.clear();
        order_ = by_pressure_;
        for (std::size_t i = 0; random && i + 1 < order_.size(); ++i)
            if (chance(options_.swap)) std::swap(order_[i], order_[i + 1]);
        for (std::size_t const j : order_) {
            auto const& all = draft_.outlook(j).candidates;
            if (all.empty()) continue;
            std::size_t wanted = number % 2 == 1 && all.size() > 1 && all[1].planned ? 1 : 0;
            if (random && chance(options_.other)) wanted = static_cast<std::size_t>(draw_() % all.size());
            place(j, wanted);
        }
    }

    /// Jobs that run stay, unless their plan leaves their configuration or it is late; the others as in a pass.
    void keep() {
        draft_.clear();
        for (bool const shares : {true, false}) // whole devices are any that are left
            for (std::size_t const j : by_pressure_)
                if (draft_.present(j) && draft_.present_is_share(j) == shares) stay(j);
        for (std::size_t const j : by_pressure_)
            if (!draft_.seat_of(j).taken() && !draft_.outlook(j).candidates.empty()) place(j, 0);
    }

  private:
    void stay(std::size_t j) {
        auto const& all = draft_.outlook(j).candidates;
        for (std::size_t c = 0; c < all.size(); ++c) {
            if (all[c].configuration != draft_.present(j)->configuration) continue;
            if (!all[c].planned && draft_.outlook(j).left < all[c].worst) return;
            auto const there = draft_.find_on(j, c, draft_.present(j)->node);
            if (there.taken()) draft_.put(j, there);
            return;
        }
    }
    bool chance(double probability) { return static_cast<double>(draw_() >> 11U) * 0x1p-53 < probability; }
    bool place_as(std::size_t j, std::size_t c, bool open) {
        auto const there = draft_.find(j, c, open);
        if (there.taken()) draft_.put(j, there);
        return there.taken();
    }
    void place(std::size_t j, std::size_t wanted) {
        if (place_as(j, wanted, true) || place_as(j, wanted, false)) return;
        for (bool const open : {true, false})
            for (std::size_t c = 0; c < draft_.outlook(j).candidates.size(); ++c)
                if (c != wanted && place_as(j, c, open)) return;
    }

    cluster_draft<Host>& draft_;
    cluster_options options_;
    std::mt19937_64 draw_;
    std::vector<std::size_t> by_pressure_;
    std::vector<std::size_t> order_;
};

/// A greedy pass and what it came to.
template <class Host>
struct attempt {
    cluster_cost cost;
    std::size_t restart = 0;
    typename cluster_draft<Host>::snapshot seats;
};

/// Adds what a draft holds to the best attempts, ascending by cost, each cost once.
template <class Host>
void keep_best(std::vector<attempt<Host>>& elite, attempt<Host> fresh, std::size_t most,
               cluster_draft<Host> const& draft) {
    auto const dearer = [&](attempt<Host> const& a) { return !(a.cost.total() < fresh.cost.total()); };
    auto const at = std::find_if(elite.begin(), elite.end(), dearer);
    if (at == elite.end() ? elite.size() >= most : !(fresh.cost.total() < at->cost.total())) return;
    fresh.seats = draft.save();
    elite.insert(at, std::move(fresh));
    if (elite.size() > most) elite.pop_back();
}

} // namespace detail

/// Plans all jobs of a range on a park at an instant.
///
/// Semantics: a greedy pass takes the jobs by pressure (how far behind the due date a job would end in its fastest
/// configuration), the most pressed first. Each gets the first configuration of its stochastic plan, or its fastest one
/// where no plan keeps the due date: on the open node that it fills best, else on a new node; where that has no room,
/// the next best configuration on an open node, then on a new one; else it waits. Restarts change the order and the
/// wishes at random; the best plans by the objective are improved by moves and exchanges of jobs. The same seed gives
/// the same plan. `present`, if given, says where each job is: nodes that are alike then change places so that jobs
/// stay; with `options.move` a move is charged, and a plan that keeps what runs competes with the others. A heuristic
/// without a guarantee: docs/plan/sts.md states the measured gap on small clusters.
/// Complexity: O(restarts jobs (nodes + candidates nodes where it is full) + sweeps jobs candidates (nodes + devices)).
/// Source: Filippini, Anselmi, Ardagna, Gaujal, IEEE TCC 12(1), 2024; order and placement as in the first authors'
/// published code of an earlier scheduler, as is the penalty of 100 for waiting; the energy term is ours (docs).
template <training_host Host, std::ranges::forward_range Jobs>
[[nodiscard]] cluster_plan plan_cluster(Host const& host, Jobs const& jobs, node_park const& park, instant now,
                                        cluster_options const& options = {},
                                        std::vector<placement> const& present = {}) {
    detail::draft_rules const rules{options.postponement, options.reserve, options.move,
                                    present.empty() ? nullptr : &present};
    detail::cluster_draft<Host> draft{host, jobs, park, now, rules};
    GANGWAY_EXPECTS(present.empty() || present.size() == draft.jobs(), "a placement of now for each job, or none");
    detail::greedy_passes<Host> greedy{draft, options};
    std::vector<detail::attempt<Host>> elite;
    for (std::size_t r = 0; r < std::max<std::size_t>(options.restarts, 1); ++r) {
        greedy.pass(r);
        draft.keep_nodes();
        detail::keep_best(elite, {draft.cost(), r, {}}, std::max<std::size_t>(options.elite, 1), draft);
    }
    if (!present.empty() && options.move.value() > 0.0) {
        greedy.keep();
        detail::keep_best(elite, {draft.cost(), options.restarts, {}}, std::max<std::size_t>(options.elite, 1), draft);
    }
    cluster_plan best;
    typename detail::cluster_draft<Host>::snapshot kept;
    for (auto& one : elite) {
        draft.restore(std::move(one.seats));
        auto const improved = detail::improve(draft, greedy.by_pressure(), options.sweeps);
        auto const cost = draft.cost();
        if (&one != &elite.front() && !(cost.total() < best.cost.total())) continue;
        best = {{}, cost, unbounded, one.restart, improved};
        kept = draft.save();
    }
    draft.restore(std::move(kept));
    best.jobs = draft.placements();
    for (std::size_t j = 0; j < draft.jobs(); ++j)
        if (draft.seat_of(j).taken()) best.changes = std::min(best.changes, draft.candidate_of(j).changes);
    return best;
}

} // namespace gangway::plan::sts
