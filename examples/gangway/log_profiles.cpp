// tool - reads training logs, from files and from pipes.
#include "log_profiles.hpp"

#include "duration_text.hpp"
#include "error.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <unistd.h>

namespace tool {

namespace profile = gangway::profile;

namespace {

struct descriptor {
    int fd;
    ~descriptor() {
        if (fd > STDERR_FILENO) close(fd);
    }
};

// Pieces of a file are small where it is to be known how early one could have stopped.
constexpr std::size_t piece = 4'096;

} // namespace

std::optional<run_name> run_named(std::string_view path) {
    auto name = path.substr(path.find_last_of('/') + 1);
    if (!name.ends_with(".log")) return std::nullopt;
    name.remove_suffix(4);
    auto const last = [&]() {
        auto const dot = name.rfind('.');
        auto const part = dot == std::string_view::npos ? std::string_view{} : name.substr(dot + 1);
        name = name.substr(0, dot == std::string_view::npos ? 0 : dot);
        return part;
    };
    run_name run;
    auto part = last();
    if (part.starts_with('b')) {
        auto const batch = number_in(part.substr(1));
        if (!batch || !(*batch > 0.0)) return std::nullopt;
        run.batch = *batch;
        part = last();
    }
    if (!part.starts_with('x')) return std::nullopt;
    auto const gpus = whole_number_in<std::int64_t>(part.substr(1));
    if (!gpus || *gpus < 1) return std::nullopt;
    run.gpus = *gpus;
    run.gpu = last();
    run.model = name;
    if (run.gpu.empty() || run.model.empty()) return std::nullopt;
    return run;
}

measured_log measure_log(std::string const& path, log_options const& options) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored)) throw unusable_input{path + ": is a folder, not a log"};
    descriptor const in{path == "-" ? STDIN_FILENO : open(path.c_str(), O_RDONLY)};
    if (in.fd < 0) throw unusable_input{path + ": cannot be read: " + std::strerror(errno)};

    std::vector<profile::log_form> own;
    for (auto const& f : options.forms) {
        std::string why;
        auto const p = profile::log_pattern::parse(f.pattern, why);
        if (!p) throw unusable_input{"--form " + in_quotes(f.name + "=" + f.pattern) + ": " + why};
        own.push_back({f.name, f.pattern,
                       f.pattern.starts_with("{time}*") ? profile::log_span::stamps : profile::log_span::window,
                       profile::log_counter::run});
    }
    profile::log_reader reader{own};
    profile::steady_options how;
    how.confidence = options.confidence;

    measured_log out;
    out.path = path;
    out.run = run_named(path);
    profile::preflight_watch watch{options.rule};
    bool ended = false;
    std::vector<char> buffer(piece);
    while (!(options.stop && out.verdict != profile::preflight_verdict::go_on)) {
        auto const n = read(in.fd, buffer.data(), buffer.size());
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) throw unusable_input{path + ": cannot be read: " + std::strerror(errno)};
        if (n == 0) {
            ended = true;
            break;
        }
        reader.feed({buffer.data(), static_cast<std::size_t>(n)});
        if (out.verdict != profile::preflight_verdict::go_on) continue;
        auto const training = reader.training();
        if (!training) continue;
        auto const& s = reader.streams()[*training];
        if (!watch.due(s.readings().size(), s.covered())) continue;
        out.verdict = watch.look(s.settle(how), s.covered());
        if (out.verdict != profile::preflight_verdict::go_on) out.spent = s.covered();
    }
    out.summary = reader.summary(ended, how);
    if (!out.summary.stream) return out;
    auto const& s = reader.streams()[*out.summary.stream];
    out.form = s.name;
    out.label = s.label;
    out.how = profile::to_text(s.covers);
    out.samples = s.unit == profile::log_unit::samples;
    if (out.verdict == profile::preflight_verdict::go_on) out.spent = s.covered();
    return out;
}

std::vector<measured_log> measure_folder(std::string const& folder) {
    std::error_code error;
    std::vector<std::string> paths;
    for (std::filesystem::directory_iterator it{folder, error}, end; !error && it != end; it.increment(error))
        if (it->path().extension() == ".log") paths.push_back(it->path().string());
    if (error) throw unusable_input{folder + ": cannot be read as a folder: " + error.message()};
    if (paths.empty()) throw unusable_input{folder + ": no log in it; logs are called MODEL.GPU.xN[.bBATCH].log"};
    std::sort(paths.begin(), paths.end());
    std::vector<measured_log> out;
    for (auto const& path : paths) {
        auto log = measure_log(path, {});
        if (!log.run)
            throw unusable_input{
                path +
                ": the name does not say what ran; write MODEL.GPU.xN[.bBATCH].log, as in resnet50.A100.x4.b256.log"};
        if (!log.summary.stream) throw unusable_input{path + ": holds no rate; gangway profile says what is in it"};
        if (log.samples)
            throw unusable_input{path + ": tells samples, not iterations; a table of profiles needs iterations"};
        out.push_back(std::move(log));
    }
    return out;
}

std::vector<profile::rate_row> rows_of(std::vector<measured_log> const& logs) {
    std::vector<profile::rate_row> rows;
    for (auto const& l : logs)
        if (l.run && l.summary.stream && !l.samples)
            rows.push_back({l.run->model, l.run->gpu, l.run->batch, false, static_cast<double>(l.run->gpus),
                            l.summary.rate.rate().value()});
    return rows;
}

profile::rate_table table_of(std::vector<measured_log> const& logs) {
    profile::rate_table table;
    for (auto const& row : rows_of(logs)) table.add(row, profile::curve_between::line);
    return table;
}

gangway::duration preflight_of(std::vector<measured_log> const& logs, std::string_view model, std::string_view gpu) {
    gangway::duration sum;
    double count = 0.0;
    for (auto const& l : logs)
        if (l.run && l.run->model == model && l.run->gpu == gpu) {
            sum = sum + l.spent;
            ++count;
        }
    return count > 0.0 ? sum / count : sum;
}

} // namespace tool
