/* C ABI - used from C: a decision, an explanation, and everything that must be refused with a sentence. */
#include "gangway_c.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static int faults = 0;

static void expect(int holds, char const* what) {
    if (holds) return;
    printf("FAULT: %s (last error: %s)\n", what, gangway_last_error());
    ++faults;
}

/* Two nodes of 8 GPUs and 64 GiB; a gang of 2 tasks of 6 GPUs runs; four gangs wait. */
static int64_t capacity[] = {8, 64, 8, 64};
static int64_t free_now[] = {2, 52, 2, 52};
static uint8_t up[] = {1, 1};
static int64_t running_id[] = {1}, running_tasks[] = {2}, running_demand[] = {6, 12};
static double running_submitted[] = {0}, running_estimate[] = {600}, since[] = {0};
static size_t held_job[] = {0, 0}, held_node[] = {1, 0};
static int64_t held_tasks[] = {1, 1};
static int64_t id[] = {10, 11, 12, 13}, tasks[] = {2, 2, 1, 1}, demand[] = {8, 8, 2, 8, 2, 8, 9, 8};
static double submitted[] = {10, 20, 30, 40}, estimate[] = {300, 500, 900, INFINITY}, priority[] = {0, 0, 0, 0};

static gangway_nodes nodes;
static gangway_jobs running_jobs, waiting;
static gangway_running running;
static gangway_question question;

static void set_up(void) {
    free_now[1] = 52;
    nodes = (gangway_nodes){sizeof nodes, 2, capacity, free_now, up};
    running_jobs = (gangway_jobs){
        sizeof running_jobs, 1, running_id, running_tasks, running_demand, running_submitted, running_estimate, NULL};
    waiting = (gangway_jobs){sizeof waiting, 4, id, tasks, demand, submitted, estimate, priority};
    running = (gangway_running){sizeof running, &running_jobs, since, 2, held_job, held_node, held_tasks};
    question = (gangway_question){sizeof question, 60, "fifo;easy;best-fit", 2, &nodes, &waiting, &running};
}

static gangway_grant grants[8];
static size_t count;

static void answers(void) {
    set_up();
    expect(gangway_c_version() == GANGWAY_C_VERSION, "header and library are of one version");
    expect(gangway_decide(&question, grants, 8, &count) == GANGWAY_OK, "easy decides");
    expect(count == 2 && grants[0].job == 1 && grants[0].node == 0 && grants[0].tasks == 1 && grants[1].job == 1 &&
               grants[1].node == 1 && grants[1].tasks == 1,
           "under easy the gang that ends before the first one's reservation starts, a task on each node");
    expect(strcmp(gangway_last_error(), "") == 0, "no error is left");

    expect(gangway_decide(&question, grants, 1, &count) == GANGWAY_NO_ROOM && count == 2,
           "one row is too few, and two are wanted");
    expect(gangway_decide(&question, NULL, 0, &count) == GANGWAY_NO_ROOM && count == 2,
           "to ask for the number of rows");

    question.policy = NULL; /* fifo;strict;best-fit */
    expect(gangway_decide(&question, grants, 8, &count) == GANGWAY_OK && count == 0,
           "strict starts nothing behind the first");

    gangway_explanation out = {.size = sizeof out};
    char text[200];
    size_t needed = 0;
    question.policy = "fifo;easy";
    expect(gangway_explain(&question, 0, &out, text, sizeof text, &needed) == GANGWAY_OK, "why the first waits");
    printf("job 10 %s\njob 11 ", text);
    expect(out.verdict == GANGWAY_WAITS && out.cause == GANGWAY_CAPACITY && out.need == 16 && out.free == 0,
           "its figures");
    expect(out.reserved_at == 600 && out.starts_at == 600 && needed == strlen(text) + 1, "its reservation");
    expect(gangway_explain(&question, 1, &out, text, sizeof text, NULL) == GANGWAY_OK && out.verdict == GANGWAY_RUNS,
           "the second runs");
    printf("%s\njob 13 ", text);
    expect(gangway_explain(&question, 3, &out, text, sizeof text, &needed) == GANGWAY_OK, "why the last can never run");
    expect(out.verdict == GANGWAY_NEVER && out.cause == GANGWAY_TASK_TOO_LARGE && isnan(out.starts_at), "its verdict");
    printf("%s\n", text);
    expect(gangway_explain(&question, 3, &out, text, needed - 1, &needed) == GANGWAY_NO_ROOM,
           "a sentence is never cut");
    expect(gangway_explain(&question, 3, &out, NULL, 0, &needed) == GANGWAY_OK, "figures alone");
}

/* The question as it stands is refused with this status and these words, and nothing is written. */
static void refused(int status, char const* words) {
    gangway_grant const before = {77, 77, 77};
    grants[0] = before;
    count = 77;
    int const got = gangway_decide(&question, grants, 8, &count);
    if (got != status || !strstr(gangway_last_error(), words) || count != 77 ||
        memcmp(grants, &before, sizeof before) != 0) {
        printf("FAULT: status %d instead of %d; wanted: %s; got: %s\n", got, status, words, gangway_last_error());
        ++faults;
    } else {
        printf("%d %s\n", got, gangway_last_error());
    }
    set_up();
}

#define WITH(place, value, status, words)                                                                              \
    do {                                                                                                               \
        __typeof__(place) const kept = place;                                                                          \
        place = value;                                                                                                 \
        refused(status, words);                                                                                        \
        place = kept;                                                                                                  \
        set_up();                                                                                                      \
    } while (0)

