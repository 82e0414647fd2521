// expect: deleted
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
struct profiles {
    throughput rate(job, std::int64_t) const { return {}; }
};
auto const term = efficiency_rank{profiles{}};
