// L3 - finds a job's slot by its id.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional> // declares std::hash
#include <type_traits>
#include <vector>

#include "../fwd.hpp"

namespace gangway {

/// Slots by the hash of an id: open addressing, one cell in four is used at most.
///
/// Semantics: keeps no ids; whoever asks says with `id_of(slot)` what they are. A cell has 32 bits of a hash, so that the
/// id of another job is seldom asked for.
/// Complexity: O(1) expected.
template <class Id>
class hashed_ids {
  public:
    /// The slot of an id; `no_index`: it is not here.
    template <class IdOf>
    [[nodiscard]] index find(Id const& id, IdOf const& id_of) const {
        return cells_.empty() ? no_index : cells_[cell_of(id, id_of)].slot;
    }
    /// Expects: the id is not in the table.
    template <class IdOf>
    void insert(Id const& id, index slot, IdOf const&) {
        if (4 * (size_ + 1) > cells_.size()) grow();
        seat({tag_of(id), slot});
        ++size_;
    }
    /// Finds an id and takes it out; `no_index` if it is not there.
    template <class IdOf>
    index take(Id const& id, IdOf const& id_of) {
        if (cells_.empty()) return no_index;
        std::size_t hole = cell_of(id, id_of);
        index const slot = cells_[hole].slot;
        if (slot == no_index) return no_index;
        for (std::size_t at = next(hole); cells_[at].slot != no_index; at = next(at)) {
            std::size_t const want = home(cells_[at].tag); // move back whoever the hole would hide
            if (((at - want) & wrap_) >= ((at - hole) & wrap_)) {
                cells_[hole] = cells_[at];
                hole = at;
            }
        }
        cells_[hole].slot = no_index;
        --size_;
        return slot;
    }

  private:
    struct cell {
        std::uint32_t tag;
        index slot; // no_index: empty
    };

    // The hash is often the identity. The highest bits of the product depend on all of it.
    [[nodiscard]] static std::uint32_t tag_of(Id const& id) {
        return static_cast<std::uint32_t>((static_cast<std::uint64_t>(std::hash<Id>{}(id)) * 0x9E3779B97F4A7C15ull) >> 32);
    }
    [[nodiscard]] std::size_t home(std::uint32_t tag) const { return tag >> shift_; }
    [[nodiscard]] std::size_t next(std::size_t at) const { return (at + 1) & wrap_; }
    // Where an id is, or the empty cell where it would be.
    template <class IdOf>
    [[nodiscard]] std::size_t cell_of(Id const& id, IdOf const& id_of) const {
        std::uint32_t const tag = tag_of(id);
        std::size_t at = home(tag);
        while (cells_[at].slot != no_index && !(cells_[at].tag == tag && id_of(cells_[at].slot) == id)) at = next(at);
        return at;
    }
    void seat(cell const& c) {
        std::size_t at = home(c.tag);
        while (cells_[at].slot != no_index) at = next(at);
        cells_[at] = c;
    }
    void grow() {
        std::vector<cell> old(std::max<std::size_t>(16, 2 * cells_.size()), cell{0, no_index});
        old.swap(cells_);
        wrap_ = cells_.size() - 1;
        shift_ = std::countl_zero(static_cast<std::uint32_t>(wrap_));
        for (cell const& c : old)
            if (c.slot != no_index) seat(c);
    }

    std::vector<cell> cells_;
    std::size_t size_ = 0;
    std::size_t wrap_ = 0; // the last cell; a power of two less one
    int shift_ = 32;       // leaves as many bits of a tag as number the cells
};

/// Slots in the order of ids that can only be compared. Keeps no ids, as `hashed_ids`.
///
/// Complexity: O(log n) to find and O(n) to change.
template <class Id>
class sorted_ids {
  public:
    /// The slot of an id; `no_index`: it is not here.
    template <class IdOf>
    [[nodiscard]] index find(Id const& id, IdOf const& id_of) const {
        std::size_t const at = place_of(id, id_of);
        return holds(at, id, id_of) ? slots_[at] : no_index;
    }
    /// Expects: the id is not in the table.
    template <class IdOf>
    void insert(Id const& id, index slot, IdOf const& id_of) {
        slots_.insert(slots_.begin() + static_cast<std::ptrdiff_t>(place_of(id, id_of)), slot);
    }
    /// Finds an id and takes it out; `no_index` if it is not there.
    template <class IdOf>
    index take(Id const& id, IdOf const& id_of) {
        std::size_t const at = place_of(id, id_of);
        if (!holds(at, id, id_of)) return no_index;
        index const slot = slots_[at];
        slots_.erase(slots_.begin() + static_cast<std::ptrdiff_t>(at));
        return slot;
    }

  private:
    template <class IdOf>
    [[nodiscard]] std::size_t place_of(Id const& id, IdOf const& id_of) const {
        auto const less = [&](index slot, Id const& key) { return id_of(slot) < key; };
        return static_cast<std::size_t>(std::lower_bound(slots_.begin(), slots_.end(), id, less) - slots_.begin());
    }
    template <class IdOf>
    [[nodiscard]] bool holds(std::size_t at, Id const& id, IdOf const& id_of) const {
        return at < slots_.size() && !(id < id_of(slots_[at]));
    }

    std::vector<index> slots_;
};

/// An id that the standard library can hash.
template <class Id>
concept hashable_id = requires(Id const& id) { std::hash<Id>{}(id); };

/// A map from ids to slots.
template <class Id>
using id_table = std::conditional_t<hashable_id<Id>, hashed_ids<Id>, sorted_ids<Id>>;

} // namespace gangway
