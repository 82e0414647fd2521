// tool - one replay of a setup under a policy in text; each admission is compiled in its own file.
#pragma once

#include "policies.hpp"
#include "setup.hpp"

#include <gangway/sim/replay.hpp>

#include <optional>
#include <string>
#include <vector>

namespace tool {

/// What a replay is asked for beside its outcome.
struct request {
    gangway::instant until = gangway::never_instant;
    std::vector<gangway::index> explain;   ///< say of these jobs, at `until`, why they do not run
};

/// Why a job does not run, with nothing of the policy's type in it.
struct answer {
    gangway::index job = 0;
    std::string is;                        ///< runs, waits, blocked, never, unknown
    std::string sentence;
    std::size_t ahead = 0;
    std::vector<gangway::index> first_ahead; ///< the best-ranked, at most three
    std::string cause;
    std::int64_t need = 0;
    std::int64_t free = 0;
    std::int64_t largest_block = 0;
    std::int64_t tasks = 0;
    std::int64_t tasks_that_fit = 0;
    std::optional<double> reserved_at;
    std::optional<double> starts_at;
    std::optional<std::int64_t> would_start_with_tasks;
    std::optional<double> would_start_with_estimate;
};

struct played {
    gangway::sim::result result;
    std::vector<gangway::standing> may; ///< of each job that never started; `open` for the others
    std::vector<answer> answers;
    std::size_t waiting = 0; ///< at the end
    std::size_t running = 0;
};

/// Replays under a policy. `profiles` may be null where the policy reads none.
played play(setup const& s, policy_text const& policy, assigned_profiles const* profiles, request const& ask = {});

namespace detail {

// One for each admission and shape, in play_*.cpp.
template <class Admit, class Work>
played play_admission(setup const& s, Work const& work, policy_text const& policy, assigned_profiles const* profiles,
                      Admit const& admit, request const& ask);

} // namespace detail
} // namespace tool
