// L3 - the queue of scores that move along lines: a tournament that knows when its next match turns.
#pragma once

#include <cmath>
#include <limits>

#include "key.hpp"

namespace gangway {

/// A kinetic tournament: each match between two jobs keeps its winner until the instant their lines cross.
///
/// Semantics: `advance(now)` moves the order to `now`, which never goes back. Around a crossing, where rounding decides,
/// a match is replayed on every advance, so the winner is the one that a full rescan at `now` finds, bit for bit.
/// Complexity: push and erase O(log n); advance O(log n) for each match that turns; top O(1).
/// Source: Basch, Guibas, Hershberger, "Data structures for mobile data", SODA 1997.
template <std::size_t Depth, class Id>
class kinetic_queue {
    static_assert(Depth == 1, "gangway: lines cross once only where a job has one score");

  public:
    using key_type = rank_key<Depth, Id>;
    using job_type = queued_job<Depth, Id>;

    void push(job_type const& job, key_type const&, queue_places& places) {
        if (spare_.empty()) grow();
        index const leaf = spare_.back();
        spare_.pop_back();
        leaves_[leaf] = job;
        places[job.slot] = leaf;
        ++size_;
        replay_path(leaf);
    }
    void erase(index slot, queue_places& places) {
        index const leaf = places[slot];
        leaves_[leaf].slot = no_index;
        spare_.push_back(leaf);
        --size_;
        replay_path(leaf);
    }
    void clear() {
        leaves_.clear();
        matches_.clear();
        spare_.clear();
        size_ = 0;
    }
    void advance(instant now) {
        GANGWAY_EXPECTS(!(now < now_), "time went back for a kinetic queue");
        now_ = now;
        if (leaves_.size() > 1) replay_due(1);
    }

    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] std::size_t size() const { return size_; }
    /// The best-ranked at the instant of the last `advance`; expects that there is one.
    [[nodiscard]] keyed_job<Depth, Id> front() const { return {key_at(leaves_[best()], now_), leaves_[best()].slot}; }

    /// The best-ranked job whose estimate is at most `limit` seconds, or `no_index`. Complexity: O(n).
    [[nodiscard]] index first_within(double limit) const {
        index found = no_index;
        for (index i = 0; i < leaves_.size(); ++i) {
            if (leaves_[i].slot == no_index || leaves_[i].estimate > limit) continue;
            if (found == no_index || before(key_at(leaves_[i], now_), key_at(leaves_[found], now_))) found = i;
        }
        return found == no_index ? no_index : leaves_[found].slot;
    }

    /// Visits every slot, in no order.
    template <class Visit>
    void for_each(Visit&& visit) const {
        for (job_type const& job : leaves_)
            if (job.slot != no_index) visit(job.slot);
    }

  private:
    static constexpr double forever = std::numeric_limits<double>::infinity();
    struct match {
        index winner = no_index;  // leaf
        double turns_at = forever; // earliest instant at which this match or one below must be replayed
    };

    // Leaf i stands at heap position leaves_.size() + i; matches_[1] is the final.
    [[nodiscard]] index best() const { return leaves_.size() > 1 ? matches_[1].winner : 0; }

    [[nodiscard]] match at_position(std::size_t p) const {
        if (p < leaves_.size()) return matches_[p];
        auto const leaf = static_cast<index>(p - leaves_.size());
        return {leaves_[leaf].slot == no_index ? no_index : leaf, forever};
    }
    [[nodiscard]] match play(match a, match b) const {
        double const below = a.turns_at < b.turns_at ? a.turns_at : b.turns_at;
        if (a.winner == no_index) return {b.winner, below};
        if (b.winner == no_index) return {a.winner, below};
        if (!before(key_at(leaves_[a.winner], now_), key_at(leaves_[b.winner], now_))) std::swap(a, b);
        double const turn = next_turn(leaves_[a.winner].lines[0], leaves_[b.winner].lines[0]);
        return {a.winner, turn < below ? turn : below};
    }
    // When may the loser pass the winner? Near the crossing rounding decides, so every later `now` asks again.
    [[nodiscard]] double next_turn(line const& winner, line const& loser) const {
        double const closing = loser.slope - winner.slope;
        if (closing == 0.0) return forever;
        double const crossing = (winner.at_zero - loser.at_zero) / closing;
        double const scale = std::abs(winner.at_zero) + std::abs(loser.at_zero) +
                             (std::abs(winner.slope) + std::abs(loser.slope)) * (std::abs(crossing) + std::abs(now_.value()));
        double const doubt = 16.0 * std::numeric_limits<double>::epsilon() * scale / std::abs(closing);
        if (now_.value() > crossing + doubt) return forever;
        if (now_.value() >= crossing - doubt) return now_.value();
        return closing > 0.0 ? crossing - doubt : forever;
    }
    void replay(std::size_t p) { matches_[p] = play(at_position(2 * p), at_position(2 * p + 1)); }
    void replay_path(index leaf) {
        for (std::size_t p = (leaves_.size() + leaf) / 2; p >= 1; p /= 2) replay(p);
    }
    void replay_due(std::size_t p) {
        if (p >= leaves_.size() || matches_[p].turns_at > now_.value()) return;
        replay_due(2 * p);
        replay_due(2 * p + 1);
        replay(p);
    }
    void grow() {
        std::size_t const old = leaves_.size();
        std::size_t const wide = old == 0 ? 2 : 2 * old;
        leaves_.resize(wide);
        matches_.assign(wide, {});
        for (std::size_t leaf = wide; leaf-- > old;) spare_.push_back(static_cast<index>(leaf));
        for (std::size_t p = wide - 1; p >= 1; --p) replay(p);
    }

    std::vector<job_type> leaves_; // a power of two; slot no_index marks an empty leaf
    std::vector<match> matches_;
    std::vector<index> spare_;
    std::size_t size_ = 0;
    instant now_{-1e300}; // before any time a host names; finite, since zero times infinity is no score
};

} // namespace gangway
