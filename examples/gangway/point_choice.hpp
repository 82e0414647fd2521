// tool - what is asked of operating points, and the answer: the choice, what each point misses, the Pareto set.
#pragma once

#include "point_file.hpp"

#include <gangway/cost/pareto.hpp>
#include <gangway/cost/targets.hpp>

#include <nlohmann/json_fwd.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace tool {

inline constexpr double no_limit = std::numeric_limits<double>::infinity();

/// What may move, and what may decide.
inline constexpr std::array<std::string_view, 3> point_targets{"latency", "energy", "success"};
inline constexpr std::array<std::string_view, 5> point_objectives{"energy", "latency", "edp", "energy-per-success",
                                                                  "success"};

/// What must be kept, in the order of the constraints.
inline constexpr std::size_t point_limits = 4;
inline constexpr std::array<std::string_view, point_limits> limit_names{"latency", "energy", "success", "loop"};

struct point_question {
    std::string best = "energy"; ///< one of `point_objectives`
    double latency = no_limit;   ///< targets, SI; those not given do not bind
    double joules = no_limit;
    double success = 0.0;
    double confidence = 0.95;
    std::optional<gangway::cost::control_loop> loop;
    gangway::power idle{};
    std::string moving; ///< one of `point_targets`, or none

    /// The longest call that the loop can take.
    [[nodiscard]] double call_limit() const {
        bool const waits = !loop || loop->mode == gangway::cost::replanning::synchronous;
        return waits ? no_limit : longest_call(*loop).value();
    }
};

/// An operating point as it is judged.
struct judged_point {
    file_point const* from = nullptr;
    double latency = 0.0;
    double joules = 0.0;  ///< of a call; in a loop, of a period with its idle time
    double success = 0.0; ///< the share that was measured
    double low = 0.0;     ///< what it is at least: the low end of its interval, or the share itself
    double high = 1.0;
    std::optional<gangway::cost::loop_timing> loop;

    [[nodiscard]] bool has_success() const { return from->runs || from->success; }
};

struct point_answer {
    std::vector<judged_point> points; ///< as in the file, which must outlive them
    gangway::cost::choice<point_limits> choice;
    std::vector<std::array<double, point_limits>> misses; ///< of each point
    gangway::cost::pareto_set pareto;
    std::string pareto_of;                       ///< the names of its dimensions
    std::vector<gangway::cost::breakpoint> path; ///< as one target moves

    [[nodiscard]] bool on_front(std::size_t i) const {
        return std::binary_search(pareto.front.begin(), pareto.front.end(), i);
    }
};

/// Throws `unusable_input` where a point lacks a value that is asked for.
point_answer answer_points(point_question const& q, point_file const& file);

/// What a point misses, as "latency +10 ms, energy +0.2 J"; empty where it keeps every target.
std::string miss_text(std::array<double, point_limits> const& by);
std::string print_answer(point_question const& q, point_file const& file, point_answer const& a);
nlohmann::ordered_json json_answer(point_question const& q, point_file const& file, point_answer const& a);

} // namespace tool
