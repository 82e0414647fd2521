// L3 - nodes with one kind of resource, sorted by how much is free: fit and best fit in O(distinct free levels).
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "../fwd.hpp"

namespace gangway {

/// Nodes in buckets by free amount; inside a bucket a bit set, so that the smallest position comes first.
///
/// Semantics: a bucket that has emptied waits for the next node with that amount; where most are empty, they go when
/// another one opens. Levels are all that are there, the empty ones too.
/// Complexity: `holds` O(levels); `insert`, `erase` and `move` O(1) where the levels are 0, 1, 2, ..., as GPUs
/// are, O(log levels) else, O(levels) for a new one. Memory: one bit for each node and level.
class free_levels {
  public:
    /// Starts with no node in any bucket, for nodes 0 .. count - 1.
    explicit free_levels(index count = 0) : words_{(static_cast<std::size_t>(count) + 63) / 64} {}

    /// A node with this amount free comes in.
    void insert(index node, std::int64_t amount) {
        if (nodes_ == 0) close_empty(); // one pool that comes back is again the only level
        put(find_or_open(amount), node);
        ++nodes_;
    }
    /// A node leaves.
    void erase(index node, std::int64_t amount) {
        drop(find(amount), node);
        --nodes_;
    }
    /// What is free on a node changes.
    void move(index node, std::int64_t from, std::int64_t to) {
        if (nodes_ == 1 && levels_.size() == 1) { // one pool: its only level changes its name
            levels_[0].amount = to;
            return;
        }
        std::size_t const onto = find_or_open(to);
        drop(find(from), node);
        put(onto, node);
    }

    /// Can `tasks` tasks of `each` be placed at once?
    [[nodiscard]] bool holds(std::int64_t each, std::int64_t tasks) const {
        if (each <= 0) return nodes_ > 0;
        if (tasks == 1) return largest() >= each;
        for (std::size_t l = top_; l-- > 0 && levels_[l].amount >= each;) {
            auto const& [amount, count, row] = levels_[l];
            if (count == 0) continue;
            std::int64_t const per_node = each == 1 ? amount : amount / each;
            // Divide rather than multiply: hosts may count in bytes.
            if (per_node >= tasks) return true;
            if (count > 1 && count > (tasks - 1) / per_node) return true;
            tasks -= per_node * count;
        }
        return tasks <= 0;
    }
    /// Visits (node, amount) from the tightest level that has `at_least`, positions ascending, until `visit` says false.
    template <class Visit>
    void for_each_from(std::int64_t at_least, Visit&& visit) const {
        for (std::size_t l = find(at_least); l < top_; ++l) {
            if (levels_[l].count == 0) continue;
            std::uint64_t const* const words = &bits_[levels_[l].row];
            for (std::size_t w = 0; w < words_; ++w)
                for (std::uint64_t left = words[w]; left != 0; left &= left - 1)
                    if (!visit(static_cast<index>(w * 64 + static_cast<std::size_t>(std::countr_zero(left))), levels_[l].amount))
                        return;
        }
    }
    /// The first node of the tightest level that has `at_least`, and what is free on it; `no_index`: there is none.
    [[nodiscard]] std::pair<index, std::int64_t> tightest(std::int64_t at_least) const {
        std::size_t l = find(at_least);
        while (l < top_ && levels_[l].count == 0) ++l;
        if (l >= top_) return {no_index, 0};
        std::uint64_t const* word = &bits_[levels_[l].row];
        index first = 0;
        for (; *word == 0; ++word) first += 64;
        return {first + static_cast<index>(std::countr_zero(*word)), levels_[l].amount};
    }
    /// The most that is free on one node.
    [[nodiscard]] std::int64_t largest() const { return top_ == 0 ? 0 : levels_[top_ - 1].amount; }
    /// How many levels have a node.
    [[nodiscard]] std::size_t distinct() const { return static_cast<std::size_t>(std::count_if(levels_.begin(), levels_.end(), used)); }

  private:
    struct level {
        std::int64_t amount;
        std::int64_t count; // nodes
        std::size_t row;    // where its bits begin
    };
    static bool used(level const& l) { return l.count > 0; }

    void put(std::size_t l, index node) {
        bits_[levels_[l].row + node / 64] |= std::uint64_t{1} << (node % 64);
        ++levels_[l].count;
        top_ = std::max(top_, l + 1);
    }
    void drop(std::size_t l, index node) {
        bits_[levels_[l].row + node / 64] &= ~(std::uint64_t{1} << (node % 64));
        --levels_[l].count;
        while (top_ > 0 && levels_[top_ - 1].count == 0) --top_;
    }
    // The first level that has at least so much. The guess is right where there is a level for every amount up to it.
    [[nodiscard]] std::size_t find(std::int64_t amount) const {
        auto const guess = static_cast<std::size_t>(amount);
        if (guess < levels_.size() && levels_[guess].amount == amount) [[likely]] return guess;
        return search(amount);
    }
    [[nodiscard]] std::size_t search(std::int64_t amount) const {
        auto const less = [](level const& l, std::int64_t a) { return l.amount < a; };
        if (levels_.size() > 16)
            return static_cast<std::size_t>(std::lower_bound(levels_.begin(), levels_.end(), amount, less) - levels_.begin());
        std::size_t l = 0;
        while (l < levels_.size() && less(levels_[l], amount)) ++l;
        return l;
    }
    std::size_t find_or_open(std::int64_t amount) {
        std::size_t const at = find(amount);
        if (at < levels_.size() && levels_[at].amount == amount) [[likely]] return at;
        return open(amount);
    }
    std::size_t open(std::int64_t amount) {
        if (levels_.size() > 2 * distinct() + 16) close_empty();
        std::size_t row = levels_.size() * words_;
        if (spare_rows_.empty()) {
            bits_.resize(row + words_, 0);
        } else {
            row = spare_rows_.back();
            spare_rows_.pop_back();
        }
        std::size_t const at = find(amount);
        levels_.insert(levels_.begin() + static_cast<std::ptrdiff_t>(at), {amount, 0, row});
        if (at < top_) ++top_;
        return at;
    }
    void close_empty() {
        for (level const& l : levels_)
            if (!used(l)) spare_rows_.push_back(l.row); // all its bits are zero
        std::erase_if(levels_, [](level const& l) { return !used(l); });
        top_ = levels_.size();
    }

    std::size_t words_ = 0;
    std::size_t nodes_ = 0;
    std::size_t top_ = 0;       // behind the last level that has a node
    std::vector<level> levels_; // ascending
    std::vector<std::size_t> spare_rows_;
    std::vector<std::uint64_t> bits_;
};

} // namespace gangway
