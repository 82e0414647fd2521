// L4 - numbers for the jobs that a scheduler knows, handed out in turn.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "fwd.hpp"

namespace gangway {

/// Slots 0 .. size() - 1, each taken or not. The next one is the first behind the last that was taken, round and round.
///
/// Semantics: so jobs that come one after another stand side by side, and so they will be asked for. A stack of slots would
/// hand out those of jobs that ended, all over the table.
/// Complexity: O(1) amortised, since a third of the slots is free at least.
class slot_pool {
  public:
    /// Room for all slots that were ever taken; grows with `take`.
    [[nodiscard]] std::size_t size() const { return 64 * unused_.size(); }
    index take() {
        if (3 * taken_ >= 2 * size()) grow();
        std::size_t w = next_ / 64;
        std::uint64_t left = unused_[w] & (~std::uint64_t{0} << (next_ % 64));
        while (left == 0) left = unused_[w = w + 1 == unused_.size() ? 0 : w + 1];
        auto const bit = static_cast<std::size_t>(std::countr_zero(left));
        unused_[w] &= ~(std::uint64_t{1} << bit);
        ++taken_;
        std::size_t const slot = 64 * w + bit;
        next_ = slot + 1 == size() ? 0 : slot + 1;
        return static_cast<index>(slot);
    }
    /// Expects: the slot is taken.
    void give_back(index slot) {
        unused_[slot / 64] |= std::uint64_t{1} << (slot % 64);
        --taken_;
    }

  private:
    void grow() {
        next_ = size();
        unused_.resize(unused_.size() + std::max<std::size_t>(1, unused_.size() / 2), ~std::uint64_t{0});
    }

    std::vector<std::uint64_t> unused_; // a bit a slot
    std::size_t taken_ = 0;
    std::size_t next_ = 0;
};

} // namespace gangway
