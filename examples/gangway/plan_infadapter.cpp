// tool - `gangway plan infadapter`: reads variants of a model, plans for a load, and plays loads over time.
#include "plan.hpp"
#include "plan_json.hpp"
#include "table.hpp"

#include <gangway/plan/infadapter/capacity.hpp>
#include <gangway/plan/infadapter/controller.hpp>
#include <gangway/plan/infadapter/round_robin.hpp>
#include <gangway/plan/infadapter/vertical.hpp>

#include <fmt/format.h>

#include <functional>
#include <optional>

namespace tool {

namespace {

using namespace gangway;
namespace infadapter = gangway::plan::infadapter;
using json = nlohmann::ordered_json;
using any_predictor = std::function<frequency(std::span<frequency const>)>;

struct infadapter_file {
    infadapter::service service;
    name_list names;
    infadapter::weights weights;
    std::optional<frequency> load;
    infadapter::allocation before;
    std::vector<frequency> loads;
    infadapter::controller_settings controller;
    any_predictor predict = infadapter::ewma{};
    duration every = seconds{30};
};

constexpr std::int64_t most_cores = 512; // a plan for so many takes seconds
constexpr double most_load = 1e5;        // requests per second: states stay countable

double load_at(json_place const& at) {
    double const v = at.number(0.0);
    if (v > most_load) at.fail("is too large");
    return v;
}

std::vector<frequency> read_capacity(json_place const& at, std::int64_t budget) {
    if (at.value().is_array()) {
        std::vector<frequency> out;
        for (auto const& one : at.items()) out.push_back(frequency{from_zero(one)});
        if (out.size() != static_cast<std::size_t>(budget) + 1)
            at.fail("must have a value for each number of cores from 0 to " + std::to_string(budget));
        if (out.front().value() != 0.0) at.fail("must begin with 0: no cores serve nobody");
        return out;
    }
    at.only({"line", "samples", "share"});
    if (at.has("line") == at.has("samples")) at.fail("needs either 'line' or 'samples'");
    std::optional<infadapter::capacity_line> line;
    if (at.has("line")) {
        auto const pair = at.at("line").items();
        if (pair.size() != 2) at.at("line").fail("is not [slope, intercept]");
        line = infadapter::capacity_line{from_zero(pair[0]), pair[1].number(-1e12)};
    } else {
        std::vector<infadapter::capacity_sample> samples;
        for (auto const& one : at.at("samples").items()) {
            auto const pair = one.items();
            if (pair.size() != 2) one.fail("is not [cores, requests per second]");
            samples.push_back({above_zero(pair[0]), frequency{from_zero(pair[1])}});
        }
        line = infadapter::fit_line(samples);
        if (!line) at.at("samples").fail("need two different numbers of cores");
    }
    if (!at.has("share")) return infadapter::capacity_table(budget, *line);
    return infadapter::capacity_table(budget, infadapter::discounted_capacity{*line, above_zero(at.at("share"))});
}

void read_controller(infadapter_file& out, json_place const& at) {
    at.only({"margin", "hold", "predictor", "span", "every_s"});
    if (at.has("margin")) out.controller.margin = from_zero(at.at("margin"));
    out.controller.hold = static_cast<int>(whole_or(at, "hold", 4, 0, 1'000'000));
    if (at.has("every_s")) out.every = duration{above_zero(at.at("every_s"))};
    std::string const kind = at.has("predictor") ? at.at("predictor").text() : "ewma";
    auto const span = whole_or(at, "span", 10, 1, 1'000'000);
    if (kind == "ewma")
        out.predict = infadapter::ewma{static_cast<double>(span)};
    else if (kind == "maximum")
        out.predict = infadapter::last_maximum{static_cast<std::size_t>(span)};
    else
        at.at("predictor").fail("is one of ewma, maximum");
}

infadapter_file read_infadapter(std::string const& path) {
    plan_file const file{path};
    auto const root = file.root();
    root.only({"about", "cores", "fewest", "load", "weights", "variants", "before", "controller", "loads"});
    infadapter_file out;
    out.service.budget = whole(root.at("cores"), 1, most_cores);
    out.service.fewest = whole_or(root, "fewest", 2, 1, most_cores);
    for (auto const& at : root.at("variants").items()) {
        at.only({"name", "accuracy", "load_time_s", "capacity"});
        out.names.add(at.at("name"));
        out.service.variants.push_back({from_zero(at.at("accuracy")),
                                        duration{at.has("load_time_s") ? from_zero(at.at("load_time_s")) : 0.0},
                                        read_capacity(at.at("capacity"), out.service.budget)});
    }
    if (out.names.size() == 0) root.at("variants").fail("is empty");
    if (root.has("weights")) {
        auto const at = root.at("weights");
        at.only({"accuracy", "cores", "loading", "in"});
        auto& w = out.weights;
        if (at.has("accuracy")) w.accuracy = from_zero(at.at("accuracy"));
        if (at.has("cores")) w.cores = from_zero(at.at("cores"));
        if (at.has("loading")) w.loading = from_zero(at.at("loading"));
        std::string const in = at.has("in") ? at.at("in").text() : "shares";
        if (in != "shares" && in != "given") at.at("in").fail("is one of shares, given");
        w.in = in == "shares" ? infadapter::terms::as_shares : infadapter::terms::as_given;
    }
    out.before.resize(out.names.size(), 0);
    if (root.has("before"))
        for (auto const& name : keys_of(root.at("before")))
            out.before[out.names.find(name, root.at("before"))] =
                whole(root.at("before").at(name), 0, out.service.budget);
    if (root.has("load")) {
        out.load = frequency{load_at(root.at("load"))};
        if (!(out.load->value() > 0.0)) root.at("load").fail("is not above 0");
    }
    if (root.has("loads"))
        for (auto const& at : root.at("loads").items()) out.loads.push_back(frequency{load_at(at)});
    if (root.has("controller")) read_controller(out, root.at("controller"));
    out.controller.objective = out.weights;
    if (!out.load && out.loads.empty()) root.fail("has neither a 'load' nor 'loads'");
    return out;
}

std::string number_text(double v) {
    return fmt::format("{:.6g}", v);
}

std::string print_choice(infadapter_file const& f, frequency load, infadapter::choice const& c) {
    table t{{"variant", "accuracy", "cores", "holds /s", "quota /s", "share"}};
    for (std::size_t v = 0; v < f.names.size(); ++v) {
        if (c.cores[v] == 0) continue;
        t.add({f.names[v], number_text(f.service.variants[v].accuracy), std::to_string(c.cores[v]),
               number_text(infadapter::capacity_of(f.service, v, c.cores[v]).value()),
               number_text(c.worth.quotas[v].value()),
               fmt::format("{:.1f} %", 100.0 * c.worth.quotas[v].value() / load.value())});
    }
    return t.text() + fmt::format("  accuracy {:.5f}, {} of {} cores, loading {} s; objective {:.6f}\n",
                                  c.worth.accuracy, c.worth.cores, f.service.budget,
                                  number_text(c.worth.loading.value()), c.worth.value);
}

std::string print_steps(infadapter_file const& f, std::vector<infadapter::step> const& steps,
                        infadapter::allocation const& before) {
    std::string out;
    for (auto const& s : steps) {
        using kind = infadapter::step_kind;
        std::string what;
        if (s.is == kind::create) what = fmt::format("create {} with {} cores", f.names[s.variant], s.cores);
        if (s.is == kind::wait_ready) what = fmt::format("wait for {}", f.names[s.variant]);
        if (s.is == kind::switch_quotas) what = "switch the quotas";
        if (s.is == kind::remove) what = fmt::format("remove {} with {} cores", f.names[s.variant], s.cores);
        out += (out.empty() ? "  steps: " : "\n         ") + what;
    }
    return out + fmt::format("\n  at most {} cores meanwhile\n", infadapter::peak_cores(before, steps));
}

json json_choice(infadapter_file const& f, std::optional<infadapter::choice> const& c) {
    if (!c) return nullptr;
    json j{{"objective", c->worth.value},
           {"accuracy", c->worth.accuracy},
           {"cores", c->worth.cores},
           {"loading_s", c->worth.loading.value()}};
    auto const whole_ones = infadapter::whole_quotas(c->worth.quotas);
    j["variants"] = json::array();
    for (std::size_t v = 0; v < f.names.size(); ++v)
        if (c->cores[v] > 0)
            j["variants"].push_back({{"variant", f.names[v]},
                                     {"cores", c->cores[v]},
                                     {"capacity", infadapter::capacity_of(f.service, v, c->cores[v]).value()},
                                     {"quota", c->worth.quotas[v].value()},
                                     {"whole_quota", whole_ones[v]}});
    return j;
}

/// What a planner did over all loads.
struct course {
    std::string name;
    double accuracy = 0.0; ///< sum over requests that were served
    double served = 0.0;
    double asked = 0.0;
    double cores = 0.0;
    int changes = 0;
    std::vector<infadapter::allocation> allocations{};

