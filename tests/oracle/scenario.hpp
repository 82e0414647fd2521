// tests - reads the simulations of ../shared/scenarios for the oracle and compares what comes out.
#pragma once

#include "invariants.hpp"

#include <nlohmann/json.hpp>

#include <fstream>
#include <map>
#include <regex>
#include <stdexcept>

namespace oracle {

// Objects in the order of the file: the first resource named is the first of a demand.
using json = nlohmann::ordered_json;

/// A decimal as digits and a power of ten, exactly as the file has it: 0.5 is 5 * 10^-1.
struct decimal {
    std::int64_t digits = 0;
    int places = 0;
};

inline decimal to_decimal(json const& number) {
    std::string const text = number.dump();
    if (text.find_first_of("eE") != std::string::npos) throw std::runtime_error("not a plain decimal: " + text);
    auto const dot = text.find('.');
    if (dot == std::string::npos) return {std::stoll(text), 0};
    std::string fraction = text.substr(dot + 1);
    while (!fraction.empty() && fraction.back() == '0') fraction.pop_back();
    return {std::stoll(text.substr(0, dot) + fraction), static_cast<int>(fraction.size())};
}

struct scenario {
    schedule input; ///< spans are empty
    policy how;
    json expect;
};

inline admission admission_named(std::string const& name, policy& p) {
    if (name == "fcfs") return admission::strict;
    if (name == "greedy") return admission::greedy;
    if (name == "easy") return admission::easy;
    if (name == "conservative") return admission::conservative;
    if (name.starts_with("hybrid:")) {
        p.K = std::stoi(name.substr(7));
        return admission::hybrid;
    }
    throw std::runtime_error("policy " + name);
}

/// The resources of a file and how many decimal places each needs.
struct scale {
    std::vector<std::string> names;
    std::map<std::string, int> places;

