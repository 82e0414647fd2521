// L4 - the shapes of which a waiting gang may start, in the order of their best-ranked gangs.
#pragma once

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "queue/key.hpp"

namespace gangway {

/// A front is the best-ranked waiting job of a shape, beside its key; fronts are kept in rank order.
///
/// Complexity: O(1) for the best; a change O(log shapes) and a move of as many numbers as it passes.
template <std::size_t Depth, class Id>
class front_order {
  public:
    using front = keyed_job<Depth, Id>;
    /// What a shape without a front has.
    [[nodiscard]] static front none() { return {{}, no_index}; }

    /// One more shape, without a front.
    void add_shape() { fronts_.push_back(none()); }
    [[nodiscard]] bool contains(index shape) const { return fronts_[shape].slot != no_index; }
    /// Expects: the shape has a front.
    [[nodiscard]] front const& operator[](index shape) const { return fronts_[shape]; }

    /// Shapes with a front, the best first.
    [[nodiscard]] auto begin() const { return ranked_.begin(); }
    [[nodiscard]] auto end() const { return ranked_.end(); }
    [[nodiscard]] std::size_t size() const { return ranked_.size(); }
    [[nodiscard]] index shape_at(std::size_t place) const { return ranked_[place]; }

    /// A shape that had no front has one.
    void insert(index shape, front const& f) {
        fronts_[shape] = f;
        ranked_.insert(std::lower_bound(ranked_.begin(), ranked_.end(), shape, by_rank()), shape);
    }
    /// Expects: the shape has a front.
    void erase(index shape) {
        ranked_.erase(place_of(shape));
        fronts_[shape] = none();
    }
    /// Another job is the front, mostly a better one that has come.
    void replace(index shape, front const& other) {
        ranked_.erase(place_of(shape));
        insert(shape, other);
    }
    /// The front has left; the next one ranks behind it.
    void follow(index shape, front const& next) {
        auto at = place_of(shape);
        fronts_[shape] = next;
        for (int step = 0; step < few; ++step, ++at) { // mostly it keeps its place, or nearly so
            if (at + 1 == ranked_.end() || !sooner(at[1], shape)) return;
            std::swap(at[0], at[1]);
        }
        std::rotate(at, at + 1, std::lower_bound(at + 1, ranked_.end(), shape, by_rank()));
    }
    /// Every front anew, as `front_of(shape)` says.
    template <class FrontOf>
    void renew(FrontOf const& front_of) {
        for (index shape : ranked_) fronts_[shape] = front_of(shape);
        sort();
    }
    /// The same for every shape there is; `none()`: it has no front.
    template <class FrontOf>
    void reset(FrontOf const& front_of) {
        ranked_.clear();
        for (index shape = 0; shape < fronts_.size(); ++shape) {
            fronts_[shape] = front_of(shape);
            if (contains(shape)) ranked_.push_back(shape);
        }
        sort();
    }

  private:
    [[nodiscard]] bool sooner(index a, index b) const { return before(fronts_[a].key, fronts_[b].key); }
    [[nodiscard]] auto by_rank() const {
        return [this](index a, index b) { return sooner(a, b); };
    }
    [[nodiscard]] auto place_of(index shape) {
        auto const some = std::min<std::ptrdiff_t>(few, std::ssize(ranked_)); // mostly it is near the front
        auto const at = std::find(ranked_.begin(), ranked_.begin() + some, shape);
        return at != ranked_.begin() + some ? at : std::lower_bound(at, ranked_.end(), shape, by_rank());
    }
    void sort() {
        if (!std::is_sorted(ranked_.begin(), ranked_.end(), by_rank())) std::sort(ranked_.begin(), ranked_.end(), by_rank());
    }

    static constexpr int few = 8; // shapes that are looked through one by one

    std::vector<front> fronts_; // by shape; no slot: none
    std::vector<index> ranked_;
};

} // namespace gangway
