// tool - the figures of replays, and how they are printed: for a person, as JSON, as CSV.
#pragma once

#include "engine.hpp"

#include <gangway/sim/energy.hpp>
#include <gangway/sim/lower_bound.hpp>
#include <gangway/sim/metrics.hpp>
#include <gangway/sim/preflight.hpp>

#include <optional>
#include <string>
#include <vector>

namespace tool {

/// Jobs that never started under a policy, and why.
struct idle_jobs {
    std::string why;
    std::vector<gangway::index> jobs;
};

/// One policy on one setup.
struct figures {
    std::string policy;
    gangway::sim::metrics m;
    std::optional<gangway::sim::energy_metrics> energy; ///< empty: nobody says what gangs draw
    std::optional<gangway::sim::preflight_cost> preflight; ///< empty: no job was measured before it ran
    std::vector<idle_jobs> never_started;
    bool deadlock = false;
    bool comparable = true; ///< every job that the cluster can hold has ended
};

figures make_figures(setup const& s, policy_text const& policy, played const& run);

/// The bound over the jobs that the cluster can hold.
gangway::sim::completion_bound bound_of(setup const& s, played const& any_run);

/// Per cent by which `value` is above `base`; empty where that says nothing.
std::optional<double> change(double value, double base);

/// 16.9 h, 42.3 min, 3.5 s, 12.4 d.
std::string readable(double seconds);
/// 12.3 kJ, 45.6 kWh, 7.8 MWh.
std::string readable(gangway::energy e);
/// 250.0 W, 12.3 kW, 4.5 MW.
std::string readable(gangway::power p);
/// -12.3 %, or - where there is none.
std::string percent(std::optional<double> value, bool sign);
/// A number that reads back as the same one.
std::string exact(double value);
/// A field of CSV, quoted where it must be.
std::string csv_field(std::string const& text);

std::string print_replay(setup const& s, std::string const& profiles, std::vector<figures> const& all,
                         gangway::sim::completion_bound const& bound, std::size_t width);
std::string json_replay(setup const& s, std::string const& profiles, std::vector<figures> const& all,
                        gangway::sim::completion_bound const& bound);
std::string csv_replay(setup const& s, std::vector<figures> const& all, gangway::sim::completion_bound const& bound);

/// GPUs of one task of a group of a job's shape.
std::int64_t task_gpus(setup const& s, gangway::index job, std::size_t group);

/// policy,job_id,submit_s,gpus,start_s,end_s,wait_s,nodes: a row for each job and policy; empty for what did not happen.
std::string schedule_header();
std::string schedule_rows(setup const& s, std::string const& policy, played const& run);

/// The columns of a row of figures; shared by replay and sweep.
std::string figures_header();

/// The fields of one replay; between the two stand the changes against the first policy.
struct figures_fields {
    std::string first;
    std::string last;
};
figures_fields fields_of(setup const& s, figures const& f, gangway::sim::completion_bound const& bound);

/// What policies are compared by.
struct comparison {
    bool comparable = false; ///< every job that the cluster can hold has ended
    double mean_jct = 0.0;   ///< seconds
    double max_wait = 0.0;   ///< seconds
};
inline comparison compared(figures const& f) { return {f.comparable, f.m.completion.mean, f.m.wait.max}; }
/// Two fields: by how much mean completion time and maximum wait change, per cent.
std::string change_fields(comparison const& of, comparison const& first);

} // namespace tool
