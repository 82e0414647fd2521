// tool - `gangway explain`: replay to a moment and say why jobs do not run.
#include "files.hpp"
#include "options.hpp"
#include "policies.hpp"
#include "report.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tool {

namespace {

struct explain_options {
    std::string trace;
    std::string cluster;
    std::string policy;
    std::string at;
    std::vector<std::string> jobs;
    input_options input;
    std::uint64_t profile_seed = 1;
    bool json = false;
};

std::vector<gangway::index> find_jobs(trace_data const& t, std::vector<std::string> const& names) {
    std::vector<gangway::index> out;
    for (auto const& name : names) {
        auto const at = std::find(t.job_names.begin(), t.job_names.end(), name);
        if (at == t.job_names.end())
            throw unusable_input{"--job " + in_quotes(name) + ": the trace " + t.name + " has no such job; its ids look like " +
                                 t.job_names.front() + " ... " + t.job_names.back()};
        out.push_back(static_cast<gangway::index>(at - t.job_names.begin()));
    }
    return out;
}

std::string at_time(double seconds, double now) {
    return fmt::format("{} s ({} from then)", exact(seconds), readable(seconds - now));
}

std::string print_answer(setup const& s, answer const& a, gangway::sim::outcome const& o, double now) {
    auto const& job = s.trace->jobs[a.job];
    std::string out = fmt::format("job {}: {} {}, submitted at {} s", job.id, job.gpus, job.gpus == 1 ? "GPU" : "GPUs",
                                  exact(job.submitted.value()));
    if (job.submitted.value() > now) return out + "\n  not yet submitted at that time\n";
    if (o.ended()) return out + fmt::format("\n  done: ran from {} s to {} s\n", exact(o.start), exact(o.end));
    if (a.is == "runs") return out + fmt::format("\n  runs: since {} s, after waiting {}\n", exact(o.start), readable(o.start - job.submitted.value()));
    out += fmt::format(", has waited {}\n  {}\n", readable(now - job.submitted.value()), a.sentence.substr(0, a.sentence.find("; ")));
    if (a.is != "waits") return out;
    out += fmt::format("  ahead       {} {}", a.ahead, a.ahead == 1 ? "job ranks before it" : "jobs rank before it");
    if (!a.first_ahead.empty())
        out += fmt::format(", first {} ({} GPUs)", s.trace->job_names[a.first_ahead[0]], s.trace->jobs[a.first_ahead[0]].gpus);
    out += fmt::format("\n  room        {} GPUs free of {} needed, at most {} on one node; {} of {} tasks fit\n", a.free, a.need,
                       a.largest_block, a.tasks_that_fit, a.tasks);
    out += "  reservation " + (a.reserved_at ? at_time(*a.reserved_at, now) : std::string{"none"}) + "\n";
    out += "  estimate    " + (a.starts_at ? "starts at " + at_time(*a.starts_at, now) + ", if nothing else comes"
                                           : std::string{"no start can be shown from the estimates"}) + "\n";
    if (a.would_start_with_tasks)
        out += fmt::format("  it would start now with {} of its {} tasks\n", *a.would_start_with_tasks, a.tasks);
    if (a.would_start_with_estimate)
        out += fmt::format("  it would start now with an estimate of at most {}\n", readable(*a.would_start_with_estimate));
    return out;
}

nlohmann::ordered_json json_answer(setup const& s, answer const& a, gangway::sim::outcome const& o, double now) {
    using json = nlohmann::ordered_json;
    auto const& job = s.trace->jobs[a.job];
    auto const or_null = [](auto const& v) { return v ? json(*v) : json(nullptr); };
    json j;
    j["job"] = job.id;
    j["gpus"] = job.gpus;
    j["submitted_s"] = job.submitted.value();
    if (job.submitted.value() > now) j["class"] = "not_submitted";
    else j["class"] = o.ended() ? "done" : a.is;
    j["start_s"] = o.started() ? json(o.start) : json(nullptr);
    j["end_s"] = o.ended() ? json(o.end) : json(nullptr);
    j["sentence"] = a.sentence;
    j["cause"] = a.cause;
    j["ahead"] = a.ahead;
    j["first_ahead"] = a.first_ahead.empty() ? json(nullptr) : json(s.trace->job_names[a.first_ahead[0]]);
    j["need"] = a.need;
    j["free"] = a.free;
    j["largest_block"] = a.largest_block;
    j["tasks"] = a.tasks;
    j["tasks_that_fit"] = a.tasks_that_fit;
    j["reserved_at_s"] = or_null(a.reserved_at);
    j["starts_at_s"] = or_null(a.starts_at);
    j["would_start_with_tasks"] = or_null(a.would_start_with_tasks);
    j["would_start_with_estimate_s"] = or_null(a.would_start_with_estimate);
    return j;
}

int explain(explain_options const& o) {
    check(o.input.estimates);
    check(o.input.power);
    auto const policy = parse_policy(o.policy);
    auto const at = parse_duration(o.at, "--at");
    auto const cluster = std::make_shared<cluster_data const>(load_cluster(o.cluster));
    auto const trace = std::make_shared<trace_data const>(load_trace(o.trace, o.input.format, o.input.bad_rows));
    request ask;
    ask.until = gangway::instant{at.value()};
    ask.explain = find_jobs(*trace, o.jobs);
    auto const s = make_setup(trace, cluster, o.input.estimates, o.input.power);
    std::optional<profiles_in_use> profiles;
    if (reads_profiles(policy)) profiles.emplace(s, read_profiles(o.input.profiles), o.profile_seed);
    auto const run = play(s, policy, profiles ? &*profiles->assigned : nullptr, ask);
    if (o.json) {
        nlohmann::ordered_json root{{"policy", policy.text}, {"at_s", at.value()}, {"waiting", run.waiting}, {"running", run.running}};
        root["jobs"] = nlohmann::ordered_json::array();
        for (auto const& a : run.answers) root["jobs"].push_back(json_answer(s, a, run.result.jobs[a.job], at.value()));
        write_file("-", root.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
        return ok;
    }
    std::string out = fmt::format("{} on {} at {} s ({}): {} jobs run, {} wait\n\n", policy.text, cluster->name, exact(at.value()),
                                  readable(at.value()), run.running, run.waiting);
    for (auto const& a : run.answers) out += print_answer(s, a, run.result.jobs[a.job], at.value());
    write_file("-", out);
    return ok;
}

} // namespace

void declare_explain(CLI::App& app, int& status) {
    auto const o = std::make_shared<explain_options>();
    auto* const verb = app.add_subcommand("explain", "Say why jobs do not run at some moment");
    verb->add_option("--trace", o->trace, "As for replay")->required()->type_name("T");
    verb->add_option("--cluster", o->cluster, "As for replay")->required()->type_name("C");
    verb->add_option("--policy", o->policy, "rank;admission;placement, see below")->required()->type_name("P");
    verb->add_option("--at", o->at, "The moment, on the time axis of the trace: 36h, or a number of seconds")->required()->type_name("TIME");
    verb->add_option("--job", o->jobs, "The id of a job in the trace; several may be given")->required()->type_name("ID")->take_all();
    o->input.declare(*verb);
    verb->add_option("--profile-seed", o->profile_seed, "Seed of the draw that gives each job a model")->capture_default_str()->type_name("N");
    verb->add_flag("--json", o->json, "Print JSON");
    set_footer(*verb, "gangway explain --trace philly-like:1 --cluster 108x8 --policy 'fifo;easy' \\\n"
               "      --at 90h --job 1500 --job 1501", true);
    verb->callback([o, &status] { status = explain(*o); });
}

} // namespace tool
