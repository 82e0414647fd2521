// L3 - rank terms that grow with the time a job has waited.
#pragma once

#include <cmath>

#include "term.hpp"

namespace gangway {

/// Linear aging without an end: `per_second * wait`.
///
/// Semantics: all scores rise alike, so the order never moves and one key serves for ever. Added to a score e it equals
/// the static order of the virtual arrival `submitted - e / per_second`, smallest first (see `virtual_arrival`).
struct aging {
    static constexpr drift moves = drift::uniform;

    frequency per_second; ///< score for a second of waiting

    template <class Model>
    line line_of(Model const& m, job_of<Model> const& job, instant) const {
        double const slope = per_second.value();
        return {-slope * instant{m.submitted(job)}.value(), slope};
    }
};

/// Linear aging up to a cap: `min(at_most, per_second * wait)`. It does not bound waiting: see `overtaking_bound`.
struct capped_aging {
    static constexpr drift moves = drift::arbitrary;

    frequency per_second; ///< score for a second of waiting
    double at_most = 1.0; ///< score

    template <class Model>
    line line_of(Model const& m, job_of<Model> const& job, instant now) const {
        double const gain = per_second.value() * (now - m.submitted(job)).value();
        return {gain < at_most ? gain : at_most, 0.0};
    }
};

/// Aging that saturates: `at_most * (1 - exp(-wait / time_constant))`. It does not bound waiting.
struct saturating_aging {
    static constexpr drift moves = drift::arbitrary;

    duration time_constant; ///< after which 63 % are reached
    double at_most = 1.0;   ///< score

    template <class Model>
    line line_of(Model const& m, job_of<Model> const& job, instant now) const {
        double const wait = (now - m.submitted(job)).value();
        return {wait > 0.0 ? -at_most * std::expm1(-wait / time_constant.value()) : 0.0, 0.0};
    }
};

/// Multiplicative aging: `base * (1 + per_second * wait)`. Slopes differ, so two jobs change places at most once.
/// Expects: a base that stands still.
template <class Base>
struct multiplied_by_age {
    static constexpr drift moves = drift::per_job;
    static_assert(Base::moves == drift::none, "gangway: multiplied_by_age needs a base term with drift none");
    static_assert(depth_of<Base> == 1, "gangway: multiplied_by_age needs a base term with one score");

    Base base;            ///< score that grows
    frequency per_second; ///< share of the base for a second of waiting

    template <class Model>
    line line_of(Model const& m, job_of<Model> const& job, instant now) const {
        double const e = line{base.line_of(m, job, now)}.at_zero;
        double const slope = e * per_second.value();
        return {e - slope * instant{m.submitted(job)}.value(), slope};
    }
};

/// Multiplicative aging that saturates: `base * (1 + min(at_most, per_second * wait))`. It does not bound waiting.
template <class Base>
struct multiplied_by_capped_age {
    static constexpr drift moves = drift::arbitrary;
    static_assert(Base::moves == drift::none, "gangway: multiplied_by_capped_age needs a base term with drift none");
    static_assert(depth_of<Base> == 1, "gangway: multiplied_by_capped_age needs a base term with one score");

    Base base;            ///< score that grows
    frequency per_second; ///< share of the base for a second of waiting
    double at_most = 1.0; ///< share of the base

    template <class Model>
    line line_of(Model const& m, job_of<Model> const& job, instant now) const {
        double const gain = per_second.value() * (now - m.submitted(job)).value();
        return {line{base.line_of(m, job, now)}.at_zero * (1.0 + (gain < at_most ? gain : at_most)), 0.0};
    }
};

} // namespace gangway
