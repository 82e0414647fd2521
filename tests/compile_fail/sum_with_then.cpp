// expect: only terms with one score add up
#include <gangway/gangway.hpp>

#include <vector>

using namespace gangway;

auto const term = then(priority{}, aging{}) + aging{};
