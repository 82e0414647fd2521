// L3 - nodes with one kind of resource, sorted by how much is free: fit and best fit in O(distinct free levels).
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "../fwd.hpp"

namespace gangway {

/// Nodes in buckets by free amount; inside a bucket a bit set, so that the smallest position comes first.
///
/// Complexity: `holds` O(distinct levels), `move` O(distinct levels) for a new level and O(1) else. Memory: one bit for
/// each node and level.
class free_levels {
  public:
    /// Starts with no node in any bucket, for nodes 0 .. count - 1.
    explicit free_levels(index count = 0) : words_{(static_cast<std::size_t>(count) + 63) / 64} {}

    /// A node with this amount free comes in.
    void insert(index node, std::int64_t amount) {
        std::size_t at = find(amount);
        if (at == amounts_.size() || amounts_[at] != amount) at = open(at, amount);
        bits(at)[node / 64] |= bit(node);
        ++counts_[at];
    }
    /// A node leaves.
    void erase(index node, std::int64_t amount) {
        std::size_t const at = find(amount);
        bits(at)[node / 64] &= ~bit(node);
        if (--counts_[at] == 0) close(at);
    }
    /// What is free on a node changes.
    void move(index node, std::int64_t from, std::int64_t to) {
        if (words_ == 1 && amounts_.size() == 1 && counts_[0] == 1) { // one pool: its only level changes its name
            amounts_[0] = to;
            return;
        }
        erase(node, from);
        insert(node, to);
    }

    /// Can `tasks` tasks of `each` be placed at once?
    [[nodiscard]] bool holds(std::int64_t each, std::int64_t tasks) const {
        if (each <= 0) return !amounts_.empty();
        if (tasks == 1) return largest() >= each;
        for (std::size_t l = amounts_.size(); l-- > 0 && amounts_[l] >= each;) {
            std::int64_t const per_node = each == 1 ? amounts_[l] : amounts_[l] / each;
            // Divide rather than multiply: hosts may count in bytes.
            if (per_node >= tasks) return true;
            if (counts_[l] > 1 && counts_[l] > (tasks - 1) / per_node) return true;
            tasks -= per_node * counts_[l];
        }
        return tasks <= 0;
    }
    /// Visits (node, amount) from the tightest level that has `at_least`, positions ascending, until `visit` says false.
    template <class Visit>
    void for_each_from(std::int64_t at_least, Visit&& visit) const {
        for (std::size_t l = find(at_least); l < amounts_.size(); ++l) {
            std::uint64_t const* const words = bits(l);
            for (std::size_t w = 0; w < words_; ++w)
                for (std::uint64_t left = words[w]; left != 0; left &= left - 1)
                    if (!visit(static_cast<index>(w * 64 + static_cast<std::size_t>(std::countr_zero(left))), amounts_[l]))
                        return;
        }
    }
    /// The most that is free on one node.
    [[nodiscard]] std::int64_t largest() const { return amounts_.empty() ? 0 : amounts_.back(); }
    /// How many levels there are.
    [[nodiscard]] std::size_t distinct() const { return amounts_.size(); }

  private:
    static std::uint64_t bit(index node) { return std::uint64_t{1} << (node % 64); }
    std::uint64_t* bits(std::size_t level) { return &bits_[rows_[level] * words_]; }
    [[nodiscard]] std::uint64_t const* bits(std::size_t level) const { return &bits_[rows_[level] * words_]; }
    [[nodiscard]] std::size_t find(std::int64_t amount) const {
        std::size_t l = 0;
        while (l < amounts_.size() && amounts_[l] < amount) ++l;
        return l;
    }
    std::size_t open(std::size_t at, std::int64_t amount) {
        std::size_t row = amounts_.size() + spare_rows_.size();
        if (spare_rows_.empty()) {
            bits_.resize((row + 1) * words_, 0);
        } else {
            row = spare_rows_.back();
            spare_rows_.pop_back();
        }
        auto const here = static_cast<std::ptrdiff_t>(at);
        amounts_.insert(amounts_.begin() + here, amount);
        counts_.insert(counts_.begin() + here, 0);
        rows_.insert(rows_.begin() + here, row);
        return at;
    }
    void close(std::size_t at) {
        spare_rows_.push_back(rows_[at]); // all its bits are zero
        auto const here = static_cast<std::ptrdiff_t>(at);
        amounts_.erase(amounts_.begin() + here);
        counts_.erase(counts_.begin() + here);
        rows_.erase(rows_.begin() + here);
    }

    std::size_t words_ = 0;
    std::vector<std::int64_t> amounts_; // ascending
    std::vector<std::int64_t> counts_;  // nodes at that level
    std::vector<std::size_t> rows_;     // where its bits are
    std::vector<std::size_t> spare_rows_;
    std::vector<std::uint64_t> bits_;
};

} // namespace gangway
