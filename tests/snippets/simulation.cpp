// Quoted by docs/simulation.md: a replay and its measures, with and without watts.
#include <gangway/gangway.hpp>
#include <gangway/sim/energy.hpp>
#include <gangway/sim/metrics.hpp>
#include <gangway/sim/replay.hpp>

double mean_completion(gangway::sim::workload<gangway::gang<1>> const& work) {
    gangway::policy const p{.rank = gangway::submit_order{}, .admit = gangway::easy{}, .place = gangway::best_fit{}};
    gangway::sim::replay replay{work, p};
    return gangway::sim::measure(work, replay.run()).completion.mean;
}

double joules_under(gangway::sim::workload<gangway::gang<1>, gangway::sim::power_budget> const& work) {
    gangway::policy const p{.admit = gangway::easy{}};
    gangway::sim::replay replay{work, p};
    return gangway::sim::measure_energy(work, replay.run(), gangway::power{60}).all().value();
}

template <class Work>
void fill(Work& work) { // two jobs of 10 s, a GPU each, on one node of two
    work.nodes.assign(1, {{2}});
    for (int j = 0; j < 2; ++j)
        work.jobs.push_back(
            {j, gangway::instant{0}, gangway::seconds{10}, gangway::seconds{10}, 0.0, 0, gangway::gang<1>{1, {1}}});
}

int main() {
    gangway::sim::workload<gangway::gang<1>> both_at_once;
    fill(both_at_once);
    gangway::sim::workload<gangway::gang<1>, gangway::sim::power_budget> one_at_a_time;
    fill(one_at_a_time);
    one_at_a_time.draws.assign(2, gangway::power{300});
    one_at_a_time.budget.limit = gangway::power{500};
    // 300 W for 10 s, and 60 W for the other GPU meanwhile, twice
    return mean_completion(both_at_once) == 10.0 && joules_under(one_at_a_time) == 7200.0 ? 0 : 1;
}
