// Thrown promises - the library's assertions as exceptions, in every build: for hosts that others call with what they
// like. Included before anything else of gangway, in each file of such a program.
#pragma once

#ifdef GANGWAY_EXPECTS
#error "thrown_promises.hpp comes before every header of gangway"
#endif

#include <stdexcept>

struct broken_promise : std::invalid_argument {
    using invalid_argument::invalid_argument;
};

#define GANGWAY_EXPECTS(condition, sentence) ((condition) ? static_cast<void>(0) : throw broken_promise{sentence})
