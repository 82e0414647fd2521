// L5 - batch-aware dispatch: how many equal machines a rate needs under a limit on latency, beside the rule of Nexus.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "machine.hpp"

namespace gangway::plan::dispatch {

/// Equal machines in one mode.
struct fleet {
    std::size_t mode = 0;      ///< place in `machine::modes`
    std::int64_t machines = 0; ///< how many are needed
    duration latency;          ///< of a request, at most
};

/// How the latency of a mode is bounded.
enum class fleet_rule {
    nexus,       ///< 2 run: a machine that is full collects its next batch while one runs
    batch_aware, ///< run + batch / rate: all requests collect one batch
};

/// The fewest equal machines that serve a rate within a limit; equals by less latency. Empty where no mode keeps the
/// limit.
///
/// Semantics: machines = rate * run / batch, rounded up. The last machine of the Nexus rule is not full and would wait
/// longer than the rule says; Nexus gives the remainder to another session.
/// Expects: a rate and modes above zero. Source: Nexus (SOSP 2019) as restated by its successors.
[[nodiscard]] inline std::optional<fleet> fewest_machines(std::vector<mode> const& modes, frequency rate,
                                                          duration limit, fleet_rule rule) {
    GANGWAY_EXPECTS(std::isfinite(rate.value()) && rate.value() > 0.0, "dispatch: a rate above zero");
    std::optional<fleet> best;
    for (std::size_t k = 0; k < modes.size(); ++k) {
        auto const& m = modes[k];
        duration const latency = rule == fleet_rule::nexus ? 2.0 * m.run : m.run + static_cast<double>(m.batch) / rate;
        if (latency.value() > limit.value() * (1.0 + 1e-9)) continue;
        double const load = rate / rate_of(m);
        auto const n = static_cast<std::int64_t>(std::ceil(load - 1e-9 * (load > 1.0 ? load : 1.0)));
        if (!best || n < best->machines || (n == best->machines && latency < best->latency))
            best = fleet{k, n, latency};
    }
    return best;
}

} // namespace gangway::plan::dispatch
