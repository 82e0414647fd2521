// tool - a policy in text as data, and what is to know about it before it is composed.
#pragma once

#include "vocabulary.hpp"

#include <gangway/rank/efficiency.hpp>

#include <algorithm>
#include <limits>
#include <optional>

namespace tool {

/// One addend of a rank.
struct term_text {
    term_name name = term_name::fifo;
    double factor = 1.0;
    gangway::efficiency_metric metric = gangway::efficiency_metric::raw;
    gangway::duration time;       ///< the parameter that is a time
    double at_most = 1.0;         ///< the parameter that is a cap
    std::vector<term_text> score; ///< one, for terms over another score

    friend bool operator==(term_text const&, term_text const&) = default;
};

/// Sums, compared in order: the second decides where the first ties.
using rank_text = std::vector<std::vector<term_text>>;

struct admission_text {
    admission_name name = admission_name::strict;
    std::optional<gangway::duration> after;
    int count = 1;
    bool freest = false; ///< draining holds the freest nodes first, not those with the least expected work

    friend bool operator==(admission_text const&, admission_text const&) = default;
};

struct clock_text {
    clock_name name = clock_name::none;
    double slowdown = std::numeric_limits<double>::infinity();    ///< at most
    double cap = std::numeric_limits<double>::infinity();         ///< watts for each GPU, at most

    friend bool operator==(clock_text const&, clock_text const&) = default;
};

struct policy_text {
    std::string text; ///< rank, admission and placement, and the clock where there is one, without blanks that mean nothing
    rank_text rank;
    admission_text admission;
    placement_name placement = placement_name::best_fit;
    clock_text clock;
};

/// How the order of a rank moves, which decides the queue that serves it.
inline gangway::drift drift_of(term_text const& t) {
    switch (t.name) {
    case term_name::response_ratio:
    case term_name::multiplied_by_age: return gangway::drift::per_job;
    case term_name::efficiency_rank:
    case term_name::capped_aging:
    case term_name::saturating_aging:
    case term_name::multiplied_by_capped_age: return gangway::drift::arbitrary;
    case term_name::aging: return gangway::drift::uniform;
    default: return gangway::drift::none;
    }
}
inline gangway::drift drift_of(rank_text const& rank) {
    auto moves = gangway::drift::none;
    for (auto const& sum : rank)
        for (auto const& t : sum) moves = gangway::larger(moves, drift_of(t));
    return rank.size() > 1 && moves > gangway::drift::uniform ? gangway::drift::arbitrary : moves;
}

namespace detail {

template <class Test>
bool any_term(std::vector<term_text> const& terms, Test test) {
    return std::any_of(terms.begin(), terms.end(), [&](term_text const& t) { return test(t) || any_term(t.score, test); });
}

} // namespace detail

inline bool reads_profiles(policy_text const& p) {
    return std::any_of(p.rank.begin(), p.rank.end(), [](auto const& sum) {
        return detail::any_term(sum, [](term_text const& t) {
            return t.name == term_name::efficiency || t.name == term_name::efficiency_rank;
        });
    });
}
inline bool reads_estimates(policy_text const& p) {
    bool const admission = p.admission.name == admission_name::easy || p.admission.name == admission_name::hybrid;
    return admission || std::any_of(p.rank.begin(), p.rank.end(), [](auto const& sum) {
        return detail::any_term(sum, [](term_text const& t) {
            return t.name == term_name::shortest || t.name == term_name::response_ratio;
        });
    });
}

} // namespace tool