    void see(std::string const& name, json const& number) {
        if (!places.contains(name)) names.push_back(name);
        places[name] = std::max(places[name], to_decimal(number).places);
    }
    amounts of(json const& object) const {
        amounts a;
        for (auto const& name : names) {
            decimal d = object.contains(name) ? to_decimal(object.at(name)) : decimal{};
            for (; d.places < places.at(name); ++d.places) d.digits *= 10;
            a.push_back(d.digits);
        }
        return a;
    }
};

inline bool is_amount(std::string const& key) { return key != "name" && key != "count" && key != "up"; }

inline scale scale_of(json const& file) {
    scale all;
    for (auto const& n : file.at("nodes"))
        for (auto const& [key, value] : n.items())
            if (is_amount(key)) all.see(key, value);
    for (auto const& j : file.at("jobs")) {
        json const demands = j.at("tasks").is_array() ? j.at("tasks") : json::array({j.value("each", json::object())});
        for (auto const& d : demands)
            for (auto const& [key, value] : d.items()) all.see(key, value);
    }
    return all;
}

inline std::vector<job> jobs_of(json const& file, scale const& units) {
    std::vector<job> all;
    for (auto const& j : file.at("jobs")) {
        int const copies = j.value("copies", 1);
        for (int i = 0; i < copies; ++i) {
            job one;
            one.id = static_cast<int>(all.size());
            one.name = j.at("id").get<std::string>() + (j.contains("copies") ? std::to_string(i) : "");
            json tasks = j.value("tasks", json(1));
            if (j.contains("tasks_cycle")) {
                auto const& cycle = j.at("tasks_cycle");
                tasks = cycle.at(static_cast<std::size_t>(i) % cycle.size());
            }
            if (tasks.is_array())
                for (auto const& d : tasks) one.tasks.push_back(units.of(d));
            else
                one.tasks.assign(tasks.get<std::size_t>(), units.of(j.at("each")));
            one.submit = j.value("submit", 0.0) + i * j.value("every", 0.0);
            one.score_at_zero = j.value("prio", 0.0);
            one.run = j.at("run").get<double>();
            if (!j.contains("wall")) one.wall = one.run;
            else if (!j.at("wall").is_null()) one.wall = j.at("wall").get<double>();
            all.push_back(one);
        }
    }
    return all;
}

inline scenario make_scenario(json file, json const& variant, json const& expect) {
    for (auto const& [key, value] : variant.items()) file[key] = value;
    for (auto& j : file.at("jobs"))
        if (!j.contains("tasks")) j["tasks"] = 1;
    scenario s;
    s.expect = expect;
    auto const units = scale_of(file);
    for (auto const& n : file.at("nodes")) {
        auto const name = n.at("name").get<std::string>();
        for (int i = 0; i < n.value("count", 1); ++i)
            s.input.nodes.push_back(
                {n.contains("count") ? name + std::to_string(i) : name, units.of(n), n.value("up", true)});
    }
    s.input.jobs = jobs_of(file, units);
    for (auto const& e : file.value("node_events", json::array())) {
        auto const at = std::find_if(s.input.nodes.begin(), s.input.nodes.end(),
                                     [&](node const& n) { return n.name == e.at("node").get<std::string>(); });
        s.input.ev.nodes.push_back(
            {e.at("t").get<double>(), static_cast<int>(at - s.input.nodes.begin()), e.at("up").get<bool>()});
    }
    s.input.until = file.value("until", never_ends);
    s.how.admit = admission_named(file.at("policy").get<std::string>(), s.how);
    return s;
}

/// One scenario a variant.
inline std::vector<scenario> read_scenarios(std::string const& path) {
    std::ifstream in(path);
    json const file = json::parse(in);
    auto const& sim = file.at("sim");
    auto const& expect = file.at("expect");
    std::vector<scenario> all;
    if (sim.is_object()) all.push_back(make_scenario(file.at("base"), sim, expect));
    else
        for (std::size_t i = 0; i < sim.size(); ++i)
            all.push_back(make_scenario(file.at("base"), sim.at(i), expect.at(i)));
    return all;
}

inline void compare_time(faults& f, std::string const& what, json const& want, std::optional<double> got) {
    std::string const is = got ? std::to_string(*got) : "never";
    if (want.is_null() ? got.has_value() : !got || *got != want.get<double>())
        note(f, what, ": ", is, ", expected ", want.dump());
}

/// What differs from `expect`.
inline faults differences(scenario const& s, result const& r) {
    faults f;
    std::map<std::string, outcome> by_name;
    std::optional<double> makespan;
    std::size_t started = 0;
    for (std::size_t i = 0; i < s.input.jobs.size(); ++i) {
        auto const& o = r.jobs[i];
        by_name[s.input.jobs[i].name] = o;
        if (o.end) makespan = std::max(makespan.value_or(*o.end), *o.end);
        if (o.start) ++started;
    }
    for (auto const& [key, want] : s.expect.items()) {
        if (key == "makespan") {
            compare_time(f, key, want, makespan);
        } else if (key == "started") {
            if (started != want.get<std::size_t>()) note(f, "started ", started, ", expected ", want.dump());
        } else if (key == "start") {
            for (auto const& [id, t] : want.items()) compare_time(f, "start of " + id, t, by_name.at(id).start);
        } else if (key == "reserved_at") {
            for (auto const& [id, t] : want.items())
                compare_time(f, "reserved_at of " + id, t, by_name.at(id).reserved_at);
        } else if (key == "nodes") {
            for (auto const& [id, names] : want.items()) {
                std::multiset<std::string> got;
                for (int n : by_name.at(id).nodes) got.insert(s.input.nodes[static_cast<std::size_t>(n)].name);
                if (got != names.get<std::multiset<std::string>>()) note(f, "nodes of ", id);
            }
        } else if (key == "done_by") {
            for (auto const& [pattern, t] : want.items())
                for (auto const& [id, o] : by_name)
                    if (std::regex_match(id, std::regex(pattern)) && (!o.end || *o.end > t.get<double>()))
                        note(f, id, " not done by ", t.dump());
        } else {
            note(f, "unknown expectation ", key);
        }
    }
    return f;
}

} // namespace oracle
