// What a stranger writes first; built in four ways by consume.cmake.
#include <gangway/gangway.hpp>

#include <cstdio>
#include <vector>

struct job {
    int number, gpus;
};
struct node {
    int number, gpus;
};

int main() {
    std::vector<node> const nodes{{1, 8}, {2, 8}};
    job const large{1, 12};
    job const small{2, 4};
    auto const cluster =
        gangway::adapt<job>(gangway::job_fields{.id = &job::number,
                                                .shape = [](job const& j) { return gangway::gang<1>{j.gpus, {1}}; },
                                                .submitted = [](job const&) { return gangway::instant{0.0}; }},
                            nodes,
                            gangway::node_fields{.id = &node::number,
                                                 .capacity = [](node const& n) { return gangway::amounts<1>{n.gpus}; },
                                                 .free = [](node const& n) { return gangway::amounts<1>{n.gpus}; }});
    int started = 0;
    gangway::decide(cluster, std::vector{&small, &large}, gangway::policy{.admit = gangway::greedy{}}, gangway::instant{0.0},
                    [&](auto const& d) {
                        std::printf("job %d starts on %zu nodes\n", d.job->number, d.nodes.size());
                        ++started;
                    });
    return started == 2 ? 0 : 1;
}
