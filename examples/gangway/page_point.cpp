// tool - the report of operating points.
#include "page_point.hpp"

#include "device_text.hpp"
#include "page.hpp"
#include "report.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tool {

namespace {

constexpr frame map_frame{640.0, 440.0, 66.0, 26.0, 36.0, 56.0};

/// The unit in which latencies up to `most` read well, and its seconds.
std::pair<char const*, double> unit_of(double most) {
    return most < 1e-3 ? std::pair{"us", 1e-6} : most < 1.0 ? std::pair{"ms", 1e-3} : std::pair{"s", 1.0};
}

void add_map(page& out, point_question const& q, point_answer const& a) {
    double most_t = 0.0;
    double most_j = 0.0;
    double least_t = no_limit;
    double least_j = no_limit;
    std::size_t drawn = 0;
    for (auto const& p : a.points) {
        if (!p.from->latency || !p.from->joules) continue;
        ++drawn;
        most_t = std::max(most_t, p.latency);
        most_j = std::max(most_j, p.joules);
        least_t = std::min(least_t, p.latency);
        least_j = std::min(least_j, p.joules);
    }
    if (drawn == 0) {
        out.paragraph("No point has both a latency and an energy: there is no map.");
        return;
    }
    // A target that lies near the points belongs into the picture; a far one would press them into a corner.
    double const limit_t = std::min(q.latency, q.call_limit());
    bool const shows_t = limit_t < 2.0 * most_t;
    bool const shows_j = q.joules < 2.0 * most_j;
    if (shows_t) most_t = std::max(most_t, limit_t);
    if (shows_j) most_j = std::max(most_j, q.joules);
    if (shows_t) least_t = std::min(least_t, limit_t);
    if (shows_j) least_j = std::min(least_j, q.joules);
    auto const [unit, second] = unit_of(most_t);
    auto const x = near_axis(fmt::format("latency, {}", unit), least_t / second, most_t / second);
    auto const y = near_axis(q.loop ? "energy of a period, J" : "energy of a call, J", least_j, most_j);
    picture pic{map_frame, x, y, "Latency against energy of each operating point"};
    std::vector<xy> chosen;
    std::vector<xy> front;
    std::vector<xy> keeps;
    std::vector<xy> misses;
    std::vector<xy> named;
    std::vector<xy> others;
    std::vector<std::string> names;
    std::vector<std::string> numbers;
    for (std::size_t i = 0; i < a.points.size(); ++i) {
        auto const& p = a.points[i];
        if (!p.from->latency || !p.from->joules) continue;
        xy const at{p.latency / second, p.joules};
        bool const kept = std::all_of(a.misses[i].begin(), a.misses[i].end(), [](double m) { return m <= 0.0; });
        (a.choice.index == i ? chosen : kept ? keeps : misses).push_back(at);
        if (a.on_front(i)) front.push_back(at);
        if (a.on_front(i) || a.choice.index == i) {
            named.push_back(at);
            names.push_back(p.from->name);
            numbers.push_back(fmt::format("# {}", i + 1));
        } else {
            others.push_back(at);
        }
    }
    using kind = legend_entry::kind;
    std::vector<legend_entry> legend;
    if (shows_t) pic.line(2, 1, 1.6, {{limit_t / second, y.from}, {limit_t / second, y.to}});
    if (shows_t) legend.push_back({"latency at most " + short_time(limit_t), 2, 1});
    if (shows_j) pic.line(6, 2, 1.6, {{x.from, q.joules}, {x.to, q.joules}});
    if (shows_j) legend.push_back({fmt::format("energy at most {:.4g} J", q.joules), 6, 2});
    pic.marks(0, mark::ring, 1.7, front);
    pic.marks(faint, mark::cross, 0.9, misses);
    pic.marks(1, mark::dot, 0.9, keeps);
    pic.marks(3, mark::diamond, 1.7, chosen);
    pic.name_points(named, names, numbers, others);
    if (!chosen.empty()) legend.push_back({"chosen", 3, 0, kind::marked, mark::diamond});
    if (!keeps.empty()) legend.push_back({"keeps the targets", 1, 0, kind::marked, mark::dot});
    if (!misses.empty()) legend.push_back({"misses a target", faint, 0, kind::marked, mark::cross});
    legend.push_back({"no other is as good in " + a.pareto_of + " and better in one", 0, 0, kind::marked, mark::ring});
    out.figure("", std::move(pic), legend,
               std::string{"Named are the chosen point and those with a ring. A number is the row of the table."} +
                   (!shows_t && limit_t < no_limit
                        ? fmt::format(" The target for latency, {}, lies far outside.", short_time(limit_t))
                        : "") +
                   (!shows_j && q.joules < no_limit
                        ? fmt::format(" The target for energy, {:.4g} J, lies far outside.", q.joules)
                        : ""));
    if (drawn < a.points.size())
        out.paragraph(fmt::format("{} of {} points lack a latency or an energy and are in the table alone.",
                                  a.points.size() - drawn, a.points.size()));
}

} // namespace

void write_point_page(std::string const& folder, std::string const& file, point_question const& q,
                      point_answer const& a) {
    page out{"Operating points of " + file};
    if (a.choice.index)
        out.paragraph(fmt::format("{} of {} points keep the targets; best by {}: {}.", a.choice.feasible,
                                  a.points.size(), q.best, a.points[*a.choice.index].from->name));
    else
        out.paragraph(
            fmt::format("None of {} points keeps the targets{}.", a.points.size(),
                        a.choice.nearest ? "; nearest is " + a.points[a.choice.nearest->index].from->name : ""));
    add_map(out, q, a);
    std::vector<std::vector<std::string>> rows;
    std::string csv = "point,latency_s,energy_j,success,success_low,success_high,front,chosen,misses\n";
    for (std::size_t i = 0; i < a.points.size(); ++i) {
        auto const& p = a.points[i];
        bool const chosen = a.choice.index == i;
        auto const missed = miss_text(a.misses[i]);
        auto const maybe = [](bool there, double v) { return there ? fmt::format("{:.10g}", v) : ""; };
        rows.push_back({std::to_string(i + 1), p.from->name,
                        chosen           ? "nothing: chosen"
                        : missed.empty() ? "nothing"
                                         : missed,
                        p.from->latency ? short_time(p.latency) : "-",
                        p.from->joules ? fmt::format("{:.4g} J", p.joules) : "-",
                        p.has_success() ? fmt::format("{:.4f}", p.low) : "-", a.on_front(i) ? "yes" : "no"});
        csv += csv_field(p.from->name) + "," + maybe(p.from->latency.has_value(), p.latency) + "," +
               maybe(p.from->joules.has_value(), p.joules) + "," + maybe(p.has_success(), p.success) + "," +
               maybe(p.has_success(), p.low) + "," + maybe(p.has_success(), p.high) +
               fmt::format(",{},{},{}\n", a.on_front(i) ? 1 : 0, chosen ? 1 : 0, csv_field(missed));
    }
    out.table({"#", "point", "misses", "latency", "energy", "success, at least", "front"}, rows, 3);
    out.file("points.csv", std::move(csv), "the same, in SI units");
    out.write(folder);
}

} // namespace tool
