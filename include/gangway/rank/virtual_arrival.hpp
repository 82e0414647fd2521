// L3 - linear aging written as a static key: a good score moves the submission forward by a fixed time.
#pragma once

#include "term.hpp"

namespace gangway {

/// Orders by the virtual arrival `submitted - horizon * score`, smallest first.
///
/// Semantics: the same order as `score + aging{1 / horizon}`, kept as one number that never moves. It bounds overtaking: a
/// job is passed only by jobs submitted before `submitted + horizon * (best score - own score)`. `horizon` 0 is first
/// come, first served; a very long one is pure score order.
/// Expects: a score that stands still.
template <class Score>
struct virtual_arrival {
    static constexpr drift moves = drift::none;
    static_assert(Score::moves == drift::none, "gangway: virtual_arrival needs a score with drift none");
    static_assert(depth_of<Score> == 1, "gangway: virtual_arrival needs a term with one score");

    Score score;      ///< that brings the submission forward
    duration horizon; ///< by so much for a score of 1

    template <class Model>
    line line_of(Model const& m, job_of<Model> const& job, instant now) const {
        double const e = line{score.line_of(m, job, now)}.at_zero;
        return {horizon.value() * e - instant{m.submitted(job)}.value(), 0.0};
    }
};

} // namespace gangway
