// L5 - the order of many doubles by a radix sort: faster than comparing them, and exact.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "../config.hpp"

namespace gangway::cost {

/// A double as an unsigned number of the same order. Both zeros have one key. Expects: no NaN.
[[nodiscard]] constexpr std::uint64_t order_key(double v) {
    auto const bits = std::bit_cast<std::uint64_t>(v + 0.0);
    return bits ^ (bits >> 63U != 0 ? ~std::uint64_t{0} : std::uint64_t{1} << 63U);
}

/// The indices 0 to n - 1 in the order of `value(i)`, those of equal values by `before(i, j)`.
///
/// Semantics: counting passes over the 32 leading bits of the span of all keys; what they leave equal is sorted by
/// comparison, so the order is exact for any input. `before` is a total order that begins with the value.
/// Expects: no NaN, n below 2^32. Complexity: O(n) where few keys share their leading bits, O(n log n) at worst; 20 n
/// bytes.
template <class Value, class Before>
[[nodiscard]] std::vector<std::uint32_t> radix_order(std::size_t n, Value value, Before before) {
    GANGWAY_EXPECTS(n <= std::numeric_limits<std::uint32_t>::max(), "an order of indices holds less than 2^32 of them");
    constexpr unsigned passes = 4;
    constexpr unsigned bits = 8;
    constexpr unsigned below = 32; // the index stands under the leading bits
    auto const digit = [](std::uint64_t v, unsigned pass) {
        return (v >> (below + bits * pass)) & ((1U << bits) - 1U);
    };
    std::vector<std::uint64_t> now(n);
    std::vector<std::uint64_t> next(n);
    auto least = ~std::uint64_t{0};
    std::uint64_t most = 0;
    for (std::size_t i = 0; i < n; ++i) {
        next[i] = order_key(value(i));
        least = std::min(least, next[i]);
        most = std::max(most, next[i]);
    }
    auto const width = static_cast<unsigned>(std::bit_width(n > 0 ? most - least : 0));
    unsigned const drop = width > passes * bits ? width - passes * bits : 0;
    std::array<std::array<std::uint32_t, 1U << bits>, passes> starts{};
    for (std::size_t i = 0; i < n; ++i) {
        now[i] = ((next[i] - least) >> drop) << below | i;
        for (unsigned p = 0; p < passes; ++p) ++starts[p][digit(now[i], p)];
    }
    for (unsigned p = 0; p < passes; ++p) {
        auto& start = starts[p];
        std::uint32_t sum = 0;
        for (auto& s : start) sum += std::exchange(s, sum);
        for (auto const v : now) next[start[digit(v, p)]++] = v;
        now.swap(next);
    }
    std::vector<std::uint32_t> order(n);
    for (std::size_t i = 0; i < n; ++i) order[i] = static_cast<std::uint32_t>(now[i]);
    for (std::size_t from = 0; from < n;) {
        std::size_t to = from + 1;
        while (to < n && now[to] >> below == now[from] >> below) ++to;
        if (to - from > 1) std::sort(order.data() + from, order.data() + to, before);
        from = to;
    }
    return order;
}

} // namespace gangway::cost
