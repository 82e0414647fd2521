// L5 - a sweep that models make up, and the same formulas for arrays of clocks.
#pragma once

#include <cstddef>
#include <iterator>
#include <span>
#include <utility>

#include <Eigen/Core>

#include "../../model/profile.hpp"
#include "power.hpp"
#include "time.hpp"

namespace gangway::cost {

/// A sweep over some clocks, computed as it is read: what `choose_clock` and the others take, without a table.
///
/// Shape: reads the clocks through a span; they must outlive it. Models are copied.
template <class Time, class Power>
class modelled_sweep {
  public:
    /// The clocks must outlive the sweep.
    constexpr modelled_sweep(Time time, Power draw, std::span<frequency const> clocks)
        : time_{std::move(time)},
          draw_{std::move(draw)},
          clocks_{clocks} {}

    [[nodiscard]] constexpr std::size_t size() const { return clocks_.size(); }
    /// The point at the i-th clock.
    [[nodiscard]] constexpr clock_point operator[](std::size_t i) const {
        return {clocks_[i], time_(clocks_[i]), draw_(clocks_[i])};
    }

    /// Walks over the clocks, a point at a time.
    class iterator {
      public:
        using value_type = clock_point;
        using difference_type = std::ptrdiff_t;

        constexpr iterator() = default;
        constexpr iterator(modelled_sweep const* sweep, std::size_t at) : sweep_{sweep}, at_{at} {}
        [[nodiscard]] constexpr clock_point operator*() const { return (*sweep_)[at_]; }
        constexpr iterator& operator++() {
            ++at_;
            return *this;
        }
        constexpr iterator operator++(int) {
            auto const before = *this;
            ++at_;
            return before;
        }
        friend constexpr bool operator==(iterator const&, iterator const&) = default;

      private:
        modelled_sweep const* sweep_ = nullptr;
        std::size_t at_ = 0;
    };
    [[nodiscard]] constexpr iterator begin() const { return {this, 0}; }
    [[nodiscard]] constexpr iterator end() const { return {this, clocks_.size()}; }

  private:
    Time time_;
    Power draw_;
    std::span<frequency const> clocks_;
};

/// Seconds at each clock. Units: clocks in hertz.
[[nodiscard]] inline Eigen::ArrayXd seconds_at(clock_time const& t, Eigen::Ref<Eigen::ArrayXd const> const& clocks) {
    auto const period = clocks.inverse();
    return t.fixed.value() + t.cycles * period + (t.hidden_cycles * period).max(t.cover.value());
}
/// Watts at each clock. Units: clocks in hertz.
[[nodiscard]] inline Eigen::ArrayXd watts_at(clock_power const& p, Eigen::Ref<Eigen::ArrayXd const> const& clocks) {
    return p.fixed.value() + clocks * (p.linear.value() + clocks.square() * p.cubic.value());
}

} // namespace gangway::cost
