// L5 - Scrooge: one measured way of running a model on a machine, and what it gives.
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

#include "../../quantity.hpp"

namespace gangway::plan::scrooge {

/// A measured way of running a model on one machine: `parallel` batches of `batch` requests at a time.
///
/// Semantics: `latency` is what a request sees on a machine that is full: collecting its batch at the machine's own
/// rate, then running it. `run` is the time of one batch while `parallel` of them run.
struct profile {
    std::int64_t batch = 1;    ///< requests at a time
    std::int64_t parallel = 1; ///< batches at a time on one machine
    duration latency;          ///< of a request, batch collected and run
    duration run;              ///< time of a batch

    friend constexpr bool operator==(profile const&, profile const&) = default;
};

/// Requests per second of a full machine: batch * parallel / run.
[[nodiscard]] constexpr frequency rate_of(profile const& p) {
    return static_cast<double>(p.batch * p.parallel) / p.run;
}

/// The latency of a full machine that was not measured: run (1 + 1 / parallel).
///
/// Source: every latency in the tables of the authors' code agrees with it; with `parallel` 1 it is twice the run.
[[nodiscard]] constexpr duration full_latency(std::int64_t parallel, duration run) {
    return run * (1.0 + 1.0 / static_cast<double>(parallel));
}

/// Latency on a machine that receives less than it can serve: run + batch / rate; a batch of one waits for nobody.
///
/// Expects: `rate` above zero. Source: the partial decision of the authors' code.
[[nodiscard]] constexpr duration latency_at(profile const& p, frequency rate) {
    return p.batch > 1 ? p.run + static_cast<double>(p.batch) / rate : p.latency;
}

/// Profiles from the host's own records, read through projections (member pointers or callables); the order is kept, so
/// the index of a profile in a plan is the index of the record.
template <class Records, class Batch, class Parallel, class Latency, class Run>
[[nodiscard]] std::vector<profile> profiles_of(Records const& records, Batch batch, Parallel parallel, Latency latency,
                                               Run run) {
    std::vector<profile> out;
    for (auto const& r : records)
        out.push_back({static_cast<std::int64_t>(std::invoke(batch, r)),
                       static_cast<std::int64_t>(std::invoke(parallel, r)), duration{std::invoke(latency, r)},
                       duration{std::invoke(run, r)}});
    return out;
}

/// Whole machines for a load, where a load that is whole up to rounding does not ask for one more.
[[nodiscard]] inline std::int64_t whole_machines(double load) {
    return static_cast<std::int64_t>(std::ceil(load - 1e-9 * (load > 1.0 ? load : 1.0)));
}

} // namespace gangway::plan::scrooge
