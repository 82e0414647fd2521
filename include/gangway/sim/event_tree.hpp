// L5 - the ends of running gangs, soonest first.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace gangway::sim {

/// A tournament by time: every match keeps the sooner of two events, the final the soonest of all.
///
/// Semantics: all ends of an instant are applied before anything is decided, so their order among each other is free.
/// Complexity: O(log n). Which of two events is sooner is a coin toss, and a processor that guesses wrong loses more time
/// than a match takes: so a path is always played to the final, without a branch, against rivals that are known beforehand.
class event_tree {
  public:
    /// What is due, and when.
    struct event {
        double at;         ///< s
        std::uint32_t job; ///< whose
        std::uint32_t run; ///< which start of the job: an event of an earlier one is stale
    };

    /// When the soonest is due, infinity if none is.
    [[nodiscard]] double next() const { return matches_[1].at; }
    /// The soonest. Expects: `next()` is finite.
    [[nodiscard]] event const& top() const { return events_[matches_[1].leaf]; }
    /// Expects: `next()` is finite.
    void pop() {
        spare_.push_back(matches_[1].leaf);
        play(matches_[1].leaf, never);
    }
    /// An event at infinity is none.
    void push(event const& e) {
        if (!(e.at < never)) return;
        if (spare_.empty()) grow();
        std::uint32_t const leaf = spare_.back();
        spare_.pop_back();
        events_[leaf] = e;
        play(leaf, e.at);
    }

  private:
    static constexpr double never = std::numeric_limits<double>::infinity();
    struct match {
        double at;
        std::uint32_t leaf; // of the sooner
    };

    // Leaf l is match n + l of n leaves; match m is played between 2m and 2m + 1.
    void play(std::uint32_t leaf, double at) {
        for (std::size_t m = events_.size() + leaf;; m /= 2) {
            matches_[m] = {at, leaf};
            if (m == 1) return;
            match const& rival = matches_[m ^ 1U];
            auto const loses = std::uint32_t{0} - static_cast<std::uint32_t>(rival.at < at);
            leaf ^= (leaf ^ rival.leaf) & loses;
            at = std::min(at, rival.at);
        }
    }
    void grow() {
        auto const old = static_cast<std::uint32_t>(events_.size());
        std::uint32_t const wide = 2 * old;
        std::vector<match> matches(2 * std::size_t{wide}, match{never, 0});
        std::copy(matches_.begin() + old, matches_.end(), matches.begin() + wide);
        for (std::size_t m = wide - 1; m >= 1; --m) {
            match const& a = matches[2 * m];
            match const& b = matches[2 * m + 1];
            matches[m] = b.at < a.at ? b : a;
        }
        matches_.swap(matches);
        events_.resize(wide);
        for (std::uint32_t leaf = wide; leaf-- > old;) spare_.push_back(leaf);
    }

    std::vector<match> matches_ = std::vector<match>(4, match{never, 0}); // the final is 1
    std::vector<event> events_ = std::vector<event>(2); // by leaf
    std::vector<std::uint32_t> spare_{1, 0};         // leaves without an event
};

} // namespace gangway::sim
