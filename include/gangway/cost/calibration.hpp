// L5 - from a bound to a forecast: factors between measured and least time, kept for each class of kernels.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "clock_shares.hpp"
#include "roofline.hpp"

namespace gangway::cost {

/// Why a pair of least and measured time was not taken.
enum class pair_fault {
    none,
    not_a_time, ///< one of both is not a finite number above zero
    below_bound ///< the run was faster than the bound: peaks, work or traffic are wrong
};

/// The factors of one class: measured time / least time, each at least 1.
struct factor_range {
    std::size_t count = 0; ///< of runs
    double least = 1.0;    ///< the smallest factor
    double median = 1.0;   ///< the factor in the middle
    double most = 1.0;     ///< the largest factor
};

/// Factors between measured and least time, by class of kernels (a model, a stage, a kernel family).
///
/// Semantics: a roofline is an upper bound on the rate, no forecast. A run faster than its bound is refused, not
/// averaged: it shows that the bound is wrong. Classes are never mixed; a class without a run has no factor.
class calibration {
  public:
    /// Takes a run of a class, or says why not.
    [[nodiscard]] pair_fault add(std::string_view of, duration least, duration measured) {
        auto const counts = [](duration t) {
            return t.value() > 0.0 && t.value() <= std::numeric_limits<double>::max();
        };
        if (!counts(least) || !counts(measured)) return pair_fault::not_a_time;
        if (measured < least) return pair_fault::below_bound;
        auto const at = factors_.find(of);
        auto& factors = at == factors_.end() ? factors_[std::string{of}] : at->second;
        double const factor = measured / least;
        factors.insert(std::upper_bound(factors.begin(), factors.end(), factor), factor);
        return pair_fault::none;
    }

    /// The factors of a class; empty where it has no run.
    [[nodiscard]] std::optional<factor_range> factors(std::string_view of) const {
        auto const at = factors_.find(of);
        if (at == factors_.end()) return std::nullopt;
        auto const& f = at->second; // sorted
        auto const upper = f[f.size() / 2];
        auto const median = f.size() % 2 == 1 ? upper : (f[f.size() / 2 - 1] + upper) / 2.0;
        return factor_range{f.size(), f.front(), median, f.back()};
    }

    /// The least time multiplied by the median factor of the class; empty where it has no run.
    [[nodiscard]] std::optional<duration> forecast(std::string_view of, duration least) const {
        auto const f = factors(of);
        if (!f) return std::nullopt;
        return least * f->median;
    }

  private:
    std::map<std::string, std::vector<double>, std::less<>> factors_;
};

/// A kernel and how long it took.
template <sparsity S>
struct measured_kernel {
    basic_kernel<S> what; ///< what ran
    duration took;        ///< as measured
};

/// The lowest roofs that are still above every run: the largest shares of peak and bandwidth that were seen.
///
/// Semantics: with these factors the roofline is the tightest one that stays a bound on all runs. Empty where a run is
/// refused (see `achieved_by`), or where no run has work, or none has traffic: what was not seen has no factor.
/// Complexity: O(runs).
template <sparsity S>
[[nodiscard]] std::optional<reach> tightest_reach(std::span<measured_kernel<S> const> runs, basic_roofs<S> const& r) {
    reach seen{0.0, 0.0};
    for (auto const& run : runs) {
        auto const parts = parts_of(run.what, r);
        if (!(run.took.value() > 0.0 && run.took.value() <= std::numeric_limits<double>::max())) return std::nullopt;
        seen.compute = std::max(seen.compute, parts.compute / run.took);
        seen.memory = std::max(seen.memory, parts.memory / run.took);
    }
    if (!is_sound(seen)) return std::nullopt;
    return seen;
}

} // namespace gangway::cost
