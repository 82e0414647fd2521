// L3 - finds a job's slot by its id.
#pragma once

#include <algorithm>
#include <optional> // declares std::hash
#include <utility>
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
            for (std::size_t at = home(id);; at = (at + 1) & mask()) {
                if (cells_[at].second == no_index) return no_index;
                if (cells_[at].first == id) return cells_[at].second;
            }
        } else {
            auto const at = sorted_place(id);
            return at != cells_.end() && !(id < at->first) ? at->second : no_index;
        }
    }
    /// Expects: the id is not in the table.
    void insert(Id const& id, index slot) {
        if constexpr (hashed) {
            if (2 * (size_ + 1) > cells_.size()) grow();
            std::size_t at = home(id);
            while (cells_[at].second != no_index) at = (at + 1) & mask();
            cells_[at] = {id, slot};
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
            for (; !(cells_[hole].first == id); hole = (hole + 1) & mask())
                if (cells_[hole].second == no_index) return no_index;
            index const slot = cells_[hole].second;
            if (slot == no_index) return no_index;
            for (std::size_t at = (hole + 1) & mask(); cells_[at].second != no_index; at = (at + 1) & mask()) {
                std::size_t const want = home(cells_[at].first); // move back whoever the hole would hide
                if (((at - want) & mask()) >= ((at - hole) & mask())) {
                    cells_[hole] = cells_[at];
                    hole = at;
                }
            }
            cells_[hole].second = no_index;
            --size_;
            return slot;
        } else {
            auto const at = sorted_place(id);
            if (at == cells_.end() || id < at->first) return no_index;
            index const slot = at->second;
            cells_.erase(at);
            --size_;
            return slot;
        }
    }
    /// Expects: the id is in the table.
    void erase(Id const& id) { take(id); }

  private:
    static constexpr bool hashed = requires(Id const& id) { std::hash<Id>{}(id); };
    using cell = std::pair<Id, index>;

    [[nodiscard]] std::size_t mask() const { return cells_.size() - 1; }
    [[nodiscard]] std::size_t home(Id const& id) const {
        auto h = static_cast<std::uint64_t>(std::hash<Id>{}(id)); // often the identity: mix it
        h = (h ^ (h >> 32)) * 0x9E3779B97F4A7C15ull;
        return static_cast<std::size_t>(h >> 20) & mask();
    }
    void grow() {
        std::vector<cell> old(std::max<std::size_t>(16, 2 * cells_.size()), cell{Id{}, no_index});
        old.swap(cells_);
        for (cell const& c : old) {
            if (c.second == no_index) continue;
            std::size_t at = home(c.first);
            while (cells_[at].second != no_index) at = (at + 1) & mask();
            cells_[at] = c;
        }
    }
    template <class Self>
    static auto place_in(Self& cells, Id const& id) {
        return std::lower_bound(cells.begin(), cells.end(), id, [](cell const& c, Id const& key) { return c.first < key; });
    }
    auto sorted_place(Id const& id) { return place_in(cells_, id); }
    auto sorted_place(Id const& id) const { return place_in(cells_, id); }

    std::vector<cell> cells_;
    std::size_t size_ = 0;
};

} // namespace gangway
