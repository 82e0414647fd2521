// L1 - units: a double with its dimension in the type, and points in time.
#pragma once

#include <compare>
#include <limits>

namespace gangway {

/// Exponents of the five dimensions that the models use: seconds, devices, work (FLOP or iterations), bytes, joules.
struct dimension {
    int time = 0;   ///< exponent of seconds
    int device = 0; ///< exponent of devices
    int work = 0;   ///< exponent of work
    int byte = 0;   ///< exponent of bytes
    int energy = 0; ///< exponent of joules

    friend constexpr bool operator==(dimension, dimension) = default;
    /// The dimension of a product.
    friend constexpr dimension operator+(dimension a, dimension b) {
        return {a.time + b.time, a.device + b.device, a.work + b.work, a.byte + b.byte, a.energy + b.energy};
    }
    /// The dimension of a ratio.
    friend constexpr dimension operator-(dimension a, dimension b) {
        return {a.time - b.time, a.device - b.device, a.work - b.work, a.byte - b.byte, a.energy - b.energy};
    }
};

/// A double in SI units whose dimension is part of the type; the value goes in and comes out explicitly.
template <dimension D>
class quantity {
  public:
    constexpr quantity() = default;
    /// From SI units.
    constexpr explicit quantity(double in_si_units) : value_{in_si_units} {}

    /// In SI units.
    [[nodiscard]] constexpr double value() const { return value_; }

    friend constexpr auto operator<=>(quantity, quantity) = default;
    /// The other sign.
    friend constexpr quantity operator-(quantity a) { return quantity{-a.value_}; }
    /// The sum of equal dimensions.
    friend constexpr quantity operator+(quantity a, quantity b) { return quantity{a.value_ + b.value_}; }
    /// The difference of equal dimensions.
    friend constexpr quantity operator-(quantity a, quantity b) { return quantity{a.value_ - b.value_}; }
    /// So many times as much.
    friend constexpr quantity operator*(double k, quantity a) { return quantity{k * a.value_}; }
    /// So many times as much.
    friend constexpr quantity operator*(quantity a, double k) { return quantity{a.value_ * k}; }
    /// One part of so many.
    friend constexpr quantity operator/(quantity a, double k) { return quantity{a.value_ / k}; }
    /// The reciprocal, in the reciprocal dimension.
    friend constexpr auto operator/(double k, quantity a) { return quantity<dimension{} - D>{k / a.value_}; }

  private:
    double value_ = 0.0;
};

/// Product of two quantities; a plain double where the dimensions cancel.
template <dimension A, dimension B>
constexpr auto operator*(quantity<A> a, quantity<B> b) {
    if constexpr (A + B == dimension{}) {
        return a.value() * b.value();
    } else {
        return quantity<A + B>{a.value() * b.value()};
    }
}

/// Ratio of two quantities; a plain double where the dimensions cancel.
template <dimension A, dimension B>
constexpr auto operator/(quantity<A> a, quantity<B> b) {
    if constexpr (A == B) {
        return a.value() / b.value();
    } else {
        return quantity<A - B>{a.value() / b.value()};
    }
}

using duration = quantity<dimension{.time = 1}>;    ///< seconds
using frequency = quantity<dimension{.time = -1}>;  ///< per second
using devices = quantity<dimension{.device = 1}>;   ///< GPUs, or any other accelerator
using work = quantity<dimension{.work = 1}>;        ///< FLOP, iterations or samples: the term that reads it says which
using bytes = quantity<dimension{.byte = 1}>; ///< bytes
using energy = quantity<dimension{.energy = 1}>;               ///< joules
using power = quantity<dimension{.time = -1, .energy = 1}>;    ///< watts
using throughput = quantity<dimension{.time = -1, .work = 1}>; ///< work per second

/// A duration written in seconds, minutes, hours or days: `hours{6}`.
struct seconds : duration {
    /// Of so many seconds.
    constexpr explicit seconds(double s) : duration{s} {}
};
/// A duration written in minutes.
struct minutes : duration {
    /// Of so many minutes.
    constexpr explicit minutes(double m) : duration{m * 60.0} {}
};
/// A duration written in hours.
struct hours : duration {
    /// Of so many hours.
    constexpr explicit hours(double h) : duration{h * 3600.0} {}
};
/// A duration written in days of 24 hours.
struct days : duration {
    /// Of so many days.
    constexpr explicit days(double d) : duration{d * 86400.0} {}
};

/// A span of time without an end: the estimate of a job that has none.
inline constexpr duration unbounded{std::numeric_limits<double>::infinity()};

/// A point on the host's own time axis, in seconds from an origin that the host chooses.
///
/// Affine: instants are subtracted from each other and shifted by durations, never added.
class instant {
  public:
    constexpr instant() = default;
    /// So many seconds after the host's origin.
    constexpr explicit instant(double seconds_since_origin) : seconds_{seconds_since_origin} {}

    /// Seconds since the host's origin.
    [[nodiscard]] constexpr double value() const { return seconds_; }

    friend constexpr auto operator<=>(instant, instant) = default;
    /// From b to a.
    friend constexpr duration operator-(instant a, instant b) { return duration{a.seconds_ - b.seconds_}; }
    /// Later by d.
    friend constexpr instant operator+(instant a, duration d) { return instant{a.seconds_ + d.value()}; }
    /// Later by d.
    friend constexpr instant operator+(duration d, instant a) { return a + d; }
    /// Earlier by d.
    friend constexpr instant operator-(instant a, duration d) { return instant{a.seconds_ - d.value()}; }

  private:
    double seconds_ = 0.0;
};

/// The instant that never comes.
inline constexpr instant never_instant{std::numeric_limits<double>::infinity()};

} // namespace gangway
