// L0 - version and the one assertion macro of the library.
#pragma once

#define GANGWAY_VERSION_MAJOR 0
#define GANGWAY_VERSION_MINOR 1
#define GANGWAY_VERSION_PATCH 0

/// Checks a promise of the caller (no negative demand, no NaN score, ids unique).
///
/// Semantics: define `GANGWAY_EXPECTS(condition, sentence)` before the first include to route it into the host's own
/// checks. By default a broken promise prints the sentence and aborts in debug builds and costs nothing with NDEBUG.
#ifndef GANGWAY_EXPECTS
#ifdef NDEBUG
#define GANGWAY_EXPECTS(condition, sentence) static_cast<void>(0)
#else
#include <cstdio>
#include <cstdlib>
#define GANGWAY_EXPECTS(condition, sentence)                                                                   \
    ((condition) ? static_cast<void>(0)                                                                        \
                 : (std::fprintf(stderr, "%s:%d: gangway: %s\n", __FILE__, __LINE__, sentence), std::abort()))
#endif
#endif
