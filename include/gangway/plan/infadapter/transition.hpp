// L5 - InfAdapter: from one allocation to the next without a gap: make before break, as values that a host carries out.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "service.hpp"

namespace gangway::plan::infadapter {

/// What the host is asked to do.
enum class step_kind {
    create,        ///< a deployment of the variant with these cores, beside one that it may have already
    wait_ready,    ///< until that deployment answers
    switch_quotas, ///< the dispatcher sends by these quotas from now on
    remove,        ///< the deployment of the variant that had these cores
};

/// One step of a change, in order.
struct step {
    step_kind is = step_kind::create; ///< what is done
    std::size_t variant = 0;          ///< unused by switch_quotas
    std::int64_t cores = 0;           ///< of the deployment
    std::vector<frequency> quotas;    ///< of switch_quotas
};

/// Creates what is new or has other cores, waits for it, switches, and only then removes the old.
///
/// Semantics: a variant whose cores do not change keeps its deployment. The quotas are switched even where nothing else
/// changes, since they follow the load. Source: the authors' adapter.
[[nodiscard]] inline std::vector<step> transition(allocation const& before, allocation const& after,
                                                  std::vector<frequency> quotas) {
    std::vector<step> out;
    std::vector<step> ready;
    std::vector<step> removed;
    for (std::size_t v = 0; v < std::max(before.size(), after.size()); ++v) {
        std::int64_t const old = detail::cores_of(before, v);
        std::int64_t const now = detail::cores_of(after, v);
        if (old == now) continue;
        if (now > 0) {
            out.push_back({step_kind::create, v, now, {}});
            ready.push_back({step_kind::wait_ready, v, now, {}});
        }
        if (old > 0) removed.push_back({step_kind::remove, v, old, {}});
    }
    out.insert(out.end(), ready.begin(), ready.end());
    out.push_back({step_kind::switch_quotas, 0, 0, std::move(quotas)});
    out.insert(out.end(), removed.begin(), removed.end());
    return out;
}

/// The most cores that are held at any moment of a transition. It may exceed the budget: old and new stand side by
/// side.
[[nodiscard]] inline std::int64_t peak_cores(allocation const& before, std::vector<step> const& steps) {
    std::int64_t now = 0;
    for (auto const n : before) now += n;
    std::int64_t most = now;
    for (auto const& s : steps) {
        if (s.is == step_kind::create) now += s.cores;
        if (s.is == step_kind::remove) now -= s.cores;
        most = std::max(most, now);
    }
    return most;
}

} // namespace gangway::plan::infadapter
