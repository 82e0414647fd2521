// L3 - what profiles that doubt a job say against it, through all the terms that a rank is made of.
#pragma once

#include <string>

namespace gangway {

/// What stands against the profile of a job that a term reads, in words; empty where nothing does, or nobody doubts.
///
/// Semantics: a term with `profiles()` is asked for `profiles().doubted(job)`, an optional that `to_text` turns into words;
/// a term made of terms is walked through, the first doubt counts; one that answers `doubt(job)` is asked that. The score is
/// not changed by it.
template <class Term, class Job>
[[nodiscard]] std::string doubt_of(Term const& term, Job const& job) {
    auto const first_of = [&](auto const& a, auto const& b) {
        std::string found = doubt_of(a, job);
        return found.empty() ? doubt_of(b, job) : found;
    };
    if constexpr (requires { term.doubt(job); }) {
        return term.doubt(job);
    } else if constexpr (requires { term.profiles().doubted(job); }) {
        if (auto const found = term.profiles().doubted(job)) return std::string{to_text(*found)};
    } else if constexpr (requires { term.a, term.b; }) {
        return first_of(term.a, term.b);
    } else if constexpr (requires { term.first, term.second; }) {
        return first_of(term.first, term.second);
    } else if constexpr (requires { term.factor, term.a; }) {
        return doubt_of(term.a, job);
    } else if constexpr (requires { term.score, term.horizon; }) {
        return doubt_of(term.score, job);
    } else if constexpr (requires { term.base, term.per_second; }) {
        return doubt_of(term.base, job);
    }
    return {};
}

} // namespace gangway
