// L3 - what a rank term is: a score that is a line in time, and how the order that it induces moves.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>

#include "../config.hpp"
#include "../model/job.hpp"

namespace gangway {

/// A score as a function of time: `score(t) = at_zero + slope * t`, t in seconds on the host's axis; larger starts first.
struct line {
    double at_zero = 0.0; ///< score at the origin of time
    double slope = 0.0;   ///< score for a second

    /// The score at an instant.
    [[nodiscard]] constexpr double at(instant t) const { return at_zero + slope * t.value(); }
    friend constexpr bool operator==(line, line) = default;
};

/// How the order that a term induces among waiting jobs moves with time.
///
/// none: never. uniform: every score rises by the same slope, so the order stands still. per_job: slopes differ, two
/// jobs change places at most once. arbitrary: the line holds only at the instant it was asked for.
enum class drift { none, uniform, per_job, arbitrary };

/// The one that moves more.
constexpr drift larger(drift a, drift b) { return a < b ? b : a; }

/// A rank term over the jobs of a model.
///
/// `Term::moves` declares the drift, `Term::depth` (default 1) how many scores it gives, compared in order.
/// `line_of(model, job, now)` gives one `line`, or an array of `depth` lines.
/// Semantics: pure. With drift below `arbitrary` the answer must not depend on `now`.
/// Expects: finite numbers.
template <class Term, class Model>
concept rank_term = requires(Term const& term, Model const& m, job_of<Model> const& job, instant now) {
    { Term::moves } -> std::convertible_to<drift>;
    term.line_of(m, job, now);
};

namespace detail {

template <class Term>
constexpr std::size_t depth_of() {
    if constexpr (requires { Term::depth; }) {
        return Term::depth;
    } else {
        return 1;
    }
}

} // namespace detail

/// Number of scores that a term gives, compared lexicographically.
template <class Term>
inline constexpr std::size_t depth_of = detail::depth_of<Term>();

/// The lines of one job under one term.
template <std::size_t Depth>
using score_lines = std::array<line, Depth>;

/// Asks a term for its lines and checks that they can be compared.
template <class Term, class Model>
score_lines<depth_of<Term>> lines_of(Term const& term, Model const& m, job_of<Model> const& job, instant now) {
    score_lines<depth_of<Term>> lines;
    if constexpr (depth_of<Term> == 1) {
        lines[0] = term.line_of(m, job, now);
    } else {
        lines = term.line_of(m, job, now);
    }
    for ([[maybe_unused]] line const& l : lines) {
        GANGWAY_EXPECTS(l.at_zero - l.at_zero == 0.0 && l.slope - l.slope == 0.0, "a rank term gave NaN or infinity");
    }
    return lines;
}

/// A term that must see the whole queue first (its rank in the queue) has `bind(model, waiting jobs, now)`; this asks
/// it, and gives any other term back as it is.
template <class Term, class Model, class Jobs>
constexpr decltype(auto) bind_to_queue(Term const& term, Model const& m, Jobs const& waiting, instant now) {
    if constexpr (requires { term.bind(m, waiting, now); }) {
        return term.bind(m, waiting, now);
    } else {
        return (term);
    }
}

} // namespace gangway