static void refusals(void) {
    set_up();
    WITH(question.size, 8, GANGWAY_BAD_SIZE, "question.size is 8");
    WITH(question.size, 0, GANGWAY_BAD_SIZE, "question.size is 0");
    WITH(nodes.size, sizeof nodes + 8, GANGWAY_BAD_SIZE, "nodes.size");
    WITH(waiting.size, 1, GANGWAY_BAD_SIZE, "waiting.size is 1");
    WITH(running_jobs.size, 1, GANGWAY_BAD_SIZE, "running.jobs.size is 1");
    WITH(question.now, NAN, GANGWAY_BAD_VALUE, "question.now is not finite");
    WITH(question.resources, 0, GANGWAY_BAD_VALUE, "question.resources is 0");
    WITH(question.resources, 5, GANGWAY_BAD_VALUE, "question.resources is 5");
    WITH(question.nodes, NULL, GANGWAY_BAD_VALUE, "nodes is NULL");
    WITH(question.waiting, NULL, GANGWAY_BAD_VALUE, "waiting is NULL");
    WITH(nodes.capacity, NULL, GANGWAY_BAD_VALUE, "nodes.capacity is NULL");
    WITH(nodes.count, (size_t)-1, GANGWAY_BAD_VALUE, "nodes.count is");
    WITH(waiting.tasks, NULL, GANGWAY_BAD_VALUE, "waiting.tasks is NULL");
    WITH(running.since, NULL, GANGWAY_BAD_VALUE, "running.since is NULL");
    WITH(capacity[2], -8, GANGWAY_BAD_VALUE, "nodes.capacity[2] is -8");
    WITH(capacity[2], INT64_MAX, GANGWAY_BAD_VALUE, "nodes.capacity[2] is 9223372036854775807");
    WITH(nodes.free, capacity, GANGWAY_BAD_VALUE, "node 1 has less of resource 0 than is free and held");
    WITH(tasks[1], 0, GANGWAY_BAD_VALUE, "waiting.tasks[1] is 0");
    WITH(tasks[1], INT64_MAX, GANGWAY_BAD_VALUE, "waiting.tasks[1] is 9223372036854775807");
    WITH(demand[5], -1, GANGWAY_BAD_VALUE, "waiting.demand[5] is -1");
    WITH(submitted[0], INFINITY, GANGWAY_BAD_VALUE, "waiting.submitted[0] is infinite");
    WITH(estimate[2], NAN, GANGWAY_BAD_VALUE, "waiting.estimate[2] is nan");
    WITH(estimate[2], -1, GANGWAY_BAD_VALUE, "waiting.estimate[2] is -1");
    WITH(priority[3], NAN, GANGWAY_BAD_VALUE, "waiting.priority[3] is NaN");
    WITH(id[3], 10, GANGWAY_BAD_VALUE, "waiting.id[3] is 10, as waiting.id[0]");
    WITH(id[3], 1, GANGWAY_BAD_VALUE, "running.jobs.id[0] is 1, as waiting.id[3]");
    WITH(held_node[0], 2, GANGWAY_BAD_VALUE, "running.held_node[0] is 2, but nodes.count is 2");
    WITH(held_job[1], 1, GANGWAY_BAD_VALUE, "running.held_job[1] is 1, but running.jobs.count is 1");
    WITH(held_tasks[1], 2, GANGWAY_BAD_VALUE, "running.held_tasks[1] is 2");
    WITH(running.held_count, 1, GANGWAY_BAD_VALUE, "running.jobs.tasks[0] is 2, but the held parts have 1");
    WITH(up[1], 0, GANGWAY_BAD_VALUE, "running.held_node[0] is 1, which is out of service");
    WITH(question.policy, "fifo;hasty", GANGWAY_BAD_POLICY, "'hasty'");
    WITH(question.policy, "fifo;protected(soon)", GANGWAY_BAD_POLICY, "'soon'");
    WITH(question.policy, "best;strict", GANGWAY_BAD_POLICY, "'best'");
    WITH(question.policy, "fifo;easy;topology", GANGWAY_BAD_POLICY, "racks");
    question.policy = "response-ratio";
    WITH(estimate[1], 0, GANGWAY_BAD_VALUE, "response_ratio needs estimates above zero");

    expect(gangway_decide(NULL, grants, 8, &count) == GANGWAY_BAD_VALUE, "no question");
    expect(gangway_decide(&question, NULL, 8, &count) == GANGWAY_BAD_VALUE, "no rows, but room for them");
    expect(gangway_decide(&question, grants, 8, NULL) == GANGWAY_BAD_VALUE, "no count");
    gangway_explanation out = {.size = 4};
    char text[8];
    expect(gangway_explain(&question, 0, &out, text, sizeof text, NULL) == GANGWAY_BAD_SIZE,
           "an explanation of another size");
    out.size = sizeof out;
    expect(gangway_explain(&question, 4, &out, NULL, 0, NULL) == GANGWAY_BAD_VALUE, "a job that does not wait");
    expect(gangway_explain(&question, 0, NULL, NULL, 0, NULL) == GANGWAY_BAD_VALUE, "no explanation");
    expect(gangway_explain(&question, 0, &out, NULL, 8, NULL) == GANGWAY_BAD_VALUE, "no text, but room for it");
}

int main(void) {
    answers();
    refusals();
    if (faults == 0) printf("ok\n");
    return faults > 0;
}
