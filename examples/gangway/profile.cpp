// tool - `gangway profile`: how fast a training runs, from its ordinary log.
#include "duration_text.hpp"
#include "files.hpp"
#include "log_profiles.hpp"
#include "options.hpp"
#include "report.hpp"

#include <gangway/profile/rate_table_csv.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <set>

namespace tool {

namespace profile = gangway::profile;

namespace {

struct profile_options {
    std::vector<std::string> logs;
    std::string until;
    std::string budget;
    std::int64_t gpus = 0;
    std::vector<std::string> forms;
    double confidence = 0.95;
    std::string table;
    bool json = false;
};

double share_of(std::string_view text) {
    auto digits = text;
    bool const percent = digits.ends_with('%');
    if (percent) digits.remove_suffix(1);
    auto v = number_in(digits);
    if (v && percent) *v /= 100.0;
    if (!v || !(*v > 0.0) || *v >= 1.0)
        throw unusable_input{"--until: " + in_quotes(text) + " is not a width; write 2%, or 0.02"};
    return *v;
}

log_options options_of(profile_options const& o) {
    log_options out;
    if (!(o.confidence > 0.5 && o.confidence < 1.0))
        throw unusable_input{"--confidence lies above 0.5 and below 1, as in 0.95"};
    out.confidence = o.confidence;
    if (o.gpus < 0) throw unusable_input{"--gpus is a number of GPUs, above 0"};
    out.stop = !o.until.empty() || !o.budget.empty();
    if (!o.until.empty())
        out.rule.half_width = share_of(o.until);
    else if (out.stop)
        out.rule.half_width = 0.0;
    if (!o.budget.empty()) out.rule.budget = parse_duration(o.budget, "--budget");
    for (auto const& text : o.forms) {
        auto const eq = text.find('=');
        auto const name = text.substr(0, eq);
        bool const named = eq != std::string::npos && !name.empty() && name.find_first_of("{}*~ ") == std::string::npos;
        out.forms.push_back(named ? own_form{name, text.substr(eq + 1)} : own_form{"own", text});
    }
    return out;
}

std::int64_t gpus_of(measured_log const& l, profile_options const& o) {
    return o.gpus > 0 ? o.gpus : l.run ? l.run->gpus : 0;
}

std::string amount(double v) {
    return v >= 100.0 || v < 0.001 ? fmt::format("{:.4g}", v) : fmt::format("{:.3f}", v);
}

std::string unit_of(measured_log const& l) {
    return l.samples ? "samples/s" : "it/s";
}

std::string print_log(measured_log const& l, profile_options const& o, std::size_t width) {
    auto const line = [&](std::string_view head, std::string const& text) {
        return fmt::format("  {:<11}", head) + wrapped(text, width, 13, 13) + "\n";
    };
    std::string out = (l.path == "-" ? std::string{"stdin"} : l.path) + "\n";
    auto const& s = l.summary;
    if (s.stream) {
        auto const& r = s.rate;
        auto const value = amount(r.rate().value()) + " " + unit_of(l);
        auto const sure = fmt::format("({:.1f} % sure)", 100.0 * r.confidence);
        if (r.confidence == 0.0)
            out += line("rate", value + ", no interval");
        else if (r.low > 0.0)
            out += line("rate", fmt::format("{}, {} to {} {}, +-{:.1f} %", value, amount(1.0 / r.high),
                                            amount(1.0 / r.low), sure, 100.0 * r.relative_half_width()));
        else
            out += line("rate", fmt::format("{}, at least {} {}", value, amount(1.0 / r.high), sure));
        out += line("form", l.form + (l.label.empty() ? "" : " " + in_quotes(l.label)) + ": " + l.how);
        out += line("readings", fmt::format("{} used over {}, {} of warm-up ({}), {} stalls ({})", r.readings,
                                            readable(r.time.value()), r.warm_up, readable(r.warm_up_time.value()),
                                            r.stalls, readable(r.stall_time.value())));
        auto const gpus = gpus_of(l, o);
        out += line(
            "pre-flight",
            fmt::format(
                "{} after {}{}", to_text(l.verdict), readable(l.spent.value()),
                gpus > 0
                    ? fmt::format(", {:.0f} GPU seconds",
                                  profile::preflight_cost(gangway::devices{static_cast<double>(gpus)}, l.spent).value())
                    : std::string{}));
    } else {
        out += line("rate", "none found");
    }
    out += line("read", fmt::format("{} lines, {} bytes", s.lines, s.bytes));
    for (auto const& f : s.findings)
        out += line("finding",
                    fmt::format("{}{}{}: {}", to_text(f.what), f.line > 0 ? fmt::format(", line {}", f.line) : "",
                                f.count > 1 ? fmt::format(", {} times", f.count) : "", explained(f.what)));
    return out;
}

nlohmann::ordered_json json_log(measured_log const& l, profile_options const& o) {
    using json = nlohmann::ordered_json;
    auto const& s = l.summary;
    json j;
    j["log"] = l.path;
    if (l.run)
        j["run"] = {
            {"model", l.run->model}, {"gpu", l.run->gpu}, {"gpus", l.run->gpus}, {"global_batch_size", l.run->batch}};
    if (s.stream) {
        auto const& r = s.rate;
        bool const interval = r.confidence > 0.0;
        j["rate"] = r.rate().value();
        j["unit"] = unit_of(l);
        j["low"] = interval ? json(1.0 / r.high) : json(nullptr);
        j["high"] = interval && r.low > 0.0 ? json(1.0 / r.low) : json(nullptr);
        j["confidence"] = interval ? json(r.confidence) : json(nullptr);
        j["form"] = l.form;
        j["label"] = l.label;
        j["readings"] = {{"used", r.readings}, {"warm_up", r.warm_up}, {"stalls", r.stalls}};
        j["seconds"] = {
            {"used", r.time.value()}, {"warm_up", r.warm_up_time.value()}, {"stalls", r.stall_time.value()}};
        auto const gpus = gpus_of(l, o);
        j["preflight"] = {
            {"verdict", to_text(l.verdict)},
            {"seconds", l.spent.value()},
            {"gpu_seconds", gpus > 0 ? json(static_cast<double>(gpus) * l.spent.value()) : json(nullptr)}};
    } else {
        j["rate"] = nullptr;
    }
    j["lines"] = s.lines;
    j["bytes"] = s.bytes;
    j["findings"] = json::array();
    for (auto const& f : s.findings)
        j["findings"].push_back(
            {{"what", to_text(f.what)}, {"line", f.line}, {"count", f.count}, {"words", explained(f.what)}});
    return j;
}

int profile_logs(profile_options const& o) {
    auto const options = options_of(o);
    std::vector<measured_log> logs;
    bool all = true;
    for (auto const& path : o.logs) {
        logs.push_back(measure_log(path, options));
        all = all && logs.back().summary.stream.has_value();
    }
    if (!o.table.empty()) {
        std::set<std::string> untold;
        for (auto const& l : logs)
            if (!l.run) untold.insert(l.path);
        if (!untold.empty())
            throw unusable_input{
                *untold.begin() +
                ": the name does not say what ran, so it has no row in a table; write MODEL.GPU.xN[.bBATCH].log"};
        write_file(o.table, profile::write_rate_table(rows_of(logs)));
    }
    if (o.json) {
        auto root = nlohmann::ordered_json::array();
        for (auto const& l : logs) root.push_back(json_log(l, o));
        write_file("-", root.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
    } else {
        std::string out;
        for (auto const& l : logs) out += print_log(l, o, terminal_width());
        write_file("-", out);
    }
    return all ? ok : not_met;
}

} // namespace

void declare_profile(CLI::App& app, int& status) {
    auto const o = std::make_shared<profile_options>();
    auto* const verb = app.add_subcommand("profile", "Find how fast a training runs, from its ordinary log");
    verb->add_option("log", o->logs, "Logs in any common form; - for stdin, read as it comes")
        ->required()
        ->type_name("LOG");
    verb->add_option("--until", o->until,
                     "Stop reading when the interval is as narrow: half of it over the rate, as in 2%")
        ->type_name("W");
    verb->add_option("--budget", o->budget, "Stop reading after so much of the run's own time, as in 120s")
        ->type_name("T");
    verb->add_option("--gpus", o->gpus,
                     "GPUs of the run, for the cost of a pre-flight run; default: as the name of the log says")
        ->type_name("N");
    verb->add_option("--form", o->forms,
                     "A form of line of your own, as NAME='step {step} | {it/s} it/s'; see docs/profile/logs.md")
        ->type_name("F")
        ->take_all();
    verb->add_option("--confidence", o->confidence, "Of the interval")->capture_default_str()->type_name("P");
    verb->add_option("--table", o->table,
                     "Write a table for --profiles; logs are then called MODEL.GPU.xN[.bBATCH].log")
        ->type_name("FILE");
    verb->add_flag("--json", o->json, "Print JSON");
    set_footer(*verb,
               "python train.py 2>&1 | gangway profile - --until 2% --budget 120s\n\n"
               "Exit status 1: a log holds no rate that is known.",
               false);
    verb->callback([o, &status] { status = profile_logs(*o); });
}

} // namespace tool
