// tool - `gangway plan scrooge`: reads a graph of models and prints four plans for it, and one for each change of
// rates.
#include "plan.hpp"
#include "plan_json.hpp"
#include "table.hpp"
#include "wrap.hpp"

#include <gangway/plan/scrooge/replan.hpp>
#include <gangway/plan/scrooge/shared.hpp>
#include <gangway/plan/scrooge/two_steps.hpp>

#include <fmt/format.h>

namespace tool {

namespace {

using namespace gangway;
namespace scrooge = gangway::plan::scrooge;
using json = nlohmann::ordered_json;

struct scrooge_file {
    scrooge::graph graph;
    std::vector<frequency> entering;
    std::vector<std::vector<frequency>> then;
    name_list types;
    name_list models;
    scrooge::node_budget budget;
};

scrooge::profile read_profile(json_place const& at) {
    at.only({"batch", "parallel", "duration_s", "latency_s"});
    scrooge::profile p;
    p.batch = whole(at.at("batch"), 1, 1'000'000);
    p.parallel = whole_or(at, "parallel", 1, 1, 1'000'000);
    p.run = duration{above_zero(at.at("duration_s"))};
    p.latency =
        at.has("latency_s") ? duration{above_zero(at.at("latency_s"))} : scrooge::full_latency(p.parallel, p.run);
    return p;
}

scrooge_file read_scrooge(std::string const& path) {
    plan_file const file{path};
    auto const root = file.root();
    root.only({"about", "limit_s", "types", "models", "edges", "then", "nodes"});
    scrooge_file out;
    out.graph.limit = duration{above_zero(root.at("limit_s"))};
    out.budget.nodes = static_cast<std::uint64_t>(whole_or(root, "nodes", 5'000'000, 1, 1'000'000'000));
    for (auto const& at : root.at("types").items()) {
        at.only({"name", "cost", "at_most"});
        out.types.add(at.at("name"));
        scrooge::machine_type type{from_zero(at.at("cost"))};
        type.at_most = whole_or(at, "at_most", type.at_most, 0, 1'000'000'000);
        out.graph.types.push_back(type);
    }
    for (auto const& at : root.at("models").items()) {
        at.only({"name", "entering", "profiles"});
        out.models.add(at.at("name"));
        out.entering.push_back(frequency{at.has("entering") ? from_zero(at.at("entering")) : 0.0});
        scrooge::model model{frequency{0.0}, std::vector<std::vector<scrooge::profile>>(out.graph.types.size())};
        auto const profiles = at.at("profiles");
        for (auto const& name : keys_of(profiles))
            for (auto const& one : profiles.at(name).items())
                model.on[out.types.find(name, profiles)].push_back(read_profile(one));
        if (std::all_of(model.on.begin(), model.on.end(), [](auto const& list) { return list.empty(); }))
            profiles.fail("holds no profile");
        out.graph.models.push_back(std::move(model));
    }
    if (out.models.size() == 0) root.at("models").fail("is empty");
    if (out.models.size() > 500) root.at("models").fail("are more than 500");
    if (root.has("edges"))
        for (auto const& at : root.at("edges").items()) {
            at.only({"from", "to", "fan_out"});
            out.graph.edges.push_back({out.models.find(at.at("from").text(), at.at("from")),
                                       out.models.find(at.at("to").text(), at.at("to")),
                                       at.has("fan_out") ? from_zero(at.at("fan_out")) : 1.0});
        }
    if (!scrooge::topological_order(out.graph.models.size(), out.graph.edges))
        root.at("edges").fail("go round in a circle");
    if (root.has("then"))
        for (auto const& at : root.at("then").items()) {
            auto rates = out.then.empty() ? out.entering : out.then.back();
            for (auto const& name : keys_of(at)) rates[out.models.find(name, at)] = frequency{from_zero(at.at(name))};
            out.then.push_back(std::move(rates));
        }
    scrooge::propagate(out.graph, out.entering);
    auto const bounded = [&](std::vector<frequency> const& rates) {
        auto graph = out.graph;
        scrooge::propagate(graph, rates);
        for (std::size_t m = 0; m < out.models.size(); ++m) // every machine is listed: more than these are no plan
            if (!(graph.models[m].rate.value() <= 1e6))
                root.fail("the rate of " + in_quotes(out.models[m]) + " is above 1,000,000 a second; plan a part of it");
    };
    bounded(out.entering);
    for (auto const& rates : out.then) bounded(rates);
    return out;
}

std::string name_of(scrooge::profile const& p) {
    return fmt::format("{}x{}", p.batch, p.parallel);
}
std::string short_number(double v) {
    return fmt::format("{:.6g}", v);
}

std::string_view word(scrooge::verdict v) {
    switch (v) {
    case scrooge::verdict::optimal:
        return "optimal";
    case scrooge::verdict::feasible:
        return "feasible";
    case scrooge::verdict::impossible:
        return "impossible";
    case scrooge::verdict::unknown:
        break;
    }
    return "unknown";
}

std::string verdict_line(scrooge_file const& f, scrooge::outcome const& o) {
    switch (o.is) {
    case scrooge::verdict::optimal:
        return fmt::format("cost {}, proved to be the least ({} nodes)", short_number(o.best.cost), o.nodes);
    case scrooge::verdict::feasible:
        return fmt::format("cost {}, at most {:.2f} % above the least ({} nodes)", short_number(o.best.cost),
                           100.0 * o.gap(), o.nodes);
    case scrooge::verdict::unknown:
        return fmt::format("none found in {} nodes; give more as \"nodes\"", o.nodes);
    case scrooge::verdict::impossible:
        break;
    }
    return o.fastest > f.graph.limit ? fmt::format("none: the fastest takes {} s", short_number(o.fastest.value()))
                                     : std::string{"none: there are too few machines"};
}

std::string print_plan(scrooge_file const& f, scrooge::outcome const& o) {
    if (o.best.models.empty()) return "";
    table t{{"model", "rate /s", "on", "batch", "machines", "starts s", "takes s", "cost"}};
    for (std::size_t m = 0; m < f.models.size(); ++m) {
        auto const& p = o.best.models[m];
        t.add({f.models[m], short_number(f.graph.models[m].rate.value()), f.types[p.type],
               name_of(f.graph.models[m].on[p.type][p.profile]), fmt::format("{:.2f}", p.machines),
               fmt::format("{:.3f}", p.start.value()), fmt::format("{:.3f}", p.latency.value()), short_number(p.cost)});
    }
    return t.text() + fmt::format("  longest path {} s\n", short_number(o.best.critical.value()));
}

std::string print_two_steps(scrooge_file const& f, scrooge::two_step_outcome const& o) {
    if (!o.found())
        return o.major.best.models.empty()
                   ? "none: see above\n"
                   : "none: no machine that is not full keeps the limit; top the last ones up with idle requests\n";
    std::string out = fmt::format("cost {}, {} machines\n", short_number(o.cost), o.machines);
    table t{{"model", "on", "full", "batch", "left /s", "last", "batch", "takes s"}};
    for (std::size_t m = 0; m < f.models.size(); ++m) {
        auto const& p = o.models[m];
        auto const& profiles = f.graph.models[m].on[p.type];
        t.add({f.models[m], f.types[p.type], std::to_string(p.full), name_of(profiles[p.profile]),
               short_number(p.residual.value()), p.last ? fmt::format("{:.2f}", p.last_machines) : "-",
               p.last ? name_of(profiles[*p.last]) : "-", fmt::format("{:.3f}", p.latency.value())});
    }
    return out + t.text();
}

std::string print_shared(scrooge_file const& f, scrooge::shared_outcome const& o) {
    std::string out;
    for (std::size_t i = 0; i < o.shares.size();) {
        auto const& s = o.shares[i];
        auto const full = [&](scrooge::share const& other) {
            return other.of_it > 1.0 - 1e-9 && other.model == s.model && other.type == s.type;
        };
        std::size_t next = i;
        while (next < o.shares.size() && full(o.shares[next])) ++next;
        if (next > i + 1) { // a row of machines for one model alone
            out += fmt::format("  {} {} to {}: {}\n", f.types[s.type], s.machine + 1, o.shares[next - 1].machine + 1,
                               f.models[s.model]);
            i = next;
            continue;
        }
        std::string line = fmt::format("  {} {}:", f.types[s.type], s.machine + 1);
        for (next = i; next < o.shares.size() && o.shares[next].machine == s.machine && o.shares[next].type == s.type;
             ++next)
            line +=
                fmt::format("{} {} {:.2f}", next > i ? "," : "", f.models[o.shares[next].model], o.shares[next].of_it);
        out += wrapped(line, 80, 4) + "\n";
        i = next;
    }
    return out;
}

json json_plan(scrooge_file const& f, scrooge::outcome const& o) {
    json j{{"verdict", word(o.is)}, {"nodes", o.nodes}};
    if (o.best.models.empty()) {
        j["fastest_s"] = o.fastest.value();
        return j;
    }
    j["cost"] = o.best.cost;
    j["at_least"] = o.at_least;
    j["critical_s"] = o.best.critical.value();
    j["models"] = json::array();
    for (std::size_t m = 0; m < f.models.size(); ++m) {
        auto const& p = o.best.models[m];
        auto const& profile = f.graph.models[m].on[p.type][p.profile];
        j["models"].push_back({{"model", f.models[m]},
                               {"rate", f.graph.models[m].rate.value()},
                               {"type", f.types[p.type]},
                               {"profile", p.profile},
                               {"batch", profile.batch},
                               {"parallel", profile.parallel},
                               {"machines", p.machines},
                               {"whole", p.whole},
                               {"start_s", p.start.value()},
                               {"latency_s", p.latency.value()},
                               {"cost", p.cost}});
    }
    return j;
}

json json_two_steps(scrooge_file const& f, scrooge::two_step_outcome const& o) {
    if (!o.found()) return nullptr;
    json j{{"cost", o.cost}, {"machines", o.machines}};
    j["models"] = json::array();
    for (std::size_t m = 0; m < f.models.size(); ++m) {
        auto const& p = o.models[m];
        j["models"].push_back({{"model", f.models[m]},
                               {"type", f.types[p.type]},
                               {"profile", p.profile},
                               {"full", p.full},
                               {"residual", p.residual.value()},
                               {"last_profile", p.last ? json(*p.last) : json(nullptr)},
                               {"last_machines", p.last_machines},
                               {"latency_s", p.latency.value()}});
    }
    return j;
}

json json_shared(scrooge_file const& f, scrooge::shared_outcome const& o) {
    json j = json_plan(f, o.result);
    j["machines"] = json::object();
    for (std::size_t t = 0; t < o.machines.size(); ++t) j["machines"][f.types[t]] = o.machines[t];
    j["shares"] = json::array();
    for (auto const& s : o.shares)
        j["shares"].push_back(
            {{"type", f.types[s.type]}, {"machine", s.machine}, {"model", f.models[s.model]}, {"share", s.of_it}});
    return j;
}

std::string print_changes(scrooge_file const& f, scrooge::graph const& now,
                          std::vector<scrooge::change> const& changes) {
    std::string out;
    for (auto const& c : changes) {
        auto const name = [&](scrooge::placed const& p) {
            return f.types[p.type] + " " + name_of(now.models[c.model].on[p.type][p.profile]);
        };
        out += fmt::format("    {}: {} of {}", f.models[c.model], c.before.whole, name(c.before));
        out += c.same_profile() ? fmt::format(" become {}\n", c.after.whole)
                                : fmt::format(" make way for {} of {}\n", c.after.whole, name(c.after));
    }
    return out.empty() ? "    nothing\n" : out;
}

} // namespace

std::string plan_scrooge(std::string const& path, bool as_json) {
    auto const f = read_scrooge(path);
    auto const fractions = scrooge::solve(f.graph, scrooge::charge::fractions, f.budget);
    auto const machines = scrooge::solve(f.graph, scrooge::charge::machines, f.budget);
    auto const two_steps =
        scrooge::solve_two_steps(f.graph, scrooge::charge::fractions, scrooge::meets::either, f.budget);
    auto const shared = scrooge::solve_shared(f.graph, f.budget);
    json root{{"limit_s", f.graph.limit.value()},
              {"fractions", json_plan(f, fractions)},
              {"machines", json_plan(f, machines)},
              {"two_steps", json_two_steps(f, two_steps)},
              {"shared", json_shared(f, shared)}};
    std::string out =
        fmt::format("{} models within {} s\n\nFractions of machines: {}\n{}", f.models.size(),
                    short_number(f.graph.limit.value()), verdict_line(f, fractions), print_plan(f, fractions));
    out += fmt::format("\nWhole machines: {}\n{}", verdict_line(f, machines), print_plan(f, machines));
    out += "\nFull machines, then what is left: " + print_two_steps(f, two_steps);
    out += fmt::format("\nShared machines, paid for once: {}\n{}", verdict_line(f, shared.result),
                       print_shared(f, shared));
    scrooge::replanner online{f.graph, scrooge::charge::machines, f.budget};
    for (auto const& rates : f.then) {
        if (machines.best.models.empty()) break; // nothing to start from
        auto const r = online.on_rates(rates);
        std::string entering;
        for (std::size_t m = 0; m < rates.size(); ++m)
            if (rates[m].value() > 0.0)
                entering +=
                    fmt::format("{}{} {}", entering.empty() ? "" : ", ", f.models[m], short_number(rates[m].value()));
        out += fmt::format("\nThen, requests/s entering: {}; whole machines\n  at once, cost {}\n{}",
                           entering.empty() ? "none" : entering, short_number(r.at_once.cost),
                           print_changes(f, online.now(), r.scale_out));
        out += fmt::format("  after planning anew, {}\n{}", verdict_line(f, r.solved),
                           print_changes(f, online.now(), r.then));
        json step{{"entering", json::object()},
                  {"at_once_cost", r.at_once.cost},
                  {"verdict", word(r.solved.is)},
                  {"cost", r.solved.best.cost}};
        for (std::size_t m = 0; m < rates.size(); ++m) step["entering"][f.models[m]] = rates[m].value();
        for (auto const* list : {&r.scale_out, &r.then}) {
            auto& into = step[list == &r.scale_out ? "scale_out" : "then"] = json::array();
            for (auto const& c : *list)
                into.push_back({{"model", f.models[c.model]},
                                {"from_type", f.types[c.before.type]},
                                {"from_profile", c.before.profile},
                                {"from_machines", c.before.whole},
                                {"type", f.types[c.after.type]},
                                {"profile", c.after.profile},
                                {"machines", c.after.whole}});
        }
        root["then"].push_back(std::move(step));
    }
    return as_json ? printed(root) : out;
}

} // namespace tool
