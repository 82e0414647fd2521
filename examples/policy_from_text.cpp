// Example - a host that reads its policy from a config file, and goes on with the old one where the new one is wrong.
#include <gangway/gangway.hpp>
#include <gangway/runtime/compose.hpp>

#include <cstdio>
#include <string_view>
#include <variant>
#include <vector>

struct task {
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
    std::vector<task const*> waiting;
    for (auto const& t : queue) waiting.push_back(&t);

    gangway::runtime::any_policy<decltype(cluster)> policy; // the first of its kinds: strict, first come, first served
    for (std::string_view const line : {"fifo;strict", "fifo;greedy;spread", "fifo;gredy", "efficiency;greedy"}) {
        auto next = gangway::runtime::compose<decltype(cluster)>(line);
        if (next) policy = std::move(*next.policy);
        else std::printf("%s\n", next.error.c_str());
        std::printf("%.*s:", static_cast<int>(line.size()), line.data());
        std::visit(
            [&](auto const& p) {
                gangway::decide(cluster, waiting, p, gangway::instant{40.0},
                                [](auto const& d) { std::printf(" task %d", d.job->number); });
            },
            policy);
        std::printf("\n");
    }
}
