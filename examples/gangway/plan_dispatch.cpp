// tool - `gangway plan dispatch`: reads machines and their batch sizes, plans them in three forms, and simulates each.
#include "plan.hpp"
#include "plan_json.hpp"
#include "table.hpp"

#include <gangway/plan/dispatch/fleet.hpp>
#include <gangway/plan/dispatch/least_latency.hpp>
#include <gangway/plan/dispatch/simulate.hpp>

#include <fmt/format.h>

#include <optional>

namespace tool {

namespace {

using namespace gangway;
namespace dispatch = gangway::plan::dispatch;
using json = nlohmann::ordered_json;

struct dispatch_file {
    std::vector<dispatch::machine> machines;
    std::vector<std::string> names; ///< of each machine
    std::vector<std::size_t> kinds; ///< first machine of each kind
    name_list kind_names;
    frequency rate;
    std::optional<duration> limit;
    std::size_t requests = 10'000;
    std::uint64_t nodes = 1'000'000;
};

dispatch_file read_dispatch(std::string const& path) {
    plan_file const file{path};
    auto const root = file.root();
    root.only({"about", "rate", "limit_s", "requests", "nodes", "machines"});
    dispatch_file out;
    out.rate = frequency{above_zero(root.at("rate"))};
    if (root.has("limit_s")) out.limit = duration{above_zero(root.at("limit_s"))};
    out.requests = static_cast<std::size_t>(whole_or(root, "requests", 10'000, 1, 1'000'000));
    out.nodes = static_cast<std::uint64_t>(whole_or(root, "nodes", 1'000'000, 1, 1'000'000'000));
    for (auto const& at : root.at("machines").items()) {
        at.only({"name", "count", "cost", "modes"});
        out.kind_names.add(at.at("name"));
        dispatch::machine m;
        m.cost = at.has("cost") ? above_zero(at.at("cost")) : 1.0;
        for (auto const& one : at.at("modes").items()) {
            one.only({"batch", "duration_s"});
            m.modes.push_back({whole(one.at("batch"), 1, 1'000'000), duration{above_zero(one.at("duration_s"))}});
        }
        if (m.modes.empty()) at.at("modes").fail("is empty");
        auto const count = whole_or(at, "count", 1, 1, 1000);
        out.kinds.push_back(out.machines.size());
        for (std::int64_t i = 0; i < count; ++i) {
            out.machines.push_back(m);
            out.names.push_back(at.at("name").text() + (count > 1 ? " " + std::to_string(i + 1) : ""));
        }
    }
    if (out.machines.empty()) root.at("machines").fail("is empty");
    if (out.machines.size() > 2000) root.at("machines").fail("are more than 2000");
    return out;
}

std::string milliseconds(duration d) {
    return fmt::format("{:.2f}", 1e3 * d.value());
}

std::string batches(dispatch_file const& f, dispatch::assignment const& a) {
    std::string out;
    for (std::size_t i = 0; i < f.machines.size(); ++i)
        out += (i > 0 ? " " : "") +
               (a.machines[i].mode ? std::to_string(f.machines[i].modes[*a.machines[i].mode].batch) : "-");
    return out.size() <= 30 ? out : out.substr(0, 27) + "...";
}

constexpr std::pair<dispatch::form, std::string_view> forms[]{{dispatch::form::round_robin, "round robin"},
                                                              {dispatch::form::batch_aware, "batch-aware"},
                                                              {dispatch::form::strict_priority, "strict priority"}};

std::string print_machines(dispatch_file const& f, dispatch::assignment const& a, dispatch::simulation const& s) {
    table t{{"machine", "batch", "rate /s", "holds /s", "bound ms", "worst ms", "queued ms"}};
    for (std::size_t i = 0; i < f.machines.size() && i < 30; ++i) {
        auto const& d = a.machines[i];
        if (!d.mode) {
            t.add({f.names[i], "-", "-", "-", "-", "-", "-"});
            continue;
        }
        auto const& mode = f.machines[i].modes[*d.mode];
        t.add({f.names[i], std::to_string(mode.batch), fmt::format("{:.2f}", d.rate.value()),
               fmt::format("{:.2f}", dispatch::rate_of(mode).value()), milliseconds(d.latency),
               milliseconds(s.machines[i].worst), milliseconds(s.machines[i].queued)});
    }
    return t.text() + (f.machines.size() > 30 ? fmt::format("  and {} more machines\n", f.machines.size() - 30) : "");
}

json json_form(dispatch_file const& f, std::string_view name, dispatch::search_result const& r,
               dispatch::simulation const& s) {
    json j{{"form", name},
           {"latency_s", r.best->latency.value()},
           {"proved", r.proved},
           {"nodes", r.nodes},
           {"capacity", r.best->capacity.value()}};
    j["simulated"] = {{"worst_s", s.worst.value()},
                      {"mean_s", s.mean.value()},
                      {"queued_s", s.queued().value()},
                      {"served", s.served},
                      {"unfinished", s.unfinished}};
    j["machines"] = json::array();
    for (std::size_t i = 0; i < f.machines.size(); ++i) {
        auto const& d = r.best->machines[i];
        j["machines"].push_back({{"machine", f.names[i]},
                                 {"batch", d.mode ? json(f.machines[i].modes[*d.mode].batch) : json(nullptr)},
                                 {"rate", d.rate.value()},
                                 {"latency_s", d.latency.value()},
                                 {"worst_s", s.machines[i].worst.value()}});
    }
    return j;
}

} // namespace

std::string plan_dispatch(std::string const& path, bool as_json) {
    auto const f = read_dispatch(path);
    json root{{"rate", f.rate.value()}, {"forms", json::array()}};
    std::string out = fmt::format("{:g} requests/s on {} {}\n", f.rate.value(), f.machines.size(),
                                  f.machines.size() == 1 ? "machine" : "machines");
    auto const aware = dispatch::least_latency(f.machines, f.rate, dispatch::form::batch_aware);
    if (!aware.best) {
        double most = 0.0;
        for (auto const& m : f.machines) {
            double best = 0.0;
            for (auto const& mode : m.modes) best = std::max(best, dispatch::rate_of(mode).value());
            most += best;
        }
        out += fmt::format("\nThese machines cannot serve that: {:.2f} requests/s at most\n", most);
        root["most"] = most;
    } else {
        auto const arrivals = dispatch::periodic_arrivals(f.rate, f.requests);
        table t{{"form", "bound ms", "worst ms", "mean ms", "batches"}};
        std::string unproved;
        std::string of_machines;
        for (auto const& [how, name] : forms) {
            auto const r =
                how == dispatch::form::batch_aware ? aware : dispatch::least_latency(f.machines, f.rate, how, f.nodes);
            auto const s = dispatch::simulate(f.machines, *r.best, f.rate, how, arrivals);
            t.add({std::string{name}, milliseconds(r.best->latency), milliseconds(s.worst), milliseconds(s.mean),
                   batches(f, *r.best)});
            if (!r.proved) unproved += fmt::format("  {}: not proved, {} nodes were not enough\n", name, f.nodes);
            if (how == dispatch::form::batch_aware) of_machines = print_machines(f, *r.best, s);
            root["forms"].push_back(json_form(f, name, r, s));
        }
        out += "\n" + t.text() + unproved +
               fmt::format("  bound: from the formula; worst, mean: {} even arrivals, simulated\n\nBatch-aware, "
                           "machine by machine\n",
                           f.requests);
        out += of_machines;
    }
    if (f.limit) {
        out += fmt::format("\nMachines of one kind for that rate within {} ms\n", milliseconds(*f.limit));
        table t{{"kind", "batch-aware", "batch", "ms", "Nexus rule", "batch", "ms"}};
        for (std::size_t k = 0; k < f.kinds.size(); ++k) {
            auto const& modes = f.machines[f.kinds[k]].modes;
            std::vector<std::string> row{f.kind_names[k]};
            json j{{"kind", f.kind_names[k]}};
            for (auto const rule : {dispatch::fleet_rule::batch_aware, dispatch::fleet_rule::nexus}) {
                auto const fleet = dispatch::fewest_machines(modes, f.rate, *f.limit, rule);
                auto& into = j[rule == dispatch::fleet_rule::nexus ? "nexus" : "batch_aware"];
                if (fleet)
                    into = {{"machines", fleet->machines},
                            {"batch", modes[fleet->mode].batch},
                            {"latency_s", fleet->latency.value()}};
                row.push_back(fleet ? std::to_string(fleet->machines) : "none");
                row.push_back(fleet ? std::to_string(modes[fleet->mode].batch) : "-");
                row.push_back(fleet ? milliseconds(fleet->latency) : "-");
            }
            t.add(row);
            root["fleets"].push_back(std::move(j));
        }
        out += t.text();
    }
    return as_json ? printed(root) : out;
}

} // namespace tool
