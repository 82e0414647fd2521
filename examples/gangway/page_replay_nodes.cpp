// tool - the report of a replay: wait by size of the gang, and nodes over time.
#include "page_replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace tool {

namespace {

constexpr double hour = 3'600.0;
constexpr double day = 86'400.0;
constexpr double lanes_shown = 2'048.0; ///< more would be lower than half a pixel
constexpr frame nodes_frame{1'120.0, 620.0, 110.0, 16.0, 34.0, 44.0};

/// Classes of gangs for the colours: by how they lie on nodes.
std::size_t node_class(std::int64_t gpus, std::int64_t largest) {
    return gpus > largest ? 3 : gpus == largest ? 2 : gpus > 1 ? 1 : 0;
}
constexpr std::array<std::size_t, 4> class_colours{4, 5, 3, 2};

} // namespace

void replay_page::add_sizes(page& out) const {
    auto const& jobs = setup_->trace->jobs;
    std::vector<std::map<std::size_t, std::vector<double>>> waits(seen_.size());
    std::map<std::size_t, double> column; // of each class that occurs, its place
    for (std::size_t i = 0; i < seen_.size(); ++i)
        for (std::size_t j = 0; j < jobs.size(); ++j)
            if (auto const& t = seen_[i].jobs[j]; t.ended()) {
                column[size_class(jobs[j].gpus)] = 0.0;
                waits[i][size_class(jobs[j].gpus)].push_back(t.start - t.submitted);
            }
    axis sizes{"GPUs of the gang", -0.5, 0.5, false, {}};
    for (auto& [size, at] : column) {
        at = static_cast<double>(sizes.ticks.size());
        sizes.ticks.emplace_back(at, size_class_name(size));
    }
    sizes.to = std::max(0.5, static_cast<double>(column.size()) - 0.5);
    std::vector<std::vector<std::string>> rows;
    std::vector<std::vector<xy>> means(seen_.size());
    double most = 0.0;
    for (std::size_t i = 0; i < seen_.size(); ++i)
        for (auto const& [size, values] : waits[i]) {
            auto const spread = gangway::sim::spread_over(values);
            means[i].push_back({column[size], spread.mean / hour});
            most = std::max(most, spread.mean / hour);
            rows.push_back({seen_[i].policy, size_class_name(size), std::to_string(values.size()),
                            readable(spread.mean), readable(spread.median), readable(spread.p90),
                            readable(spread.max)});
        }
    picture pic{{},
                sizes,
                linear_axis("mean wait, hours", 0.0, most),
                "Mean wait by size of the gang, a curve for each policy"};
    for (std::size_t i = seen_.size(); i-- > 0;) {
        pic.line(colour_of(i), dash_of(i), 2.0, means[i]);
        pic.marks(colour_of(i), mark::dot, 0.7, means[i]);
    }
    out.heading("Who waits");
    out.figure("Wait by size of the gang", std::move(pic), policy_legend(),
               "Means over the jobs of a size that ended; the lines only join what belongs together.");
    out.begin_fold("The same as a table, with medians and the longest waits");
    out.table({"policy", "GPUs", "jobs", "mean wait", "median", "p90", "max"}, rows);
    out.end_fold();
}

picture replay_page::nodes_picture(seen const& policy, double from) const {
    auto const& c = *setup_->cluster;
    std::vector<double> top(c.gpus.size() + 1, 0.0);
    for (std::size_t n = 0; n < c.gpus.size(); ++n) top[n + 1] = top[n] + static_cast<double>(c.gpus[n]);
    auto const shown = static_cast<std::size_t>(
        std::upper_bound(top.begin() + 1, top.end(), std::max(lanes_shown, top[1])) - top.begin() - 1);
    axis nodes{shown < c.gpus.size() ? fmt::format("nodes, the first {} of {}", shown, c.gpus.size()) : "nodes",
               top[shown],
               0.0,
               false,
               {}};
    std::size_t const each = (shown + 11) / 12;
    for (std::size_t n = 0; n < shown; n += each)
        nodes.ticks.emplace_back(top[n] + static_cast<double>(c.gpus[n]) / 2.0, shortened(c.node_names[n], 12, keep::end));
    axis hours{"hours since the first submission", from / hour, (from + day) / hour, false, {}};
    for (int h = 0; h <= 24; h += 4) hours.ticks.emplace_back(from / hour + h, fmt::format("{:g}", from / hour + h));
    picture pic{nodes_frame, hours, nodes, "GPUs of each node over time under " + policy.policy};

    double const pixel = 24.0 / (nodes_frame.width - nodes_frame.left - nodes_frame.right);
    std::array<std::array<std::vector<box>, 2>, class_colours.size()> boxes;
    for (auto const& h : policy.held) {
        if (h.node >= shown) continue;
        auto const& t = policy.jobs[h.job];
        double const begin = std::max(t.start, from) / hour;
        double const end = std::min(t.end, from + day) / hour;
        if (end - begin < 0.3 * pixel) continue;
        double const upper = top[h.node] + static_cast<double>(h.first);
        boxes[node_class(setup_->trace->jobs[h.job].gpus, c.largest)][h.job % 2].push_back(
            {{begin, upper}, {std::max(end - 0.5 * pixel, begin + 0.3 * pixel), upper + static_cast<double>(h.count)}});
    }
    for (std::size_t k = 0; k < boxes.size(); ++k)
        for (std::size_t shade = 0; shade < 2; ++shade)
            pic.boxes(class_colours[k], shade == 0 ? 0.95 : 0.65, boxes[k][shade]);
    return pic;
}

void replay_page::add_nodes(page& out) const {
    // The day whose submissions ask for the most GPU time: the same for every policy, whatever they make of it.
    std::vector<double> asked(static_cast<std::size_t>(last_ / day) + 1);
    for (auto const& j : setup_->trace->jobs)
        asked[static_cast<std::size_t>((j.submitted.value() - first_) / day)] +=
            static_cast<double>(j.gpus) * j.run.value();
    auto const busiest = static_cast<std::size_t>(std::max_element(asked.begin(), asked.end()) - asked.begin());
    double const from = static_cast<double>(busiest) * day;
    auto const size = setup_->cluster->largest;
    std::vector<std::string> const names{"1 GPU", size > 2 ? fmt::format("2 to {} GPUs", size - 1) : "2 GPUs",
                                         fmt::format("{} GPUs, a whole node", size), "several nodes"};
    std::array<bool, class_colours.size()> used{};
    for (auto const& j : setup_->trace->jobs) used[node_class(j.gpus, size)] = true;
    std::vector<legend_entry> legend;
    for (std::size_t k = 0; k < names.size(); ++k)
        if (used[k]) legend.push_back({names[k], class_colours[k], 0, legend_entry::kind::filled});
    out.heading("Nodes over time");
    out.paragraph(fmt::format(
        "Day {} since the first submission, whose jobs ask for the most GPU time ({:.0f} GPU-hours). A row is "
        "a GPU, a box a gang on it, empty is a free GPU; neighbouring jobs differ in shade. Which GPU of a "
        "node a gang holds is drawn, not decided: the lowest that are free. Boxes too short to be seen are "
        "left out.",
        busiest + 1, asked[busiest] / hour));
    for (std::size_t i = 0; i < seen_.size(); ++i) {
        if (i > 0) out.begin_fold(seen_[i].policy);
        out.figure(i == 0 ? seen_[i].policy : "", nodes_picture(seen_[i], from), legend, "", true);
        if (i > 0) out.end_fold();
    }
}

} // namespace tool
