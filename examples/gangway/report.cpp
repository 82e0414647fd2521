// tool - replays for a person, and as JSON and CSV.
#include "report.hpp"

#include "table.hpp"
#include "wrap.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tool {

namespace {

using json = nlohmann::ordered_json;

constexpr std::size_t jobs_named = 5;

double gpu_hours(setup const& s) {
    double sum = 0.0;
    for (auto const& j : s.trace->jobs) sum += static_cast<double>(j.gpus) * j.run.value();
    return sum / 3'600.0;
}

std::string some_jobs(setup const& s, std::vector<gangway::index> const& jobs) {
    std::string out;
    for (std::size_t i = 0; i < jobs.size() && i < jobs_named; ++i)
        out += (i > 0 ? ", " : "") + fmt::format("{} ({} GPUs)", s.trace->job_names[jobs[i]], s.trace->jobs[jobs[i]].gpus);
    return jobs.size() > jobs_named ? out + ", ..." : out;
}

json spread_json(gangway::sim::spread_of const& t) {
    return {{"mean_s", t.mean}, {"median_s", t.median}, {"p90_s", t.p90}, {"p99_s", t.p99}, {"max_s", t.max}};
}

json or_null(std::optional<double> v) { return v ? json(*v) : json(nullptr); }

} // namespace

std::string print_replay(setup const& s, std::string const& profiles, std::vector<figures> const& all,
                         gangway::sim::completion_bound const& bound, std::size_t width) {
    auto const& jobs = s.trace->jobs;
    std::string out = "trace      ";
    out += wrapped(fmt::format("{} ({}): {} jobs, {:.0f} GPU-hours, submitted over {}", s.trace->name, s.trace->format, jobs.size(),
                               gpu_hours(s), readable((jobs.back().submitted - jobs.front().submitted).value())),
                   width, 11, 11);
    out += "\n";
    out += fmt::format("cluster    {}: {} {}, {} GPUs\n", s.cluster->name, s.cluster->gpus.size(),
                       s.cluster->gpus.size() == 1 ? "node" : "nodes", s.cluster->total);
    out += "estimates  " + s.estimates + "\n";
    if (!s.power.empty()) out += "power      " + wrapped(s.power, width, 11, 11) + "\n";
    if (!profiles.empty()) out += "profiles   " + wrapped(profiles, width, 11, 11) + "\n";
    out += fmt::format("bound      no schedule has a mean completion time below {} ({:.0f} s)\n\n", readable(bound.best()), bound.best());

    // Names in each row where they leave room for the widest table; else numbers, and the names once.
    std::size_t longest = 0;
    for (auto const& f : all) longest = std::max(longest, f.policy.size());
    bool const named = longest + 70 <= width;
    auto const label = [&](std::size_t i) { return named ? all[i].policy : std::to_string(i + 1); };
    if (!named) {
        for (std::size_t i = 0; i < all.size(); ++i) out += fmt::format("{:>3}  {}\n", i + 1, all[i].policy);
        out += "\n";
    }
    auto const head = std::string{named ? "policy" : "#"};
    auto const against = [&](std::size_t i, double value, double base) {
        if (i == 0) return std::string{"-"};
        return percent(all[i].comparable && all[0].comparable ? change(value, base) : std::nullopt, true);
    };

    table completion{{head, "mean", "vs first", "median", "p90", "p99", "above bound"}};
    table wait{{head, "mean", "median", "p90", "p99", "max", "vs first", "job"}};
    table rest{{head, "slowdown", "makespan", "utilisation", "ended", "never started", "cut"}};
    for (std::size_t i = 0; i < all.size(); ++i) {
        auto const& f = all[i];
        auto const& m = f.m;
        completion.add({label(i), readable(m.completion.mean), against(i, m.completion.mean, all[0].m.completion.mean),
                        readable(m.completion.median), readable(m.completion.p90), readable(m.completion.p99),
                        percent(f.comparable ? change(m.completion.mean, bound.best()) : std::nullopt, false)});
        wait.add({label(i), readable(m.wait.mean), readable(m.wait.median), readable(m.wait.p90), readable(m.wait.p99),
                  readable(m.wait.max), against(i, m.wait.max, all[0].m.wait.max),
                  m.longest_wait == gangway::no_index ? "-" : s.trace->job_names[m.longest_wait]});
        rest.add({label(i), fmt::format("{:.2f}", m.bounded_slowdown), readable(m.makespan),
                  m.utilisation ? percent(100.0 * *m.utilisation, false) : "-", std::to_string(m.ended),
                  std::to_string(m.never_started), std::to_string(m.cut)});
    }
    out += "job completion time (end - submission)\n" + completion.text();
    out += "\nwait (start - submission)\n" + wait.text();
    out += "\nbounded slowdown (10 s), utilisation while jobs are submitted\n" + rest.text();

    if (!s.power.empty()) {
        table watts{{head, "gangs", "idle", "together", "vs first", "for each job", "peak draw"}};
        for (std::size_t i = 0; i < all.size(); ++i) {
            auto const& e = *all[i].energy;
            watts.add({label(i), readable(e.gangs), readable(e.idle), readable(e.all()), against(i, e.all().value(), all[0].energy->all().value()),
                       readable(e.per_job), readable(e.peak)});
        }
        out += "\nenergy (to the last end)\n" + watts.text();
    }

    for (std::size_t i = 0; i < all.size(); ++i)
        if (auto const& p = all[i].preflight)
            out += "\n" + wrapped(fmt::format("{}: {} pre-flight runs took {:.1f} GPU-hours and waited {} on average; both are part of the times above",
                                             named ? all[i].policy : "# " + std::to_string(i + 1), p->runs, p->device_seconds / 3'600.0,
                                             readable(p->runs > 0 ? p->waited / static_cast<double>(p->runs) : 0.0)),
                                 width, 2) + "\n";

    for (std::size_t i = 0; i < all.size(); ++i)
        for (auto const& idle : all[i].never_started)
            out += fmt::format("\n{}: {} {} never started: {}\n  {}\n", named ? all[i].policy : "# " + std::to_string(i + 1),
                               idle.jobs.size(), idle.jobs.size() == 1 ? "job" : "jobs", idle.why, some_jobs(s, idle.jobs));
    bool const some_not = std::any_of(all.begin(), all.end(), [](figures const& f) { return !f.comparable; });
    if (some_not) out += "\n-: not every job ended, so means over those that did are not compared\n";
    return out;
}

