// tool - the table of devices as text and JSON.
#include "device_text.hpp"

#include "error.hpp"
#include "files.hpp"
#include "table.hpp"
#include "wrap.hpp"

#include <gangway/cost/built_in_devices.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <span>

namespace tool {

namespace cost = gangway::cost;
using json = nlohmann::ordered_json;

namespace {

std::string figure_text(cost::device_figure const& f) {
    switch (f.what) {
    case cost::figure::peak:
        return short_number(f.value) + (to_text(f.type).starts_with("int") ? "OP/s" : "FLOP/s");
    case cost::figure::memory_rate:
        return short_number(f.value) + "B/s";
    case cost::figure::memory_size:
        return short_number(f.value) + "B";
    case cost::figure::power_limit:
        return fmt::format("{:.4g} W", f.value);
    case cost::figure::launch_cost:
        return short_time(f.value);
    }
    return {};
}

std::string figure_name(cost::device_figure const& f) {
    switch (f.what) {
    case cost::figure::peak:
        return std::string{to_text(f.type)} + (f.pattern == cost::sparsity::structured ? " sparse" : "");
    case cost::figure::memory_rate:
        return "memory";
    case cost::figure::memory_size:
        return "capacity";
    case cost::figure::power_limit:
        return "power";
    case cost::figure::launch_cost:
        return "launch";
    }
    return {};
}

/// The device that a wrong name is nearest to, at any place of its own name: h1000 is near to H100 SXM.
std::string likely_device(std::string const& name, std::span<std::string_view const> devices) {
    auto const wanted = cost::plain_name(name);
    std::size_t least = std::max<std::size_t>(1, wanted.size() / 3) + 1;
    std::string_view best;
    for (auto const device : devices) {
        auto const plain = cost::plain_name(device);
        for (std::size_t from = 0; from < plain.size(); ++from)
            for (std::size_t size = 1; size <= std::min(wanted.size() + 1, plain.size() - from); ++size)
                if (auto const d = edit_distance(wanted, std::string_view{plain}.substr(from, size)); d < least) {
                    least = d;
                    best = device;
                }
    }
    return best.empty() ? "" : ", did you mean " + in_quotes(best) + "?";
}

} // namespace

std::string short_number(double value) {
    struct prefix {
        double from;
        char const* name;
    };
    for (auto const& p :
         {prefix{1e15, " P"}, prefix{1e12, " T"}, prefix{1e9, " G"}, prefix{1e6, " M"}, prefix{1e3, " k"}})
        if (value >= p.from) return fmt::format("{:.4g}{}", value / p.from, p.name);
    return fmt::format("{:.4g} ", value);
}

std::string short_time(double seconds) {
    if (seconds == 0.0) return "0 s";
    if (seconds < 1e-6) return fmt::format("{:.4g} ns", seconds * 1e9);
    if (seconds < 1e-3) return fmt::format("{:.4g} us", seconds * 1e6);
    if (seconds < 1.0) return fmt::format("{:.4g} ms", seconds * 1e3);
    return fmt::format("{:.4g} s", seconds);
}

cost::device_table load_devices(std::string const& path) {
    auto devices = cost::built_in_devices();
    if (path.empty()) return devices;
    auto const file = cost::read_devices(path, read_file(path));
    print_issues(file.issues);
    if (!file.usable)
        throw unusable_input{path + ": no figure of a device in it; the columns are "
                                    "device,quantity,type,sparse,value,unit,used,source,remark"};
    devices.add(file.figures);
    return devices;
}

std::string_view find_device(cost::device_table const& devices, std::string const& name) {
    auto const found = devices.named(name);
    if (found.size() == 1) return found[0];
    if (!found.empty())
        throw unusable_input{"--device " + in_quotes(name) + " may mean several devices:\n  " +
                             wrapped(joined(found), 78, 2, 2)};
    auto const all = devices.names();
    throw unusable_input{"--device " + in_quotes(name) + ": no such device" + likely_device(name, all) +
                         "\n  known: " + wrapped(joined(all), 78, 9, 9)};
}

cost::data_type parse_type(std::string const& name) {
    if (auto const t = cost::data_type_named(gangway::text::lower(name))) return *t;
    throw unusable_input{"--type " + in_quotes(name) + ": no such data type" +
                         did_you_mean(name, cost::data_type_names) +
                         "\n  known: " + wrapped(joined(cost::data_type_names), 78, 9, 9)};
}

std::string print_devices(cost::device_table const& devices) {
    table t{{"device", "bf16 or fp16", "memory", "ridge", "power", "disputed"}};
    for (auto const name : devices.names()) {
        auto r = devices.roofs_of(name, cost::data_type::bf16);
        if (!r) r = devices.roofs_of(name, cost::data_type::fp16);
        auto const memory = devices.memory(name);
        auto const limit = devices.power_limit(name);
        t.add({std::string{name}, r ? short_number(r->peak.rate.value()) + "FLOP/s" : "-",
               memory ? short_number(memory->value()) + "B/s" : "-",
               r ? fmt::format("{:.4g}", ridge_of(*r).value()) : "-",
               limit ? fmt::format("{:.4g} W", limit->value()) : "-",
               std::to_string(devices.disagreements(name).size())});
    }
    return "dense peaks, as published; ridge in FLOP/B; disputed: figures on which sources\ndisagree\n\n" + t.text() +
           "\ngangway roofline --device NAME shows every figure with its source.\n";
}

std::string print_device(cost::device_table const& devices, std::string_view name, std::size_t width) {
    std::string out = std::string{name} + "\n\n";
    for (auto const& f : devices.figures()) {
        if (f.device != name || !f.used) continue;
        auto const said = f.source + (f.remark.empty() ? "" : "; " + f.remark);
        out += fmt::format("  {:<18} {:>14}  {}\n", figure_name(f), figure_text(f), wrapped(said, width, 37, 37));
    }
    auto const others = devices.disagreements(name);
    if (!others.empty()) out += "\nnot used, as another source says otherwise:\n";
    for (auto const& [other, in_use] : others) {
        auto said = other->source.empty() ? other->file + ":" + std::to_string(other->line) : other->source;
        if (!other->remark.empty()) said += "; " + other->remark;
        out += fmt::format("  {:<18} {:>14}  {}\n", figure_name(*other), figure_text(*other),
                           wrapped(said, width, 37, 37));
    }
    return out;
}

json json_figures(cost::device_table const& devices, std::string_view name) {
    json out = json::array();
    for (auto const& f : devices.figures())
        if (f.device == name)
            out.push_back({{"figure", figure_name(f)},
                           {"value", f.value},
                           {"used", f.used},
                           {"source", f.source},
                           {"remark", f.remark}});
    return out;
}

} // namespace tool
