// expect: job_type and node_type must differ
#include <gangway/gangway.hpp>

#include <vector>

using namespace gangway;

struct model {
    using job_type = int;
    using node_type = int;
    int id(int at) const { return at; }
    gang<1> shape(int) const { return {1, {1}}; }
    instant submitted(int) const { return {}; }
    std::vector<int> nodes() const { return {}; }
    amounts<1> capacity(int) const { return {8}; }
    amounts<1> free(int) const { return {8}; }
    std::vector<running_gang<int, std::vector<grant<int>>>> running() const { return {}; }
};

static_assert(check_cluster_model<model>());
