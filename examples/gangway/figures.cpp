// tool - from a replay to its figures, and the forms of a number.
#include "report.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <map>

namespace tool {

namespace {

std::string why_idle(setup const& s, played const& run, gangway::index j) {
    auto const gpus = s.trace->jobs[j].gpus;
    switch (run.may[j]) {
    case gangway::standing::never:
        if (gpus > s.cluster->total) return fmt::format("asks for more than the {} GPUs of the cluster", s.cluster->total);
        return std::holds_alternative<powered_work>(s.work) ? "does not fit on these nodes or draws more than the power budget, even alone"
                                                            : "does not fit on these nodes, even if they are empty";
    case gangway::standing::blocked: return "needs nodes that are down";
    case gangway::standing::open: break;
    }
    return run.result.deadlock ? "deadlock: jobs hold a part of what others need" : "still waits when nothing is left to happen";
}

} // namespace

figures make_figures(setup const& s, policy_text const& policy, played const& run) {
    figures f;
    f.policy = policy.text;
    f.deadlock = run.result.deadlock;
    f.m = std::visit([&](auto const& work) { return gangway::sim::measure(work, run.result); }, s.work);
    if (!s.power.empty())
        f.energy = std::visit([&](auto const& work) { return gangway::sim::measure_energy(work, run.result, s.idle); }, s.work);
    std::map<std::string, std::vector<gangway::index>> idle;
    for (gangway::index j = 0; j < run.result.jobs.size(); ++j) {
        auto const& o = run.result.jobs[j];
        if (o.ended()) continue;
        if (!o.started()) idle[why_idle(s, run, j)].push_back(j);
        if (run.may[j] == gangway::standing::open) f.comparable = false;
    }
    for (auto& [why, jobs] : idle) f.never_started.push_back({why, std::move(jobs)});
    return f;
}

gangway::sim::completion_bound bound_of(setup const& s, played const& any_run) {
    return std::visit(
        [&](auto const& work) {
            return gangway::sim::bound_mean_completion(
                work, [&](gangway::index j) { return any_run.may[j] == gangway::standing::open; });
        },
        s.work);
}

std::optional<double> change(double value, double base) {
    if (base == 0.0) return value == 0.0 ? std::optional{0.0} : std::nullopt;
    return 100.0 * (value / base - 1.0);
}

std::string readable(double seconds) {
    double const size = seconds < 0.0 ? -seconds : seconds;
    if (size < 120.0) return fmt::format("{:.1f} s", seconds);
    if (size < 7'200.0) return fmt::format("{:.1f} min", seconds / 60.0);
    if (size < 3'600'000.0) return fmt::format("{:.1f} h", seconds / 3'600.0);
    return fmt::format("{:.1f} d", seconds / 86'400.0);
}

std::string readable(gangway::energy e) {
    double const joules = e.value();
    if (joules < 3.6e6) return fmt::format("{:.1f} kJ", joules / 1e3);
    if (joules < 3.6e9) return fmt::format("{:.1f} kWh", joules / 3.6e6);
    return fmt::format("{:.1f} MWh", joules / 3.6e9);
}

std::string readable(gangway::power p) {
    double const watts = p.value();
    if (watts < 1e3) return fmt::format("{:.1f} W", watts);
    if (watts < 1e6) return fmt::format("{:.1f} kW", watts / 1e3);
    return fmt::format("{:.1f} MW", watts / 1e6);
}

std::string percent(std::optional<double> value, bool sign) {
    if (!value) return "-";
    return sign ? fmt::format("{:+.1f} %", *value) : fmt::format("{:.1f} %", *value);
}

std::string exact(double value) {
    std::array<char, 400> digits{}; // every double fits without an exponent
    auto const end = std::to_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::fixed).ptr;
    return {digits.data(), end};
}

std::string csv_field(std::string const& text) {
    if (text.find_first_of(",\"\n") == std::string::npos) return text;
    std::string out = "\"";
    for (char const c : text) out += c == '"' ? "\"\"" : std::string{c};
    return out + "\"";
}

std::string figures_header() {
    return "policy,jobs,started,ended,never_started,cut,deadlock,mean_jct_s,median_jct_s,p90_jct_s,p99_jct_s,max_jct_s,mean_wait_s,"
           "median_wait_s,p90_wait_s,p99_wait_s,max_wait_s,longest_wait_job,bounded_slowdown,makespan_s,utilisation,"
           "jct_bound_s,above_bound_percent,mean_jct_change_percent,max_wait_change_percent,"
           "gangs_j,idle_j,peak_draw_w";
}

figures_fields fields_of(setup const& s, figures const& f, gangway::sim::completion_bound const& bound) {
    auto const maybe = [](std::optional<double> v) { return v ? exact(*v) : std::string{}; };
    auto const spread = [](gangway::sim::spread_of const& t) {
        return exact(t.mean) + "," + exact(t.median) + "," + exact(t.p90) + "," + exact(t.p99) + "," + exact(t.max) + ",";
    };
    figures_fields out;
    out.first = csv_field(f.policy) +
                fmt::format(",{},{},{},{},{},{},", s.trace->jobs.size(), f.m.started, f.m.ended, f.m.never_started, f.m.cut,
                            f.deadlock ? 1 : 0) +
                spread(f.m.completion) + spread(f.m.wait) +
                (f.m.longest_wait == gangway::no_index ? "" : csv_field(s.trace->job_names[f.m.longest_wait])) + "," +
                exact(f.m.bounded_slowdown) + "," + exact(f.m.makespan) + "," + maybe(f.m.utilisation) + "," + exact(bound.best()) + "," +
                maybe(f.comparable ? change(f.m.completion.mean, bound.best()) : std::optional<double>{});
    out.last = f.energy ? exact(f.energy->gangs.value()) + "," + exact(f.energy->idle.value()) + "," + exact(f.energy->peak.value())
                        : ",,";
    return out;
}

std::string change_fields(comparison const& of, comparison const& first) {
    auto const maybe = [](std::optional<double> v) { return v ? exact(*v) : std::string{}; };
    if (!of.comparable || !first.comparable) return ",";
    return maybe(change(of.mean_jct, first.mean_jct)) + "," + maybe(change(of.max_wait, first.max_wait));
}

std::int64_t task_gpus(setup const& s, gangway::index job, std::size_t group) {
    std::int64_t gpus = 0;
    std::visit(
        [&](auto const& work) {
            gangway::for_each_group(work.jobs[job].shape, [&](std::size_t g, auto const& gang) {
                if (g == group) gpus = gang.each[0];
            });
        },
        s.work);
    return gpus;
}

std::string schedule_header() { return "policy,job_id,submit_s,gpus,start_s,end_s,wait_s,nodes\n"; }

std::string schedule_rows(setup const& s, std::string const& policy, played const& run) {
    std::string out;
    for (gangway::index j = 0; j < run.result.jobs.size(); ++j) {
        auto const& job = s.trace->jobs[j];
        auto const& o = run.result.jobs[j];
        double const submitted = job.submitted.value();
        out += csv_field(policy) + "," + csv_field(job.id) + "," + exact(submitted) + "," + std::to_string(job.gpus) + ",";
        if (o.started()) {
            std::string nodes;
            for (auto const& g : run.result.nodes_of(j))
                nodes += (nodes.empty() ? "" : " ") + s.cluster->node_names[g.node.at] + ":" +
                         std::to_string(g.tasks * task_gpus(s, j, g.group));
            out += exact(o.start) + "," + (o.ended() ? exact(o.end) : "") + "," + exact(o.start - submitted) + "," + csv_field(nodes);
        } else {
            out += ",,,";
        }
        out += "\n";
    }
    return out;
}

} // namespace tool
