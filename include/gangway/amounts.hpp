// L1 - a fixed-size vector of resource amounts, in whole units that the host chooses.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace gangway {

/// `N` resource amounts. The model gives each place its meaning (GPU; or GPU, milli-CPU, MiB, ...).
///
/// Whole numbers: sums are exact and nothing is rounded. A host with fractions counts in smaller units (500 milli-GPU).
template <std::size_t N>
struct amounts {
    static_assert(N > 0, "gangway: a node has at least one kind of resource");

    std::array<std::int64_t, N> of{}; ///< by resource

    constexpr amounts() = default;
    /// One number a resource.
    template <class... Rest>
        requires(sizeof...(Rest) + 1 == N)
    constexpr amounts(std::int64_t first, Rest... rest) : of{first, static_cast<std::int64_t>(rest)...} {}

    /// The amount of resource r.
    constexpr std::int64_t& operator[](std::size_t r) { return of[r]; }
    /// The amount of resource r.
    constexpr std::int64_t operator[](std::size_t r) const { return of[r]; }

    friend constexpr bool operator==(amounts const&, amounts const&) = default;
    /// Adds, resource by resource.
    constexpr amounts& operator+=(amounts const& b) {
        for (std::size_t r = 0; r < N; ++r) of[r] += b.of[r];
        return *this;
    }
    /// Takes away, resource by resource.
    constexpr amounts& operator-=(amounts const& b) {
        for (std::size_t r = 0; r < N; ++r) of[r] -= b.of[r];
        return *this;
    }
    /// The sum, resource by resource.
    friend constexpr amounts operator+(amounts a, amounts const& b) { return a += b; }
    /// The difference, resource by resource; it may be negative.
    friend constexpr amounts operator-(amounts a, amounts const& b) { return a -= b; }
    /// So many times as much.
    friend constexpr amounts operator*(std::int64_t k, amounts a) {
        for (auto& x : a.of) x *= k;
        return a;
    }
};

/// Does `demand` fit into `room` in every resource? A zero demand is no demand, also where the room is negative.
template <std::size_t N>
constexpr bool fits(amounts<N> const& demand, amounts<N> const& room) {
    for (std::size_t r = 0; r < N; ++r)
        if (demand[r] > 0 && demand[r] > room[r]) return false;
    return true;
}

/// How many tasks of one demand fit into `room`; `INT64_MAX` for a demand of nothing.
template <std::size_t N>
constexpr std::int64_t tasks_that_fit(amounts<N> const& demand, amounts<N> const& room) {
    auto most = std::numeric_limits<std::int64_t>::max();
    for (std::size_t r = 0; r < N; ++r) {
        if (demand[r] <= 0) continue;
        auto const here = room[r] < demand[r] ? 0 : (demand[r] == 1 ? room[r] : room[r] / demand[r]);
        if (here < most) most = here;
    }
    return most;
}

/// `a` in the first places of a longer vector, the others zero; or from place `from` on.
template <std::size_t M, std::size_t N>
constexpr amounts<M> widened(amounts<N> const& a, std::size_t from = 0) {
    static_assert(N <= M);
    amounts<M> wide;
    for (std::size_t r = 0; r < N; ++r) wide[from + r] = a[r];
    return wide;
}
/// The first places of a vector.
template <std::size_t N, std::size_t M>
constexpr amounts<N> narrowed(amounts<M> const& a) {
    static_assert(N <= M);
    amounts<N> narrow;
    for (std::size_t r = 0; r < N; ++r) narrow[r] = a[r];
    return narrow;
}

/// Does any resource carry a negative amount?
template <std::size_t N>
constexpr bool any_negative(amounts<N> const& a) {
    for (auto x : a.of)
        if (x < 0) return true;
    return false;
}

} // namespace gangway