std::string json_replay(setup const& s, std::string const& profiles, std::vector<figures> const& all,
                        gangway::sim::completion_bound const& bound) {
    json root;
    root["trace"] = {{"name", s.trace->name}, {"format", s.trace->format}, {"jobs", s.trace->jobs.size()}, {"gpu_hours", gpu_hours(s)}};
    root["cluster"] = {{"name", s.cluster->name}, {"nodes", s.cluster->gpus.size()}, {"gpus", s.cluster->total}};
    root["estimates"] = s.estimates;
    root["power"] = s.power.empty() ? json(nullptr) : json(s.power);
    root["profiles"] = profiles.empty() ? json(nullptr) : json(profiles);
    root["mean_jct_bound_s"] = {{"best", bound.best()}, {"run", bound.run}, {"fluid", bound.fluid}, {"busy", bound.busy}};
    root["policies"] = json::array();
    for (auto const& f : all) {
        bool const both = f.comparable && all[0].comparable;
        std::optional<double> const none;
        json p;
        p["policy"] = f.policy;
        p["jct"] = spread_json(f.m.completion);
        p["wait"] = spread_json(f.m.wait);
        p["longest_wait_job"] = f.m.longest_wait == gangway::no_index ? json(nullptr) : json(s.trace->job_names[f.m.longest_wait]);
        p["bounded_slowdown"] = f.m.bounded_slowdown;
        p["makespan_s"] = f.m.makespan;
        p["utilisation"] = or_null(f.m.utilisation);
        p["started"] = f.m.started;
        p["ended"] = f.m.ended;
        p["cut"] = f.m.cut;
        p["deadlock"] = f.deadlock;
        p["never_started"] = json::array();
        for (auto const& idle : f.never_started) {
            json names = json::array();
            for (auto const j : idle.jobs) names.push_back(s.trace->job_names[j]);
            p["never_started"].push_back({{"why", idle.why}, {"jobs", std::move(names)}});
        }
        p["above_bound_percent"] = or_null(f.comparable ? change(f.m.completion.mean, bound.best()) : none);
        p["mean_jct_change_percent"] = or_null(both ? change(f.m.completion.mean, all[0].m.completion.mean) : none);
        p["mean_wait_change_percent"] = or_null(both ? change(f.m.wait.mean, all[0].m.wait.mean) : none);
        p["max_wait_change_percent"] = or_null(both ? change(f.m.wait.max, all[0].m.wait.max) : none);
        if (f.preflight)
            p["preflight"] = {{"runs", f.preflight->runs}, {"gpu_s", f.preflight->device_seconds}, {"waited_s", f.preflight->waited}};
        if (f.energy)
            p["energy"] = {{"gangs_j", f.energy->gangs.value()},
                           {"idle_j", f.energy->idle.value()},
                           {"per_job_j", f.energy->per_job.value()},
                           {"peak_draw_w", f.energy->peak.value()}};
        root["policies"].push_back(std::move(p));
    }
    return root.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

std::string csv_replay(setup const& s, std::vector<figures> const& all, gangway::sim::completion_bound const& bound) {
    std::string out = figures_header() + "\n";
    for (auto const& f : all) {
        auto const fields = fields_of(s, f, bound);
        out += fields.first + "," + change_fields(compared(f), compared(all[0])) + "," + fields.last + "\n";
    }
    return out;
}

} // namespace tool
