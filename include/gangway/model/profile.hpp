// L2 - concepts: what the library may ask about measured profiles. A second adapter, given to the terms that read it.
#pragma once

#include <concepts>
#include <cstdint>

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

} // namespace gangway
