// tool - reads and interpolates profiles.
#include "profiles.hpp"

#include "error.hpp"
#include "files.hpp"

#include <gangway/text/csv.hpp>
#include <gangway/trace/random.hpp>

#include <cmath>
#include <map>
#include <set>

namespace tool {

double scaling_curve::rate(std::int64_t gpus) const {
    if (gpus <= 0) return 0.0;
    auto const g = static_cast<double>(gpus);
    auto const& first = points.front();
    auto const& last = points.back();
    if (g <= first.gpus) return first.rate * g / first.gpus;
    if (g >= last.gpus) {
        double slope = 0.0; // of log2(efficiency) over log2(GPUs)
        if (points.size() > 1) {
            auto const& before = points[points.size() - 2];
            double const decay = (last.rate / last.gpus) / (before.rate / before.gpus);
            slope = std::min(0.0, std::log2(decay) / std::log2(last.gpus / before.gpus));
        }
        return last.rate / last.gpus * std::exp2(slope * std::log2(g / last.gpus)) * g;
    }
    std::size_t hi = 1;
    while (points[hi].gpus < g) ++hi;
    auto const& a = points[hi - 1];
    auto const& b = points[hi];
    if (g == b.gpus) return b.rate;
    double const share = std::log2(g / a.gpus) / std::log2(b.gpus / a.gpus);
    return a.rate + share * (b.rate - a.rate);
}

namespace {

double samples(scaling_curve const& c, std::int64_t gpus) {
    return c.rate(gpus) * (c.batch_for_each_gpu ? c.batch * static_cast<double>(gpus) : c.batch);
}
double efficiency_of(scaling_curve const& c, gangway::efficiency_metric metric, std::int64_t gpus) {
    auto const g = static_cast<double>(gpus);
    switch (metric) {
    case gangway::efficiency_metric::raw: return c.rate(gpus) / g;
    case gangway::efficiency_metric::samples: return samples(c, gpus) / g;
    case gangway::efficiency_metric::scaling: return samples(c, gpus) / (g * samples(c, 1));
    }
    return 0.0;
}

scaling_curve amdahl(std::string name, double alone, double serial, double batch) {
    scaling_curve c{std::move(name), batch, false, {}};
    for (double g = 1.0; g <= 128.0; g *= 2.0) c.points.push_back({g, alone / (serial + (1.0 - serial) / g)});
    return c;
}

struct row {
    std::string model;
    std::string gpu;
    double batch = 1.0;
    bool batch_for_each_gpu = false;
    double workers = 1.0;
    double rate = 0.0;
};

std::vector<row> read_rows(std::string const& file) {
    namespace text = gangway::text;
    auto const content = read_file(file);
    text::ledger account{file, text::rule::skip};
    text::csv_column const columns[] = {{"model", true}, {"gpu_type", true},      {"workers", true},
                                         {"steps_per_s", true}, {"global_batch_size"}, {"batch_size"}, {"consolidated"}};
    std::vector<row> rows;
    std::size_t unmeasured = 0;
    text::for_each_row(content, account, columns, [&](std::span<std::string_view const> f, std::size_t line) {
        std::int64_t workers = 0;
        double rate = 0.0;
        if (text::parse_count(f[2], workers) != text::number_fault::none || workers < 1 ||
            (f[3] != "nan" && text::parse_number(f[3], rate) != text::number_fault::none) || rate < 0.0) {
            account.leave_out(line, text::issue_kind::bad_number, "the workers or the rate is no number");
            return;
        }
        if (rate == 0.0) {
            ++unmeasured;
            return;
        }
        if (f[6] == "0") return; // the same workers spread over machines: another curve than the one we want
        row r{std::string{f[0]}, std::string{f[1]}, 1.0, f[4].empty(), static_cast<double>(workers), rate};
        auto const batch = f[4].empty() ? f[5] : f[4];
        if (!batch.empty() && text::parse_number(batch, r.batch) != text::number_fault::none) {
            account.leave_out(line, text::issue_kind::bad_number, "the batch size " + text::quote(batch) + " is no number");
            return;
        }
        rows.push_back(std::move(r));
    });
    if (unmeasured > 0)
        account.note(0, text::issue_kind::out_of_range, std::to_string(unmeasured) + " rows have a rate of 0 or nan: nothing was measured",
                     "left out");
    bool const stopped = account.stopped();
    print_issues(std::move(account).issues());
    if (stopped || rows.empty())
        throw unusable_input{file + ": no profiles in it; a table needs the columns model, gpu_type, workers, steps_per_s"};
    return rows;
}

std::string pick_gpu(std::vector<row> const& rows, std::string const& file, std::string const& wanted) {
    std::set<std::string> known;
    for (auto const& r : rows) known.insert(r.gpu);
    std::vector<std::string_view> const names{known.begin(), known.end()};
    if (!wanted.empty()) {
        if (known.contains(wanted)) return wanted;
        throw unusable_input{file + ": --profile-gpu " + in_quotes(wanted) + " is not in it" + did_you_mean(wanted, names) +
                             "; it has " + joined(names)};
    }
    for (auto const* name : {"A100", "v100", "V100"})
        if (known.contains(name)) return name;
    return *known.begin();
}

} // namespace

double profile_set::reference(gangway::efficiency_metric metric) const {
    double best = 0.0;
    for (auto const& m : models)
        for (std::int64_t g = 1; g <= 128; ++g) best = std::max(best, efficiency_of(m, metric, g));
    return best;
}

profile_set built_in_profiles() {
    return {"built-in (made up)",
            {amdahl("made-up-a", 8.0, 0.002, 64.0), amdahl("made-up-b", 5.0, 0.01, 128.0), amdahl("made-up-c", 3.0, 0.03, 256.0),
             amdahl("made-up-d", 10.0, 0.08, 32.0), amdahl("made-up-e", 2.0, 0.2, 512.0)}};
}

profile_set read_profiles(profile_choice const& choice) {
    if (choice.file.empty()) {
        if (!choice.models.empty() || !choice.gpu.empty())
            throw unusable_input{"--profile-models and --profile-gpu choose from a file; give one with --profiles FILE"};
        return built_in_profiles();
    }
    auto const rows = read_rows(choice.file);
    auto const gpu = pick_gpu(rows, choice.file, choice.gpu);
    // Of each model the largest batch: the one that a gang of many GPUs would be given.
    std::map<std::string, std::map<double, scaling_curve>> by_model;
    for (auto const& r : rows) {
        if (r.gpu != gpu) continue;
        auto& curve = by_model[r.model][r.batch];
        curve.model = r.model;
        curve.batch = r.batch;
        curve.batch_for_each_gpu = r.batch_for_each_gpu;
        curve.points.push_back({r.workers, r.rate});
    }
    profile_set set{choice.file + " on " + gpu, {}};
    auto const take = [&](std::map<double, scaling_curve> const& of) {
        auto curve = of.rbegin()->second;
        std::sort(curve.points.begin(), curve.points.end(), [](auto const& a, auto const& b) { return a.gpus < b.gpus; });
        auto const same = [](auto const& a, auto const& b) { return a.gpus == b.gpus; };
        curve.points.erase(std::unique(curve.points.begin(), curve.points.end(), same), curve.points.end());
        set.models.push_back(std::move(curve));
    };
    if (choice.models.empty()) {
        for (auto const& [name, curves] : by_model)
            if (set.models.size() < 5) take(curves);
        return set;
    }
    std::vector<std::string_view> known;
    for (auto const& [name, curves] : by_model) known.push_back(name);
    for (auto const& name : choice.models) {
        auto const at = by_model.find(name);
        if (at == by_model.end())
            throw unusable_input{choice.file + ": --profile-models names " + in_quotes(name) + ", which is not measured on " + gpu +
                                 did_you_mean(name, known) + "; it has " + joined(known)};
        take(at->second);
    }
    if (set.models.size() > 255) throw unusable_input{"--profile-models: at most 255 models"};
    return set;
}

std::vector<std::uint8_t> draw_models(std::vector<std::string> const& job_names, std::size_t models, std::uint64_t seed) {
    std::vector<std::uint8_t> out;
    out.reserve(job_names.size());
    for (auto const& name : job_names) {
        gangway::trace::random draw{seed, gangway::trace::hash_of(name)};
        out.push_back(static_cast<std::uint8_t>(draw.below(static_cast<std::uint32_t>(models))));
    }
    return out;
}

} // namespace tool
