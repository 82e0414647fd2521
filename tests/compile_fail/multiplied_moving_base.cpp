// expect: multiplied_by_age needs a base term with drift none
#include <gangway/gangway.hpp>

#include <vector>

using namespace gangway;

multiplied_by_age<aging> const term{};
