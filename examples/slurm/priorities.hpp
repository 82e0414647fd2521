// slurm - numbers that put jobs in an order and change as few of the numbers they have as possible.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace slurm {

/// Gives falling priorities to jobs in order. `given[i]` is the number that job i has of an earlier call, 0 for none.
///
/// Semantics: the longest run of numbers that already fall is kept; the others get a place between their neighbours.
/// Where there is no room left between two, all are numbered anew. All are at least 2: in Slurm 0 is held, and 1 a new
/// job under priority/multifactor without weights. Complexity: O(n log n).
[[nodiscard]] inline std::vector<std::uint32_t> falling(std::vector<std::uint32_t> const& given) {
    constexpr std::uint32_t top = 2'000'000'000, step = 10'000, lowest = 2;
    std::size_t const n = given.size();
    // The longest falling subsequence: ends[k] is the job at which one of k + 1 jobs ends with the largest number.
    std::vector<std::size_t> ends, before(n, n);
    for (std::size_t i = 0; i < n; ++i) {
        if (given[i] < lowest) continue;
        auto const at =
            std::partition_point(ends.begin(), ends.end(), [&](std::size_t e) { return given[e] > given[i]; });
        before[i] = at == ends.begin() ? n : *(at - 1);
        if (at == ends.end())
            ends.push_back(i);
        else
            *at = i;
    }
    std::vector<std::uint32_t> numbers(n, 0);
    for (std::size_t i = ends.empty() ? n : ends.back(); i != n; i = before[i]) numbers[i] = given[i];

    for (std::size_t first = 0; first < n;) {
        if (numbers[first] != 0) {
            ++first;
            continue;
        }
        std::size_t last = first; // jobs first .. last - 1 need numbers between `high` and `low`
        while (last < n && numbers[last] == 0) ++last;
        auto const count = static_cast<std::uint32_t>(last - first);
        std::uint64_t const room = std::uint64_t{step} * (count + 1);
        std::uint64_t const low = last < n ? numbers[last] : 0;
        std::uint64_t const high = first > 0 ? numbers[first - 1] : last < n ? low + room : std::uint64_t{top} + step;
        std::uint64_t const floor = last < n ? low : high > room + lowest ? high - room : lowest - 1;
        std::uint64_t const gap = (high - floor) / (count + 1);
        if (gap == 0 || high > 2 * std::uint64_t{top}) return falling(std::vector<std::uint32_t>(n, 0));
        for (std::uint32_t k = 0; k < count; ++k) numbers[first + k] = static_cast<std::uint32_t>(high - gap * (k + 1));
        first = last;
    }
    return numbers;
}

} // namespace slurm
