// tool - the options that several verbs share.
#include "options.hpp"

#include <fmt/format.h>

namespace tool {

void input_options::declare(CLI::App& verb) {
    verb.add_option("--format", format, "Format of the trace, where its content does not say: philly_json, philly_csv, helios_csv, swf, own_csv")
        ->type_name("NAME");
    verb.add_option("--bad-rows", bad_rows, "What becomes of rows that cannot be taken as they are: skip, repair or stop")
        ->check(CLI::IsMember({"skip", "repair", "stop"}))
        ->capture_default_str()
        ->type_name("RULE");
    verb.add_option("--estimates", estimates.text,
                    "Run times that the planner sees: trace (exact where it has none), exact, factor:F (too long by up to F), "
                    "round (up to common limits), none")
        ->capture_default_str()
        ->type_name("WORD");
    verb.add_option("--estimate-seed", estimates.seed, "Seed of factor:F")->capture_default_str()->type_name("N");
    verb.add_option("--profiles", profiles.file, "Measured throughput (tables of Gavel or ElasticFlow); without it five made-up curves")
        ->type_name("FILE");
    verb.add_option("--profile-logs", profiles.logs, "Measure it: a folder of training logs, called MODEL.GPU.xN[.bBATCH].log")->type_name("DIR");
    verb.add_option("--profile-models", profiles.models, "Which models of that file, as a,b,c; default: the first five by name")
        ->delimiter(',')
        ->type_name("NAMES");
    verb.add_option("--profile-gpu", profiles.gpu, "Measured on which GPU; default: A100, else v100, else the first by name")
        ->type_name("NAME");
    verb.add_option("--clocks", power.clocks, "Sweeps of clocks, one program a job: CSV with program,clock_mhz,time_s,power_w of one GPU")
        ->type_name("FILE");
    verb.add_option("--clock-seed", power.seed, "Seed of the draw that gives each job a program")->capture_default_str()->type_name("N");
    verb.add_option("--gpu-power", power.gpu, "What a GPU draws while a gang holds it, where no sweep says so; then joules are reported")
        ->type_name("W");
    verb.add_option("--idle-power", power.idle, "What a GPU draws while no gang holds it")->capture_default_str()->type_name("W");
    verb.add_option("--power-budget", power.budget, "All gangs together draw at most this; watts are reserved like nodes")->type_name("W");
}

profiles_in_use::profiles_in_use(setup const& s, profile_set from, std::uint64_t seed) : set{std::move(from)} {
    assigned.emplace(set, draw_models(s.trace->job_names, set.models.size(), seed));
    std::string names;
    for (auto const& m : set.models) names += (names.empty() ? "" : ", ") + m.model;
    words = fmt::format("{}: {}; each job has one of them, seed {}", set.from, names, seed);
}

} // namespace tool
