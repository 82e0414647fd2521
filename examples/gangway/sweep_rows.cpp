// tool - the rows of a sweep: the Pareto set, changes against the first policy, means over cases.
#include "sweep_rows.hpp"

#include "files.hpp"
#include "page_sweep.hpp"

#include <gangway/cost/pareto.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace tool {

namespace {

/// Of the rows `among`, those that no other one beats in both mean completion time and maximum wait.
template <class Rows, class Get>
std::vector<std::size_t> not_beaten(Rows const& rows, std::vector<std::size_t> const& among, Get get) {
    std::vector<std::pair<double, double>> points;
    for (auto const i : among) points.push_back(get(rows[i]));
    using point = std::pair<double, double>;
    auto out = gangway::cost::pareto_front(points, gangway::cost::minimise{&point::first}, gangway::cost::minimise{&point::second}).front;
    for (auto& i : out) i = among[i];
    return out;
}

} // namespace

std::vector<aggregate_row> aggregate(sweep_rows const& all) {
    auto const& rows = all.rows;
    std::size_t const policies = all.policies;
    std::vector<std::string> clusters;
    for (auto const& r : rows)
        if (std::find(clusters.begin(), clusters.end(), r.cluster) == clusters.end()) clusters.push_back(r.cluster);
    std::vector<aggregate_row> out;
    for (auto const& cluster : clusters) {
        std::vector<std::size_t> among;
        for (std::size_t p = 0; p < policies; ++p) {
            aggregate_row a{rows[p].policy, cluster, 0, 0, 0.0, 0.0, {}, {}, {}, {}, 0.0, false};
            std::size_t changes = 0;
            double jct_sum = 0.0;
            double wait_sum = 0.0;
            for (std::size_t c = 0; c < rows.size(); c += policies) {
                auto const& row = rows[c + p];
                auto const& first = rows[c];
                if (row.cluster != cluster) continue;
                ++a.cases;
                if (!row.is.comparable) continue;
                ++a.comparable;
                a.mean_jct += row.is.mean_jct;
                a.max_wait += row.is.max_wait;
                a.above_bound += change(row.is.mean_jct, row.bound).value_or(0.0);
                if (!first.is.comparable) continue;
                auto const jct = change(row.is.mean_jct, first.is.mean_jct);
                auto const wait = change(row.is.max_wait, first.is.max_wait);
                if (!jct || !wait) continue;
                ++changes;
                jct_sum += *jct;
                wait_sum += *wait;
                a.worst_jct_change = std::max(a.worst_jct_change.value_or(*jct), *jct);
                a.worst_wait_change = std::max(a.worst_wait_change.value_or(*wait), *wait);
            }
            if (a.comparable > 0) {
                auto const n = static_cast<double>(a.comparable);
                a.mean_jct /= n;
                a.max_wait /= n;
                a.above_bound /= n;
            }
            if (changes > 0) {
                a.jct_change = jct_sum / static_cast<double>(changes);
                a.wait_change = wait_sum / static_cast<double>(changes);
            }
            if (a.comparable == a.cases) among.push_back(out.size());
            out.push_back(std::move(a));
        }
        for (auto const i : not_beaten(out, among, [](aggregate_row const& r) { return std::pair{r.mean_jct, r.max_wait}; }))
            out[i].pareto = true;
    }
    return out;
}

std::string rows_csv(sweep_rows const& all) {
    std::string out = "trace,cluster,estimates,profiles,profile_seed," + figures_header() + ",pareto\n";
    auto const& rows = all.rows;
    for (std::size_t from = 0; from < rows.size(); from += all.policies) {
        std::vector<std::size_t> among;
        for (std::size_t i = from; i < from + all.policies; ++i)
            if (rows[i].is.comparable) among.push_back(i);
        auto const best = not_beaten(rows, among, [](sweep_row const& r) { return std::pair{r.is.mean_jct, r.is.max_wait}; });
        for (std::size_t i = from; i < from + all.policies; ++i)
            out += rows[i].first + "," + change_fields(rows[i].is, rows[from].is) + "," + rows[i].last +
                   (std::binary_search(best.begin(), best.end(), i) ? ",1\n" : ",0\n");
    }
    return out;
}

std::string aggregate_csv(std::vector<aggregate_row> const& rows) {
    std::string out = "policy,cluster,cases,cases_in_which_all_ended,mean_jct_s,max_wait_s,above_bound_percent,mean_jct_change_percent,"
                      "worst_jct_change_percent,max_wait_change_percent,worst_max_wait_change_percent,pareto\n";
    auto const maybe = [](std::optional<double> v) { return v ? exact(*v) : std::string{}; };
    for (auto const& r : rows) {
        out += csv_field(r.policy) + "," + csv_field(r.cluster) + fmt::format(",{},{},", r.cases, r.comparable);
        if (r.comparable > 0) out += exact(r.mean_jct) + "," + exact(r.max_wait) + "," + exact(r.above_bound);
        else out += ",,";
        out += "," + maybe(r.jct_change) + "," + maybe(r.worst_jct_change) + "," + maybe(r.wait_change) + "," +
               maybe(r.worst_wait_change) + (r.pareto ? ",1\n" : ",0\n");
    }
    return out;
}

std::string print_pareto(std::vector<aggregate_row> const& rows) {
    bool const one_cluster = std::all_of(rows.begin(), rows.end(), [&](auto const& r) { return r.cluster == rows[0].cluster; });
    std::string out = fmt::format("{:>10}{:>10}{:>10}{:>10}  policy\n", "mean JCT", "worst", "max wait", "worst");
    for (auto const& r : rows)
        if (r.pareto)
            out += fmt::format("{:>10}{:>10}{:>10}{:>10}  {}{}\n", readable(r.mean_jct), percent(r.worst_jct_change, true),
                               readable(r.max_wait), percent(r.worst_wait_change, true), r.policy,
                               one_cluster ? "" : " on " + r.cluster);
    return out;
}

void write_rows(sweep_rows const& all, rows_output const& to, std::string const& what) {
    auto const summary = aggregate(all);
    if (!to.report.empty()) write_sweep_page(to.report, all, summary, what);
    write_file(to.file, to.aggregate ? aggregate_csv(summary) : rows_csv(all));
    if (to.file == "-") return;
    fmt::print("{} written to {}\n", what, to.file);
    fmt::print("not beaten in both mean completion time and maximum wait, over all cases\n"
               "(worst: the worst change against {}):\n{}",
               all.rows[0].policy, print_pareto(summary));
}

} // namespace tool
