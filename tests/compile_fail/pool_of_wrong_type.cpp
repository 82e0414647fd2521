// expect: a pool needs both
#include <gangway/gangway.hpp>

#include <vector>

using namespace gangway;

struct job {
    int at = 0;
    friend bool operator==(job, job) = default;
};
struct node {
    int at = 0;
    friend bool operator==(node, node) = default;
};
struct model {
    using job_type = job;
    using node_type = node;
    int id(job j) const { return j.at; }
    int id(node n) const { return n.at; }
    gang<1> shape(job) const { return {1, {1}}; }
    instant submitted(job) const { return {}; }
    std::vector<node> nodes() const { return {}; }
    amounts<1> capacity(node) const { return {8}; }
    amounts<1> free(node) const { return {8}; }
    std::vector<running_gang<job, std::vector<grant<node>>>> running() const { return {}; }
    int pool() const { return 1000; }
    amounts<1> pool_demand(job, clock_choice const&) const { return {1}; }
};

void use(model const& m) {
    scheduler s{m, policy{}};
}
