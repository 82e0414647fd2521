// tool - training logs measured: one log, and a folder of logs whose names say what ran.
#pragma once

#include <gangway/profile/log/reader.hpp>
#include <gangway/profile/preflight_rule.hpp>
#include <gangway/profile/rate_table.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tool {

/// What ran, as the name of a log says it: MODEL.GPU.xN[.bBATCH].log
struct run_name {
    std::string model;
    std::string gpu;
    std::int64_t gpus = 1;
    double batch = 1.0; ///< of all GPUs together
};
std::optional<run_name> run_named(std::string_view path);

/// A form of log line that the user adds.
struct own_form {
    std::string name;
    std::string pattern;
};

struct log_options {
    std::vector<own_form> forms;
    gangway::profile::preflight_rule rule; ///< when a pre-flight run would have stopped
    bool stop = false;                     ///< read no further then
    double confidence = 0.95;
};

/// One log, read.
struct measured_log {
    std::string path;
    std::optional<run_name> run;
    gangway::profile::log_summary summary;
    std::string form; ///< that told the rate
    std::string label;
    std::string how;      ///< how its lines tell it
    bool samples = false; ///< the rate is in samples, not iterations
    gangway::profile::preflight_verdict verdict = gangway::profile::preflight_verdict::go_on;
    gangway::duration spent; ///< time of the run until the verdict, or to the end of the log
};

/// Reads a log as it comes; "-" is stdin. Throws `unusable_input` where it cannot be read.
measured_log measure_log(std::string const& path, log_options const& options);

/// Measures every .log file of a folder; each must tell what ran and hold a rate in iterations.
std::vector<measured_log> measure_folder(std::string const& folder);

/// Rows of measured logs; logs without a rate in iterations, or without a telling name, have none.
std::vector<gangway::profile::rate_row> rows_of(std::vector<measured_log> const& logs);
gangway::profile::rate_table table_of(std::vector<measured_log> const& logs);

/// Mean time of the pre-flight runs of a model: until its interval was narrow enough, else to the end of its logs.
gangway::duration preflight_of(std::vector<measured_log> const& logs, std::string_view model, std::string_view gpu);

} // namespace tool
