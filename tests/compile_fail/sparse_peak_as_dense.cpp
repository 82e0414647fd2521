// expect: structured
#include <gangway/cost/roofline.hpp>

using namespace gangway;

cost::roofs const r{cost::sparse_peak{throughput{1979e12}}, cost::bandwidth{3.35e12}};
