// tool - `gangway fit`: models of a clock sweep, and the clock with the least energy.
#include "duration_text.hpp"
#include "files.hpp"
#include "options.hpp"
#include "page.hpp"
#include "page_fit.hpp"
#include "report.hpp"
#include "table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tool {

namespace {

struct fit_options {
    std::string file;
    std::string power_table;
    fit_columns columns;
    std::string time_unit = "s";
    std::string clock_unit = "MHz";
    std::string form = "auto";
    std::string objective = "energy";
    std::string deadline;
    fit_goal goal;
    bool json = false;
    bool csv = false;
    std::string report;
};

constexpr std::pair<char const*, double> time_units[] = {
    {"s", 1.0}, {"ms", 1e-3}, {"us", 1e-6}, {"min", 60.0}, {"h", 3600.0}};
constexpr std::pair<char const*, double> clock_units[] = {
    {"MHz", 1e6}, {"GHz", 1e9}, {"kHz", 1e3}, {"Hz", 1.0}, {"W", 1.0}};

template <std::size_t N>
double unit_in(std::pair<char const*, double> const (&units)[N], std::string const& word, std::string_view option) {
    std::vector<std::string_view> known;
    for (auto const& [name, value] : units) {
        if (word == name) return value;
        known.emplace_back(name);
    }
    throw unusable_input{std::string{option} + ": " + in_quotes(word) + " is no unit that it knows" +
                         did_you_mean(word, known) + "; it knows " + joined(known)};
}

void read_objective(std::string const& text, fit_goal& goal) {
    using objective = fit_goal::objective;
    constexpr std::pair<std::string_view, objective> words[] = {{"energy", objective::energy},
                                                                {"edp", objective::edp},
                                                                {"ed2p", objective::ed2p},
                                                                {"delay", objective::delay},
                                                                {"zeus", objective::zeus}};
    auto const colon = std::min(text.find(':'), text.size());
    auto const word = text.substr(0, colon);
    std::vector<std::string_view> known;
    bool found = false;
    for (auto const& [name, value] : words) {
        known.push_back(name);
        if (word != name) continue;
        goal.minimise = value;
        found = true;
    }
    if (!found)
        throw unusable_input{"--objective: " + in_quotes(word) + " is no objective" + did_you_mean(word, known) +
                             "; it knows " + joined(known)};
    if (colon == text.size()) return;
    auto const eta = number_in(std::string_view{text}.substr(colon + 1));
    if (goal.minimise != objective::zeus || !eta || *eta < 0.0 || *eta > 1.0)
        throw unusable_input{"--objective: " + in_quotes(text) +
                             ": only zeus takes a number, its eta, from 0 (time) to 1 (energy)"};
    goal.eta = *eta;
}

/// The model's word fits the number of clocks.
void check_form(std::string const& form, bool two_clocks) {
    auto const words = time_forms(two_clocks);
    std::vector<std::string_view> known{"auto", "measured"};
    known.insert(known.end(), words.begin(), words.end());
    for (auto const k : known)
        if (form == k) return;
    throw unusable_input{"--model: " + in_quotes(form) + " is no model of " +
                         (two_clocks ? "two clocks" : "one clock") + did_you_mean(form, known) + "; it knows " +
                         joined(known)};
}

std::string per_cent(double part) {
    return fmt::format("{:.2f}", 100.0 * part);
}
std::string condition_text(double c) {
    return c < 9999.5 ? fmt::format("{:.0f}", c) : fmt::format("{:.0e}", c);
}

double median(std::vector<double> v) {
    std::sort(v.begin(), v.end());
    return (v[(v.size() - 1) / 2] + v[v.size() / 2]) / 2.0;
}
double mean(std::vector<double> const& v) {
    double sum = 0.0;
    for (double const x : v) sum += x;
    return sum / static_cast<double>(v.size());
}

/// One figure of every program that a condition takes.
template <class Get>
std::vector<double> each(std::vector<fitted_group> const& all, bool modelled_only, Get get) {
    std::vector<double> out;
    for (auto const& g : all)
        if (g.modelled || !modelled_only) out.push_back(get(g));
    return out;
}

std::string print_size(std::vector<fitted_group> const& all, fit_options const& o) {
    auto const [least, most] = std::minmax_element(
        all.begin(), all.end(), [](auto const& a, auto const& b) { return a.points.size() < b.points.size(); });
    auto const clocks = least->points.size() == most->points.size()
                            ? fmt::format("{}", most->points.size())
                            : fmt::format("{} to {}", least->points.size(), most->points.size());
    return fmt::format("{}: {} {}, {} clocks each\n\n", o.file, all.size(), all.size() == 1 ? "program" : "programs",
                       clocks);
}

std::string print_fits(std::vector<fitted_group> const& all) {
    table t{{"program", "time", "error", "held", "cond", "power", "error", "held", "cond"}};
    bool any = false;
    for (auto const& g : all) {
        if (!g.modelled) continue;
        any = true;
        t.add({shown_name(g), g.time.form, per_cent(g.time.error), per_cent(g.time.held_out),
               condition_text(g.time.condition), g.draw.form, per_cent(g.draw.error), per_cent(g.draw.held_out),
               condition_text(g.draw.condition)});
    }
    if (!any) return "";
    auto const error = [&](auto side, auto figure) {
        return per_cent(median(each(all, true, [&](fitted_group const& g) { return (g.*side).*figure; })));
    };
    t.add({"median", "", error(&fitted_group::time, &fitted_side::error),
           error(&fitted_group::time, &fitted_side::held_out), "", "", error(&fitted_group::draw, &fitted_side::error),
           error(&fitted_group::draw, &fitted_side::held_out), ""});
    return "Fits: mean relative errors in %, of all clocks in sample, and of every second\n"
           "clock when the others are fitted (held)\n" +
           t.text() + "\n";
}

std::string print_clocks(std::vector<fitted_group> const& all, fit_options const& o) {
    bool const modelled = std::any_of(all.begin(), all.end(), [](auto const& g) { return g.modelled; });
    std::vector<std::string> header{"program", o.clock_unit, "saved %", "slower %", "best"};
    if (modelled) header.insert(header.end(), {"waste %", "held %"});
    table t{header};
    std::size_t missed = 0;
    std::size_t impossible = 0;
    for (auto const& g : all) {
        std::vector<std::string> row{shown_name(g) + (g.kept ? "" : " !"), shown_clock(g.points[g.chosen]),
                                     per_cent(g.saving), per_cent(g.slowdown - 1.0),
                                     shown_clock(g.points[g.best_measured])};
        if (modelled) row.insert(row.end(), {per_cent(g.waste), g.modelled ? per_cent(g.held_out_waste) : "-"});
        t.add(row);
        missed += g.kept && !g.kept_measured ? 1 : 0;
        impossible += g.kept ? 0 : 1;
    }
    auto const average = [&](bool only, auto get) { return per_cent(mean(each(all, only, get))); };
    std::vector<std::string> last{"mean", "", average(false, [](auto const& g) { return g.saving; }),
                                  average(false, [](auto const& g) { return g.slowdown - 1.0; }), ""};
    if (modelled)
        last.insert(last.end(), {average(false, [](auto const& g) { return g.waste; }),
                                 average(true, [](auto const& g) { return g.held_out_waste; })});
    t.add(last);
    auto out = fmt::format("Clocks: least {} among those measured{}\n", o.objective,
                           modelled ? ", by the models; saved and slower as\nmeasured against the highest clock; waste "
                                      "over the best measured clock, and when\n"
                                      "every second clock is fitted (held)"
                                    : "; saved and slower against the highest");
    out += t.text();
    if (impossible > 0)
        out += fmt::format("  ! no clock keeps the limits; the one that comes nearest ({} of {} programs)\n",
                           impossible, all.size());
    if (missed > 0)
        out +=
            fmt::format("  the limits hold in the models and not as measured: {} of {} programs\n", missed, all.size());
    return out;
}

nlohmann::ordered_json json_side(fitted_side const& s) {
    nlohmann::ordered_json j{{"form", s.form},
                             {"mean_error", s.error},
                             {"worst_error", s.worst},
                             {"held_out_error", s.held_out},
                             {"condition", s.condition}};
    for (auto const& [name, value] : s.parameters) j["parameters"][name] = value;
    return j;
}

std::string print_json(std::vector<fitted_group> const& all, fit_options const& o, bool two_clocks) {
    using json = nlohmann::ordered_json;
    json root{{"file", o.file}, {"objective", o.objective}, {"clock_unit", o.clock_unit}};
    root["programs"] = json::array();
    auto const clock = [&](fit_point const& p) { return two_clocks ? json{p.clock, p.memory} : json(p.clock); };
    for (auto const& g : all) {
        json j{{"program", g.name}, {"clocks", g.points.size()}};
        j["time"] = g.modelled ? json_side(g.time) : json(nullptr);
        j["power"] = g.modelled ? json_side(g.draw) : json(nullptr);
        j["chosen_clock"] = clock(g.points[g.chosen]);
        j["within_limits"] = g.kept;
        j["within_limits_measured"] = g.kept_measured;
        j["saving"] = g.saving;
        j["slowdown"] = g.slowdown;
        j["best_measured_clock"] = clock(g.points[g.best_measured]);
        j["waste"] = g.waste;
        j["held_out_waste"] = g.modelled ? json(g.held_out_waste) : json(nullptr);
        root["programs"].push_back(std::move(j));
    }
    auto& s = root["summary"];
    if (auto const n = each(all, true, [](auto const&) { return 1.0; }); !n.empty()) {
        s["median_time_error"] = median(each(all, true, [](auto const& g) { return g.time.error; }));
        s["median_time_held_out_error"] = median(each(all, true, [](auto const& g) { return g.time.held_out; }));
        s["median_power_error"] = median(each(all, true, [](auto const& g) { return g.draw.error; }));
        s["median_power_held_out_error"] = median(each(all, true, [](auto const& g) { return g.draw.held_out; }));
        s["mean_held_out_waste"] = mean(each(all, true, [](auto const& g) { return g.held_out_waste; }));
    }
    s["mean_saving"] = mean(each(all, false, [](auto const& g) { return g.saving; }));
    s["mean_slowdown"] = mean(each(all, false, [](auto const& g) { return g.slowdown; }));
    s["mean_waste"] = mean(each(all, false, [](auto const& g) { return g.waste; }));
    return root.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

/// The models at the measured clocks, in the form that `replay` reads.
std::string print_csv(std::vector<fitted_group> const& all, double hertz) {
    std::string out = "program,clock_mhz,time_s,power_w\n";
    for (auto const& g : all)
        for (auto const& p : g.model)
            out +=
                fmt::format("{},{},{},{}\n", csv_field(g.name), p.clock * hertz * 1e-6, p.time.value(), p.draw.value());
    return out;
}

int fit(fit_options o) {
    bool const two_clocks = !o.columns.memory.empty();
    bool const wide = !o.power_table.empty();
    double const hertz = unit_in(clock_units, o.clock_unit, "--clock-unit");
    o.columns.seconds_in_unit = unit_in(time_units, o.time_unit, "--time-unit");
    read_objective(o.objective, o.goal);
    check_form(o.form, two_clocks);
    if (o.clock_unit == "W") o.form = "measured"; // time is no function of 1 / watts
    if (!o.deadline.empty()) o.goal.deadline_s = parse_duration(o.deadline, "--deadline").value();
    if (wide && two_clocks)
        throw unusable_input{"--memory-clock: a wide table has one clock a column; give a long table"};
    if (o.csv && o.clock_unit == "W") throw unusable_input{"--csv: power limits are no clocks; use --json"};
    if (o.csv && two_clocks) throw unusable_input{"--csv: a sweep of two clocks has no such form; use --json"};
    auto const programs = wide ? read_wide_sweep(o.file, o.power_table, o.columns) : read_long_sweep(o.file, o.columns);
    if (o.goal.minimise == fit_goal::objective::zeus && !o.goal.top_power) {
        if (o.clock_unit != "W")
            throw unusable_input{
                "--objective zeus weighs time by the highest power limit; give it with --top-power WATTS"};
        double top = 0.0;
        for (auto const& g : programs) top = std::max(top, g.points.back().clock);
        o.goal.top_power = top;
    }
    if (!o.report.empty()) prepare_report(o.report);
    std::vector<fitted_group> all;
    std::size_t few = 0;
    for (auto const& g : programs) {
        all.push_back(fit_program(g, two_clocks, o.form, hertz, o.goal));
        few += o.form != "measured" && !all.back().modelled ? 1 : 0;
    }
    if (few > 0)
        fmt::print(stderr, "{}: {} of {} programs have fewer than {} clocks: not fitted, chosen as measured\n", o.file,
                   few, all.size(), fewest_clocks(two_clocks));
    if (!o.report.empty()) write_fit_page(o.report, {o.file, o.objective, o.clock_unit}, all);
    if (o.json)
        write_file("-", print_json(all, o, two_clocks));
    else if (o.csv)
        write_file("-", print_csv(all, hertz));
    else
        write_file("-", print_size(all, o) + print_fits(all) + print_clocks(all, o));
    return ok;
}

} // namespace

void declare_fit(CLI::App& app, int& status) {
    auto const o = std::make_shared<fit_options>();
    auto const above_zero = from_to(smallest_measure, largest_measure);
    auto* const verb = app.add_subcommand("fit", "Fit time and power to a clock sweep and choose the clock");
    verb->add_option(
            "sweep", o->file,
            "A table with a row a measurement; with --power-table one with a row a program and a column a clock")
        ->required()
        ->type_name("SWEEP.csv");
    verb->add_option("--clock", o->columns.clock, "Column of the clock (of the cores)")
        ->capture_default_str()
        ->type_name("COLUMN");
    verb->add_option("--memory-clock", o->columns.memory, "Column of the memory's clock, where both were moved")
        ->type_name("COLUMN");
    verb->add_option("--time", o->columns.time, "Column of the time")->capture_default_str()->type_name("COLUMN");
    verb->add_option("--power", o->columns.draw, "Column of the mean power in watts")
        ->capture_default_str()
        ->type_name("COLUMN");
    verb->add_option("--group", o->columns.group,
                     "Columns, as a,b,c, that name a program; default: program, where there is one")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name("COLUMNS");
    verb->add_option("--power-table", o->power_table, "SWEEP.csv is a wide table of times; this is the one of watts")
        ->type_name("FILE");
    verb->add_flag("--speeds", o->columns.speed,
                   "The time column, or the wide table, holds speeds (work a second): the time is 1 / speed");
    verb->add_option("--time-unit", o->time_unit, "Unit of the times: s, ms, us, min, h")
        ->capture_default_str()
        ->type_name("UNIT");
    verb->add_option(
            "--clock-unit", o->clock_unit,
            "Unit of the clocks: MHz, GHz, kHz, Hz; W where the column is a power limit (nothing is fitted then)")
        ->capture_default_str()
        ->type_name("UNIT");
    verb->add_option("--model", o->form,
                     "Time model: stall, roofline or crisp; sum, max or mixed for two clocks; auto takes the one that "
                     "foretells left-out "
                     "clocks best; measured fits nothing")
        ->capture_default_str()
        ->type_name("WORD");
    verb->add_option("--objective", o->objective,
                     "What the clock makes least: energy, edp, ed2p, delay, zeus or zeus:ETA")
        ->capture_default_str()
        ->type_name("WORD");
    verb->add_option("--top-power", o->goal.top_power, "Highest power limit in watts, for zeus")
        ->check(above_zero)
        ->type_name("WATTS");
    verb->add_option("--max-slowdown", o->goal.slowdown, "At most so much slower than at the highest clock, as 1.05")
        ->check(from_to(1.0, 1e6))
        ->type_name("FACTOR");
    verb->add_option("--deadline", o->deadline, "At most so long: 30s, 90m, or a number of seconds")->type_name("TIME");
    verb->add_option("--power-cap", o->goal.cap_w, "At most so many watts")->check(above_zero)->type_name("WATTS");
    auto* const json = verb->add_flag("--json", o->json, "Print JSON; SI units, parts instead of per cent");
    verb->add_flag("--csv", o->csv,
                   "Print what the models say at each clock, as replay takes it: program,clock_mhz,time_s,power_w")
        ->excludes(json);
    verb->add_option("--report", o->report, "Write report.html, with pictures and its CSV files, to this folder")
        ->type_name("DIR");
    set_footer(*verb,
               "gangway fit examples/data/gpu-sweep.csv --clock 'sm clock' \\\n"
               "      --time 'time/ms' --time-unit ms --power 'power (W)' --group app",
               false);
    verb->callback([o, &status] { status = fit(*o); });
}

} // namespace tool
