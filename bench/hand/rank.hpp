// bench - ranking alone, by hand: static keys through a heap.
#pragma once

#include <functional>
#include <queue>
#include <vector>

namespace hand {

/// A static rank key and whose it is; less is better, ties by id.
struct ranked {
    double key;
    int id;

    friend bool operator>(ranked const& a, ranked const& b) { return a.key != b.key ? a.key > b.key : a.id > b.id; }
};

/// The best-ranked on top; 16 bytes a waiting job.
using rank_heap = std::priority_queue<ranked, std::vector<ranked>, std::greater<>>;

/// The ids in rank order: every key is pushed, then every key is popped.
///
/// Complexity: O(n log n).
inline std::vector<int> rank_all(std::vector<double> const& keys) {
    std::vector<ranked> storage;
    storage.reserve(keys.size());
    rank_heap heap{std::greater<>{}, std::move(storage)};
    for (std::size_t i = 0; i < keys.size(); ++i) heap.push({keys[i], static_cast<int>(i)});
    std::vector<int> order;
    order.reserve(keys.size());
    for (; !heap.empty(); heap.pop()) order.push_back(heap.top().id);
    return order;
}

} // namespace hand
