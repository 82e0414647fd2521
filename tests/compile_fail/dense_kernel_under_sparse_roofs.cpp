// expect: no matching function
#include <gangway/cost/roofline.hpp>

using namespace gangway;

cost::sparse_roofs const r{cost::sparse_peak{throughput{1979e12}}, cost::bandwidth{3.35e12}};
auto const seconds_of_kernel = cost::time_of(cost::kernel{work{1e12}, bytes{1e9}}, r);
