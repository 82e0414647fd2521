// Lesson 7 - a rank term, a placement and an admission of your own, about 30 lines each; then measured beside the rest.
#include "../drawn.hpp"

#include <algorithm>
#include <cstdint>

namespace {

// A rank term: jobs of up to `most` GPUs first. It never moves, so it says `none`.
struct small_first {
    static constexpr gangway::drift moves = gangway::drift::none;

    std::int64_t most = 2;

    template <class Model>
    gangway::line line_of(Model const& m, gangway::job_of<Model> const& j, gangway::instant) const {
        return {gangway::total_demand(m.shape(j))[0] <= most ? 1.0 : 0.0, 0.0};
    }
};

// A placement: the first node in the order of ids, then the next. All tasks or none.
struct first_fit {
    template <class Room, std::size_t N>
    bool operator()(Room const& room, gangway::gang<N> const& g, gangway::index group, gangway::placement& out) const {
        if (!gangway::holds(room, g)) return false;
        std::int64_t wanted = g.tasks;
        for (gangway::index n = 0; wanted > 0; ++n) {
            if (!room.usable(n)) continue;
            auto const here = std::min(wanted, gangway::tasks_that_fit(g.each, room.left(n)));
            if (here > 0) out.push_back({n, here, group});
            wanted -= here;
        }
        return true;
    }
};

// An admission: greedy, but at most `gangs` start on one pass (a file server that dislikes crowds).
struct few_at_once {
    static constexpr gangway::lookup wants = gangway::lookup::best;

    int gangs = 2;

    template <class Pass>
    void operator()(Pass& pass) const {
        pass.look_at_all();
        for (int i = 0; i < gangs; ++i) {
            gangway::index const next = pass.best_that_fits();
            if (next == gangway::no_index) return;
            pass.start(next);
        }
        pass.leave_open(); // something that fits may be left: the next pass must look again
    }
};

// The more GPUs, the longer the jobs: 60 of them on 4 nodes of 4 GPUs.
drawn::jobs sixty() {
    std::vector<drawn::row> rows;
    for (int i = 0; i < 60; ++i) {
        std::int64_t const gpus = i % 5 == 0 ? 8 : i % 3 == 0 ? 4 : 1;
        rows.push_back({double(i), gpus, 1, double(4 + gpus + i % 7)});
    }
    return drawn::make(4, 4, rows);
}

template <class Policy>
void row_of(char const* name, Policy const& p) {
    drawn::jobs const w = sixty();
    gangway::sim::replay replay{w, p};
    auto const r = replay.run();
    auto const m = gangway::sim::measure(w, r);
    std::size_t parts = 0; // gangs in pieces: how many nodes were used in all
    for (gangway::index j = 0; j < w.jobs.size(); ++j) parts += r.nodes_of(j).size();
    std::printf("%-44s %10.2f %12.2f %10zu\n", name, m.completion.mean, m.wait.max, parts);
}

} // namespace

int main() {
    drawn::jobs const w = drawn::make(2, 4, {{1, 6, 1, 8}, {1, 1, 1, 4}, {1, 1, 1, 6}, {1, 2, 1, 5}});
    drawn::draw("small first, few at once, first fit", w,
                gangway::policy{.rank = small_first{}, .admit = few_at_once{}, .place = first_fit{}});
    drawn::draw("the same with greedy", w,
                gangway::policy{.rank = small_first{}, .admit = gangway::greedy{}, .place = first_fit{}});

    std::printf("\n%-44s %10s %12s %10s\n", "sixty jobs on 16 GPUs", "mean JCT", "longest wait", "pieces");
    using gangway::policy;
    row_of("submit order; greedy; best fit", policy{.admit = gangway::greedy{}});
    row_of("small first; greedy; best fit", policy{.rank = small_first{}, .admit = gangway::greedy{}});
    row_of("small first; few at once; best fit", policy{.rank = small_first{}, .admit = few_at_once{}});
    row_of("small first; few at once; first fit",
           policy{.rank = small_first{}, .admit = few_at_once{}, .place = first_fit{}});
    row_of("small first + aging; greedy; best fit",
           policy{.rank = small_first{} + gangway::aging{.per_second = 1.0 / gangway::seconds{20}},
                  .admit = gangway::greedy{}});
}
