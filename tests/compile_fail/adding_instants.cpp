// expect: operand
#include <gangway/gangway.hpp>

#include <vector>

using namespace gangway;

auto const sum = instant{1.0} + instant{2.0};
