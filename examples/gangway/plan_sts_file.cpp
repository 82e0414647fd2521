// tool - reads files of training jobs with due dates, for `gangway plan sts`.
#include "plan_sts_file.hpp"

#include "files.hpp"
#include "json_place.hpp"

#include <gangway/text/text.hpp>

#include <cmath>

namespace tool {

namespace {

using namespace gangway;
namespace sts = gangway::plan::sts;

constexpr double most = 1e12; // seconds, joules, watts: no sum of them overflows

double amount(json_place const& at, double least) {
    double const v = at.number(least);
    if (v > most) at.fail("is too large");
    return v;
}
double positive(json_place const& at) {
    double const v = amount(at, 0.0);
    if (!(v > 0.0)) at.fail("is not above 0");
    return v;
}
double amount_or(json_place const& of, std::string const& key, double otherwise, double least = 0.0) {
    return of.has(key) ? amount(of.at(key), least) : otherwise;
}
std::size_t count(json_place const& at, double least, double at_most) {
    double const v = at.number(least);
    if (v != std::floor(v) || v > at_most)
        at.fail("is not a whole number up to " + std::to_string(static_cast<long long>(at_most)));
    return static_cast<std::size_t>(v);
}
std::size_t count_or(json_place const& of, std::string const& key, std::size_t otherwise, double least,
                     double at_most) {
    return of.has(key) ? count(of.at(key), least, at_most) : otherwise;
}
double part(json_place const& at) {
    double const v = positive(at);
    if (v > 1.0) at.fail("is not a part of one, up to 1");
    return v;
}

void read_options(json_place const& of, sts::cluster_options& o) {
    o.restarts = count_or(of, "restarts", o.restarts, 1, 1e6);
    o.elite = count_or(of, "elite", o.elite, 1, 1e6);
    o.sweeps = count_or(of, "sweeps", o.sweeps, 0, 1e6);
    o.reserve = duration{amount_or(of, "reserve_seconds", 0.0)};
    o.postponement = amount_or(of, "postponement", o.postponement);
}

void read_nodes(json_place const& nodes, sts_instance& into) {
    for (auto const& at : nodes.items()) {
        at.only({"kind", "count", "watts", "memory_gb"});
        auto const name = at.at("kind").text();
        if (std::find(into.kinds.begin(), into.kinds.end(), name) != into.kinds.end())
            at.fail("is a second kind " + in_quotes(name));
        sts::node_kind kind;
        for (auto const& w : at.at("watts").items()) kind.draw.push_back(power{amount(w, 0.0)});
        if (kind.draw.size() < 2 || kind.draw.size() > 1025)
            at.at("watts").fail("gives the draw of the whole node with 0, 1, ... devices in use: 2 to 1025 numbers");
        for (std::size_t d = 2; d < kind.draw.size(); ++d)
            if (kind.draw[d] < kind.draw[d - 1])
                at.at("watts").fail("falls: a node draws no less with more devices in use");
        if (!(kind.draw[1].value() > 0.0)) at.at("watts").fail("has a device in use that draws nothing");
        kind.memory = bytes{amount_or(at, "memory_gb", 0.0) * 1e9};
        into.park.kinds.push_back(std::move(kind));
        into.kinds.push_back(name);
        auto const copies = count_or(at, "count", 1, 1, 1e5);
        for (std::size_t i = 0; i < copies; ++i) {
            into.park.kind_of_node.push_back(static_cast<gangway::index>(into.kinds.size() - 1));
            into.nodes.push_back(name + "-" + std::to_string(i));
        }
    }
    if (into.nodes.empty()) nodes.fail("is empty");
    std::size_t devices = 0;
    for (auto const k : into.park.kind_of_node) devices += into.park.kinds[k].devices();
    if (devices > 1'000'000) nodes.fail("has more than 1000000 devices");
}

sts::early_stop read_stops(json_place const& job) {
    int const given = int{job.has("epochs")} + int{job.has("stop_probabilities")} + int{job.has("past_runs")};
    if (given != 1) job.fail("needs one of 'epochs' (never stops early), 'stop_probabilities' and 'past_runs'");
    if (job.has("epochs")) {
        std::vector<double> p(count(job.at("epochs"), 1, 1e5), 0.0);
        p.back() = 1.0;
        return *sts::early_stop::from_probabilities(p);
    }
    if (job.has("past_runs")) {
        auto const at = job.at("past_runs");
        std::vector<std::size_t> epochs;
        for (auto const& n : at.items()) epochs.push_back(count(n, 1, 1e5));
        if (epochs.empty()) at.fail("is empty");
        return *sts::early_stop::from_runs(epochs);
    }
    auto const at = job.at("stop_probabilities");
    std::vector<double> p;
    for (auto const& x : at.items()) p.push_back(x.number(0.0));
    auto stops = sts::early_stop::from_probabilities(p);
    if (!stops) at.fail("is no distribution: the probabilities of 1, 2, ... epochs add up to 1");
    return *stops;
}

sts::configuration read_configuration(json_place const& at, sts_instance const& in) {
    at.only({"kind", "devices", "share", "memory_gb", "seconds", "joules"});
    sts::configuration c;
    auto const name = at.at("kind").text();
    auto const found = std::find(in.kinds.begin(), in.kinds.end(), name);
    if (found == in.kinds.end()) {
        std::vector<std::string_view> const names{in.kinds.begin(), in.kinds.end()};
        at.at("kind").fail("there is no kind " + in_quotes(name) + did_you_mean(name, names) + "; there are " +
                           joined(names));
    }
    c.kind = static_cast<gangway::index>(found - in.kinds.begin());
    auto const& kind = in.park.kinds[c.kind];
    c.devices = static_cast<std::int64_t>(count_or(at, "devices", 1, 1, 1024));
    if (static_cast<std::size_t>(c.devices) > kind.devices())
        at.at("devices").fail("is more than such a node has, " + std::to_string(kind.devices()));
    if (at.has("share")) c.share = part(at.at("share"));
    if (c.share < 1.0 && c.devices != 1) at.fail("has a share of more than one device");
    c.memory = bytes{amount_or(at, "memory_gb", 0.0) * 1e9};
    if (c.memory > kind.memory) at.at("memory_gb").fail("is more than a device of such a node has");
    c.time = duration{positive(at.at("seconds"))};
    c.spent = at.has("joules") ? energy{positive(at.at("joules"))} : sts::whole_node(kind, c.devices, c.time);
    return c;
}

sts::training_job read_job(json_place const& at, sts_instance const& in) {
    at.only({"id", "due", "weight", "done", "epochs", "stop_probabilities", "past_runs", "configurations"});
    std::vector<sts::configuration> configurations;
    for (auto const& c : at.at("configurations").items()) configurations.push_back(read_configuration(c, in));
    if (configurations.empty()) at.at("configurations").fail("is empty");
    sts::training_job job{std::move(configurations), read_stops(at), instant{amount(at.at("due"), -most)}};
    job.weight = amount_or(at, "weight", job.weight);
    job.done = amount_or(at, "done", 0.0);
    if (job.done + 1e-6 > static_cast<double>(job.stops.most_epochs()))
        at.at("done").fail("is all that the job can run: there is nothing to plan");
    return job;
}

sts_instance read_instance(json_place const& root) {
    sts_instance in;
    in.now = instant{amount_or(root, "now", 0.0, -most)};
    in.options.seed = count_or(root, "seed", 1, 0, 9e15);
    read_options(root, in.options);
    read_nodes(root.at("nodes"), in);
    auto const jobs = root.at("jobs");
    for (auto const& at : jobs.items()) {
        in.jobs.push_back(read_job(at, in));
        auto const name = at.at("id").text();
        if (std::find(in.names.begin(), in.names.end(), name) != in.names.end())
            at.fail("is a second job " + in_quotes(name));
        in.names.push_back(name);
    }
    if (in.jobs.empty()) jobs.fail("is empty");
    return in;
}

sts_load read_load(json_place const& at) {
    at.only({"seed", "nodes", "jobs", "days", "tight", "loose", "sharing", "move_seconds", "restarts", "elite",
             "sweeps", "reserve_seconds", "postponement"});
    sts_load load;
    load.options = sts::stochastic{}.options;
    read_options(at, load.options);
    load.shape.seed = load.options.seed = count_or(at, "seed", 1, 0, 9e15);
    load.shape.nodes = count_or(at, "nodes", load.shape.nodes, 2, 1e4);
    load.shape.jobs = count_or(at, "jobs", load.shape.jobs, 1, 1e5);
    if (at.has("days")) load.shape.span = days{positive(at.at("days"))};
    load.shape.tight = amount_or(at, "tight", load.shape.tight);
    load.shape.loose = amount_or(at, "loose", load.shape.loose, load.shape.tight);
    load.rules.move = load.options.move = duration{amount_or(at, "move_seconds", 0.0)};
    load.shape.sharing = at.has("sharing") && at.at("sharing").truth();
    return load;
}

} // namespace

sts_file read_sts_file(std::string const& path) {
    auto const parsed = parse_json(path, read_file(path));
    json_place const root{path, parsed};
    root.only(
        {"now", "seed", "restarts", "elite", "sweeps", "reserve_seconds", "postponement", "nodes", "jobs", "simulate"});
    sts_file out;
    if (root.has("nodes") || root.has("jobs")) out.instance = read_instance(root);
    if (root.has("simulate")) out.load = read_load(root.at("simulate"));
    if (!out.instance && !out.load) root.fail("has neither 'nodes' and 'jobs' to plan nor a load to 'simulate'");
    return out;
}

} // namespace tool
