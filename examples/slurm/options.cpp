// slurm - the command line, by CLI11.
#include "../common/thrown_promises.hpp"

#include "options.hpp"

#include <CLI/CLI.hpp>

#include <map>

namespace slurm {

parsed parse(int argc, char** argv) {
    parsed out;
    auto& o = out.chosen;
    CLI::App app{
        "Decides for a running Slurm who starts first, who may start at all, and where.\n"
        "Touches pending jobs of the given partitions, or with the given word in their comment, and no others."};
    app.name("gangway-slurm");
    app.require_subcommand(1);
    app.footer(
        "Changes go to stdout, one a line; faults go to stderr. Exit status: 0; 1 where slurmctld refused or did not\n"
        "answer (--once); 2 for a wrong command line, policy, profile table, or record.");

    // Times as 30s, 90m, 1h, of a day at most; a plain number is seconds.
    std::map<std::string, double> const units{{"s", 1.0}, {"m", 60.0}, {"h", 3'600.0}, {"d", 86'400.0}};
    auto const as_time = CLI::AsNumberWithUnit(units, CLI::AsNumberWithUnit::CASE_SENSITIVE, "TIME");
    double take_back = static_cast<double>(o.plan.take_back);

    auto* const rank =
        app.add_subcommand("rank", "write priorities in the order of the policy; Slurm places and starts");
    auto* const gate =
        app.add_subcommand("gate", "jobs wait held (sbatch --hold); release whole gangs to chosen nodes");
    auto* const back = app.add_subcommand("put-back", "undo what rank or gate did to jobs that still wait; once");
    for (auto* const sub : {rank, gate, back}) {
        sub->add_option("--partition", o.plan.jobs.partitions, "jobs of these partitions")->delimiter(',');
        sub->add_option("--word", o.plan.jobs.word, "jobs with this word in --comment; with --partition: both");
        sub->add_flag("--dry-run", o.dry_run, "print what would be written, write nothing");
        sub->add_option("--replay", o.replay, "print what would be written for the states in this file; no slurmctld");
    }
    for (auto* const sub : {rank, gate}) {
        auto* const every = sub->add_option("--every", o.every, "time between two looks, as 1s (default) or 1m");
        every->transform(as_time)->check(CLI::Range(0.05, 86'400.0));
        sub->add_flag("--once", o.once, "look once and end")->excludes(every);
        sub->add_flag("--restore-on-exit", o.put_back_on_exit, "put-back when ended by SIGTERM or SIGINT");
        sub->add_option("--profiles", o.profiles, "table of measured rates (CSV) for jobs with model=NAME in --comment")
            ->check(CLI::ExistingFile);
        sub->add_option("--policy", o.plan.policy, "rank;admission;placement, in the words of `gangway replay`")
            ->capture_default_str();
        sub->add_option("--explain", o.plan.explained, "tell this many jobs exactly why they wait (default 50)");
        sub->add_option("--record", o.record, "append what was read, a line of JSON a look, to this file");
        sub->add_flag("--times", o.times, "print a line a look to stderr: jobs, writes, milliseconds");
    }
    gate->add_option("--take-back", take_back,
                     "hold a released gang again that has not started after this (default 60s)")
        ->transform(as_time)
        ->check(CLI::Range(1.0, 86'400.0));
    try {
        app.parse(argc, argv);
        if (o.plan.jobs.partitions.empty() && o.plan.jobs.word.empty())
            throw CLI::ValidationError("which jobs may be touched?", "give --partition, --word, or both");
    } catch (CLI::ParseError const& e) {
        out.exit_code = app.exit(e) == 0 ? 0 : 2;
        return out;
    }
    o.plan.does = rank->parsed() ? mode::rank : gate->parsed() ? mode::gate : mode::put_back;
    o.once = o.once || o.plan.does == mode::put_back;
    o.plan.take_back = static_cast<std::time_t>(take_back);
    return out;
}

} // namespace slurm
