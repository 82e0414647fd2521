// Example - a host's own structs, read where they stand; one policy; one decision.
#include <gangway/gangway.hpp>

#include <cstdio>
#include <ranges>
#include <vector>

struct task { // the host's own records, as they are
    int number, gpus;
    double arrived;
};
struct server {
    int number, gpus, idle;
};

int main() {
    std::vector<server> const servers{{1, 8, 2}, {2, 8, 8}};
    std::vector<task> const queue{{7, 12, 10.0}, {8, 8, 20.0}, {9, 2, 30.0}};

    auto const cluster = gangway::adapt<task>(
        gangway::job_fields{.id = &task::number,
                            .shape =
                                [](task const& t) {
                                    return gangway::gang<1>{t.gpus, {1}};
                                },
                            .submitted = [](task const& t) { return gangway::instant{t.arrived}; }},
        servers,
        gangway::node_fields{.id = &server::number,
                             .capacity = [](server const& s) { return gangway::amounts<1>{s.gpus}; },
                             .free = [](server const& s) { return gangway::amounts<1>{s.idle}; }});
    auto const waiting = queue | std::views::transform([](task const& t) { return &t; });
    gangway::policy const p{.rank = gangway::submit_order{}, .admit = gangway::greedy{}, .place = gangway::best_fit{}};

    gangway::decide(cluster, waiting, p, gangway::instant{30.0}, [](auto const& d) {
        for (auto const& part : d.nodes)
            std::printf("task %d: %d GPUs on server %d\n", d.job->number, int(part.tasks), part.node->number);
    });
}
