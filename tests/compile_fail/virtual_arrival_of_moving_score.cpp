// expect: virtual_arrival needs a score with drift none
#include <gangway/gangway.hpp>

#include <vector>

using namespace gangway;

virtual_arrival<aging> const term{};
