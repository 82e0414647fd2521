// L4 - the gangs that run: where, since when, and in which order they should end.
#pragma once

#include <vector>

#include "capacity/room.hpp"
#include "quantity.hpp"

namespace gangway {

/// Running gangs by number; numbers are reused.
///
/// Complexity: O(1) without the order of ends; with it O(log running), and a move of the entries that end sooner.
template <bool ByEnd>
class gang_table {
  public:
    struct gang_run {
        index job = no_index; ///< slot; `no_index`: this number is not in use
        index shape = no_index;
        instant since;
        double end = 0.0; ///< by the estimate
        placement nodes;
    };
    struct release {
        double end;
        index gang;
    };

    [[nodiscard]] gang_run const& operator[](index g) const { return gangs_[g]; }
    [[nodiscard]] index size() const { return static_cast<index>(gangs_.size()); }
    [[nodiscard]] auto begin() const { return gangs_.begin(); }
    [[nodiscard]] auto end() const { return gangs_.end(); }
    /// Running gangs by estimated end, the soonest last: it leaves first, and short gangs come in near it.
    [[nodiscard]] std::vector<release> const& releases() const { return releases_; }

    /// A gang runs from here on. Takes the nodes out of `where` and leaves what may be reused there.
    index start(index job, index shape, instant since, double end, placement& where) {
        auto g = static_cast<index>(gangs_.size());
        if (spare_.empty()) {
            gangs_.emplace_back();
        } else {
            g = spare_.back();
            spare_.pop_back();
        }
        gang_run& gang = gangs_[g];
        gang.job = job;
        gang.shape = shape;
        gang.since = since;
        gang.end = end;
        gang.nodes.swap(where);
        if constexpr (ByEnd) {
            releases_.insert(releases_.begin() + place_of(end), {end, g});
        }
        return g;
    }
    void stop(index g) {
        if constexpr (ByEnd) {
            auto at = releases_.end() - 1; // ends come about when expected: the soonest is the first guess
            while (at->gang != g) --at;
            releases_.erase(at);
        }
        gangs_[g].job = no_index;
        spare_.push_back(g);
    }

  private:
    // Behind all that end later or just then. Halves the list without a branch, since no guess at one would be right.
    [[nodiscard]] std::ptrdiff_t place_of(double end) const {
        release const* first = releases_.data();
        std::size_t size = releases_.size();
        for (; size > 1; size -= size / 2) first += size / 2 * static_cast<std::size_t>(first[size / 2 - 1].end >= end);
        if (size == 1 && first->end >= end) ++first;
        return first - releases_.data();
    }

    std::vector<gang_run> gangs_;
    std::vector<index> spare_;
    std::vector<release> releases_; // kept where the admission reads estimates
};

} // namespace gangway
