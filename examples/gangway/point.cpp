// tool - `gangway point`: the operating point that is best under targets, why not the others, and the Pareto set.
#include "duration_text.hpp"
#include "files.hpp"
#include "kernel_text.hpp"
#include "options.hpp"
#include "page.hpp"
#include "page_point.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace tool {

namespace {

namespace cost = gangway::cost;

struct point_options {
    std::string file;
    std::string best = "energy";
    std::string latency;
    std::string joules;
    double success = 0.0;
    double confidence = 0.95;
    double rate = 0.0;
    std::int64_t chunk = 0;
    std::int64_t execute = 0;
    bool synchronous = false;
    double idle = 0.0;
    std::string moving;
    bool json = false;
    std::string report;
};

std::optional<cost::control_loop> loop_of(point_options const& o) {
    if (o.rate == 0.0 && o.chunk == 0 && o.execute == 0) {
        if (o.synchronous || o.idle != 0.0)
            throw unusable_input{
                "--synchronous and --idle belong to a control loop: give --rate, --chunk and --execute"};
        return std::nullopt;
    }
    cost::control_loop const l{gangway::frequency{o.rate}, o.chunk, o.execute,
                               o.synchronous ? cost::replanning::synchronous : cost::replanning::asynchronous};
    if (!is_sound(l))
        throw unusable_input{"a control loop needs --rate above 0, --chunk and --execute, with 1 <= execute <= chunk"};
    if (!std::isfinite(o.idle) || o.idle < 0.0) throw unusable_input{"--idle: watts are finite and not below 0"};
    return l;
}

double limit_of(std::string const& word, std::string_view option, std::string_view example, bool is_time) {
    if (word.empty()) return no_limit;
    std::optional<double> v;
    if (is_time) {
        if (auto const t = short_duration_in(word)) v = t->value();
    } else {
        std::string_view digits = word;
        double unit = 1.0;
        if (digits.ends_with("mJ")) unit = 1e-3;
        if (digits.ends_with("J")) digits.remove_suffix(unit == 1.0 ? 1 : 2);
        if (auto const n = number_in(digits)) v = *n * unit;
    }
    if (!v || *v < 0.0) throw unusable_input{fmt::format("{} {}: is not {}", option, in_quotes(word), example)};
    return *v;
}

void check_word(std::string_view option, std::string const& word, std::span<std::string_view const> known) {
    if (std::find(known.begin(), known.end(), word) == known.end())
        throw unusable_input{
            fmt::format("{} {}: is one of {}{}", option, in_quotes(word), joined(known), did_you_mean(word, known))};
}

int point(point_options const& o) {
    check_word("--best", o.best, point_objectives);
    if (!o.moving.empty()) check_word("--moving", o.moving, point_targets);
    if (!(o.success >= 0.0 && o.success <= 1.0)) throw unusable_input{"--success-at-least: is a share from 0 to 1"};
    if (!(o.confidence > 0.0 && o.confidence < 1.0)) throw unusable_input{"--confidence: lies between 0 and 1"};
    point_question q;
    q.best = o.best;
    q.latency = limit_of(o.latency, "--latency-at-most", "a time; write 60ms, 0.06s or a number of seconds", true);
    q.joules = limit_of(o.joules, "--energy-at-most", "an energy; write 1.5, 1.5J or 1500mJ", false);
    q.success = o.success;
    q.confidence = o.confidence;
    q.loop = loop_of(o);
    q.idle = gangway::power{o.idle};
    q.moving = o.moving;
    auto const file = read_points(o.file);
    if (!o.report.empty()) prepare_report(o.report);
    auto const answer = answer_points(q, file);
    auto const text =
        o.json
            ? json_answer(q, file, answer).dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n"
            : print_answer(q, file, answer);
    if (!o.report.empty()) write_point_page(o.report, o.file, q, answer);
    write_file("-", text);
    return answer.choice.index ? ok : not_met;
}

} // namespace

void declare_point(CLI::App& app, int& status) {
    auto const o = std::make_shared<point_options>();
    auto* const verb = app.add_subcommand("point", "Choose an operating point under targets");
    verb->add_option("FILE", o->file, "Points, or a model in stages, see below")->required()->type_name("");
    verb->add_option(
            "--best", o->best,
            "What decides among those that keep the targets: energy, latency, edp, energy-per-success, success")
        ->capture_default_str()
        ->type_name("WORD");
    verb->add_option("--latency-at-most", o->latency, "As 60ms or 0.06")->type_name("TIME");
    verb->add_option("--energy-at-most", o->joules, "As 1.5 or 1500mJ, of a call; in a loop, of a period")
        ->type_name("J");
    verb->add_option("--success-at-least", o->success,
                     "Held against the low end of the interval where episodes are given")
        ->type_name("SHARE");
    verb->add_option("--confidence", o->confidence, "Two-sided, of the interval")
        ->capture_default_str()
        ->type_name("C");
    verb->add_option("--rate", o->rate, "Control loop: actions a second")->type_name("HZ");
    verb->add_option("--chunk", o->chunk, "Control loop: actions that a call plans")->type_name("H");
    verb->add_option("--execute", o->execute, "Control loop: actions carried out before the next plan")->type_name("K");
    verb->add_flag("--synchronous", o->synchronous, "Control loop: the robot waits for each call");
    verb->add_option("--idle", o->idle, "Control loop: what the device draws between calls")->type_name("WATT");
    verb->add_option("--moving", o->moving,
                     "Also show how the choice moves with one target: latency, energy or success")
        ->type_name("TARGET");
    verb->add_flag("--json", o->json, "Print JSON; SI units");
    verb->add_option("--report", o->report, "Write report.html, with pictures and its CSV files, to this folder")
        ->type_name("DIR");
    verb->footer("Example:\n  gangway point examples/data/vla-stages.json --latency-at-most 60ms \\\n"
                 "      --moving latency\n\n" +
                 point_formats() + "Exit status 1: no point keeps the targets; what comes nearest is printed.\n");
    verb->callback([o, &status] { status = point(*o); });
}

} // namespace tool
