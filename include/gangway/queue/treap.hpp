// L3 - a search tree of keys that stand still: also finds the best job that is short enough.
#pragma once

#include "key.hpp"

namespace gangway {

/// A treap in rank order; each subtree keeps its smallest estimate.
///
/// Complexity: push, erase and `first_within` O(log n) expected, top O(1). The shape depends on the order of
/// operations alone, never on a random source; answers do not depend on the shape at all.
template <std::size_t Depth, class Id>
class treap {
  public:
    using key_type = rank_key<Depth, Id>;
    /// A job in the tree.
    struct node : keyed_job<Depth, Id> {
        double estimate;      ///< s
        double least;         ///< smallest estimate of the subtree
        index left;           ///< node of those that rank before it
        index right;          ///< node of those that rank behind it
        std::uint32_t weight; ///< heap order of the treap
    };

    void push(queued_job<Depth, Id> const& job, key_type const& key, queue_places& places) {
        index const n = take_node();
        nodes_[n] = {{key, job.slot}, job.estimate, job.estimate, no_index, no_index, next_weight()};
        places[job.slot] = n;
        if (first_ == no_index || before(key, nodes_[first_].key)) first_ = n;
        insert(n);
        ++size_;
    }
    void erase(index slot, queue_places const& places) {
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

    [[nodiscard]] std::size_t size() const { return size_; }
    /// The best-ranked; expects that there is one.
    [[nodiscard]] node const& front() const { return nodes_[first_]; }

    /// The best-ranked whose estimate is at most `limit` seconds; null: there is none.
    [[nodiscard]] node const* first_within(double limit) const {
        index n = root_;
        if (n == no_index || nodes_[n].least > limit) return nullptr;
        for (;;) {
            node const& here = nodes_[n];
            if (here.left != no_index && nodes_[here.left].least <= limit) {
                n = here.left;
            } else if (here.estimate <= limit) {
                return &here;
            } else {
                n = here.right;
            }
        }
    }
    /// Visits every slot.
    template <class Visit>
    void for_each(Visit&& visit) const {
        for_each_in_order([&](node const& n) {
            visit(n.slot);
            return true;
        });
    }
    /// Visits nodes in rank order until `visit` says false.
    template <class Visit>
    void for_each_in_order(Visit&& visit) const {
        std::vector<index> path;
        index n = root_;
        while (n != no_index || !path.empty()) {
            for (; n != no_index; n = nodes_[n].left) path.push_back(n);
            n = path.back();
            path.pop_back();
            if (!visit(nodes_[n])) return;
            n = nodes_[n].right;
        }
    }

  private:
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
