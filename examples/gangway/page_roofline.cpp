// tool - the report of a roofline.
#include "page_roofline.hpp"

#include "device_text.hpp"
#include "page.hpp"
#include "report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tool {

namespace {

namespace cost = gangway::cost;

constexpr frame roof_frame{640.0, 440.0, 66.0, 26.0, 36.0, 56.0};

std::size_t colour_of_bound(cost::roof by) {
    return by == cost::roof::compute ? 2 : by == cost::roof::memory ? 1 : by == cost::roof::launch ? 6 : faint;
}

/// Where a kernel stands; empty where a log scale has no place for it.
std::optional<xy> place_of(answered_kernel const& k) {
    double const x = k.answer.at.value();
    double const y = k.answer.attainable.value();
    if (!(x > 0.0 && std::isfinite(x) && y > 0.0)) return std::nullopt;
    return xy{x, y};
}

std::optional<double> measured_rate(answered_kernel const& k) {
    if (!k.asked.measured || !k.answer.reached || !*k.answer.reached || k.asked.what.flop.value() <= 0.0)
        return std::nullopt;
    return (k.asked.what.flop / *k.asked.measured).value();
}

} // namespace

void write_roofline_page(std::string const& folder, std::string const& roofs, double peak_flop_s, double bandwidth_b_s,
                         std::vector<answered_kernel> const& kernels) {
    double const ridge = peak_flop_s / bandwidth_b_s;
    double least_x = ridge / 30.0;
    double most_x = ridge * 10.0;
    double least_y = peak_flop_s / 100.0;
    std::vector<xy> named;
    std::vector<std::string> names;
    std::vector<std::string> numbers;
    std::string not_drawn;
    std::vector<std::vector<std::string>> rows;
    std::string csv =
        "kernel,flop,bytes,launches,flop_per_byte,bound,least_time_s,attainable_flop_s,measured_s,share_of_bound\n";
    for (auto const& k : kernels) {
        auto const& a = k.answer;
        auto const number = std::to_string(rows.size() + 1);
        auto const measured = measured_rate(k);
        rows.push_back({number, k.asked.name, cost::to_text(a.bound.by),
                        std::isfinite(a.at.value()) ? fmt::format("{:.4g}", a.at.value()) : "inf",
                        short_time(a.time.value()), short_number(a.attainable.value()) + "FLOP/s",
                        k.asked.measured ? short_time(k.asked.measured->value()) : "-",
                        !a.reached   ? "-"
                        : *a.reached ? fmt::format("{:.1f} %", 100.0 * a.reached->of_bound)
                                     : "refused"});
        csv += fmt::format("{},{:g},{:g},{:g},{:g},{},{:g},{:g},{},{}\n", csv_field(k.asked.name),
                           k.asked.what.flop.value(), k.asked.what.traffic.value(), k.asked.what.launches, a.at.value(),
                           cost::to_text(a.bound.by), a.time.value(), a.attainable.value(),
                           k.asked.measured ? fmt::format("{:g}", k.asked.measured->value()) : "",
                           a.reached && *a.reached ? fmt::format("{:g}", a.reached->of_bound) : "");
        auto const at = place_of(k);
        if (!at) {
            not_drawn += (not_drawn.empty() ? "" : ", ") + k.asked.name;
            continue;
        }
        named.push_back({at->x, measured.value_or(at->y)});
        names.push_back(fmt::format("{} ({})", k.asked.name, cost::to_text(a.bound.by)));
        numbers.push_back("# " + number);
        least_x = std::min(least_x, at->x / 2.0);
        most_x = std::max(most_x, at->x * 2.0);
        least_y = std::min(least_y, named.back().y / 4.0);
    }
    picture pic{roof_frame, log_axis("FLOP for each byte moved, log scale", least_x, most_x),
                log_axis("FLOP/s, log scale", least_y, peak_flop_s * 1.5),
                "Roofline: attainable rate against intensity"};
    auto const bottom = [&](double x) { return x * bandwidth_b_s; };
    // The roofs from the left edge, or from where they cross the lower one.
    double const lowest_y = std::pow(10.0, std::floor(std::log10(least_y) + 1e-9));
    double const from = std::max(std::pow(10.0, std::floor(std::log10(least_x) + 1e-9)), lowest_y / bandwidth_b_s);
    double const to = std::pow(10.0, std::ceil(std::log10(most_x) - 1e-9));
    pic.line(0, 0, 2.2, {{from, bottom(from)}, {ridge, peak_flop_s}, {to, peak_flop_s}});
    pic.line(faint, 2, 1.0, {{ridge, lowest_y}, {ridge, peak_flop_s}});
    using kind = legend_entry::kind;
    std::vector<legend_entry> legend{
        {fmt::format("memory {}B/s, then peak {}FLOP/s", short_number(bandwidth_b_s), short_number(peak_flop_s)), 0, 0},
        {fmt::format("ridge, {:.4g} FLOP/B", ridge), faint, 2}};
    for (auto const by : {cost::roof::compute, cost::roof::memory, cost::roof::launch}) {
        std::vector<xy> bounds;
        std::vector<xy> measured;
        for (auto const& k : kernels) {
            auto const at = place_of(k);
            if (!at || k.answer.bound.by != by) continue;
            bounds.push_back(*at);
            if (auto const rate = measured_rate(k)) {
                measured.push_back({at->x, *rate});
                pic.line(colour_of_bound(by), 2, 1.2, {*at, measured.back()});
            }
        }
        pic.marks(colour_of_bound(by), mark::ring, 1.1, bounds);
        pic.marks(colour_of_bound(by), mark::dot, 1.1, measured);
        if (!bounds.empty())
            legend.push_back(
                {fmt::format("bound by {}", cost::to_text(by)), colour_of_bound(by), 0, kind::marked, mark::ring});
    }
    std::vector<xy> roof_points; // names keep off the roofs
    for (auto const& share : along({0.0, 0.0}, {1.0, 0.0}, 100)) {
        double const x = from * std::pow(to / from, share.x);
        roof_points.push_back({x, std::min(bottom(x), peak_flop_s)});
    }
    pic.name_points(named, names, numbers, roof_points);

    page out{"Roofline: " + roofs};
    out.figure(
        "", std::move(pic), legend,
        "A ring is the most that a kernel can reach, below the roof where its launches take longer; a dot is what was "
        "measured, on a line down from its ring. A measurement above a roof is refused and not drawn. A roofline is a "
        "bound, not a forecast. A number is the row of the table.");
    if (!not_drawn.empty())
        out.paragraph("Without a place on log scales, as they move or compute nothing: " + not_drawn + ".");
    out.table({"#", "kernel", "bound by", "FLOP/B", "least time", "attainable", "measured", "of the bound"}, rows, 3);
    out.file("kernels.csv", std::move(csv), "the same, in SI units");
    out.write(folder);
}

} // namespace tool
