// Python - nodes, jobs and running gangs out of lists of dicts, and the cluster model over them.
#pragma once

#include "dict_reader.hpp"

#include <gangway/adapt/projections.hpp>

#include <map>
#include <utility>
#include <vector>

namespace lesson {

struct node {
    std::string name;
    std::int64_t gpus = 0, free = 0;
    bool up = true;
};

struct job {
    std::string name;
    std::int64_t tasks = 1, gpus = 1; ///< tasks, and the GPUs of each
    double submitted = 0.0, priority = 0.0;
    std::optional<double> run, estimate;
};

/// A gang that holds nodes.
struct run {
    job what;
    double since = 0.0;
    std::vector<std::pair<std::size_t, std::int64_t>> on; ///< place of the node, tasks
};

struct cluster {
    std::vector<node> nodes;
    std::vector<job> jobs;
    std::vector<run> running;
};

/// Names are unique, and found again.
class names {
  public:
    explicit names(std::string list) : list_{std::move(list)} {}

    void add(std::string const& name, std::size_t at, std::string const& place) {
        auto const [other, is_new] = at_.emplace(name, std::pair{at, place});
        if (!is_new)
            throw py::value_error(place + " is '" + name + "', as " + other->second.second + ": names are unique");
    }
    [[nodiscard]] std::size_t find(std::string const& name, std::string const& place) const {
        auto const found = at_.find(name);
        if (found == at_.end()) throw py::value_error(place + " names '" + name + "', which is not in " + list_);
        return found->second.first;
    }

  private:
    std::string list_;
    std::map<std::string, std::pair<std::size_t, std::string>> at_;
};

namespace detail {

inline job read_job(dict_reader const& d) {
    return {.name = d.text("name"),
            .tasks = d.has("tasks") ? d.whole("tasks", 1) : 1,
            .gpus = d.whole("gpus", 0),
            .submitted = d.has("submitted") ? d.number("submitted") : 0.0,
            .priority = d.has("priority") ? d.number("priority") : 0.0,
            .run = d.maybe_seconds("run"),
            .estimate = d.maybe_seconds("estimate")};
}

inline run read_run(dict_reader const& d, std::vector<node>& nodes, names const& of_nodes) {
    run r{read_job(d), d.number("since"), {}};
    auto const parts = d.value("nodes");
    if (!py::isinstance<py::dict>(parts))
        throw py::type_error(d.at("nodes") + " must be a dict of node names and numbers of tasks");
    std::int64_t tasks = 0;
    for (auto const& [name, count] : py::reinterpret_borrow<py::dict>(parts)) {
        auto const text = py::str(name).cast<std::string>();
        auto const place = d.at("nodes") + "['" + text + "']";
        auto const n = of_nodes.find(text, place);
        auto const held = dict_reader::whole_number(count, place, 1, r.what.tasks);
        if (held * r.what.gpus > nodes[n].free)
            throw py::value_error(place + " holds " + std::to_string(held * r.what.gpus) + " GPUs, but only " +
                                  std::to_string(nodes[n].free) + " of the node are left");
        if (!nodes[n].up) throw py::value_error(place + " holds tasks on a node that is not up");
        nodes[n].free -= held * r.what.gpus;
        tasks += held;
        r.on.emplace_back(n, held);
    }
    if (tasks != r.what.tasks)
        throw py::value_error(d.at("nodes") + " has " + std::to_string(tasks) + " of " + std::to_string(r.what.tasks) +
                              " tasks: a gang runs whole");
    return r;
}

} // namespace detail

/// Reads three lists of dicts; a node's `free` may be left out where all that is taken is in `running`.
inline cluster read_cluster(py::sequence const& nodes, py::sequence const& jobs, py::sequence const& running) {
    cluster c;
    names of_nodes{"nodes"};
    names of_jobs{"jobs"};
    std::vector<dict_reader> of_node;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        of_node.emplace_back(nodes[i], "nodes[" + std::to_string(i) + "]",
                             std::initializer_list<char const*>{"name", "gpus", "free", "up"});
        auto const& d = of_node.back();
        auto const gpus = d.whole("gpus", 0);
        c.nodes.push_back({d.text("name"), gpus, gpus, d.truth("up", true)});
        of_nodes.add(c.nodes.back().name, i, d.at("name"));
    }
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        dict_reader const d{jobs[i],
                            "jobs[" + std::to_string(i) + "]",
                            {"name", "tasks", "gpus", "submitted", "priority", "run", "estimate"}};
        c.jobs.push_back(detail::read_job(d));
        of_jobs.add(c.jobs.back().name, i, d.at("name"));
    }
    for (std::size_t i = 0; i < running.size(); ++i) {
        dict_reader const d{running[i],
                            "running[" + std::to_string(i) + "]",
                            {"name", "tasks", "gpus", "submitted", "priority", "run", "estimate", "since", "nodes"}};
        c.running.push_back(detail::read_run(d, c.nodes, of_nodes));
        of_jobs.add(c.running.back().what.name, i, d.at("name"));
    }
    for (std::size_t i = 0; i < c.nodes.size(); ++i) // what is left beside the running gangs, or less
        if (of_node[i].has("free")) c.nodes[i].free = of_node[i].whole("free", 0, c.nodes[i].free);
    return c;
}

/// The model that policies ask: handles are pointers to the records of `c`, which must outlive it.
inline auto model_of(cluster const& c) {
    using gang = gangway::running_gang<job const*, std::vector<gangway::grant<node const*>>>;
    return gangway::adapt<job>(
        gangway::job_fields{.id = &job::name,
                            .shape = [](job const& j) { return gangway::gang<1>{j.tasks, {j.gpus}}; },
                            .submitted = [](job const& j) { return gangway::instant{j.submitted}; },
                            .estimate = [](job const& j) -> std::optional<gangway::duration> {
                                if (!j.estimate) return std::nullopt;
                                return gangway::duration{*j.estimate};
                            },
                            .priority = &job::priority},
        c.nodes,
        gangway::node_fields{.id = &node::name,
                             .capacity = [](node const& n) { return gangway::amounts<1>{n.gpus}; },
                             .free = [](node const& n) { return gangway::amounts<1>{n.free}; },
                             .up = &node::up},
        [&c] {
            std::vector<gang> all;
            for (auto const& r : c.running) {
                all.push_back({&r.what, gangway::instant{r.since}, {}});
                for (auto const& [n, tasks] : r.on) all.back().nodes.push_back({&c.nodes[n], tasks});
            }
            return all;
        });
}

} // namespace lesson
