// L5 - batch-aware dispatch: the least largest latency of any form, by a search over modes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "batch_aware.hpp"

namespace gangway::plan::dispatch {

/// The best assignment that a search found.
struct search_result {
    std::optional<assignment> best; ///< empty: the machines cannot serve the rate
    bool proved = true;             ///< false: out of nodes, a better one may exist
    std::uint64_t nodes = 0;        ///< that the search visited
};

namespace detail {

/// Depth first over a mode, or none, for each machine; equal neighbours take modes in order.
class mode_search {
  public:
    mode_search(std::vector<machine> const& machines, frequency rate, form how, std::uint64_t budget)
        : machines_{machines},
          rate_{rate},
          form_{how},
          budget_{budget},
          modes_(machines.size()),
          most_after_(machines.size() + 1, 0.0) {
        for (std::size_t i = machines.size(); i-- > 0;) {
            double most = 0.0;
            for (auto const& m : machines[i].modes) most = std::max(most, rate_of(m).value());
            most_after_[i] = most_after_[i + 1] + most;
        }
        // Any plan that serves the rate is a start; the batch-aware one is a good one.
        if (auto const start = batch_aware(machines, rate)) {
            std::vector<std::optional<std::size_t>> modes;
            for (auto const& d : start->machines) modes.push_back(d.mode);
            out_.best = with_modes(machines, modes, rate, how);
        }
    }

    search_result run() {
        if (out_.best) next(0, 0.0, 0.0, 0.0);
        return out_;
    }

  private:
    // `capacity` so far; `run` is the longest run so far, `collecting` the largest d + b / W.
    void next(std::size_t i, double capacity, double run, double collecting) {
        if (!out_.proved) return;
        if (++out_.nodes > budget_) {
            out_.proved = false;
            return;
        }
        if (capacity + most_after_[i] < rate_.value() * (1.0 - 1e-9)) return;
        // Round robin: d (1 + sum of T / W), and the sum is at least W. Else d + b / W at the least.
        double const bound =
            form_ == form::round_robin ? run * (1.0 + std::max(1.0, capacity / rate_.value())) : collecting;
        if (bound >= out_.best->latency.value()) return;
        if (i == machines_.size()) {
            out_.nodes += machines_.size();
            if (auto const a = with_modes(machines_, modes_, rate_, form_); a && *a < *out_.best) out_.best = a;
            return;
        }
        auto const& list = machines_[i].modes;
        std::size_t const first = i > 0 && machines_[i] == machines_[i - 1] ? modes_[i - 1].value_or(list.size()) : 0;
        for (std::size_t k = first; k < list.size(); ++k) {
            modes_[i] = k;
            double const d = list[k].run.value();
            next(i + 1, capacity + rate_of(list[k]).value(), std::max(run, d),
                 std::max(collecting, d + static_cast<double>(list[k].batch) / rate_.value()));
        }
        modes_[i].reset();
        next(i + 1, capacity, run, collecting);
    }

    std::vector<machine> const& machines_;
    frequency rate_;
    form form_;
    std::uint64_t budget_;
    std::vector<std::optional<std::size_t>> modes_;
    std::vector<double> most_after_;
    search_result out_;
};

} // namespace detail

/// The modes whose largest latency is least in a form; machines may be left out.
///
/// Semantics: `form::batch_aware` is solved by `batch_aware`, without search. The other forms tie machines together, so
/// modes are searched, exactly while `nodes` last: a count, so that the answer does not depend on how fast the host is;
/// a plan that is evaluated counts one for each machine.
/// Expects: no `faults_of(machines, rate)`. Complexity: at worst the product of modes over machines.
[[nodiscard]] inline search_result least_latency(std::vector<machine> const& machines, frequency rate, form how,
                                                 std::uint64_t nodes = 1'000'000) {
    GANGWAY_EXPECTS(faults_of(machines, rate).empty(), "dispatch: machines and rate have no faults");
    if (how == form::batch_aware) return {batch_aware(machines, rate), true, 0};
    return detail::mode_search{machines, rate, how, nodes}.run();
}

} // namespace gangway::plan::dispatch
