/* C ABI - gangway for programs that do not speak C++: a cluster as flat arrays goes in, who starts where comes out.
 *
 * Every function is pure: it keeps nothing of what it was given and may be called from any thread. Nothing is thrown; a
 * status other than GANGWAY_OK has a sentence in gangway_last_error(), and then nothing was written but, where a buffer
 * was too small, what it takes.
 *
 * The structs begin with their own size. This library reads those of its version and refuses others, so that a field
 * that it does not know is never overlooked; a later version will go on reading these.
 */
#ifndef GANGWAY_C_H
#define GANGWAY_C_H

#include <stddef.h>
#include <stdint.h>

#if defined(GANGWAY_C_BUILD)
#define GANGWAY_C_API __attribute__((visibility("default")))
#else
#define GANGWAY_C_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define GANGWAY_C_VERSION 1
#define GANGWAY_MOST_RESOURCES 4
#define GANGWAY_MOST_AMOUNT ((int64_t)1 << 40) /* of one resource, in any place */
#define GANGWAY_MOST_TASKS ((int64_t)1 << 20)  /* of one gang */
#define GANGWAY_MOST_ROWS ((size_t)1 << 24)    /* of one array */

typedef enum gangway_status {
    GANGWAY_OK = 0,
    GANGWAY_BAD_SIZE = 1,   /* the `size` of a struct is none that this library knows */
    GANGWAY_BAD_VALUE = 2,  /* a pointer or a number that cannot be; the message names its place */
    GANGWAY_BAD_POLICY = 3, /* the text of the policy */
    GANGWAY_NO_ROOM = 4,    /* the caller's buffer is too small; what is needed was returned */
    GANGWAY_NO_MEMORY = 5,
    GANGWAY_FAULT = 6       /* something else went wrong in the library: report it */
} gangway_status;

/* Node `n` has `resources` numbers at capacity[n * resources], and as many at free. Resource 0 is the GPU. */
typedef struct gangway_nodes {
    size_t size; /* sizeof(gangway_nodes) */
    size_t count;
    const int64_t* capacity;
    const int64_t* free; /* left now; at most capacity, below 0 where a node was cut below what it holds */
    const uint8_t* up;   /* 0: out of service; NULL: all are in service */
} gangway_nodes;

/* Gangs: job `j` is tasks[j] equal tasks, each of which takes the `resources` numbers at demand[j * resources]. */
typedef struct gangway_jobs {
    size_t size; /* sizeof(gangway_jobs) */
    size_t count;
    const int64_t* id; /* unique among all that wait or run; decides ties */
    const int64_t* tasks;
    const int64_t* demand;
    const double* submitted; /* seconds, as `now` */
    const double* estimate;  /* of the run time, seconds; INFINITY: none; NULL: none for all */
    const double* priority;  /* larger first; NULL: 0 for all */
} gangway_jobs;

/* What runs: jobs, since when, and the parts that nodes hold, a row (job, node, tasks) each, in any order. */
typedef struct gangway_running {
    size_t size; /* sizeof(gangway_running) */
    const gangway_jobs* jobs;
    const double* since;
    size_t held_count;
    const size_t* held_job;  /* place in `jobs` */
    const size_t* held_node; /* place in the nodes */
    const int64_t* held_tasks;
} gangway_running;

typedef struct gangway_question {
    size_t size;        /* sizeof(gangway_question) */
    double now;         /* seconds, on the caller's own axis */
    const char* policy; /* rank;admission;placement, as "fifo;easy;best-fit"; NULL: fifo;strict */
    size_t resources;   /* numbers a node and a task have, 1 to GANGWAY_MOST_RESOURCES */
    const gangway_nodes* nodes;
    const gangway_jobs* waiting;
    const gangway_running* running; /* NULL: nothing runs; without it `free` alone counts */
} gangway_question;

/* A part of a gang that starts now; the parts of one gang stand together. */
typedef struct gangway_grant {
    size_t job;  /* place among those that wait */
    size_t node; /* place among the nodes */
    int64_t tasks;
} gangway_grant;

typedef enum gangway_verdict { /* three classes that never mix, beside what runs */
    GANGWAY_RUNS = 0,
    GANGWAY_WAITS = 1,
    GANGWAY_BLOCKED = 2, /* a node is down */
    GANGWAY_NEVER = 3    /* impossible on these nodes, even all up and empty */
} gangway_verdict;

typedef enum gangway_cause {
    GANGWAY_NO_CAUSE = 0,
    GANGWAY_CAPACITY = 1,       /* less is free than the gang needs */
    GANGWAY_FRAGMENTATION = 2,  /* enough is free, but not in pieces that hold its tasks */
    GANGWAY_ORDER = 3,          /* it would fit, but another job goes first */
    GANGWAY_RESERVATION = 4,    /* it would fit, but would move a reservation */
    GANGWAY_LIMIT = 5,          /* of a group; this version has no groups */
    GANGWAY_NODES_DOWN = 6,
    GANGWAY_NO_SUCH_NODE = 7,
    GANGWAY_TASK_TOO_LARGE = 8, /* one task is larger than any node */
    GANGWAY_TOO_MANY_TASKS = 9  /* the empty cluster holds fewer tasks */
} gangway_cause;

/* The answer of gangway_explain. */
typedef struct gangway_explanation {
    size_t size; /* sizeof(gangway_explanation), set by the caller */
    int32_t verdict;
    int32_t cause;
    size_t ahead;    /* jobs that wait and rank before it */
    size_t resource; /* the one that binds, with what is needed and free of it, and the most on one node */
    int64_t need, free, largest_block;
    double reserved_at; /* planned by the policy; NAN: not */
    double starts_at;   /* where the estimates prove a start; else NAN */
} gangway_explanation;

/* GANGWAY_C_VERSION of the library that is loaded. */
GANGWAY_C_API int gangway_c_version(void);

/* Why the last call of this thread did not end in GANGWAY_OK; "" after one that did. Valid until its next call. */
GANGWAY_C_API const char* gangway_last_error(void);

/* Who starts now, and where: at most `room` rows are written to `grants`, *count says how many there are. With
 * GANGWAY_NO_ROOM none is written, as half a gang must not start. */
GANGWAY_C_API int gangway_decide(const gangway_question* question, gangway_grant* grants, size_t room, size_t* count);

/* Why the job at place `job` of those that wait does not start now: figures in *out, a sentence of at most `room`
 * bytes, its 0 included, in `text`; *needed is what the whole sentence takes. `text` may be NULL with room 0. */
GANGWAY_C_API int gangway_explain(const gangway_question* question, size_t job, gangway_explanation* out, char* text,
                                  size_t room, size_t* needed);

#ifdef __cplusplus
}
#endif

#endif
