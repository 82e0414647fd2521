// L2 - concepts: what the library may ask about measured profiles. A second adapter, given to the terms that read it.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>

#include "../quantity.hpp"

namespace gangway {

/// Measured iterations per second of a job on a number of devices.
///
/// Semantics: pure; finite and not negative. A rate that was never measured must not be invented: ask the host instead.
template <class Profiles, class Job>
concept rate_profile = requires(Profiles const& p, Job const& job, std::int64_t device_count) {
    { p.rate(job, device_count) } -> std::convertible_to<throughput>;
};

/// Also knows how many samples one iteration handles on a number of devices (the global batch).
template <class Profiles, class Job>
concept batch_profile = rate_profile<Profiles, Job> && requires(Profiles const& p, Job const& job, std::int64_t device_count) {
    { p.batch(job, device_count) } -> std::convertible_to<double>;
};

/// Predicted run time of a job on a number of devices, from a model of what it computes or from its past.
///
/// Semantics: pure; positive and finite.
template <class Profiles, class Job>
concept time_profile = requires(Profiles const& p, Job const& job, std::int64_t device_count) {
    { p.seconds(job, device_count) } -> std::convertible_to<duration>;
};

/// Measured or modelled power that the whole gang of a job draws while it runs on a number of devices.
///
/// Semantics: pure; positive and finite.
template <class Profiles, class Job>
concept power_profile = requires(Profiles const& p, Job const& job, std::int64_t device_count) {
    { p.draw(job, device_count) } -> std::convertible_to<power>;
};

/// One clock at which a piece of work can run: how long it takes there, and what it draws meanwhile.
///
/// The piece is the same at every clock of a sweep: an iteration, a stage, or the whole job.
struct clock_point {
    frequency clock; ///< that is set
    duration time;   ///< of the piece of work there
    power draw;      ///< of the whole gang meanwhile

    friend constexpr bool operator==(clock_point, clock_point) = default;
};

/// Joules that the piece of work costs at a clock.
[[nodiscard]] constexpr energy energy_of(clock_point p) { return energy{p.draw.value() * p.time.value()}; }

/// The sweep of a job: a range of `clock_point` in any order; empty where none was measured.
///
/// Semantics: pure; each clock once, times and draws positive and finite. The job's estimate holds at the highest clock.
template <class Profiles, class Job>
concept clock_profile = requires(Profiles const& p, Job const& job) {
    { *p.clocks(job).begin() } -> std::convertible_to<clock_point>;
    p.clocks(job).end();
};

/// The clock that a policy gives a gang.
struct clock_choice {
    std::optional<clock_point> at; ///< empty: there was no sweep to choose from, the gang runs as it always does
    double slowdown = 1.0;         ///< run time there by run time at the highest clock
    bool within_limits = true;     ///< false: no clock keeps the limits of the rule; this one comes nearest

    friend constexpr bool operator==(clock_choice, clock_choice) = default;
};

} // namespace gangway
