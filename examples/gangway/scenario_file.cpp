// tool - reads scenario files.
#include "scenario_file.hpp"

#include "error.hpp"
#include "files.hpp"
#include "json_place.hpp"

#include <gangway/text/text.hpp>

#include <algorithm>
#include <map>

namespace tool {

namespace {

using json = nlohmann::ordered_json;

/// A place in a file, for messages: file: base.jobs[2].each.
struct place {
    std::string file;
    std::string path;

    [[nodiscard]] place at(std::string const& key) const { return {file, path.empty() ? key : path + "." + key}; }
    [[nodiscard]] place at(std::size_t i) const { return {file, path + "[" + std::to_string(i) + "]"}; }
    [[noreturn]] void fail(std::string const& what) const {
        throw unusable_input{file + ": " + (path.empty() ? "" : path + ": ") + what};
    }
};

json const& member(json const& object, std::string const& key, place const& where) {
    if (!object.is_object()) where.fail("is not an object");
    auto const it = object.find(key);
    if (it == object.end()) where.fail("has no " + in_quotes(key));
    return *it;
}
double number(json const& value, place const& where) {
    if (!value.is_number()) where.fail(value.dump() + " is not a number");
    return value.get<double>();
}
double number_or(json const& object, std::string const& key, double otherwise, place const& where) {
    return object.contains(key) ? number(object.at(key), where.at(key)) : otherwise;
}
/// A time that the simulation can take.
double time_or(json const& object, std::string const& key, double otherwise, place const& where) {
    double const t = number_or(object, key, otherwise, where);
    if (t < 0.0 || t > gangway::text::most_seconds) where.at(key).fail("is not a time from 0 on");
    return t;
}
std::int64_t count(json const& value, std::int64_t least, place const& where) {
    if (!value.is_number_integer() || value.get<std::int64_t>() < least || value.get<std::int64_t>() > 1'000'000)
        where.fail(value.dump() + " is not a whole number from " + std::to_string(least) + " to 1000000");
    return value.get<std::int64_t>();
}
std::string text(json const& value, place const& where) {
    if (!value.is_string()) where.fail(value.dump() + " is not a text");
    return value.get<std::string>();
}
bool truth(json const& value, place const& where) {
    if (!value.is_boolean()) where.fail(value.dump() + " is neither true nor false");
    return value.get<bool>();
}
json const& list(json const& value, place const& where) {
    if (!value.is_array()) where.fail("is not a list");
    return value;
}
void only(json const& object, std::initializer_list<std::string_view> known, place const& where) {
    if (!object.is_object()) where.fail("is not an object");
    std::vector<std::string_view> const names{known};
    for (auto const& [key, value] : object.items())
        if (std::find(names.begin(), names.end(), key) == names.end())
            where.fail("has a key that means nothing here: " + in_quotes(key) + did_you_mean(key, names) + "; known are " + joined(names));
}

/// Digits times 10^-places, exactly as the file has them.
struct decimal {
    std::int64_t digits = 0;
    int places = 0;
};
decimal exact_decimal(json const& value, place const& where) {
    if (!value.is_number()) where.fail(value.dump() + " is not a number");
    std::string const written = value.dump();
    auto const dot = written.find('.');
    bool const plain = written.find_first_of("eE-") == std::string::npos;
    std::string fraction = dot == std::string::npos ? "" : written.substr(dot + 1);
    while (!fraction.empty() && fraction.back() == '0') fraction.pop_back();
    auto const digits = written.substr(0, dot) + fraction;
    if (!plain || digits.size() > 15) where.fail(written + " is not an amount: write a decimal from 0 on with at most 15 digits");
    return {std::stoll(digits), static_cast<int>(fraction.size())};
}

/// The resources of a variant and how many decimal places each needs.
class scale {
  public:
    void see(std::string const& name, json const& value, place const& where) {
        auto const [it, fresh] = places_.try_emplace(name, 0);
        if (fresh) names_.push_back(name);
        it->second = std::max(it->second, exact_decimal(value, where).places);
    }
    [[nodiscard]] std::vector<std::string> const& names() const { return names_; }
    [[nodiscard]] std::vector<std::int64_t> amounts(json const& object, place const& where) const {
        std::vector<std::int64_t> out;
        for (auto const& name : names_) {
            auto d = object.contains(name) ? exact_decimal(object.at(name), where.at(name)) : decimal{};
            for (; d.places < places_.at(name); ++d.places) {
                if (d.digits > std::numeric_limits<std::int64_t>::max() / 1'000'000'000) where.at(name).fail("is too large for its decimals");
                d.digits *= 10;
            }
            out.push_back(d.digits);
        }
        return out;
    }

  private:
    std::vector<std::string> names_;
    std::map<std::string, int> places_;
};

bool is_amount(std::string const& key) { return key != "name" && key != "count" && key != "up"; }

json const& tasks_of_copy(json const& job, std::int64_t copy, place const& where) {
    static json const one = 1;
    if (job.contains("tasks_cycle")) {
        auto const& cycle = list(job.at("tasks_cycle"), where.at("tasks_cycle"));
        if (cycle.empty()) where.at("tasks_cycle").fail("is empty");
        return cycle.at(static_cast<std::size_t>(copy) % cycle.size());
    }
    return job.contains("tasks") ? job.at("tasks") : one;
}

void see_resources(scale& units, json const& nodes, json const& jobs, place const& where) {
    for (std::size_t i = 0; i < nodes.size(); ++i)
        for (auto const& [key, value] : nodes[i].items())
            if (is_amount(key)) units.see(key, value, where.at("nodes").at(i).at(key));
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        auto const here = where.at("jobs").at(i);
        if (!jobs[i].is_object()) here.fail("is not an object");
        if (jobs[i].contains("tasks") && jobs[i].at("tasks").is_array()) {
            for (auto const& demand : jobs[i].at("tasks")) {
                if (!demand.is_object()) here.at("tasks").fail("is not a list of demands");
                for (auto const& [key, value] : demand.items()) units.see(key, value, here.at("tasks"));
            }
        } else {
            for (auto const& [key, value] : member(jobs[i], "each", here).items()) units.see(key, value, here.at("each"));
        }
    }
}

void read_nodes(scenario_variant& v, json const& nodes, scale const& units, place const& where) {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        auto const here = where.at(i);
        auto const name = text(member(nodes[i], "name", here), here.at("name"));
        bool const many = nodes[i].contains("count");
        auto const copies = many ? count(nodes[i].at("count"), 1, here.at("count")) : 1;
        bool const up = !nodes[i].contains("up") || truth(nodes[i].at("up"), here.at("up"));
        auto const capacity = units.amounts(nodes[i], here);
        for (std::int64_t c = 0; c < copies; ++c) v.nodes.push_back({many ? name + std::to_string(c) : name, capacity, up});
    }
}

void read_job(scenario_variant& v, json const& j, scale const& units, place const& here) {
    only(j, {"id", "tasks", "each", "submit", "prio", "run", "wall", "copies", "every", "tasks_cycle"}, here);
    auto const name = text(member(j, "id", here), here.at("id"));
    bool const many = j.contains("copies");
    auto const copies = many ? count(j.at("copies"), 1, here.at("copies")) : 1;
    for (std::int64_t c = 0; c < copies; ++c) {
        scenario_job job;
        job.name = many ? name + std::to_string(c) : name;
        auto const& tasks = tasks_of_copy(j, c, here);
        if (tasks.is_array()) {
            for (auto const& demand : tasks) {
                auto amounts = units.amounts(demand, here.at("tasks"));
                if (!job.groups.empty() && job.groups.back().second == amounts) ++job.groups.back().first;
                else job.groups.emplace_back(1, std::move(amounts));
            }
            if (job.groups.empty()) here.at("tasks").fail("is empty");
        } else {
            job.groups.emplace_back(count(tasks, 1, here.at("tasks")), units.amounts(member(j, "each", here), here.at("each")));
        }
        job.submit = time_or(j, "submit", 0.0, here) + static_cast<double>(c) * time_or(j, "every", 0.0, here);
        job.priority = number_or(j, "prio", 0.0, here);
        job.run = time_or(j, "run", -1.0, here);
        if (!j.contains("wall")) job.wall = job.run;
        else if (!j.at("wall").is_null()) job.wall = time_or(j, "wall", 0.0, here);
        v.jobs.push_back(std::move(job));
    }
}

void read_policy(scenario_variant& v, json const& file, place const& where) {
    constexpr std::array<std::string_view, 5> known{"fcfs", "greedy", "easy", "conservative", "hybrid:K"};
    v.policy_text = text(member(file, "policy", where), where.at("policy"));
    if (v.policy_text == "fcfs") {
        v.policy = "strict";
    } else if (v.policy_text == "greedy" || v.policy_text == "easy") {
        v.policy = v.policy_text;
    } else if (v.policy_text == "conservative") {
        v.policy = "hybrid";
        v.reservations = std::numeric_limits<int>::max();
    } else if (v.policy_text.starts_with("hybrid:")) {
        v.policy = "hybrid";
        auto const digits = v.policy_text.substr(7);
        if (digits.empty() || digits.size() > 9 || digits.find_first_not_of("0123456789") != std::string::npos)
            where.at("policy").fail(in_quotes(v.policy_text) + " is no policy; write hybrid:4");
        v.reservations = std::stoi(digits);
    } else {
        where.at("policy").fail(in_quotes(v.policy_text) + " is no policy" + did_you_mean(v.policy_text, known) + "; known are " + joined(known));
    }
}

void check_expectations(scenario_variant const& v, place const& where) {
    only(v.expect, {"start", "makespan", "started", "nodes", "reserved_at", "done_by"}, where);
    std::vector<std::string_view> names;
    for (auto const& j : v.jobs) names.push_back(j.name);
    for (auto const* const key : {"start", "reserved_at", "nodes"}) {
        if (!v.expect.contains(key)) continue;
        if (!v.expect.at(key).is_object()) where.at(key).fail("is not an object");
        for (auto const& [job, value] : v.expect.at(key).items()) {
            if (std::find(names.begin(), names.end(), job) == names.end())
                where.at(key).fail("there is no job " + in_quotes(job) + did_you_mean(job, names));
            bool const right = std::string_view{key} == "nodes" ? value.is_array() : value.is_number() || value.is_null();
            if (!right) where.at(key).at(job).fail(value.dump() + " cannot be expected");
        }
    }
}

scenario_variant read_variant(json file, json const& changes, json const& expect, place const& where) {
    if (!changes.is_object()) where.fail("is not an object");
    for (auto const& [key, value] : changes.items()) file[key] = value;
    only(file, {"nodes", "node_events", "jobs", "policy", "until"}, where);
    scenario_variant v;
    auto const& nodes = list(member(file, "nodes", where), where.at("nodes"));
    auto const& jobs = list(member(file, "jobs", where), where.at("jobs"));
    scale units;
    see_resources(units, nodes, jobs, where);
    v.resources = units.names();
    if (v.resources.empty() || v.resources.size() > 4)
        where.fail("counts " + std::to_string(v.resources.size()) + " resources; this tool simulates 1 to 4");
    read_nodes(v, nodes, units, where.at("nodes"));
    for (std::size_t i = 0; i < jobs.size(); ++i) read_job(v, jobs[i], units, where.at("jobs").at(i));
    if (file.contains("node_events")) {
        auto const& events = list(file.at("node_events"), where.at("node_events"));
        for (std::size_t i = 0; i < events.size(); ++i) {
            auto const here = where.at("node_events").at(i);
            auto const name = text(member(events[i], "node", here), here.at("node"));
            auto const node = std::find_if(v.nodes.begin(), v.nodes.end(), [&](auto const& n) { return n.name == name; });
            if (node == v.nodes.end()) here.fail("there is no node " + in_quotes(name));
            v.events.push_back({time_or(events[i], "t", -1.0, here), static_cast<std::size_t>(node - v.nodes.begin()),
                                truth(member(events[i], "up", here), here.at("up"))});
        }
    }
    if (file.contains("until")) v.until = number(file.at("until"), where.at("until"));
    read_policy(v, file, where);
    v.expect = expect;
    return v;
}

} // namespace

