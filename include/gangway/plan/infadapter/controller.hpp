// L5 - InfAdapter: the loop around the planner: predict, add a margin, hold before scaling down, change without a gap.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "predict.hpp"
#include "solve.hpp"
#include "transition.hpp"

namespace gangway::plan::infadapter {

/// Which allocations a controller chooses from.
enum class may_use { all_variants, one_variant };

/// How a controller decides.
struct controller_settings {
    double margin = 0.1;                      ///< on top of the prediction
    int hold = 4;                             ///< decisions to sit out before planning for less
    weights objective;                        ///< weights of accuracy, cores and loading
    may_use variants = may_use::all_variants; ///< one_variant: the baseline that switches models, in the same loop
};

/// What a controller may do.
enum class decision_kind {
    held,       ///< the prediction is not above what is planned for, and the hold is not over: nothing happens
    planned,    ///< planned anew; the allocation may be the same
    overloaded, ///< no allocation holds it: all cores for throughput
};

/// What the controller decided.
struct decision {
    decision_kind is = decision_kind::held; ///< what was decided
    frequency predicted;                    ///< without the margin
    frequency load;                         ///< what the allocation is planned for, in whole requests per second
    allocation cores;                       ///< by variant, from now on
    score worth;                            ///< at that load; as it was where held
    std::vector<step> steps;                ///< none where held
};

/// Decides on an allocation again and again; the host calls it every so often and carries out the steps.
///
/// Semantics: load = floor((1 + margin) * prediction), at least 1. At or below the load that is planned for, `hold`
/// decisions pass before one is taken; any plan made sets the count back to zero. Keeps only the allocation, its load
/// and that count. At first the load is what the first allocation can serve.
/// Expects: no faults of the service, a margin that is finite and not negative.
/// Source: the authors' adapter, which decides every 30 s with an LSTM; the predictor is a parameter here, and no LSTM
/// is part of this library.
template <predictor Predictor>
class controller {
  public:
    /// Starts from an allocation that is in place.
    controller(service s, controller_settings settings, Predictor predict, allocation first = {})
        : service_{std::move(s)},
          settings_{settings},
          predict_{std::move(predict)},
          cores_{std::move(first)} {
        GANGWAY_EXPECTS(faults_of(service_).empty(), "infadapter: the service has no faults");
        cores_.resize(service_.variants.size(), 0);
        for (std::size_t v = 0; v < cores_.size(); ++v) load_ = load_ + capacity_of(service_, v, cores_[v]);
        if (load_.value() > 0.0) worth_ = score_of(service_, settings_.objective, load_, cores_, cores_);
    }

    /// The allocation that it decided on last.
    [[nodiscard]] allocation const& cores() const { return cores_; }

    /// The decision after these loads, oldest first, in whatever spacing the predictor wants.
    decision decide(std::span<frequency const> history) {
        decision out;
        out.predicted = frequency{predict_(history)};
        GANGWAY_EXPECTS(std::isfinite(out.predicted.value()) && out.predicted.value() >= 0.0,
                        "infadapter: a finite prediction");
        // A hair of slack, so that 1.1 * 50 is 55.
        frequency const load{std::max(1.0, std::floor((1.0 + settings_.margin) * out.predicted.value() + 1e-9))};
        if (load <= load_ && held_ < settings_.hold) {
            ++held_;
            out.load = load_;
            out.cores = cores_;
            out.worth = worth_;
            return out;
        }
        held_ = 0;
        load_ = load;
        auto best = settings_.variants == may_use::all_variants
                        ? solve(service_, settings_.objective, load, cores_)
                        : solve_one_variant(service_, settings_.objective, load, cores_);
        out.is = best ? decision_kind::planned : decision_kind::overloaded;
        if (!best) {
            choice c{all_cores_for_throughput(service_), {}};
            c.worth = score_of(service_, settings_.objective, load, c.cores, cores_);
            // What does not fit is sent as well: there is nobody else to send it to.
            for (std::size_t v = 0; v < c.cores.size(); ++v) c.worth.quotas[v] = c.cores[v] > 0 ? load : frequency{0.0};
            best = std::move(c);
        }
        out.steps = transition(cores_, best->cores, best->worth.quotas);
        cores_ = best->cores;
        worth_ = best->worth;
        out.load = load_;
        out.cores = cores_;
        out.worth = worth_;
        return out;
    }

  private:
    service service_;
    controller_settings settings_;
    Predictor predict_;
    allocation cores_;
    frequency load_;
    score worth_;
    int held_ = 0;
};

} // namespace gangway::plan::infadapter
