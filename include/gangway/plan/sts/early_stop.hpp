// L5 - how many epochs a training job runs before it stops by itself: its distribution, and what is left of it.
#pragma once

#include <cmath>
#include <concepts>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace gangway::plan::sts {

/// Answers S_k = P(N >= k), the probability that epoch k (1, 2, ...) is run at all.
///
/// Semantics: pure; S_1 = 1, never rising, never below 0. A lambda will do.
template <class S>
concept survival = requires(S const& s, std::size_t epoch) {
    { s(epoch) } -> std::convertible_to<double>;
};

/// Every epoch is run: with it a plan is that of the deterministic worst-case planner.
struct runs_to_the_end {
    constexpr double operator()(std::size_t) const { return 1.0; }
};

/// The distribution of the number of epochs N as a table.
class early_stop {
  public:
    /// From P(N = 1), P(N = 2), ...; empty where they are no distribution: none, negative, NaN, or a sum that is not 1.
    [[nodiscard]] static std::optional<early_stop> from_probabilities(std::span<double const> of) {
        double sum = 0.0;
        for (double const p : of) {
            if (!(p >= 0.0)) return std::nullopt;
            sum += p;
        }
        if (of.empty() || !(std::abs(sum - 1.0) <= 1e-9)) return std::nullopt;
        std::vector<double> runs(of.size());
        double tail = 0.0;
        for (std::size_t k = of.size(); k-- > 0;) runs[k] = tail += of[k];
        for (double& s : runs) s /= tail;
        return early_stop{std::move(runs)};
    }
    /// From what was observed: how many epochs each of the past runs took. Empty where there is none, or one of 0
    /// epochs.
    [[nodiscard]] static std::optional<early_stop> from_runs(std::span<std::size_t const> epochs) {
        std::vector<double> counts;
        for (std::size_t const n : epochs) {
            if (n == 0) return std::nullopt;
            if (counts.size() < n) counts.resize(n);
            counts[n - 1] += 1.0 / static_cast<double>(epochs.size());
        }
        return from_probabilities(counts);
    }

    /// S_k; 1 for k = 0, 0 behind the last epoch.
    [[nodiscard]] double operator()(std::size_t epoch) const {
        return epoch == 0 ? 1.0 : epoch <= runs_.size() ? runs_[epoch - 1] : 0.0;
    }
    /// The epoch after which every job has stopped.
    [[nodiscard]] std::size_t most_epochs() const { return runs_.size(); }
    /// E[N], the sum of all S_k.
    [[nodiscard]] double mean() const {
        double sum = 0.0;
        for (double const s : runs_) sum += s;
        return sum;
    }
    /// The N that a number from [0, 1) stands for, so that uniform numbers give this distribution.
    [[nodiscard]] std::size_t at(double uniform) const {
        std::size_t n = 1;
        while (n < runs_.size() && 1.0 - runs_[n] <= uniform) ++n;
        return n;
    }

  private:
    explicit early_stop(std::vector<double> runs) : runs_{std::move(runs)} {}
    std::vector<double> runs_;
};

/// What is left of a distribution when `done` epochs went by without a stop: S'_i = S_{done+i} / S_{done+1}.
///
/// Semantics: a job that outlived everything in its distribution shows that the distribution says nothing about it; it
/// then counts as one that runs to the end. A constant factor of all S does not move a plan, so planning again after an
/// epoch continues the old plan where nothing else changed.
template <survival S>
struct after_epochs {
    S all;                ///< chances from the first epoch on
    std::size_t done = 0; ///< epochs that it outlived

    [[nodiscard]] double operator()(std::size_t epoch) const {
        double const next = all(done + 1);
        return next > 0.0 ? all(done + epoch) / next : 1.0;
    }
};
template <class S>
after_epochs(S, std::size_t) -> after_epochs<S>;

} // namespace gangway::plan::sts
