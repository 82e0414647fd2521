// L3 - finds a job's slot by its id.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional> // declares std::hash
#include <vector>

#include "../fwd.hpp"

namespace gangway {

/// A map from ids to slots: open addressing where the id has a std::hash, a sorted array where it can only be compared.
///
/// Complexity: O(1) expected with a hash; O(log n) to find and O(n) to change without.
template <class Id>
class id_table {
  public:
    /// The slot of an id; `no_index`: it is not here.
    [[nodiscard]] index find(Id const& id) const {
        if constexpr (hashed) {
            if (cells_.empty()) return no_index;
            std::size_t at = home(id);
            while (cells_[at].slot != no_index && !(cells_[at].id == id)) at = next(at);
            return cells_[at].slot;
        } else {
            auto const at = sorted_place(id);
            return at != cells_.end() && !(id < at->id) ? at->slot : no_index;
        }
    }
    /// Expects: the id is not in the table.
    void insert(Id const& id, index slot) {
        if constexpr (hashed) {
            if (2 * (size_ + 1) > cells_.size()) grow();
            seat({id, slot});
        } else {
            cells_.insert(sorted_place(id), {id, slot});
        }
        ++size_;
    }
    /// Finds an id and takes it out; `no_index` if it is not there.
    index take(Id const& id) {
        if constexpr (hashed) {
            if (cells_.empty()) return no_index;
            std::size_t hole = home(id);
            while (cells_[hole].slot != no_index && !(cells_[hole].id == id)) hole = next(hole);
            index const slot = cells_[hole].slot;
            if (slot == no_index) return no_index;
            for (std::size_t at = next(hole); cells_[at].slot != no_index; at = next(at)) {
                std::size_t const want = home(cells_[at].id); // move back whoever the hole would hide
                if (((at - want) & wrap_) >= ((at - hole) & wrap_)) {
                    cells_[hole] = cells_[at];
                    hole = at;
                }
            }
            cells_[hole].slot = no_index;
            --size_;
            return slot;
        } else {
            auto const at = sorted_place(id);
            if (at == cells_.end() || id < at->id) return no_index;
            index const slot = at->slot;
            cells_.erase(at);
            --size_;
            return slot;
        }
    }
    /// Expects: the id is in the table.
    void erase(Id const& id) { take(id); }

  private:
    static constexpr bool hashed = requires(Id const& id) { std::hash<Id>{}(id); };
    struct cell {
        Id id;
        index slot; // no_index: empty
    };

    [[nodiscard]] std::size_t next(std::size_t at) const { return (at + 1) & wrap_; }
    // The hash is often the identity. The highest bits of the product depend on all of it.
    [[nodiscard]] std::size_t home(Id const& id) const {
        return static_cast<std::size_t>((static_cast<std::uint64_t>(std::hash<Id>{}(id)) * 0x9E3779B97F4A7C15ull) >> shift_);
    }
    void seat(cell const& c) {
        std::size_t at = home(c.id);
        while (cells_[at].slot != no_index) at = next(at);
        cells_[at] = c;
    }
    void grow() {
        std::vector<cell> old(std::max<std::size_t>(16, 2 * cells_.size()), cell{Id{}, no_index});
        old.swap(cells_);
        wrap_ = cells_.size() - 1;
        shift_ = std::countl_zero(static_cast<std::uint64_t>(wrap_));
        for (cell const& c : old)
            if (c.slot != no_index) seat(c);
    }
    template <class Self>
    static auto place_in(Self& cells, Id const& id) {
        return std::lower_bound(cells.begin(), cells.end(), id, [](cell const& c, Id const& key) { return c.id < key; });
    }
    auto sorted_place(Id const& id) { return place_in(cells_, id); }
    auto sorted_place(Id const& id) const { return place_in(cells_, id); }

    std::vector<cell> cells_;
    std::size_t size_ = 0;
    std::size_t wrap_ = 0; // the last cell; a power of two less one
    int shift_ = 64;       // leaves as many bits of a hash as number the cells
};

} // namespace gangway
