/* C ABI - what a decision costs for 1,000 jobs that wait on 108 nodes of 8 GPUs, checks and adapting included. */
#define _POSIX_C_SOURCE 199309L
#include "gangway_c.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { NODES = 108, JOBS = 1000, ROUNDS = 50 };

static int64_t capacity[NODES], free_now[NODES], id[JOBS], tasks[JOBS], demand[JOBS];
static double submitted[JOBS], estimate[JOBS];
static gangway_grant grants[8 * NODES];

static double microseconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e6 * (double)t.tv_sec + 1e-3 * (double)t.tv_nsec;
}

static int compare(void const* a, void const* b) {
    double const x = *(double const*)a, y = *(double const*)b;
    return (x > y) - (x < y);
}

int main(void) {
    uint32_t seed = 1;
    for (int n = 0; n < NODES; ++n) {
        capacity[n] = 8;
        free_now[n] = n % 3 == 0 ? 8 : n % 3;
    }
    for (int j = 0; j < JOBS; ++j) {
        seed = seed * 1664525u + 1013904223u;
        int64_t const gpus = (int64_t)1 << (seed >> 24) % 7; /* 1 to 64 */
        id[j] = j;
        tasks[j] = gpus > 8 ? gpus / 8 : 1;
        demand[j] = gpus > 8 ? 8 : gpus;
        submitted[j] = j;
        estimate[j] = 600 + (double)((seed >> 16) % 36000);
    }
    gangway_nodes const nodes = {sizeof nodes, NODES, capacity, free_now, NULL};
    gangway_jobs const waiting = {sizeof waiting, JOBS, id, tasks, demand, submitted, estimate, NULL};
    static char const* const policies[] = {"fifo;strict", "fifo;greedy", "fifo;easy", "fifo;conservative",
                                           "shortest;greedy"};
    for (size_t p = 0; p < sizeof policies / sizeof *policies; ++p) {
        gangway_question const q = {sizeof q, 2000, policies[p], 1, &nodes, &waiting, NULL};
        double took[ROUNDS];
        size_t count = 0;
        for (int round = 0; round < ROUNDS; ++round) {
            double const start = microseconds();
            if (gangway_decide(&q, grants, sizeof grants / sizeof *grants, &count) != GANGWAY_OK) {
                fprintf(stderr, "%s: %s\n", policies[p], gangway_last_error());
                return EXIT_FAILURE;
            }
            took[round] = microseconds() - start;
        }
        qsort(took, ROUNDS, sizeof *took, compare);
        printf("%-18s %7.0f us for %d jobs on %d nodes (median of %d); %zu grants\n", policies[p], took[ROUNDS / 2],
               JOBS, NODES, ROUNDS, count);
        if (count == 0) return EXIT_FAILURE; /* a decision of nothing is not what was to be timed */
    }
    return EXIT_SUCCESS;
}
