// Example - a rank term, a placement and an admission of your own, in one policy with no registration.
#include <gangway/gangway.hpp>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

namespace {

struct job {
    std::string name;
    std::int64_t gpus = 1;
    double submitted = 0.0;
};
struct machine {
    std::string name;
    std::int64_t gpus = 4;
};

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

} // namespace

int main() {
    std::vector<machine> const machines{{"n1"}, {"n2"}};
    std::vector<job> const jobs{{"big", 6, 1}, {"small", 1, 2}, {"tiny", 1, 3}, {"pair", 2, 4}};
    auto const cluster = gangway::adapt<job>(
        gangway::job_fields{.id = &job::name,
                            .shape =
                                [](job const& j) {
                                    return gangway::gang<1>{j.gpus, {1}};
                                },
                            .submitted = [](job const& j) { return gangway::instant{j.submitted}; }},
        machines,
        gangway::node_fields{.id = &machine::name,
                             .capacity = [](machine const& m) { return gangway::amounts<1>{m.gpus}; },
                             .free = [](machine const& m) { return gangway::amounts<1>{m.gpus}; }},
        [] { return std::vector<gangway::running_gang<job const*, std::vector<gangway::grant<machine const*>>>>{}; });

    gangway::scheduler s{cluster, gangway::policy{.rank = small_first{}, .admit = few_at_once{}, .place = first_fit{}}};
    for (job const& j : jobs) s.submit(&j);
    for (double now : {4.0, 5.0})
        s.pass(gangway::instant{now}, [](auto const& d) {
            std::printf("at %g: %s on", d.at.value(), d.job->name.c_str());
            for (auto const& part : d.nodes)
                std::printf(" %s x%d", part.node->name.c_str(), static_cast<int>(part.tasks));
            std::printf("\n");
        });
}
