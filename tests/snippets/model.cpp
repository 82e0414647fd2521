// Quoted by docs/model.md: a model from projections, running gangs included.
#include <gangway/gangway.hpp>
#include <vector>

struct task {
    int number, gpus;
    double arrived;
};
struct server {
    int number, gpus, idle;
};
using run = gangway::running_gang<task const*, std::vector<gangway::grant<server const*>>>;

auto model_of(std::vector<server> const& servers, std::vector<run> const& running) {
    return gangway::adapt<task>(
        gangway::job_fields{.id = &task::number,
                            .shape = [](task const& t) { return gangway::gang<1>{t.gpus, {1}}; },
                            .submitted = [](task const& t) { return gangway::instant{t.arrived}; }},
        servers,
        gangway::node_fields{.id = &server::number,
                             .capacity = [](server const& s) { return gangway::amounts<1>{s.gpus}; },
                             .free = [](server const& s) { return gangway::amounts<1>{s.idle}; }},
        [&running] { return running; });
}

int main() {
    std::vector<server> const servers{{1, 8, 2}};
    task const old{1, 6, 0.0};
    task const young{2, 2, 1.0};
    std::vector<run> const running{{&old, gangway::instant{0}, {{&servers[0], 6}}}};
    auto const cluster = model_of(servers, running);
    int started = 0;
    gangway::decide(cluster, std::vector{&young}, gangway::policy{}, gangway::instant{1},
                    [&](auto const& d) { started = d.job->number; });
    return started == 2 ? 0 : 1;
}
