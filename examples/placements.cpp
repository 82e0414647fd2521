// Example - one gang under every placement, on the same half-full nodes. docs/placement.md quotes it.
#include <gangway/gangway.hpp>

#include <cstdio>
#include <string>
#include <vector>

namespace {

using gangway::amounts;

struct request {
    int id = 0;
    gangway::gang<1> shape;
};
struct machine {
    int id = 0;
    std::string rack;
    std::int64_t gpus = 0, tasks = 0, idle = 0; // `tasks` single-GPU tasks run there
};

class cluster {
  public:
    using job_type = request const*;
    using node_type = machine const*;

    std::vector<machine> machines;
    std::vector<request> busy; // one running gang a machine

    explicit cluster(std::vector<machine> all) : machines{std::move(all)} {
        for (machine const& m : machines) busy.push_back({-m.id, {m.tasks, {1}}});
    }
    [[nodiscard]] int id(job_type j) const { return j->id; }
    [[nodiscard]] int id(node_type n) const { return n->id; }
    [[nodiscard]] gangway::gang<1> shape(job_type j) const { return j->shape; }
    [[nodiscard]] gangway::instant submitted(job_type) const { return {}; }
    [[nodiscard]] amounts<1> capacity(node_type n) const { return n->gpus; }
    [[nodiscard]] amounts<1> free(node_type n) const { return n->idle; }
    [[nodiscard]] int domain_levels() const { return 1; }
    [[nodiscard]] std::string const& domain(node_type n, int) const { return n->rack; }
    [[nodiscard]] std::vector<node_type> nodes() const {
        std::vector<node_type> all;
        for (machine const& m : machines) all.push_back(&m);
        return all;
    }
    using run = gangway::running_gang<job_type, std::vector<gangway::grant<node_type>>>;
    [[nodiscard]] std::vector<run> running() const {
        std::vector<run> all;
        for (std::size_t n = 0; n < busy.size(); ++n)
            if (machines[n].tasks > 0) all.push_back({&busy[n], {}, {{&machines[n], machines[n].tasks}}});
        return all;
    }
};

template <class Place>
void show(char const* name, cluster const& c, gangway::gang<1> shape, Place const& place) {
    request const job{1, shape};
    std::vector<request const*> const pending{&job};
    gangway::policy const p{.rank = gangway::submit_order{}, .admit = gangway::strict{}, .place = place};
    std::printf("    %-20s", name);
    gangway::decide(c, pending, p, {}, [](auto const& d) {
        for (auto const& part : d.nodes) std::printf(" n%d x%d", part.node->id, static_cast<int>(part.tasks));
    });
    std::printf("\n");
}

void show_all(cluster const& c, gangway::gang<1> shape) {
    std::printf("%d tasks of %d GPU\n", static_cast<int>(shape.tasks), static_cast<int>(shape.each[0]));
    show("best_fit", c, shape, gangway::best_fit{});
    show("spread", c, shape, gangway::spread{});
    show("consolidate", c, shape, gangway::consolidate{});
    show("topology", c, shape, gangway::topology{});
    show("fragmentation_aware", c, shape, gangway::fragmentation_aware<1>{{{{4}, 1}}});
}

} // namespace

int main() {
    // Free: n1 2, n2 5, n3 4, n4 4. Tasks: n1 2, n2 3, n3 0, n4 4.
    cluster const c{{{1, "west", 4, 2, 2}, {2, "west", 8, 3, 5}, {3, "east", 4, 0, 4}, {4, "east", 8, 4, 4}}};
    show_all(c, {4, {1}});
    show_all(c, {3, {2}});
    show_all(c, {1, {1}});
}
