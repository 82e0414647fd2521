// tests - the words of the oracle: plain structs, no part of the library.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

/// The slow twin of the library: the same semantics, written to be obviously right. It includes nothing of gangway.
namespace oracle {

using amounts = std::vector<std::int64_t>;

inline constexpr double never_ends = std::numeric_limits<double>::infinity();

/// A node; `up` is its state before the first node event.
struct node {
    std::string name;
    amounts capacity;
    bool up = true;
};

using cluster = std::vector<node>;

/// A gang: one demand a task. Without `wall` the planner has no estimate and nothing cuts the job.
struct job {
    int id = 0;
    std::string name;
    std::vector<amounts> tasks;
    double submit = 0;
    double score_at_zero = 0;
    double score_slope = 0;
    std::function<double(double)> score; ///< replaces the line where it is set
    double run = 0;
    std::optional<double> wall;

    double score_at(double t) const { return score ? score(t) : score_at_zero + score_slope * t; }
    double length() const { return wall && *wall < run ? *wall : run; }
};

struct node_event {
    double t = 0;
    int node = 0; ///< place in the cluster
    bool up = false;
};

struct cancel {
    double t = 0;
    int job = 0; ///< place in the list of jobs
};

enum class admission { strict, greedy, protected_greedy, draining, easy, hybrid, conservative, pod_by_pod };
enum class placement { best_fit, spread, consolidate };

struct policy {
    admission admit = admission::strict;
    double after = 0;                   ///< protected_greedy, draining
    int at_most = 0;                    ///< draining
    int K = 0;                          ///< hybrid
    std::optional<double> give_up_after{}; ///< pod_by_pod
    placement place = placement::best_fit;
};

/// Why a job without an end has none: it still waits or runs, is blocked at the end, can never run, or was cancelled.
enum class job_class { ordinary, never, blocked, cancelled };

struct outcome {
    std::optional<double> start;         ///< of the last run
    std::optional<double> end;           ///< of the last run, unset while it lasts at `until`
    std::vector<int> nodes;              ///< of the last run, one a task, in the order of `job::tasks`
    std::optional<double> reserved_at;   ///< first reserved start
    std::optional<double> last_reserved_at;
    int starts = 0;                      ///< more than one after a node failure
    job_class why = job_class::ordinary;
};

/// One run of a gang: from `start` to `end` on `nodes`. A gang that a node failure stops has several.
struct span {
    int job = 0;
    double start = 0;
    double end = never_ends;
    std::vector<int> nodes;
    bool whole = true; ///< false where a node failure or a cancellation ended it
};

/// What EASY promised its head in one pass.
struct head_reservation {
    double now = 0;
    int job = 0;
    double at = 0;
};

struct result {
    std::vector<outcome> jobs; ///< one a job, same order
    std::vector<span> spans;   ///< in the order of the starts
    std::vector<head_reservation> heads;
    bool deadlock = false;     ///< pod_by_pod: partial holders and nothing that could free them
    int passes = 0;
};

} // namespace oracle