std::vector<scenario_variant> read_scenarios(std::string const& path) {
    auto const file = parse_json(path, read_file(path));
    place const root{path, ""};
    if (!file.is_object()) root.fail("is not a scenario: the file holds no JSON object");
    if (file.contains("given") && !file.contains("sim"))
        root.fail("is a case with plain numbers (given, expect), which cannot be run as a simulation; give a file with base, sim and expect");
    auto const& base = member(file, "base", root);
    if (!base.is_object()) root.at("base").fail("is not an object");
    auto const& sim = member(file, "sim", root);
    auto const& expect = member(file, "expect", root);
    std::vector<scenario_variant> out;
    if (sim.is_object()) {
        out.push_back(read_variant(base, sim, expect, root));
        check_expectations(out[0], root.at("expect"));
        return out;
    }
    if (!list(sim, root.at("sim")).size()) root.at("sim").fail("is empty: nothing to simulate");
    if (list(expect, root.at("expect")).size() != sim.size())
        root.fail("has " + std::to_string(sim.size()) + " variants in sim and " + std::to_string(expect.size()) + " in expect");
    for (std::size_t i = 0; i < sim.size(); ++i) {
        out.push_back(read_variant(base, sim[i], expect[i], root.at("sim").at(i)));
        check_expectations(out.back(), root.at("expect").at(i));
    }
    return out;
}

} // namespace tool
