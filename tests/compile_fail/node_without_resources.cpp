// expect: a node has at least one kind of resource
#include <gangway/gangway.hpp>

#include <vector>

using namespace gangway;

amounts<0> const nothing{};
