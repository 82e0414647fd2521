// L4 - the shapes of which a waiting gang may start, in the order of their best-ranked gangs.
#pragma once

#include <algorithm>
#include <vector>

#include "queue/key.hpp"

namespace gangway {

/// A front is the best-ranked waiting job of a shape, beside its key; fronts are kept in rank order.
///
/// Complexity: O(1) for the best, O(shapes) at most for a change, and mostly a step or two.
template <std::size_t Depth, class Id>
class front_order {
  public:
    using front = keyed_job<Depth, Id>;

    /// One more shape, without a front.
    void add_shape() { fronts_.push_back({{}, no_index}); }
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
        ranked_.push_back(shape);
        forward(ranked_.size() - 1);
    }
    void erase(index shape) {
        fronts_[shape].slot = no_index;
        ranked_.erase(ranked_.begin() + static_cast<std::ptrdiff_t>(place_of(shape)));
    }
    /// A better job has come, or another order has made one the best.
    void replace(index shape, front const& better) {
        fronts_[shape] = better;
        forward(place_of(shape));
    }
    /// The front has left; the next one ranks behind it.
    void follow(index shape, front const& next) {
        fronts_[shape] = next;
        std::size_t at = place_of(shape);
        for (; at + 1 < ranked_.size() && sooner(ranked_[at + 1], shape); ++at) ranked_[at] = ranked_[at + 1];
        ranked_[at] = shape;
    }
    /// Every front anew, as `front_of(shape)` says.
    template <class FrontOf>
    void renew(FrontOf const& front_of) {
        for (index shape : ranked_) fronts_[shape] = front_of(shape);
        auto const by_rank = [&](index a, index b) { return sooner(a, b); };
        if (!std::is_sorted(ranked_.begin(), ranked_.end(), by_rank)) std::sort(ranked_.begin(), ranked_.end(), by_rank);
    }

  private:
    [[nodiscard]] bool sooner(index a, index b) const { return before(fronts_[a].key, fronts_[b].key); }
    [[nodiscard]] std::size_t place_of(index shape) const {
        std::size_t at = 0; // it is there, and mostly near the front
        while (ranked_[at] != shape) ++at;
        return at;
    }
    void forward(std::size_t at) {
        index const shape = ranked_[at];
        for (; at > 0 && sooner(shape, ranked_[at - 1]); --at) ranked_[at] = ranked_[at - 1];
        ranked_[at] = shape;
    }

    std::vector<front> fronts_; // by shape; no slot: none
    std::vector<index> ranked_;
};

} // namespace gangway
