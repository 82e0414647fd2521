// Example - a small workload from rows of numbers, and its schedule drawn: a row a GPU, a column a second, a letter a job.
#pragma once

#include <gangway/gangway.hpp>
#include <gangway/sim/metrics.hpp>
#include <gangway/sim/replay.hpp>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

namespace drawn {

using jobs = gangway::sim::workload<gangway::gang<1>>;

/// Job a, b, c, ...: submitted at `at`, `tasks` tasks of `each` GPUs, `run` seconds, as estimated; a score where the
/// rank is `priority`.
struct row {
    double at;
    std::int64_t tasks, each;
    double run;
    double score = 0.0;
};

inline jobs make(std::size_t nodes, std::int64_t gpus, std::vector<row> const& rows) {
    jobs w;
    w.nodes.assign(nodes, {{gpus}});
    for (row const& r : rows)
        w.jobs.push_back({.id = static_cast<std::int64_t>(w.jobs.size()),
                          .submitted = gangway::instant{r.at},
                          .run = gangway::duration{r.run},
                          .estimate = gangway::duration{r.run},
                          .priority = r.score,
                          .shape = {r.tasks, {r.each}}});
    return w;
}

/// Replays the jobs under a policy and prints who started when, the measures, and the picture.
template <class Policy>
void draw(char const* name, jobs const& w, Policy const& p, std::size_t columns = 36) {
    gangway::sim::replay replay{w, p};
    auto const r = replay.run();
    auto const m = gangway::sim::measure(w, r);
    std::printf("%s:", name);
    std::vector<std::vector<std::string>> nodes(w.nodes.size()); // a line for each GPU of each node
    for (std::size_t n = 0; n < nodes.size(); ++n)
        nodes[n].assign(static_cast<std::size_t>(w.nodes[n].capacity[0]), std::string(columns, '.'));
    for (gangway::index j = 0; j < w.jobs.size(); ++j) {
        char const letter = static_cast<char>('a' + j % 26);
        auto const& o = r.jobs[j];
        if (!o.started()) {
            std::printf(" %c never", letter);
            continue;
        }
        std::printf(" %c %g", letter, o.start);
        auto const from = std::min(static_cast<std::size_t>(o.start), columns);
        auto const length = std::min(static_cast<std::size_t>(o.end), columns) - from; // what is later is not drawn
        for (auto const& part : r.nodes_of(j)) {
            auto wanted = part.tasks * w.jobs[j].shape.each[0];
            for (std::string& line : nodes[part.node.at])
                if (wanted > 0 && line.substr(from, length).find_first_not_of('.') == std::string::npos) {
                    line.replace(from, length, length, letter);
                    --wanted;
                }
        }
    }
    std::printf("; mean completion %.1f, longest wait %g%s\n", m.completion.mean, m.wait.max,
                r.deadlock ? "; deadlock" : "");
    for (auto const& node : nodes)
        for (std::string const& line : node)
            std::printf("    n%zu %s\n", static_cast<std::size_t>(&node - nodes.data()), line.c_str());
}

} // namespace drawn
