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
        insert(n);
        ++size_;
    }
    void erase(index slot, queue_places& places) {
        index const n = places[slot];
        remove(n);
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
    // Computes the smallest estimate below a node; true if it has changed.
    bool refresh(index n) {
        node& here = nodes_[n];
        double least = here.estimate;
        if (here.left != no_index && nodes_[here.left].least < least) least = nodes_[here.left].least;
        if (here.right != no_index && nodes_[here.right].least < least) least = nodes_[here.right].least;
        bool const changed = here.least != least;
        here.least = least;
        return changed;
    }
    void insert(index n) {
        key_type const& key = nodes_[n].key;
        index* at = &root_;
        while (*at != no_index && nodes_[*at].weight >= nodes_[n].weight) {
            node& here = nodes_[*at];
            if (nodes_[n].estimate < here.least) here.least = nodes_[n].estimate;
            at = before(key, here.key) ? &here.left : &here.right;
        }
        index tree = *at;
        *at = n;
        index* low = &nodes_[n].left; // the tree that stood here is split below the new node
        index* high = &nodes_[n].right;
        path_.clear();
        while (tree != no_index) {
            path_.push_back(tree);
            if (before(nodes_[tree].key, key)) {
                *low = tree;
                low = &nodes_[tree].right;
                tree = *low;
            } else {
                *high = tree;
                high = &nodes_[tree].left;
                tree = *high;
            }
        }
        *low = *high = no_index;
        for (; !path_.empty(); path_.pop_back()) refresh(path_.back());
        refresh(n);
    }
    void remove(index n) {
        path_.clear();
        index* at = &root_;
        while (*at != n) {
            path_.push_back(*at);
            at = before(nodes_[n].key, nodes_[*at].key) ? &nodes_[*at].left : &nodes_[*at].right;
        }
        std::size_t const above = path_.size();
        index low = nodes_[n].left;
        index high = nodes_[n].right;
        while (low != no_index && high != no_index) { // both subtrees are merged in its place
            bool const take_low = nodes_[low].weight >= nodes_[high].weight;
            index& top = take_low ? low : high;
            *at = top;
            path_.push_back(top);
            at = take_low ? &nodes_[top].right : &nodes_[top].left;
            top = *at;
        }
        *at = low != no_index ? low : high;
        for (; path_.size() > above; path_.pop_back()) refresh(path_.back());
        for (; !path_.empty() && refresh(path_.back()); path_.pop_back()) {}
    }
    [[nodiscard]] index leftmost() const {
        index n = root_;
        while (n != no_index && nodes_[n].left != no_index) n = nodes_[n].left;
        return n;
    }

    std::vector<node> nodes_;
    std::vector<index> spare_;
    std::vector<index> path_; // scratch: nodes whose subtree has changed
    index root_ = no_index;
    index first_ = no_index;
    std::size_t size_ = 0;
    std::uint64_t state_ = 0;
};

} // namespace gangway
