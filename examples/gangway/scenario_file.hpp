// tool - scenario files as data: nodes, jobs and expectations, with amounts still as exact decimals.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace tool {

struct scenario_node {
    std::string name;
    std::vector<std::int64_t> capacity; ///< by resource, in whole units
    bool up = true;
};

struct scenario_job {
    std::string name;
    std::vector<std::pair<std::int64_t, std::vector<std::int64_t>>> groups; ///< tasks, demand of one
    double submit = 0.0;
    double priority = 0.0;
    double run = 0.0;
    std::optional<double> wall;
};

struct scenario_event {
    double at = 0.0;
    std::size_t node = 0;
    bool up = false;
};

/// One simulation of a file.
struct scenario_variant {
    std::vector<std::string> resources;
    std::vector<scenario_node> nodes;
    std::vector<scenario_job> jobs;
    std::vector<scenario_event> events;
    std::string policy;       ///< strict, greedy, easy or hybrid
    int reservations = 1;     ///< of hybrid
    std::string policy_text;  ///< as in the file
    double until = std::numeric_limits<double>::infinity();
    nlohmann::ordered_json expect;
};

/// Reads a file; every fault is an `unusable_input` that names the file and the place in it.
std::vector<scenario_variant> read_scenarios(std::string const& path);

/// What a simulation of a variant came to.
struct scenario_outcome {
    std::vector<std::optional<double>> start;    ///< by job; empty: never
    std::vector<std::optional<double>> end;
    std::vector<std::optional<double>> reserved; ///< the first reserved start
    std::vector<std::vector<std::size_t>> nodes; ///< one for each task
};

/// Replays a variant.
scenario_outcome play_scenario(scenario_variant const& v);

/// A line for each expectation that does not hold.
std::vector<std::string> differences(scenario_variant const& v, scenario_outcome const& got, std::string const& path);

} // namespace tool
