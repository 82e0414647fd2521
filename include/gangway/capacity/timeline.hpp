// L3 - what is free now and later: a step function of room for each node, with releases and reservations.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "node_table.hpp"

namespace gangway {

/// Room over time: steps in ascending order, each with the room of every node from there to the next step.
///
/// Complexity: a release or reservation O(steps * nodes); the earliest start O(steps * nodes) on one pool, and
/// O(steps * (window + placement)) over nodes. Memory: steps * nodes amounts.
template <std::size_t N>
class timeline {
  public:
    /// Starts from the room of the nodes at `now`.
    void reset(instant now, node_table<N> const& nodes) {
        nodes_ = nodes.size();
        first_ = 0;
        times_.assign(1, now.value());
        left_.resize(nodes_);
        for (index n = 0; n < nodes_; ++n) left_[n] = nodes[n].free;
    }
    /// Forgets everything before `now`, except the step that covers it, which from here on starts at `now`.
    void advance(instant now) {
        while (first_ + 1 < times_.size() && times_[first_ + 1] <= now.value()) ++first_;
        times_[first_] = std::max(times_[first_], now.value());
        if (first_ > 64 && first_ > times_.size() / 2) {
            times_.erase(times_.begin(), times_.begin() + static_cast<std::ptrdiff_t>(first_));
            left_.erase(left_.begin(), left_.begin() + static_cast<std::ptrdiff_t>(first_ * nodes_));
            first_ = 0;
        }
    }
    /// From `at` on a node has `tasks * each` more.
    void release(double at, index node, std::int64_t tasks, amounts<N> const& each) {
        for (std::size_t s = step_at(at); s < times_.size(); ++s) left_[s * nodes_ + node] += tasks * each;
    }
    /// Between `from` and `to` (infinity: for ever) a node has `tasks * each` less.
    void reserve(double from, double to, index node, std::int64_t tasks, amounts<N> const& each) {
        std::size_t const begin = step_at(from);
        std::size_t const end = to < std::numeric_limits<double>::infinity() ? step_at(to) : times_.size();
        for (std::size_t s = begin; s < end; ++s) left_[s * nodes_ + node] -= tasks * each;
    }
    /// The earliest step from which `length` seconds hold: `accept(room of the nodes over the window)` says whether and
    /// places. `necessary(room)` is a quick test: where it fails, every room with less on each node fails `accept`.
    /// Gives infinity where there is none. With `only_now` just the first step is tried; starts before `not_before` are not.
    template <class Necessary, class Accept>
    double earliest(double length, bool only_now, Necessary&& necessary, Accept&& accept,
                    double not_before = -std::numeric_limits<double>::infinity()) {
        for (std::size_t start = first_step(not_before); start < times_.size();) {
            double const end = times_[start] + length;
            std::size_t s = start;
            open_window(s);
            bool good = necessary(window_.data());
            while (good && s + 1 < times_.size() && times_[s + 1] < end) {
                widen_window(++s);
                good = necessary(window_.data());
            }
            if (good && accept(window_.data())) return times_[start];
            if (only_now) break;
            if (good) {
                ++start;
                continue;
            }
            open_window(s); // the last start whose window, which reaches over s too, fails like this one
            while (s > start && necessary(window_.data())) widen_window(--s);
            start = s + 1;
        }
        return std::numeric_limits<double>::infinity();
    }
    /// The same on one pool, where a gang fits if its whole demand does. Complexity: O(steps).
    [[nodiscard]] double earliest_on_pool(amounts<N> const& demand, double length, bool only_now,
                                          double not_before = -std::numeric_limits<double>::infinity()) const {
        std::size_t start = first_step(not_before);
        for (std::size_t s = start; s < times_.size(); ++s) {
            if (!fits(demand, left_[s])) {
                if (only_now) break;
                start = s + 1;
            } else if (s + 1 == times_.size() || times_[s + 1] >= times_[start] + length) {
                return times_[start];
            }
        }
        return std::numeric_limits<double>::infinity();
    }
    /// How often what is free changes.
    [[nodiscard]] std::size_t steps() const { return times_.size() - first_; }

  private:
    // The first step at or after `not_before`, or the one that covers now.
    [[nodiscard]] std::size_t first_step(double not_before) const {
        if (not_before <= times_[first_]) return first_;
        auto const at = std::lower_bound(times_.begin() + static_cast<std::ptrdiff_t>(first_), times_.end(), not_before);
        return static_cast<std::size_t>(at - times_.begin());
    }
    [[nodiscard]] amounts<N> const* row(std::size_t s) const { return &left_[s * nodes_]; }

    // The window holds the smallest room of each node over its steps.
    void open_window(std::size_t s) { window_.assign(row(s), row(s) + nodes_); }
    void widen_window(std::size_t s) {
        amounts<N> const* const room = row(s);
        for (index n = 0; n < nodes_; ++n)
            for (std::size_t r = 0; r < N; ++r) window_[n][r] = std::min(window_[n][r], room[n][r]);
    }
    // The step that starts at `at`, made if needed.
    std::size_t step_at(double at) {
        auto const found = std::lower_bound(times_.begin() + static_cast<std::ptrdiff_t>(first_), times_.end(), at);
        auto const s = static_cast<std::size_t>(found - times_.begin());
        if (found != times_.end() && *found == at) return s;
        if (s == first_) return first_; // before the first step: that one covers it
        times_.insert(found, at);
        left_.resize(left_.size() + nodes_);
        auto const from = left_.begin() + static_cast<std::ptrdiff_t>((s - 1) * nodes_);
        std::copy_backward(from, left_.end() - static_cast<std::ptrdiff_t>(nodes_), left_.end());
        return s;
    }

    index nodes_ = 0;
    std::size_t first_ = 0;
    std::vector<double> times_;
    std::vector<amounts<N>> left_;   // [step][node]
    std::vector<amounts<N>> window_; // scratch
};

} // namespace gangway
