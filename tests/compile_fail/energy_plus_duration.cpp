// expect: operand
#include <gangway/gangway.hpp>

#include <vector>

using namespace gangway;

auto const sum = energy{1.0} + duration{2.0};
