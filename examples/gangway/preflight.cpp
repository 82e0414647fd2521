// tool - from a setup to one with pre-flight gangs, and back.
#include "preflight.hpp"

#include "error.hpp"

namespace tool {

preflight_played play_with_preflight(setup const& s, policy_text const& policy, assigned_profiles const* profiles,
                                     std::vector<gangway::duration> const& run_of) {
    if (s.sweeps) throw unusable_input{"--clocks: no sweep is known before a job is measured; give --no-preflight"};
    return std::visit(
        [&](auto const& work) {
            auto p = gangway::sim::with_preflight(work, [&](gangway::index j) { return run_of[j]; });
            setup measured = s;
            measured.work = p.work;
            preflight_played out{play(measured, policy, profiles), {}};
            out.cost = cost_of(p, out.run.result);
            // A job whose pre-flight gang can never run can never run either.
            for (gangway::index j = p.jobs; j < p.work.jobs.size(); ++j)
                if (out.run.may[j] != gangway::standing::open) out.run.may[p.measures(j)] = out.run.may[j];
            out.run.may.resize(p.jobs);
            out.run.result = without_preflight(p, std::move(out.run.result));
            return out;
        },
        s.work);
}

} // namespace tool
