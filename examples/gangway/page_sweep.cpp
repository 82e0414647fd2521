// tool - the report of a sweep.
#include "page_sweep.hpp"

#include "page.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tool {

namespace {

constexpr double hour = 3'600.0;
constexpr frame scatter{640.0, 460.0, 66.0, 22.0, 36.0, 56.0};

void add_cluster(page& out, std::string const& cluster, std::vector<aggregate_row const*> const& all) {
    std::vector<xy> beaten;
    std::vector<xy> front;
    std::vector<xy> named;
    std::vector<std::string> names;
    std::vector<std::string> numbers;
    std::vector<std::vector<std::string>> rows;
    double most_jct = 0.0;
    double most_wait = 0.0;
    double least_jct = gangway::never_instant.value();
    double least_wait = least_jct;
    for (auto const* r : all) {
        auto const number = std::to_string(rows.size() + 1);
        rows.push_back({number, r->policy, r->pareto ? "yes" : "no", readable(r->mean_jct),
                        percent(r->jct_change, true), percent(r->worst_jct_change, true), readable(r->max_wait),
                        percent(r->wait_change, true), percent(r->worst_wait_change, true),
                        fmt::format("{} of {}", r->comparable, r->cases)});
        if (r->comparable < r->cases) continue;
        xy const at{r->mean_jct / hour, r->max_wait / hour};
        (r->pareto ? front : beaten).push_back(at);
        if (r->pareto || r == all.front()) {
            named.push_back(at);
            names.push_back(r->policy);
            numbers.push_back("# " + number);
        }
        most_jct = std::max(most_jct, at.x);
        most_wait = std::max(most_wait, at.y);
        least_jct = std::min(least_jct, at.x);
        least_wait = std::min(least_wait, at.y);
    }
    out.heading(cluster);
    if (front.empty()) {
        out.paragraph("Under no policy every job of every case ended: there is nothing to compare.");
    } else {
        picture pic{scatter, near_axis("mean completion time, hours", least_jct, most_jct),
                    near_axis("longest wait, hours", least_wait, most_wait),
                    "Mean completion time against the longest wait"};
        pic.marks(faint, mark::dot, 0.7, beaten);
        std::sort(front.begin(), front.end(), [](xy const& a, xy const& b) { return a.x < b.x; });
        std::vector<xy> stairs;
        for (auto const& p : front) {
            if (!stairs.empty()) stairs.push_back({p.x, stairs.back().y});
            stairs.push_back(p);
        }
        pic.line(1, 1, 1.2, stairs);
        pic.marks(1, mark::dot, 1.0, front);
        using kind = legend_entry::kind;
        std::vector<legend_entry> legend{{"not beaten in both", 1, 0, kind::marked, mark::dot},
                                         {"beaten in both by another", faint, 0, kind::marked, mark::dot}};
        if (!all.front()->pareto && all.front()->comparable == all.front()->cases) {
            pic.marks(2, mark::diamond, 1.3, {named.front()});
            legend.push_back({"the first policy, " + all.front()->policy, 2, 0, kind::marked, mark::diamond});
        }
        // Names keep off the other points, as long as there is room beside them, and off the dashed line.
        auto avoid = beaten.size() > 200 ? std::vector<xy>{} : beaten;
        for (std::size_t i = 1; i < stairs.size(); ++i)
            for (auto const& p : along(stairs[i - 1], stairs[i], 20)) avoid.push_back(p);
        pic.name_points(named, names, numbers, avoid);
        out.figure("Mean completion time against the longest wait", std::move(pic), legend,
                   "Further down and left is better; nothing lies below the dashed line. Means over traces and profile "
                   "seeds, of "
                   "policies under which every job ended. A number is the row of the table.");
    }
    out.table({"#", "policy", "front", "mean JCT", "change", "worst", "max wait", "change", "worst", "cases"}, rows, 3);
}

} // namespace

void write_sweep_page(std::string const& folder, sweep_rows const& all, std::vector<aggregate_row> const& summary,
                      std::string const& what) {
    page out{"Sweep: " + what};
    out.paragraph("Changes are against " + all.rows[0].policy +
                  ", means over the cases; worst is the worst case. Cases: those in which every job ended, of all.");
    std::vector<std::string> clusters;
    for (auto const& r : summary)
        if (std::find(clusters.begin(), clusters.end(), r.cluster) == clusters.end()) clusters.push_back(r.cluster);
    for (auto const& cluster : clusters) {
        std::vector<aggregate_row const*> of_it;
        for (auto const& r : summary)
            if (r.cluster == cluster) of_it.push_back(&r);
        add_cluster(out, cluster, of_it);
    }
    out.file("aggregate.csv", aggregate_csv(summary), "a row for each policy and cluster, in seconds");
    out.file("rows.csv", rows_csv(all), "a row for each replay, in seconds");
    out.write(folder);
}

} // namespace tool
