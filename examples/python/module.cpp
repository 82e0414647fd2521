// Python - the module `gangway`: decide, explain and replay over lists of dicts.
#include "../common/thrown_promises.hpp"

#include "cluster.hpp"

#include <gangway/gangway.hpp>
#include <gangway/runtime/compose.hpp>
#include <gangway/sim/metrics.hpp>
#include <gangway/sim/replay.hpp>

namespace {

using namespace lesson;

using cluster_model = decltype(model_of(std::declval<cluster const&>()));
using replay_model = gangway::sim::world<gangway::gang<1>>;

template <class Model>
gangway::runtime::any_policy<Model> policy_of(std::string const& text) {
    auto composed = gangway::runtime::compose<Model>(text);
    if (!composed) throw py::value_error(composed.error);
    return *std::move(composed.policy);
}

std::vector<job const*> pending(cluster const& c) {
    std::vector<job const*> all;
    for (auto const& j : c.jobs) all.push_back(&j);
    return all;
}

py::list decide(py::sequence const& nodes, py::sequence const& jobs, std::string const& policy, py::handle now,
                py::sequence const& running) {
    auto const c = read_cluster(nodes, jobs, running);
    auto const model = model_of(c);
    gangway::instant const at{dict_reader::finite(now, "now")};
    py::list starts;
    std::visit(
        [&](auto const& p) {
            gangway::decide(model, pending(c), p, at, [&](auto const& d) {
                py::dict on;
                for (auto const& part : d.nodes) on[py::str(part.node->name)] = part.tasks;
                py::dict start;
                start["name"] = d.job->name;
                start["nodes"] = on;
                starts.append(start);
            });
        },
        policy_of<cluster_model>(policy));
    return starts;
}

py::object seconds_or_none(std::optional<gangway::instant> const& at) {
    return at ? py::object{py::float_(at->value())} : py::object{py::none()};
}

py::dict explain(py::sequence const& nodes, py::sequence const& jobs, std::string const& name,
                 std::string const& policy, py::handle now, py::sequence const& running) {
    auto const c = read_cluster(nodes, jobs, running);
    auto const model = model_of(c);
    auto const asked = std::find_if(c.jobs.begin(), c.jobs.end(), [&](job const& j) { return j.name == name; });
    if (asked == c.jobs.end()) throw py::value_error("no job in jobs is named '" + name + "'");
    gangway::instant const at{dict_reader::finite(now, "now")};
    auto const e = std::visit([&](auto const& p) { return gangway::explain(model, pending(c), p, at, &*asked); },
                              policy_of<cluster_model>(policy));
    std::string_view const resources[] = {"GPUs"};
    py::dict out;
    out["verdict"] = gangway::to_text(e.is);
    out["text"] = gangway::describe(e, resources);
    out["ahead"] = e.ahead;
    out["need"] = e.need;
    out["free"] = e.free;
    out["reserved_at"] = seconds_or_none(e.reserved_at);
    out["starts_at"] = seconds_or_none(e.starts_at);
    return out;
}

using workload = gangway::sim::workload<gangway::gang<1>>;

workload workload_of(cluster const& c) {
    workload w;
    for (auto const& n : c.nodes) {
        if (n.free != n.gpus)
            throw py::value_error("node '" + n.name + "' has less free than it has: a replay starts empty");
        w.nodes.push_back({{n.gpus}, n.up});
    }
    // Ties go by name, here as in decide.
    std::vector<std::string> sorted;
    for (auto const& j : c.jobs) sorted.push_back(j.name);
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t i = 0; i < c.jobs.size(); ++i) {
        auto const& j = c.jobs[i];
        if (!j.run) throw py::value_error("jobs[" + std::to_string(i) + "] has no key 'run', which a replay needs");
        auto const id = std::lower_bound(sorted.begin(), sorted.end(), j.name) - sorted.begin();
        w.jobs.push_back({.id = id,
                          .submitted = gangway::instant{j.submitted},
                          .run = gangway::duration{*j.run},
                          .estimate = j.estimate ? std::optional{gangway::duration{*j.estimate}} : std::nullopt,
                          .priority = j.priority,
                          .shape = {j.tasks, {j.gpus}}});
    }
    return w;
}

py::dict schedule_of(cluster const& c, workload const& w, gangway::sim::result const& r) {
    py::list jobs;
    for (gangway::index j = 0; j < c.jobs.size(); ++j) {
        auto const& o = r.jobs[j];
        py::dict on;
        if (o.started())
            for (auto const& part : r.nodes_of(j)) on[py::str(c.nodes[part.node.at].name)] = part.tasks;
        py::dict row;
        row["name"] = c.jobs[j].name;
        row["start"] = o.started() ? py::object{py::float_(o.start)} : py::object{py::none()};
        row["end"] = o.ended() ? py::object{py::float_(o.end)} : py::object{py::none()};
        row["cut"] = o.cut;
        row["nodes"] = on;
        jobs.append(row);
    }
    auto const m = gangway::sim::measure(w, r);
    py::dict metrics;
    metrics["mean_completion"] = m.completion.mean;
    metrics["mean_wait"] = m.wait.mean;
    metrics["max_wait"] = m.wait.max;
    metrics["bounded_slowdown"] = m.bounded_slowdown;
    metrics["makespan"] = m.makespan;
    metrics["utilisation"] = m.utilisation ? py::object{py::float_(*m.utilisation)} : py::object{py::none()};
    metrics["ended"] = m.ended;
    metrics["never_started"] = m.never_started;
    py::dict out;
    out["jobs"] = jobs;
    out["metrics"] = metrics;
    return out;
}

py::dict replay(py::sequence const& nodes, py::sequence const& jobs, std::string const& policy) {
    auto const c = read_cluster(nodes, jobs, py::list{});
    auto const w = workload_of(c);
    auto const r =
        std::visit([&](auto const& p) { return gangway::sim::replay{w, p}.run(); }, policy_of<replay_model>(policy));
    return schedule_of(c, w, r);
}

constexpr char const* fifo = "fifo;strict;best-fit";

} // namespace

PYBIND11_MODULE(gangway, m) {
    using namespace py::literals;
    m.doc() =
        "Scheduling policies for GPU clusters, over lists of dicts.\n\n"
        "nodes: name, gpus; free, up.  jobs: name, gpus (of each task); tasks, submitted, priority, estimate, and\n"
        "run for a replay.  running: as jobs, with since and nodes, a dict of node names and numbers of tasks.\n"
        "Times are seconds; what stands behind a semicolon may be left out.  A policy is\n"
        "'rank;admission;placement', as 'fifo;easy;best-fit'.";
    m.def("decide", &decide, "Who starts now, in order: a list of {'name', 'nodes': {node: tasks}}.", "nodes"_a,
          "jobs"_a, "policy"_a = fifo, "now"_a = 0.0, "running"_a = py::tuple());
    m.def("explain", &explain,
          "Why a job does not start now: verdict, text, ahead, need, free, reserved_at, starts_at.", "nodes"_a,
          "jobs"_a, "name"_a, "policy"_a = fifo, "now"_a = 0.0, "running"_a = py::tuple());
    m.def("replay", &replay, "The whole schedule of jobs with run times: {'jobs': [...], 'metrics': {...}}.", "nodes"_a,
          "jobs"_a, "policy"_a = fifo);
}
