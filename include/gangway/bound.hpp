// L4 - a computed bound on waiting: who may still overtake a job, and until when they must have been submitted.
#pragma once

#include <string_view>

#include "admit/conservative.hpp"
#include "admit/draining.hpp"
#include "admit/easy.hpp"
#include "admit/protected_greedy.hpp"
#include "rank/aging.hpp"
#include "rank/combine.hpp"
#include "rank/virtual_arrival.hpp"
#include "scheduler.hpp"

namespace gangway {

/// How a score grows with waiting, apart from its base: what a bound on overtaking rests on.
struct growth {
    double linear = 0.0;  ///< per second of waiting, the same for every job
    bool bounded = false; ///< has a part that saturates: it orders by age only for a while
    bool per_job = false; ///< has a part that grows faster for better jobs: a better newcomer always passes in the end
    bool known = true;    ///< false for a term that this header does not know
    bool dated = false;   ///< the submission is part of the base, as in a virtual arrival
};

namespace detail {

template <class Term>
struct growth_of {
    static growth get(Term const&) { return {.known = Term::moves == drift::none && gangway::depth_of<Term> == 1}; }
};
template <>
struct growth_of<aging> {
    static growth get(aging const& t) { return {.linear = t.per_second.value()}; }
};
template <>
struct growth_of<capped_aging> {
    static growth get(capped_aging const&) { return {.bounded = true}; }
};
template <>
struct growth_of<saturating_aging> {
    static growth get(saturating_aging const&) { return {.bounded = true}; }
};
template <class Base>
struct growth_of<multiplied_by_age<Base>> {
    static growth get(multiplied_by_age<Base> const&) { return {.per_job = true}; }
};
template <class Base>
struct growth_of<multiplied_by_capped_age<Base>> {
    static growth get(multiplied_by_capped_age<Base> const&) { return {.bounded = true, .per_job = true}; }
};
template <class Score>
struct growth_of<virtual_arrival<Score>> {
    static growth get(virtual_arrival<Score> const&) { return {.linear = 1.0, .dated = true}; }
};
template <class A>
struct growth_of<scaled<A>> {
    static growth get(scaled<A> const& t) {
        growth g = growth_of<A>::get(t.a);
        g.linear *= t.factor;
        g.known = g.known && (t.factor > 0.0 || (g.linear == 0.0 && !g.bounded && !g.per_job));
        return g;
    }
};
template <class A, class B>
struct growth_of<sum_of<A, B>> {
    static growth get(sum_of<A, B> const& t) {
        growth const a = growth_of<A>::get(t.a);
        growth const b = growth_of<B>::get(t.b);
        return {a.linear + b.linear, a.bounded || b.bounded, a.per_job || b.per_job, a.known && b.known, a.dated || b.dated};
    }
};

template <class Admit>
inline constexpr bool is_draining = false;
template <class Order>
inline constexpr bool is_draining<draining_by<Order>> = true;

template <std::size_t Depth, class Id>
rank_key<1, Id> age_key(queued_job<Depth, Id> const& job) {
    return {{}, job.submitted, job.id};
}

} // namespace detail

/// A bound on overtaking. A job overtakes if it takes room that the other one waits for, though it was submitted later.
struct overtaking_bound {
    bool bounded = false;          ///< false: nothing is promised
    instant until = never_instant; ///< only jobs submitted before this instant may
    std::size_t waiting = 0;       ///< jobs that wait now and may still start before it
    std::string_view because;      ///< the rule that the answer rests on
};

/// Until when must a job with base score at most `best` have been submitted to outrank `job` at any later time?
///
/// `best` is the largest base score (everything but aging) that a job to come may have, in the unit of the term; for a
/// virtual arrival, of the score inside. Infinite: the rank alone bounds nothing.
/// Source: for linear aging w, base_r - w s > base_j - w s_j gives s < s_j + (base_r - base_j) / w.
template <class Term, class Model>
[[nodiscard]] overtaking_bound rank_bound(Term const& term, Model const& m, job_of<Model> const& job, double best) {
    growth const g = detail::growth_of<Term>::get(term);
    instant const submitted = m.submitted(job);
    constexpr bool is_virtual_arrival = requires {
        term.horizon;
        term.score;
    };
    if (!g.known || (g.dated && !is_virtual_arrival)) return {false, never_instant, 0, "this rank term is not known to the bound"};
    // Linear growth over no waiting at all: what is left of the score is its base.
    double own = 0.0;
    for (line const& l : lines_of(term, m, job, submitted)) own = l.at(submitted);
    double scale = 1.0;
    if constexpr (is_virtual_arrival) {
        scale = term.horizon.value();
        own += submitted.value();
    }
    double const lead = scale * best - own;
    if (lead <= 0.0) return {true, submitted, 0, "no job to come has a better base score"};
    if (g.per_job) return {false, never_instant, 0, "a factor of age lets every better job pass in the end"};
    if (g.linear > 0.0) return {true, submitted + duration{lead / g.linear}, 0, "linear aging wins over any lead in base score"};
    if (g.bounded) return {false, never_instant, 0, "aging has a cap, and a stream of better base scores stays ahead"};
    return {false, never_instant, 0, "nothing in the rank grows with waiting"};
}

/// When does the score of a waiting job reach `value`, if it waits on? Empty: never.
template <class Term, class Model>
[[nodiscard]] std::optional<instant> reaches(Term const& term, Model const& m, job_of<Model> const& job, double value) {
    static_assert(depth_of<Term> == 1, "gangway: reaches() needs a term with one score");
    auto const score = [&](double at) { return lines_of(term, m, job, instant{at})[0].at(instant{at}); };
    double low = instant{m.submitted(job)}.value();
    if (score(low) >= value) return instant{low};
    double high = low + 1.0;
    for (; score(high) < value; high = low + 2.0 * (high - low))
        if (high - low > 1e15) return std::nullopt;
    for (int i = 0; i < 200 && high - low > 0.0; ++i) {
        double const middle = low + (high - low) / 2.0;
        if (middle <= low || middle >= high) break;
        (score(middle) >= value ? high : low) = middle;
    }
    return instant{high};
}

/// How many jobs, and submitted until when, may still overtake a waiting job under the scheduler's policy?
///
/// Semantics: `best` as for `rank_bound`. Under a policy with reservations only a job that has one is safe from those that
/// rank behind it. Gangs of class never or blocked have no bound.
/// Complexity: O(waiting).
template <class Model, class Policy>
[[nodiscard]] overtaking_bound bound(scheduler<Model, Policy> const& s, job_of<Model> const& job, instant now, double best) {
    using admit_type = typename Policy::admit_type;
    auto const& book = s.book();
    index const slot = book.find(job);
    if (slot == no_index || book.entries[slot].now != job_book<Model, Policy>::state::waiting)
        return {true, now, 0, "it does not wait"};
    if (book.shapes[book.entries[slot].shape].may != standing::open)
        return {false, never_instant, book.waiting - 1, "it cannot start, whoever goes first"};

    if constexpr (has_limit<Model>)
        if (book.groups[book.shapes[book.entries[slot].shape].group].limit)
            return {false, never_instant, book.waiting - 1, "its group has a limit, which younger jobs of the group may use up"};

    instant const submitted = book.model->submitted(job);
    auto const count = [&](auto&& ahead) {
        std::size_t n = 0;
        for (index shape : book.fronts)
            if (book.within_limit(shape)) book.shapes[shape].queue.for_each([&](index other) { n += other != slot && ahead(other) ? 1u : 0u; });
        return n;
    };
    auto const older = [&](index other) { return before(detail::age_key(book.entries[other].rank), detail::age_key(book.entries[slot].rank)); };
    auto const by_rank = [&] {
        overtaking_bound b = rank_bound(book.policy.rank, *book.model, job, best);
        // With an order that stands still only those ahead now stay ahead; else any of them may come to be.
        b.waiting = Policy::rank_type::moves <= drift::uniform
                        ? count([&](index other) { return before(book.key(other, now), book.key(slot, now)); })
                        : book.waiting - 1;
        return b;
    };
    if constexpr (std::is_same_v<admit_type, strict>) {
        return by_rank();
    } else if constexpr (std::is_base_of_v<hybrid, admit_type> || std::is_same_v<admit_type, easy>) {
        if (s.reservation(job)) return by_rank();
        return {false, never_instant, book.waiting - 1, "it has no reservation, and what fits beside the reserved goes first"};
    } else if constexpr (std::is_same_v<admit_type, protected_greedy>) {
        instant const at = submitted + book.policy.admit.after;
        if (at <= now) return {true, submitted, count(older), "it is protected: only older jobs go first"};
        return {true, at, book.waiting - 1, "greedy until it is protected"};
    } else if constexpr (detail::is_draining<admit_type>) {
        if (book.policy.admit.at_most < 1) return {false, never_instant, book.waiting - 1, "no gang may hold nodes"};
        auto const elders = count(older);
        instant const at = submitted + book.policy.admit.after;
        if (elders > 0) return {false, never_instant, book.waiting - 1, "older gangs may hold nodes before it"};
        if (at <= now) return {true, submitted, 0, "it is the oldest and holds its nodes: others flow around them"};
        return {true, at, book.waiting - 1, "greedy until it holds nodes"};
    } else {
        return {false, never_instant, book.waiting - 1, "this admission lets whatever fits go first"};
    }
}

} // namespace gangway
