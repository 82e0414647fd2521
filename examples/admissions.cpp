// Example - the same jobs under every admission, drawn: a row a GPU, a column a second, a letter a job. The pages in
// docs/admission quote it.
#include <gangway/gangway.hpp>
#include <gangway/sim/metrics.hpp>
#include <gangway/sim/replay.hpp>

#include <cstdio>
#include <string>
#include <vector>

namespace {

using gangway::duration;
using gangway::instant;
using gangway::seconds;
using jobs = gangway::sim::workload<gangway::gang<1>>;

// Job a, b, c, ...: submitted at `at`, `tasks` tasks of `each` GPUs, `run` seconds, as estimated.
struct row {
    double at;
    std::int64_t tasks, each;
    double run;
};

jobs make(std::size_t nodes, std::int64_t gpus, std::vector<row> const& rows) {
    jobs w;
    w.nodes.assign(nodes, {{gpus}});
    for (row const& r : rows)
        w.jobs.push_back({.id = static_cast<std::int64_t>(w.jobs.size()),
                          .submitted = instant{r.at},
                          .run = duration{r.run},
                          .estimate = duration{r.run},
                          .shape = {r.tasks, {r.each}}});
    return w;
}

template <class Admit>
void draw(char const* name, jobs const& w, Admit admit) {
    gangway::policy const p{.rank = gangway::submit_order{}, .admit = admit, .place = gangway::best_fit{}};
    gangway::sim::replay replay{w, p};
    auto const r = replay.run();
    auto const m = gangway::sim::measure(w, r);
    std::printf("%s:", name);
    std::vector<std::vector<std::string>> nodes(w.nodes.size()); // a line for each GPU of each node
    for (std::size_t n = 0; n < nodes.size(); ++n)
        nodes[n].assign(static_cast<std::size_t>(w.nodes[n].capacity[0]), std::string(36, '.'));
    for (gangway::index j = 0; j < w.jobs.size(); ++j) {
        char const letter = static_cast<char>('a' + j);
        auto const& o = r.jobs[j];
        if (!o.started()) {
            std::printf(" %c never", letter);
            continue;
        }
        std::printf(" %c %g", letter, o.start);
        auto const from = static_cast<std::size_t>(o.start);
        auto const length = static_cast<std::size_t>(o.end) - from;
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

} // namespace

int main() {
    std::printf(
        "== 4 nodes of 1 GPU; submitted at, GPUs, runs: a 0 2 8, b 1 3 4, c 2 2 10, d 3 1 6, e 4 2 10, f 5 1 6\n");
    jobs const singles =
        make(4, 1, {{0, 2, 1, 8}, {1, 3, 1, 4}, {2, 2, 1, 10}, {3, 1, 1, 6}, {4, 2, 1, 10}, {5, 1, 1, 6}});
    draw("strict", singles, gangway::strict{});
    draw("greedy", singles, gangway::greedy{});
    draw("protected_greedy{.after = seconds{8}}", singles, gangway::protected_greedy{.after = seconds{8}});
    draw("easy", singles, gangway::easy{});
    draw("hybrid{.reservations = 2}", singles, gangway::hybrid{.reservations = 2});
    draw("conservative", singles, gangway::conservative{});

    std::printf("\n== 2 nodes of 3 GPUs; g: one task of 3 GPUs, so a whole node; the others: 1 GPU each\n");
    jobs const blocks = make(2, 3,
                             {{0, 1, 1, 6},
                              {0, 1, 1, 8},
                              {0, 1, 1, 10},
                              {0, 1, 1, 7},
                              {0, 1, 1, 9},
                              {0, 1, 1, 11},
                              {1, 1, 3, 6},
                              {2, 1, 1, 8},
                              {2, 1, 1, 8},
                              {2, 1, 1, 8},
                              {2, 1, 1, 8},
                              {2, 1, 1, 8}});
    draw("greedy", blocks, gangway::greedy{});
    draw("protected_greedy{.after = seconds{4}}", blocks, gangway::protected_greedy{.after = seconds{4}});
    draw("draining{.after = seconds{4}, .at_most = 1}", blocks, gangway::draining{.after = seconds{4}, .at_most = 1});

    std::printf("\n== 2 nodes of 2 GPUs; a: 1 GPU; b: two tasks of 2 GPUs; c: four tasks of 1 GPU\n");
    jobs const knot = make(2, 2, {{0, 1, 1, 10}, {1, 2, 2, 8}, {2, 4, 1, 8}});
    draw("strict", knot, gangway::strict{});
    draw("pod_by_pod", knot, gangway::pod_by_pod{});
    draw("pod_by_pod{.give_up_after = seconds{12}}", knot, gangway::pod_by_pod{.give_up_after = seconds{12}});
}
