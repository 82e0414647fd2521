// tool - reads files of operating points.
#include "point_file.hpp"

#include "device_text.hpp"
#include "files.hpp"
#include "json_place.hpp"

#include <gangway/text/csv.hpp>

#include <fmt/format.h>

#include <array>
#include <set>

namespace tool {

namespace {

namespace cost = gangway::cost;
namespace text = gangway::text;

void check_success(file_point const& p, std::optional<double> k, std::optional<double> n) {
    if (k.has_value() != n.has_value()) throw unusable_input{p.where + ": successes and episodes come together"};
    if (k && (*k != std::floor(*k) || *n != std::floor(*n) || *n < 1.0 || *n > 1e15 || *k > *n))
        throw unusable_input{p.where +
                             ": successes and episodes are whole numbers, at least 1 episode and no more successes"};
    if (p.success && (*p.success > 1.0)) throw unusable_input{p.where + ": success is a share from 0 to 1"};
    if (p.success && k) throw unusable_input{p.where + ": give success, or successes and episodes, not both"};
}

void set_success(file_point& p, std::optional<double> success, std::optional<double> k, std::optional<double> n) {
    p.success = success;
    check_success(p, k, n);
    if (k) p.runs = cost::episodes{static_cast<std::int64_t>(*k), static_cast<std::int64_t>(*n)};
}

std::vector<file_point> read_csv(std::string const& path, std::string const& content) {
    constexpr std::array<text::csv_column, 8> columns{{{"name"},
                                                       {"latency_s"},
                                                       {"latency_ms"},
                                                       {"energy_j"},
                                                       {"energy_mj"},
                                                       {"success"},
                                                       {"successes"},
                                                       {"episodes"}}};
    text::ledger account{path, text::rule::stop};
    std::vector<file_point> out;
    text::for_each_row(content, account, columns, [&](std::span<std::string_view const> f, std::size_t line) {
        file_point p;
        p.where = fmt::format("{}:{}", path, line);
        p.name = f[0].empty() ? fmt::format("row {}", out.size() + 1) : std::string{f[0]};
        auto const value = [&](std::size_t c, double unit) -> std::optional<double> {
            if (f[c].empty()) return std::nullopt;
            double v = 0.0;
            if (text::parse_number(f[c], v) != text::number_fault::none || v < 0.0)
                throw unusable_input{p.where + ": " + std::string{columns[c].name} + ": " + text::quote(f[c]) +
                                     " is not a number from 0 on"};
            return v * unit;
        };
        if (auto const v = value(1, 1.0)) p.latency = gangway::duration{*v};
        if (auto const v = value(2, 1e-3)) p.latency = gangway::duration{*v};
        if (auto const v = value(3, 1.0)) p.joules = gangway::energy{*v};
        if (auto const v = value(4, 1e-3)) p.joules = gangway::energy{*v};
        if ((!f[1].empty() && !f[2].empty()) || (!f[3].empty() && !f[4].empty()))
            throw unusable_input{p.where + ": gives one value in two units"};
        set_success(p, value(5, 1.0), value(6, 1.0), value(7, 1.0));
        out.push_back(std::move(p));
    });
    if (account.stopped()) {
        auto const issues = std::move(account).issues();
        auto const& first = issues.front();
        throw unusable_input{
            fmt::format("{}{}: {}", path, first.line > 0 ? fmt::format(":{}", first.line) : "", first.what)};
    }
    if (!out.empty() && std::none_of(out.begin(), out.end(),
                                     [](auto const& p) { return p.latency || p.joules || p.runs || p.success; }))
        throw unusable_input{
            path + ": no column that says anything: name them latency_s or latency_ms, energy_j or energy_mj, "
                   "success or successes and episodes"};
    return out;
}

std::optional<double> maybe(json_place const& at, std::string const& key) {
    return at.has(key) ? std::optional{at.at(key).number(0.0)} : std::nullopt;
}

std::vector<file_point> read_listed(json_place const& list) {
    std::vector<file_point> out;
    for (auto const& item : list.items()) {
        item.only({"name", "latency_s", "latency_ms", "energy_j", "energy_mj", "success", "successes", "episodes"});
        file_point p;
        p.where = item.where();
        p.name = item.has("name") ? item.at("name").text() : fmt::format("point {}", out.size() + 1);
        if ((item.has("latency_s") && item.has("latency_ms")) || (item.has("energy_j") && item.has("energy_mj")))
            item.fail("gives one value in two units");
        if (auto const v = maybe(item, "latency_s")) p.latency = gangway::duration{*v};
        if (auto const v = maybe(item, "latency_ms")) p.latency = gangway::duration{*v * 1e-3};
        if (auto const v = maybe(item, "energy_j")) p.joules = gangway::energy{*v};
        if (auto const v = maybe(item, "energy_mj")) p.joules = gangway::energy{*v * 1e-3};
        set_success(p, maybe(item, "success"), maybe(item, "successes"), maybe(item, "episodes"));
        out.push_back(std::move(p));
    }
    return out;
}

cost::roofs read_device(json_place const& at) {
    cost::roofs r;
    if (at.has("name")) {
        at.only({"name", "type", "launch_us"});
        auto const devices = load_devices("");
        auto const name = find_device(devices, at.at("name").text());
        auto const type = parse_type(at.has("type") ? at.at("type").text() : "bf16");
        auto const known = devices.roofs_of(name, type);
        if (!known)
            at.fail(
                "the built-in table has no dense peak or no bandwidth for that; give peak_tflops and bandwidth_gbs");
        r = *known;
    } else {
        at.only({"peak_tflops", "bandwidth_gbs", "launch_us"});
        r.peak = cost::dense_peak{gangway::throughput{1e12 * at.at("peak_tflops").number(0.0)}};
        r.memory = cost::bandwidth{1e9 * at.at("bandwidth_gbs").number(0.0)};
    }
    if (at.has("launch_us")) r.launch = gangway::duration{1e-6 * at.at("launch_us").number(0.0)};
    if (!is_sound(r)) at.fail("peak and bandwidth must be above 0");
    return r;
}

cost::stage read_stage(json_place const& at) {
    at.only({"name", "gflop", "gb", "launches", "repeats", "host_ms", "eta_compute", "eta_memory", "overlap"});
    cost::stage s;
    s.name = at.at("name").text();
    s.each = {gangway::work{1e9 * at.number_or("gflop", 0.0)}, gangway::bytes{1e9 * at.number_or("gb", 0.0)},
              at.number_or("launches", 0.0)};
    s.repeats = at.number_or("repeats", 1.0);
    s.host = gangway::duration{1e-3 * at.number_or("host_ms", 0.0)};
    s.eta = {at.number_or("eta_compute", 1.0), at.number_or("eta_memory", 1.0)};
    if (!is_sound(s.eta)) at.fail("eta_compute and eta_memory lie above 0 and at most at 1");
    if (at.has("overlap")) {
        auto const word = at.at("overlap").text();
        if (word == "sum")
            s.how = cost::overlap::sum();
        else if (word != "max")
            at.at("overlap").fail("is max or sum");
    }
    return s;
}

void read_clocks(point_file& file, staged_model& m, json_place const& list) {
    for (auto const& item : list.items()) {
        cost::clock_shares f;
        file_point p;
        p.where = item.where();
        if (item.value().is_object()) {
            item.only({"core", "memory", "success", "successes", "episodes"});
            f = {item.at("core").number(0.0), item.number_or("memory", 1.0)};
            set_success(p, maybe(item, "success"), maybe(item, "successes"), maybe(item, "episodes"));
        } else {
            f.core = item.number(0.0);
        }
        if (!is_sound(f)) item.fail("a clock is a share of the nominal one, above 0");
        p.name = f.memory == 1.0 ? fmt::format("{:g}", f.core) : fmt::format("{:g}/{:g}", f.core, f.memory);
        m.clock_names.push_back(p.name);
        p.name = "clock " + p.name;
        auto const all = total_of(costs_of(m.stages, m.device, f, m.draw));
        p.latency = all.time;
        p.joules = all.joules;
        if (!std::isfinite(all.time.value()) || !std::isfinite(all.joules.value()))
            item.fail("the stages take too long to be counted");
        m.clocks.push_back(f);
        file.points.push_back(std::move(p));
    }
    if (m.clocks.empty()) list.fail("is empty: give at least one clock");
}

point_file read_model(json_place const& root) {
    root.only({"device", "power", "clocks", "stages", "switching"});
    point_file out;
    staged_model m;
    m.device = read_device(root.at("device"));
    auto const draw = root.at("power");
    draw.only({"fixed_w", "linear_w", "cubic_w"});
    m.draw = {gangway::power{draw.number_or("fixed_w", 0.0)}, gangway::power{draw.number_or("linear_w", 0.0)},
              gangway::power{draw.number_or("cubic_w", 0.0)}};
    for (auto const& item : root.at("stages").items()) m.stages.push_back(read_stage(item));
    if (m.stages.empty()) root.at("stages").fail("is empty: give at least one stage");
    if (root.has("switching")) {
        auto const change = root.at("switching");
        change.only({"ms", "mj", "cyclic"});
        m.change = {gangway::duration{1e-3 * change.number_or("ms", 0.0)},
                    gangway::energy{1e-3 * change.number_or("mj", 0.0)},
                    change.has("cyclic") && change.at("cyclic").truth()};
    }
    read_clocks(out, m, root.at("clocks"));
    out.model = std::move(m);
    return out;
}

} // namespace

point_file read_points(std::string const& path) {
    auto const content = read_file(path);
    auto const begins = content.find_first_not_of(" \t\r\n");
    point_file out;
    if (begins != std::string::npos && (content[begins] == '{' || content[begins] == '[')) {
        auto const parsed = parse_json(path, content);
        json_place const root{path, parsed};
        if (root.has("points")) {
            root.only({"points"});
            out.points = read_listed(root.at("points"));
        } else if (root.has("stages")) {
            out = read_model(root);
        } else {
            root.fail("has neither 'points' nor 'stages'");
        }
    } else {
        out.points = read_csv(path, content);
    }
    if (out.points.empty()) throw unusable_input{path + ": holds no point"};
    std::set<std::string> names;
    for (auto const& p : out.points) {
        if (text::has_control(p.name))
            throw unusable_input{p.where + ": the name " + text::quote(p.name) + " holds a control character"};
        if (!names.insert(p.name).second)
            throw unusable_input{p.where + ": there is another point of the name " + in_quotes(p.name)};
    }
    return out;
}

std::string point_formats() {
    return "FILE is one of\n"
           "  a CSV with the columns name, latency_s or latency_ms, energy_j or energy_mj,\n"
           "      success (a share) or successes and episodes; any of them may be missing\n"
           "  JSON {\"points\": [{...}]} with the same names\n"
           "  JSON of a model: {\"device\": {\"peak_tflops\", \"bandwidth_gbs\", \"launch_us\"} or\n"
           "      {\"name\", \"type\"}, \"power\": {\"fixed_w\", \"linear_w\", \"cubic_w\"},\n"
           "      \"clocks\": [1, 0.8] or [{\"core\", \"memory\", \"successes\", \"episodes\"}],\n"
           "      \"stages\": [{\"name\", \"gflop\", \"gb\", \"launches\", \"repeats\", \"host_ms\",\n"
           "      \"eta_compute\", \"eta_memory\", \"overlap\"}], \"switching\": {\"ms\", \"mj\", \"cyclic\"}}\n"
           "      gflop, gb and launches are of one repeat; P = fixed + linear f + cubic f^3\n"
           "examples/data/ has one of each.\n";
}

} // namespace tool
