// L5 - the library's own random numbers: integers only, the same on every machine.
#pragma once

#include <gangway/config.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace gangway::trace {

/// SplitMix64: a counter and a mixing function.
///
/// Semantics: generators of one seed and different streams are independent for all that a trace needs, so that a new
/// use of random numbers never shifts the others.
/// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
class random {
  public:
    /// A stream of a seed.
    constexpr random(std::uint64_t seed, std::uint64_t stream) : state_{mix(seed) ^ mix(mix(stream) + 1)} {}

    /// The next 64 bits.
    constexpr std::uint64_t next() { return mix(state_ += 0x9e37'79b9'7f4a'7c15U); }

    /// A 32-bit number.
    constexpr std::uint32_t bits() { return static_cast<std::uint32_t>(next() >> 32U); }

    /// A whole number from 0 to n - 1, each as likely as the others.
    ///
    /// Source: Lemire, "Fast random integer generation in an interval", 2019.
    constexpr std::uint32_t below(std::uint32_t n) {
        GANGWAY_EXPECTS(n > 0, "a number below 0 does not exist");
        auto product = std::uint64_t{bits()} * n;
        if (static_cast<std::uint32_t>(product) < n) {
            auto const rejected = (0U - n) % n;
            while (static_cast<std::uint32_t>(product) < rejected) product = std::uint64_t{bits()} * n;
        }
        return static_cast<std::uint32_t>(product >> 32U);
    }

    /// An index, drawn in proportion to its weight.
    constexpr std::size_t pick(std::span<std::uint32_t const> weights) {
        std::uint32_t sum = 0;
        for (auto const w : weights) sum += w;
        auto left = below(sum);
        std::size_t i = 0;
        while (left >= weights[i]) left -= weights[i++];
        return i;
    }

    /// Spreads the bits of a number over all of it.
    static constexpr std::uint64_t mix(std::uint64_t z) {
        z = (z ^ (z >> 30U)) * 0xbf58'476d'1ce4'e5b9U;
        z = (z ^ (z >> 27U)) * 0x94d0'49bb'1331'11ebU;
        return z ^ (z >> 31U);
    }

  private:
    std::uint64_t state_;
};

/// FNV-1a of a name: what makes a draw depend on a job's id, and on nothing else of the trace.
[[nodiscard]] constexpr std::uint64_t hash_of(std::string_view name) {
    std::uint64_t h = 0xcbf2'9ce4'8422'2325U;
    for (char const c : name) h = (h ^ static_cast<unsigned char>(c)) * 0x0000'0100'0000'01b3U;
    return h;
}

} // namespace gangway::trace
