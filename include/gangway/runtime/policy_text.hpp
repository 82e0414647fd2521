// L5 - a policy in text as data, and what is to know about it before it is composed.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "../rank/efficiency.hpp"
#include "words.hpp"

namespace gangway::runtime {

/// One addend of a rank.
struct term_text {
    term_name name = term_name::fifo;                  ///< of the term
    double factor = 1.0;                               ///< by which it counts
    efficiency_metric metric = efficiency_metric::raw; ///< of an efficiency
    duration time;                                     ///< the parameter that is a time
    double at_most = 1.0;                              ///< the parameter that is a cap
    std::vector<term_text> score;                      ///< one, for terms over another score

    friend bool operator==(term_text const&, term_text const&) = default;
};

/// Sums, compared in order: the second decides where the first ties.
using rank_text = std::vector<std::vector<term_text>>;

/// An admission with its parameters.
struct admission_text {
    admission_name name = admission_name::strict; ///< of the admission
    std::optional<duration> after; ///< where it has such an argument
    int count = 1; ///< of gangs or reservations, where it has such an argument
    bool freest = false; ///< draining holds the freest nodes first, not those with the least expected work

    friend bool operator==(admission_text const&, admission_text const&) = default;
};

/// A clock rule with its limits.
struct clock_text {
    clock_name name = clock_name::none;                        ///< of the rule
    double slowdown = std::numeric_limits<double>::infinity(); ///< at most
    double cap = std::numeric_limits<double>::infinity();      ///< watts for each GPU, at most

    friend bool operator==(clock_text const&, clock_text const&) = default;
};

/// A whole policy.
struct policy_text {
    std::string text;         ///< in one spelling, see `to_text`
    rank_text rank;           ///< first part
    admission_text admission; ///< second part
    placement_name placement = placement_name::best_fit; ///< third part
    clock_text clock;         ///< fourth part
};

/// How the order of a rank moves, which decides the queue that serves it.
[[nodiscard]] inline drift drift_of(term_text const& t) {
    switch (t.name) {
    case term_name::response_ratio:
    case term_name::multiplied_by_age: return drift::per_job;
    case term_name::efficiency_rank:
    case term_name::capped_aging:
    case term_name::saturating_aging:
    case term_name::multiplied_by_capped_age: return drift::arbitrary;
    case term_name::aging: return drift::uniform;
    case term_name::fifo:
    case term_name::priority:
    case term_name::efficiency:
    case term_name::shortest:
    case term_name::virtual_arrival: break;
    }
    return drift::none;
}
/// How the order of the rank moves.
[[nodiscard]] inline drift drift_of(rank_text const& rank) {
    auto moves = drift::none;
    for (auto const& sum : rank)
        for (auto const& t : sum) moves = larger(moves, drift_of(t));
    return rank.size() > 1 && moves > drift::uniform ? drift::arbitrary : moves;
}

namespace detail {

template <class Test>
bool any_term_is(std::vector<term_text> const& terms, Test test) {
    return std::any_of(terms.begin(), terms.end(),
                       [&](term_text const& t) { return test(t.name) || any_term_is(t.score, test); });
}
template <class Test>
bool rank_has(policy_text const& p, Test test) {
    return std::any_of(p.rank.begin(), p.rank.end(), [&](auto const& sum) { return any_term_is(sum, test); });
}

} // namespace detail

/// Does the rank read measured rates?
[[nodiscard]] inline bool reads_profiles(policy_text const& p) {
    return detail::rank_has(
        p, [](term_name n) { return n == term_name::efficiency || n == term_name::efficiency_rank; });
}
/// Does the rank read the host's priorities?
[[nodiscard]] inline bool reads_priorities(policy_text const& p) {
    return detail::rank_has(p, [](term_name n) { return n == term_name::priority; });
}
/// Does the rank read estimates of run time?
[[nodiscard]] inline bool ranks_by_estimates(policy_text const& p) {
    return detail::rank_has(p, [](term_name n) { return n == term_name::shortest || n == term_name::response_ratio; });
}
/// Does the rank or the admission read estimates of run time?
[[nodiscard]] inline bool reads_estimates(policy_text const& p) {
    auto const admission = p.admission.name;
    return ranks_by_estimates(p) || admission == admission_name::easy || admission == admission_name::hybrid;
}

} // namespace gangway::runtime
