// L3 - the sorted index of orders that stand still: also finds the best job that is short enough.
#pragma once

#include <limits>

#include "key.hpp"

namespace gangway {

/// A treap in rank order; each subtree keeps its smallest estimate.
///
/// Complexity: push, erase and `first_within` O(log n) expected, top O(1). The shape depends on the order of
/// operations alone, never on a random source; answers do not depend on the shape at all.
template <std::size_t Depth, class Id>
class indexed_queue {
  public:
    using key_type = rank_key<Depth, Id>;

    void push(queued_job<Depth, Id> const& job, key_type const& key, queue_places& places) {
        index const n = take_node();
        nodes_[n] = {key, job.estimate, job.estimate, job.slot, no_index, no_index, next_weight()};
        places[job.slot] = n;
        if (first_ == no_index || before(key, nodes_[first_].key)) first_ = n;
        insert(root_, n);
        ++size_;
    }
    void erase(index slot, queue_places& places) {
        index const n = places[slot];
        remove(root_, n);
        spare_.push_back(n);
        --size_;
        if (first_ == n) first_ = leftmost();
    }
    void clear() {
        nodes_.clear();
        spare_.clear();
        root_ = first_ = no_index;
        size_ = 0;
    }

    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] index top() const { return nodes_[first_].slot; }
    [[nodiscard]] key_type const& top_key() const { return nodes_[first_].key; }

    /// The best-ranked job whose estimate is at most `limit` seconds: its node, or `no_index`.
    [[nodiscard]] index first_within(double limit) const {
        index n = root_;
        if (n == no_index || nodes_[n].least > limit) return no_index;
        for (;;) {
            node const& here = nodes_[n];
            if (here.left != no_index && nodes_[here.left].least <= limit) {
                n = here.left;
            } else if (here.estimate <= limit) {
                return n;
            } else {
                n = here.right;
            }
        }
    }
    [[nodiscard]] index slot_of(index n) const { return nodes_[n].slot; }
    [[nodiscard]] key_type const& key_of(index n) const { return nodes_[n].key; }

    /// Visits every slot, in no order.
    template <class Visit>
    void for_each(Visit&& visit) const {
        for_each_in_order([&](index slot) {
            visit(slot);
            return true;
        });
    }
    /// Visits slots in rank order until `visit` says false.
    template <class Visit>
    void for_each_in_order(Visit&& visit) const {
        std::vector<index> path;
        index n = root_;
        while (n != no_index || !path.empty()) {
            for (; n != no_index; n = nodes_[n].left) path.push_back(n);
            n = path.back();
            path.pop_back();
            if (!visit(nodes_[n].slot)) return;
            n = nodes_[n].right;
        }
    }

  private:
    struct node {
        key_type key;
        double estimate;
        double least; // smallest estimate of the subtree
        index slot;
        index left;
        index right;
        std::uint32_t weight; // heap order of the treap
    };

    index take_node() {
        if (spare_.empty()) {
            nodes_.emplace_back();
            return static_cast<index>(nodes_.size() - 1);
        }
        index const n = spare_.back();
        spare_.pop_back();
        return n;
    }
    std::uint32_t next_weight() {
        state_ += 0x9E3779B97F4A7C15ull; // splitmix64
        std::uint64_t z = (state_ ^ (state_ >> 30)) * 0xBF58476D1CE4E5B9ull;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
        return static_cast<std::uint32_t>(z >> 32);
    }
    void refresh(index n) {
        node& here = nodes_[n];
        double least = here.estimate;
        if (here.left != no_index && nodes_[here.left].least < least) least = nodes_[here.left].least;
        if (here.right != no_index && nodes_[here.right].least < least) least = nodes_[here.right].least;
        here.least = least;
    }
    void insert(index& root, index n) {
        index* at = &root;
        while (*at != no_index && nodes_[*at].weight >= nodes_[n].weight) {
            node& here = nodes_[*at];
            if (nodes_[n].estimate < here.least) here.least = nodes_[n].estimate;
            at = before(nodes_[n].key, here.key) ? &here.left : &here.right;
        }
        split(*at, nodes_[n].key, nodes_[n].left, nodes_[n].right);
        *at = n;
        refresh(n);
    }
    void split(index tree, key_type const& key, index& low, index& high) {
        if (tree == no_index) {
            low = high = no_index;
            return;
        }
        if (before(nodes_[tree].key, key)) {
            split(nodes_[tree].right, key, nodes_[tree].right, high);
            low = tree;
        } else {
            split(nodes_[tree].left, key, low, nodes_[tree].left);
            high = tree;
        }
        refresh(tree);
    }
    index merge(index low, index high) {
        if (low == no_index) return high;
        if (high == no_index) return low;
        if (nodes_[low].weight >= nodes_[high].weight) {
            nodes_[low].right = merge(nodes_[low].right, high);
            refresh(low);
            return low;
        }
        nodes_[high].left = merge(low, nodes_[high].left);
        refresh(high);
        return high;
    }
    void remove(index& tree, index n) {
        if (tree == n) {
            tree = merge(nodes_[n].left, nodes_[n].right);
            return;
        }
        remove(before(nodes_[n].key, nodes_[tree].key) ? nodes_[tree].left : nodes_[tree].right, n);
        refresh(tree);
    }
    [[nodiscard]] index leftmost() const {
        index n = root_;
        while (n != no_index && nodes_[n].left != no_index) n = nodes_[n].left;
        return n;
    }

    std::vector<node> nodes_;
    std::vector<index> spare_;
    index root_ = no_index;
    index first_ = no_index;
    std::size_t size_ = 0;
    std::uint64_t state_ = 0;
};

} // namespace gangway
