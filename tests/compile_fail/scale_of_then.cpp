// expect: only a term with one score can be scaled
#include <gangway/gangway.hpp>

#include <vector>

using namespace gangway;

auto const term = 2.0 * then(priority{}, aging{});
