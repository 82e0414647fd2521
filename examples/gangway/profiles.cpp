// tool - profiles from a table, from a folder of logs, or made up.
#include "profiles.hpp"

#include "error.hpp"
#include "files.hpp"
#include "log_profiles.hpp"

#include <gangway/profile/rate_table_csv.hpp>
#include <gangway/trace/random.hpp>

namespace tool {

namespace profile = gangway::profile;

namespace {

scaling_curve amdahl(std::string name, double alone, double serial, double batch) {
    scaling_curve c{std::move(name), batch, false, {}, profile::curve_between::line};
    for (double g = 1.0; g <= 128.0; g *= 2.0) c.points.push_back({g, alone / (serial + (1.0 - serial) / g)});
    return c;
}

std::string pick_gpu(profile::rate_table const& table, std::string const& file, std::string const& wanted) {
    auto const names = table.devices();
    auto const known = [&](std::string_view name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    if (!wanted.empty()) {
        if (known(wanted)) return wanted;
        throw unusable_input{file + ": --profile-gpu " + in_quotes(wanted) + " is not in it" +
                             did_you_mean(wanted, names) + "; it has " + joined(names)};
    }
    for (auto const* name : {"A100", "v100", "V100"})
        if (known(name)) return name;
    return std::string{names.front()};
}

profile::rate_table read_table(std::string const& file) {
    auto read =
        profile::read_rate_table(file, read_file(file), gangway::text::rule::skip, profile::curve_between::line);
    print_issues(read.issues);
    if (!read.usable())
        throw unusable_input{file +
                             ": no profiles in it; a table needs the columns model, gpu_type, workers, steps_per_s"};
    return std::move(read.table);
}

} // namespace

profile_set built_in_profiles() {
    return {"built-in (made up)",
            {amdahl("made-up-a", 8.0, 0.002, 64.0), amdahl("made-up-b", 5.0, 0.01, 128.0),
             amdahl("made-up-c", 3.0, 0.03, 256.0), amdahl("made-up-d", 10.0, 0.08, 32.0),
             amdahl("made-up-e", 2.0, 0.2, 512.0)},
            {}};
}

profile_set read_profiles(profile_choice const& choice) {
    if (!choice.file.empty() && !choice.logs.empty())
        throw unusable_input{"--profiles and --profile-logs: give one of them"};
    auto const& from = choice.logs.empty() ? choice.file : choice.logs;
    if (from.empty()) {
        if (!choice.models.empty() || !choice.gpu.empty())
            throw unusable_input{
                "--profile-models and --profile-gpu choose from a file; give one with --profiles FILE"};
        return built_in_profiles();
    }
    std::vector<measured_log> logs;
    if (!choice.logs.empty()) logs = measure_folder(choice.logs);
    auto const table = choice.logs.empty() ? read_table(choice.file) : table_of(logs);
    auto const gpu = pick_gpu(table, from, choice.gpu);
    auto const known = table.models(gpu);
    profile_set set{from + " on " + gpu, {}, {}};
    auto const take = [&](std::string_view model) {
        set.models.push_back(*table.largest_batch(model, gpu));
        if (!logs.empty()) set.preflight.push_back(preflight_of(logs, model, gpu));
    };
    if (choice.models.empty())
        for (auto const name : known)
            if (set.models.size() < 5) take(name);
    for (auto const& name : choice.models) {
        if (std::find(known.begin(), known.end(), name) == known.end())
            throw unusable_input{from + ": --profile-models names " + in_quotes(name) + ", which is not measured on " +
                                 gpu + did_you_mean(name, known) + "; it has " + joined(known)};
        take(name);
    }
    if (set.models.size() > 255) throw unusable_input{"--profile-models: at most 255 models"};
    return set;
}

std::vector<std::uint8_t> draw_models(std::vector<std::string> const& job_names, std::size_t models,
                                      std::uint64_t seed) {
    std::vector<std::uint8_t> out;
    out.reserve(job_names.size());
    for (auto const& name : job_names) {
        gangway::trace::random draw{seed, gangway::trace::hash_of(name)};
        out.push_back(static_cast<std::uint8_t>(draw.below(static_cast<std::uint32_t>(models))));
    }
    return out;
}

} // namespace tool
