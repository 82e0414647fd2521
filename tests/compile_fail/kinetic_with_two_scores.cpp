// expect: lines cross once only where a job has one score
#include <gangway/gangway.hpp>

#include <vector>

using namespace gangway;

kinetic_queue<2, int> const queue{};
