// tool - `gangway replay`: one trace on one cluster under several policies, compared.
#include "duration_text.hpp"
#include "files.hpp"
#include "options.hpp"
#include "page_replay.hpp"
#include "perfetto.hpp"
#include "policies.hpp"
#include "preflight.hpp"
#include "report.hpp"

#include <fmt/format.h>

namespace tool {

namespace {

struct replay_options {
    std::string trace;
    std::string cluster;
    std::vector<std::string> policies;
    input_options input;
    std::uint64_t profile_seed = 1;
    bool json = false;
    std::string preflight;
    bool no_preflight = false;
    bool csv = false;
    std::string schedule;
    std::string report;
    std::string perfetto;
};

/// How long each job's pre-flight run is; empty: there are none.
std::vector<gangway::duration> preflight_runs(replay_options const& o, profiles_in_use const* profiles, setup const& s) {
    if (o.no_preflight || profiles == nullptr) return {};
    std::vector<gangway::duration> run_of(s.trace->jobs.size());
    if (!o.preflight.empty()) {
        auto const all = parse_duration(o.preflight, "--preflight");
        if (!(all > gangway::duration{0.0})) throw unusable_input{"--preflight is a time above 0; --no-preflight leaves the runs out"};
        std::fill(run_of.begin(), run_of.end(), all);
    } else if (!profiles->set.preflight.empty()) {
        for (gangway::index j = 0; j < run_of.size(); ++j) run_of[j] = profiles->set.preflight[profiles->assigned->model(j)];
    } else {
        return {};
    }
    return run_of;
}

int replay(replay_options const& o) {
    check(o.input.estimates);
    check(o.input.power);
    if (o.perfetto == "-") throw unusable_input{"--perfetto writes a file, not to stdout: give its name"};
    check_writable(o.schedule);
    check_writable(o.perfetto);
    std::vector<policy_text> policies;
    for (auto const& text : o.policies) policies.push_back(parse_policy(text));
    bool const profiled = std::any_of(policies.begin(), policies.end(), reads_profiles);

    auto const cluster = std::make_shared<cluster_data const>(load_cluster(o.cluster));
    auto const trace = std::make_shared<trace_data const>(load_trace(o.trace, o.input.format, o.input.bad_rows));
    auto const s = make_setup(trace, cluster, o.input.estimates, o.input.power);
    std::optional<profiles_in_use> profiles;
    if (profiled || !o.input.profiles.file.empty() || !o.input.profiles.logs.empty()) profiles.emplace(s, read_profiles(o.input.profiles), o.profile_seed);
    auto const* const assigned = profiles ? &*profiles->assigned : nullptr;
    std::string const profile_words = profiled ? profiles->words : "";

    std::vector<figures> all;
    gangway::sim::completion_bound bound;
    std::optional<replay_page> page;
    if (!o.report.empty()) page.emplace(o.report, s);
    std::string schedule = schedule_header();
    auto const run_of = preflight_runs(o, profiles ? &*profiles : nullptr, s);
    for (auto const& policy : policies) {
        bool const measured = !run_of.empty() && reads_profiles(policy);
        auto const flown = measured ? play_with_preflight(s, policy, assigned, run_of) : preflight_played{play(s, policy, assigned), {}};
        auto const& run = flown.run;
        if (all.empty()) bound = bound_of(s, run);
        all.push_back(make_figures(s, policy, run));
        if (measured) all.back().preflight = flown.cost;
        if (!o.schedule.empty()) schedule += schedule_rows(s, policy.text, run);
        if (page) page->add(policy.text, run);
        if (!o.perfetto.empty())
            write_file(perfetto_file(o.perfetto, all.size(), policies.size()), perfetto_trace(s, policy.text, run));
    }
    if (!o.schedule.empty()) write_file(o.schedule, schedule);
    write_file("-", o.json  ? json_replay(s, profile_words, all, bound)
                    : o.csv ? csv_replay(s, all, bound)
                            : print_replay(s, profile_words, all, bound, terminal_width()));
    if (page) page->write(profile_words, all, bound); // last: what is above is not lost with it
    return ok;
}

} // namespace

void declare_replay(CLI::App& app, int& status) {
    auto const o = std::make_shared<replay_options>();
    auto* const verb = app.add_subcommand("replay", "Replay a trace under one or more policies");
    verb->add_option("--trace", o->trace, "A file, or philly-like:SEED, with [,load=0.95] [,jobs=2312] [,days=7] [,gpus=864]")
        ->required()
        ->type_name("T");
    verb->add_option("--cluster", o->cluster, "Nodes x GPUs, as in 108x8 or 1x864, or a file of machines (machine,gpus)")
        ->required()
        ->type_name("C");
    verb->add_option("--policy", o->policies, "rank;admission;placement, see below; the others are compared with the first")
        ->required()
        ->type_name("P")
        ->take_all();
    o->input.declare(*verb);
    verb->add_option("--profile-seed", o->profile_seed, "Seed of the draw that gives each job a model")->capture_default_str()->type_name("N");
    auto* const preflight = verb->add_option("--preflight", o->preflight,
                                             "Before a policy that reads profiles starts a job, a gang like it measures it for so long; "
                                             "default: as --profile-logs took, else none")
                                ->type_name("T");
    verb->add_flag("--no-preflight", o->no_preflight, "Profiles are known for nothing")->excludes(preflight);
    auto* const json = verb->add_flag("--json", o->json, "Print JSON; times in seconds");
    verb->add_flag("--csv", o->csv, "Print CSV; times in seconds")->excludes(json);
    verb->add_option("--schedule", o->schedule, "Write every job's start, end and nodes to this file as CSV")->type_name("FILE");
    verb->add_option("--report", o->report, "Write report.html, with pictures and its CSV files, to this folder")
        ->type_name("DIR");
    verb->add_option("--perfetto", o->perfetto,
                     "Write the jobs of each GPU over time, for ui.perfetto.dev; of several policies one file each: "
                     "week.1.json, ...")
        ->type_name("week.json");
    set_footer(*verb,
               "gangway replay --trace philly-like:1 --cluster 108x8 \\\n"
               "      --policy 'fifo;strict' \\\n"
               "      --policy 'efficiency+aging(6h);protected(36h);best-fit'",
               true);
    verb->callback([o, &status] { status = replay(*o); });
}

} // namespace tool
