// C ABI - what a question may not contain, each with a sentence that names its place.
#pragma once

#include "gangway_c.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

namespace gangway_c {

/// A status other than GANGWAY_OK and its sentence, on their way to the caller.
struct refusal : std::runtime_error {
    gangway_status status;

    refusal(gangway_status s, std::string const& text) : runtime_error{text}, status{s} {}
};

/// Where a value stands, as `waiting.tasks[3]`; text is made only for a refusal.
struct spot {
    char const* group;
    char const* array;
    std::size_t at;

    [[nodiscard]] std::string text() const { return std::string{group} + "." + array + "[" + std::to_string(at) + "]"; }
};

[[noreturn]] inline void refuse(std::string const& text) {
    throw refusal{GANGWAY_BAD_VALUE, text};
}

namespace detail {

inline void need(void const* p, char const* group, char const* array = "", std::size_t count = 1) {
    if (!p && count > 0) refuse(std::string{group} + (*array ? "." : "") + array + " is NULL");
}
inline void need_rows(std::size_t count, char const* group, char const* name = "count") {
    if (count > GANGWAY_MOST_ROWS)
        refuse(std::string{group} + "." + name + " is " + std::to_string(count) + ": at most " +
               std::to_string(GANGWAY_MOST_ROWS) + " can be");
}
inline void need_number(double x, spot where) {
    if (!std::isfinite(x))
        refuse(where.text() + " is " + (std::isnan(x) ? "NaN" : "infinite") + ": a finite number belongs there");
}
inline void need_between(std::int64_t x, std::int64_t low, std::int64_t high, spot where) {
    if (x < low || x > high)
        refuse(where.text() + " is " + std::to_string(x) + ": a number from " + std::to_string(low) + " to " +
               std::to_string(high) + " belongs there");
}
inline void need_below(std::size_t x, std::size_t count, spot where, char const* counted) {
    if (x >= count)
        refuse(where.text() + " is " + std::to_string(x) + ", but " + counted + " is " + std::to_string(count));
}
template <class Struct>
void need_size(Struct const* s, char const* name) {
    need(s, name);
    if (s->size != sizeof(Struct))
        throw refusal{GANGWAY_BAD_SIZE,
                      std::string{name} + ".size is " + std::to_string(s->size) + ", this library (version " +
                          std::to_string(GANGWAY_C_VERSION) + ") knows " + std::to_string(sizeof(Struct)) +
                          ": set it to sizeof the struct, and check " + "that header and library belong together"};
}

inline void check_nodes(gangway_nodes const* n, std::size_t resources) {
    need_size(n, "nodes");
    need_rows(n->count, "nodes");
    need(n->capacity, "nodes", "capacity", n->count);
    need(n->free, "nodes", "free", n->count);
    for (std::size_t i = 0; i < n->count * resources; ++i) {
        need_between(n->capacity[i], 0, GANGWAY_MOST_AMOUNT, {"nodes", "capacity", i});
        need_between(n->free[i], -GANGWAY_MOST_AMOUNT, n->capacity[i], {"nodes", "free", i});
    }
}

/// An id, where it stands, and how many were seen before it.
struct seen_id {
    std::int64_t id;
    std::size_t before;
    spot where;
};
using seen_ids = std::vector<seen_id>;

inline void check_jobs(gangway_jobs const* j, std::size_t resources, char const* group, seen_ids& ids) {
    need_size(j, group);
    need_rows(j->count, group);
    need(j->id, group, "id", j->count);
    need(j->tasks, group, "tasks", j->count);
    need(j->demand, group, "demand", j->count);
    need(j->submitted, group, "submitted", j->count);
    for (std::size_t i = 0; i < j->count; ++i) {
        ids.push_back({j->id[i], ids.size(), {group, "id", i}});
        need_between(j->tasks[i], 1, GANGWAY_MOST_TASKS, {group, "tasks", i});
        for (std::size_t k = i * resources; k < (i + 1) * resources; ++k)
            need_between(j->demand[k], 0, GANGWAY_MOST_AMOUNT, {group, "demand", k});
        need_number(j->submitted[i], {group, "submitted", i});
        if (j->estimate && !(j->estimate[i] >= 0.0))
            refuse(spot{group, "estimate", i}.text() + " is " + std::to_string(j->estimate[i]) +
                   ": seconds from 0 belong there, or INFINITY for none");
        if (j->priority) need_number(j->priority[i], {group, "priority", i});
    }
}

inline void check_unique(seen_ids ids) {
    std::sort(ids.begin(), ids.end(),
              [](seen_id const& a, seen_id const& b) { return a.id != b.id ? a.id < b.id : a.before < b.before; });
    for (std::size_t i = 1; i < ids.size(); ++i)
        if (ids[i].id == ids[i - 1].id)
            refuse(ids[i].where.text() + " is " + std::to_string(ids[i].id) + ", as " + ids[i - 1].where.text() +
                   ": ids are unique");
}

// Whole gangs, on nodes in service, and no more than these have.
inline void check_parts(gangway_running const& r, gangway_nodes const& nodes, std::size_t resources) {
    std::vector<std::int64_t> tasks(r.jobs->count, 0);
    std::vector<std::int64_t> left(nodes.count * resources); // of the capacity, beside what is free and held
    for (std::size_t i = 0; i < left.size(); ++i) left[i] = nodes.capacity[i] - nodes.free[i];
    for (std::size_t h = 0; h < r.held_count; ++h) {
        auto const job = r.held_job[h];
        auto const node = r.held_node[h];
        need_below(job, r.jobs->count, {"running", "held_job", h}, "running.jobs.count");
        need_below(node, nodes.count, {"running", "held_node", h}, "nodes.count");
        need_between(r.held_tasks[h], 1, r.jobs->tasks[job] - tasks[job], {"running", "held_tasks", h});
        tasks[job] += r.held_tasks[h];
        spot const where{"running", "held_node", h};
        if (nodes.up && !nodes.up[node])
            refuse(where.text() + " is " + std::to_string(node) +
                   ", which is out of service: end or requeue its gangs");
        for (std::size_t k = 0; k < resources; ++k) {
            auto& room = left[node * resources + k];
            room -= r.held_tasks[h] * r.jobs->demand[job * resources + k];
            if (room < 0)
                refuse("node " + std::to_string(node) + " has less of resource " + std::to_string(k) +
                       " than is free and held: see " + spot{"nodes", "free", node * resources + k}.text() + " and " +
                       where.text());
        }
    }
    for (std::size_t j = 0; j < tasks.size(); ++j)
        if (tasks[j] != r.jobs->tasks[j])
            refuse(spot{"running.jobs", "tasks", j}.text() + " is " + std::to_string(r.jobs->tasks[j]) +
                   ", but the held parts have " + std::to_string(tasks[j]) + ": a gang runs whole");
}

inline void check_running(gangway_running const* r, gangway_nodes const& nodes, std::size_t resources, seen_ids& ids) {
    need_size(r, "running");
    check_jobs(r->jobs, resources, "running.jobs", ids);
    need_rows(r->held_count, "running", "held_count");
    need(r->since, "running", "since", r->jobs->count);
    need(r->held_job, "running", "held_job", r->held_count);
    need(r->held_node, "running", "held_node", r->held_count);
    need(r->held_tasks, "running", "held_tasks", r->held_count);
    for (std::size_t j = 0; j < r->jobs->count; ++j) need_number(r->since[j], {"running", "since", j});
    check_parts(*r, nodes, resources);
}

} // namespace detail

/// Throws a refusal unless the library can answer this.
inline void check(gangway_question const* q) {
    detail::need_size(q, "question");
    if (!std::isfinite(q->now)) refuse("question.now is not finite: seconds belong there");
    if (q->resources < 1 || q->resources > GANGWAY_MOST_RESOURCES)
        refuse("question.resources is " + std::to_string(q->resources) + ": a number from 1 to " +
               std::to_string(GANGWAY_MOST_RESOURCES) + " belongs there");
    detail::check_nodes(q->nodes, q->resources);
    detail::seen_ids ids;
    detail::check_jobs(q->waiting, q->resources, "waiting", ids);
    if (q->running) detail::check_running(q->running, *q->nodes, q->resources, ids);
    detail::check_unique(std::move(ids));
}

} // namespace gangway_c