    void meet(infadapter_file const& f, frequency load, infadapter::allocation const& cores_now) {
        allocations.push_back(cores_now);
        double left = load.value();
        asked += left;
        for (std::size_t const v : infadapter::most_accurate_first(f.service)) {
            double const taken = std::min(left, infadapter::capacity_of(f.service, v, cores_now[v]).value());
            left -= taken;
            served += taken;
            accuracy += taken * f.service.variants[v].accuracy;
            cores += static_cast<double>(cores_now[v]);
        }
    }
};

course play_controller(infadapter_file const& f, infadapter::may_use variants, std::string name) {
    course out{.name = std::move(name)};
    auto settings = f.controller;
    settings.variants = variants;
    infadapter::controller<any_predictor> c{f.service, settings, f.predict, f.before};
    for (std::size_t i = 0; i < f.loads.size(); ++i) {
        // The first decision knows the first load; the others know those before, up to ten minutes of seconds.
        std::size_t const known = std::max<std::size_t>(i, 1);
        auto const before = c.cores();
        out.changes +=
            c.decide(std::span{f.loads}.first(known).last(std::min<std::size_t>(known, 600))).cores != before ? 1 : 0;
        out.meet(f, f.loads[i], c.cores());
    }
    return out;
}

course play_vertical(infadapter_file const& f, std::size_t v) {
    course out{.name = "vertical, " + f.names[v]};
    infadapter::vertical_settings settings;
    settings.budget = f.service.budget;
    settings.fewest = std::min(f.service.fewest, f.service.budget);
    auto const& capacity = f.service.variants[v].capacity;
    auto first = settings.fewest;
    while (first < settings.budget &&
           capacity[static_cast<std::size_t>(first)] < f.loads[0] * (1.0 + f.controller.margin))
        ++first;
    infadapter::vertical_autoscaler scaler{settings, first};
    for (std::size_t i = 0; i < f.loads.size(); ++i) {
        if (i > 0) {
            double const holds = capacity[static_cast<std::size_t>(scaler.cores())].value();
            double const use = holds > 0.0 ? std::min(1.0, f.loads[i - 1].value() / holds) : 1.0;
            scaler.observe(use * static_cast<double>(scaler.cores()),
                           instant{static_cast<double>(i) * f.every.value()});
            out.changes += scaler.decide() ? 1 : 0;
        }
        infadapter::allocation now(f.names.size(), 0);
        now[v] = scaler.cores();
        out.meet(f, f.loads[i], now);
    }
    return out;
}

} // namespace

std::string plan_infadapter(std::string const& path, bool as_json) {
    auto const f = read_infadapter(path);
    json root = json::object();
    std::string out;
    if (f.load) {
        auto const best = infadapter::solve(f.service, f.weights, *f.load, f.before);
        auto const alone = infadapter::solve_one_variant(f.service, f.weights, *f.load, f.before);
        out += fmt::format("{} requests/s on {} cores, {} variants\n\n", number_text(f.load->value()), f.service.budget,
                           f.names.size());
        if (best) {
            out += "The best allocation\n" + print_choice(f, *f.load, *best);
            out += print_steps(f, infadapter::transition(f.before, best->cores, best->worth.quotas), f.before);
        } else {
            infadapter::choice all{infadapter::all_cores_for_throughput(f.service), {}};
            all.worth = infadapter::score_of(f.service, f.weights, *f.load, all.cores, f.before);
            out += "No allocation holds that load; all cores for throughput\n" + print_choice(f, *f.load, all);
            root["fallback"] = json_choice(f, all);
        }
        out += "\nThe best single variant\n" +
               (alone ? print_choice(f, *f.load, *alone) : std::string{"  none holds that load\n"});
        root["load"] = f.load->value();
        root["best"] = json_choice(f, best);
        root["one_variant"] = json_choice(f, alone);
    }
    if (!f.loads.empty()) {
        std::vector<course> all{play_controller(f, infadapter::may_use::all_variants, "controller"),
                                play_controller(f, infadapter::may_use::one_variant, "one variant at a time")};
        for (std::size_t v = 0; v < f.names.size(); ++v) all.push_back(play_vertical(f, v));
        out += fmt::format("{}{} loads, a decision before each from those before it\n", out.empty() ? "" : "\n",
                           f.loads.size());
        table t{{"planner", "accuracy", "cores", "not served", "changes"}};
        for (auto const& c : all) {
            double const steps = static_cast<double>(f.loads.size());
            double const accuracy = c.served > 0.0 ? c.accuracy / c.served : 0.0;
            double const missed = c.asked > 0.0 ? 1.0 - c.served / c.asked : 0.0;
            t.add({c.name, fmt::format("{:.4f}", accuracy), fmt::format("{:.2f}", c.cores / steps),
                   fmt::format("{:.2f} %", 100.0 * missed), std::to_string(c.changes)});
            json j{{"planner", c.name},
                   {"accuracy", accuracy},
                   {"cores", c.cores / steps},
                   {"not_served", missed},
                   {"changes", c.changes}};
            j["allocations"] = c.allocations;
            root["courses"].push_back(std::move(j));
        }
        out += t.text() + "  accuracy: of a request that is served; cores: mean; not served: requests\n"
                          "  beyond what the variants hold within their latency\n";
    }
    return as_json ? printed(root) : out;
}

} // namespace tool
