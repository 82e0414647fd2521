// bench - what a hand-written replay says of each job, as the library does.
#pragma once

namespace hand {

/// When a job started and ended, in seconds.
struct span {
    double start = -1;
    double end = -1;
};

} // namespace hand
