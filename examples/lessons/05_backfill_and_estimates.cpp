// Lesson 5 - backfill: who may slip in front, under EASY and conservative, and what an estimate is worth.
#include "../drawn.hpp"

#include <gangway/trace/estimates.hpp>
#include <gangway/trace/generator.hpp>

namespace {

using gangway::hours;

template <class Admit>
auto policy_of(Admit admit) {
    return gangway::policy{.rank = gangway::submit_order{}, .admit = admit, .place = gangway::best_fit{}};
}

// Three generated days on 64 GPUs; estimates as the model says.
drawn::jobs generated(gangway::trace::estimate_model const& model) {
    auto trace = gangway::trace::generate({.seed = 1, .jobs = 400, .days = 3, .gpus = 64, .load = 0.9});
    gangway::trace::set_estimates(trace, model);
    drawn::jobs w;
    w.nodes.assign(8, {{8}});
    for (auto const& j : trace) {
        std::int64_t const tasks = j.gpus > 8 ? j.gpus / 8 : 1; // whole nodes, or a part of one
        w.jobs.push_back({.id = static_cast<std::int64_t>(w.jobs.size()),
                          .submitted = j.submitted,
                          .run = j.run,
                          .estimate = j.estimate,
                          .shape = {tasks, {j.gpus / tasks}}});
    }
    return w;
}

template <class Admit>
void cell(drawn::jobs const& w, Admit admit) {
    gangway::sim::replay replay{w, policy_of(admit)};
    auto const m = gangway::sim::measure(w, replay.run());
    std::printf("   %6.1f  %6.1f", m.completion.mean / 3600, m.wait.max / 3600);
}

void row_of(char const* name, gangway::trace::estimate_model const& model) {
    drawn::jobs const w = generated(model);
    std::printf("%-32s", name);
    cell(w, gangway::strict{});
    cell(w, gangway::easy{});
    cell(w, gangway::conservative{});
    cell(w, gangway::greedy{});
    std::printf("\n");
}

} // namespace

int main() {
    std::printf("4 GPUs. b waits for all of them until 10: c and d would fit, d only until 12\n");
    drawn::jobs const w = drawn::make(4, 1, {{0, 2, 1, 10}, {1, 4, 1, 6}, {2, 1, 1, 8}, {3, 1, 1, 9}, {4, 2, 1, 6}});
    drawn::draw("strict", w, policy_of(gangway::strict{}));
    drawn::draw("easy", w, policy_of(gangway::easy{}));
    drawn::draw("greedy", w, policy_of(gangway::greedy{}));

    // The same jobs, but c says 3 s more than it takes: it no longer ends before 10 on paper, and must wait.
    drawn::jobs padded = w;
    padded.jobs[2].estimate = gangway::duration{11};
    drawn::draw("easy, c says 11", padded, policy_of(gangway::easy{}));

    std::printf("\n400 generated jobs on 64 GPUs: mean completion and longest wait, hours\n");
    std::printf("%-32s   %14s   %14s   %14s   %14s\n", "estimates", "strict", "easy", "conservative", "greedy");
    row_of("exact", {});
    row_of("1 to 2 times too long", {.factor = 2.0});
    row_of("1 to 10 times too long", {.factor = 10.0});
    row_of("up to the next common limit", {.limits = gangway::trace::common_limits()});
    row_of("exact, but half have none", {.none = 0.5});
    row_of("none", {.none = 1.0});
}
