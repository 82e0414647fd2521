// tool - the report of fits.
#include "page_fit.hpp"

#include "page.hpp"
#include "report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace tool {

namespace {

constexpr std::size_t programs_drawn = 24; ///< more are in the table and the CSV

enum class quantity { time, power, energy };

double value_of(fit_point const& p, quantity what) {
    double const t = p.time.value();
    double const w = p.draw.value();
    return what == quantity::time ? t : what == quantity::power ? w : t * w;
}

std::string with_unit(fit_point const& p, std::string const& unit) {
    return shown_clock(p) + " " + unit;
}

/// The points of a sweep for each clock of the memory; one list where the sweep has one clock.
std::map<double, std::vector<xy>> curves_of(std::vector<fit_point> const& points, quantity what, double unit) {
    std::map<double, std::vector<xy>> out;
    for (auto const& p : points) out[p.memory].push_back({p.clock, value_of(p, what) / unit});
    for (auto& [memory, curve] : out)
        std::stable_sort(curve.begin(), curve.end(), [](xy const& a, xy const& b) { return a.x < b.x; });
    return out;
}

picture curves_picture(fitted_group const& g, quantity what, std::string const& clock_unit) {
    static constexpr std::pair<double, char const*> times[] = {{1.0, "s"}, {1e-3, "ms"}, {1e-6, "us"}};
    double least = value_of(g.points[0], what);
    double most = least;
    double least_clock = g.points[0].clock;
    double most_clock = least_clock;
    for (auto const* list : {&g.points, &g.model})
        for (auto const& p : *list) {
            least = std::min(least, value_of(p, what));
            most = std::max(most, value_of(p, what));
            least_clock = std::min(least_clock, p.clock);
            most_clock = std::max(most_clock, p.clock);
        }
    double unit = 1.0;
    std::string title = what == quantity::power ? "power, W" : what == quantity::energy ? "energy, J" : "";
    if (what == quantity::power) least = std::max(0.0, least);
    if (what == quantity::time)
        for (auto const& [size, name] : times)
            if (title.empty() || most < 1'000.0 * size) {
                unit = size;
                title = std::string{"time, "} + name;
            }
    if (what == quantity::energy && most < 0.1) {
        unit = 1e-3;
        title = "energy, mJ";
    }
    auto const y = linear_axis(title, least / unit, most / unit);
    picture pic{{},
                near_axis((g.points[0].memory > 0.0 ? "clock of the cores, " : "clock, ") + clock_unit, least_clock,
                          most_clock),
                y,
                fmt::format("{} of {} against the clock", title, shown_name(g))};
    double const at = g.points[g.chosen].clock;
    pic.line(2, 1, 1.3, {{at, y.from}, {at, y.to}});
    std::size_t i = 0;
    if (g.modelled)
        for (auto const& [memory, curve] : curves_of(g.model, what, unit)) pic.line(1, i++, 2.0, curve);
    std::vector<xy> measured;
    for (auto const& [memory, curve] : curves_of(g.points, what, unit))
        measured.insert(measured.end(), curve.begin(), curve.end());
    pic.marks(0, mark::ring, 0.8, measured);
    pic.marks(2, mark::diamond, 1.4, {{at, value_of(g.points[g.chosen], what) / unit}});
    return pic;
}

void add_program(page& out, fitted_group const& g, fit_words const& words) {
    auto const& chosen = g.points[g.chosen];
    out.heading(shown_name(g));
    using kind = legend_entry::kind;
    std::vector<legend_entry> legend{
        {"measured", 0, 0, kind::marked, mark::ring},
        {"chosen: " + with_unit(chosen, words.clock_unit) + (g.kept ? "" : ", nearest to the limits"), 2, 1}};
    if (g.modelled)
        legend.insert(legend.begin() + 1, {fmt::format("fitted: time {}, power {}", g.time.form, g.draw.form), 1, 0});
    bool const two = chosen.memory > 0.0;
    out.begin_pair();
    for (auto const what : {quantity::time, quantity::power})
        out.figure("", curves_picture(g, what, words.clock_unit), {}, "");
    out.figure("", curves_picture(g, quantity::energy, words.clock_unit), legend,
               fmt::format("The best measured clock is {}.{}", with_unit(g.points[g.best_measured], words.clock_unit),
                           two ? " A line for each clock of the memory." : ""));
    out.end_pair();
}

} // namespace

void write_fit_page(std::string const& folder, fit_words const& words, std::vector<fitted_group> const& all) {
    page out{"Clocks of " + words.file};
    auto const per_cent = [](double part) { return fmt::format("{:.2f} %", 100.0 * part); };
    out.paragraph(fmt::format(
        "{} {}; the clock of each makes {} least among those measured. Fitted curves are drawn straight between "
        "the measured clocks.",
        all.size(), all.size() == 1 ? "program" : "programs", words.objective));
    std::vector<std::vector<std::string>> rows;
    std::string csv =
        "program,clock,memory_clock,time_s,power_w,energy_j,fitted_time_s,fitted_power_w,fitted_energy_j,chosen\n";
    for (auto const& g : all) {
        rows.push_back(
            {shown_name(g), with_unit(g.points[g.chosen], words.clock_unit) + (g.kept ? "" : " (keeps no limits)"),
             with_unit(g.points[g.best_measured], words.clock_unit), per_cent(g.saving), per_cent(g.slowdown - 1.0),
             g.modelled ? per_cent(g.time.error) : "-", g.modelled ? per_cent(g.time.held_out) : "-",
             g.modelled ? per_cent(g.draw.error) : "-", g.modelled ? per_cent(g.draw.held_out) : "-"});
        for (std::size_t i = 0; i < g.points.size(); ++i) {
            auto const& p = g.points[i];
            auto const fitted = [&](quantity what) {
                return g.modelled ? fmt::format("{:.10g}", value_of(g.model[i], what)) : "";
            };
            csv += csv_field(g.name) + fmt::format(",{:g},{},{:.10g},{:.10g},{:.10g},{},{},{},{}\n", p.clock,
                                                   p.memory > 0.0 ? fmt::format("{:g}", p.memory) : "", p.time.value(),
                                                   p.draw.value(), value_of(p, quantity::energy),
                                                   fitted(quantity::time), fitted(quantity::power),
                                                   fitted(quantity::energy), i == g.chosen ? 1 : 0);
        }
    }
    out.table({"program", "chosen", "best measured", "saved", "slower", "time: error", "held out", "power: error",
               "held out"},
              rows, 1);
    out.paragraph("Saved and slower: against the highest clock, as measured. Error: mean, relative; held out: of every "
                  "second clock "
                  "when the others are fitted.");
    out.file("clocks.csv", std::move(csv),
             fmt::format("every measured clock ({}) with what the models say there", words.clock_unit));
    for (std::size_t i = 0; i < all.size() && i < programs_drawn; ++i) add_program(out, all[i], words);
    if (all.size() > programs_drawn)
        out.paragraph(fmt::format("The first {} of {} programs are drawn; the table and clocks.csv have all.",
                                  programs_drawn, all.size()));
    out.write(folder);
}

} // namespace tool
