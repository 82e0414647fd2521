// Example - why does it wait, when will it start, who may still overtake it: describe, forecast and bound.
#include <gangway/gangway.hpp>

#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

using gangway::duration;
using gangway::instant;

struct job {
    std::string name;
    std::int64_t tasks = 1, gpus = 1; // each task on one node
    double submitted = 0.0;
    std::optional<duration> time_limit{};
    double score = 0.0; // 0 .. 1
};
struct machine {
    std::string name;
    std::int64_t gpus = 8, idle = 8;
};
using running_job = gangway::running_gang<job const*, std::vector<gangway::grant<machine const*>>>;

} // namespace

int main() {
    std::vector<machine> const machines{{"n1", 8, 2}, {"n2", 8, 2}};
    job const first{"first", 2, 6, 0, duration{600}};
    std::vector<running_job> const running{{&first, instant{0}, {{&machines[0], 1}, {&machines[1], 1}}}};
    std::vector<job> const jobs{
        {"wide", 2, 8, 10, duration{300}, 0.2},  // needs both nodes whole
        {"split", 1, 4, 20, duration{900}, 0.1}, // 4 are free, but 2 and 2
        {"long", 2, 2, 30, duration{900}, 0.1},  // would fit, and delay wide
        {"open", 1, 8, 40, {}, 0.4},             // no estimate
        {"huge", 1, 9, 50, duration{60}, 1.0},   // no node has 9
    };
    auto const cluster = gangway::adapt<job>(
        gangway::job_fields{.id = &job::name,
                            .shape =
                                [](job const& j) {
                                    return gangway::gang<1>{j.tasks, {j.gpus}};
                                },
                            .submitted = [](job const& j) { return instant{j.submitted}; },
                            .estimate = &job::time_limit,
                            .priority = &job::score},
        machines,
        gangway::node_fields{.id = &machine::name,
                             .capacity = [](machine const& m) { return gangway::amounts<1>{m.gpus}; },
                             .free = [](machine const& m) { return gangway::amounts<1>{m.idle}; }},
        [&] { return running; });

    auto const rank = gangway::priority{} + gangway::aging{.per_second = 1.0 / duration{100}};
    gangway::scheduler s{cluster,
                         gangway::policy{.rank = rank, .admit = gangway::easy{}, .place = gangway::best_fit{}}};
    for (job const& j : jobs) s.submit(&j);
    instant const now{60};
    s.pass(now, [](auto const& d) { std::printf("starts: %s\n", d.job->name.c_str()); });

    std::vector<std::string_view> const resources{"GPU"};
    for (job const& j : jobs)
        std::printf("%-5s %s\n", j.name.c_str(), gangway::describe(gangway::explain(s, &j, now), resources).c_str());

    std::printf("\nforecast\n");
    for (auto const& e : gangway::forecast(s, now)) {
        if (e.at)
            std::printf("%-5s %g\n", e.job->name.c_str(), e.at->value());
        else
            std::printf("%-5s not shown\n", e.job->name.c_str());
    }

    std::printf("\nbound, for jobs to come that score at most 1\n");
    for (job const& j : jobs) {
        auto const b = gangway::bound(s, &j, now, 1.0);
        std::printf("%-5s %zu waiting; ", j.name.c_str(), b.waiting);
        if (b.bounded)
            std::printf("submitted before %g: ", b.until.value());
        else
            std::printf("unbounded: ");
        std::printf("%.*s\n", static_cast<int>(b.because.size()), b.because.data());
    }
    std::printf("\nsplit reaches a score of 3 at %g\n", gangway::reaches(rank, cluster, &jobs[1], 3.0)->value());
}
