// tool - `gangway scenario`: runs scenario files and says what differs from what they expect.
#include "files.hpp"
#include "options.hpp"
#include "report.hpp"
#include "scenario_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <regex>

namespace tool {

namespace {

using json = nlohmann::ordered_json;

std::string time_text(std::optional<double> t) { return t ? exact(*t) : "never"; }
std::string time_text(json const& t) { return t.is_null() ? "never" : exact(t.get<double>()); }

void compare(std::vector<std::string>& out, std::string const& what, json const& want, std::optional<double> got) {
    bool const same = want.is_null() ? !got : got && *got == want.get<double>();
    if (!same) out.push_back(fmt::format("{}: {}, expected {}", what, time_text(got), time_text(want)));
}

std::string node_names(scenario_variant const& v, std::vector<std::size_t> const& nodes) {
    std::string out;
    for (auto const n : nodes) out += (out.empty() ? "" : " ") + v.nodes[n].name;
    return out.empty() ? "none" : out;
}

struct scenario_options {
    std::vector<std::string> files;
    bool quiet = false;
};

int scenario(scenario_options const& o) {
    std::size_t variants = 0;
    std::size_t failed = 0;
    bool unreadable = false;
    for (auto const& path : o.files) {
        try {
            auto const all = read_scenarios(path);
            std::vector<std::string> wrong;
            for (std::size_t i = 0; i < all.size(); ++i) {
                ++variants;
                auto const found = differences(all[i], play_scenario(all[i]), path);
                failed += found.empty() ? 0 : 1;
                for (auto const& f : found) wrong.push_back(fmt::format("  variant {} ({}): {}", i + 1, all[i].policy_text, f));
            }
            if (!wrong.empty()) fmt::print("{}: differs\n", path);
            else if (!o.quiet) fmt::print("{}: ok, {} {}\n", path, all.size(), all.size() == 1 ? "variant" : "variants");
            for (auto const& line : wrong) fmt::print("{}\n", line);
        } catch (unusable_input const& e) {
            unreadable = true;
            fmt::print(stderr, "gangway: {}\n", e.what());
        }
    }
    if (variants > 0) fmt::print("{} of {} variants as expected\n", variants - failed, variants);
    if (std::fflush(stdout) != 0) throw unusable_input{"stdout: cannot be written"};
    return unreadable ? unusable : failed > 0 ? not_met : ok;
}

} // namespace

std::vector<std::string> differences(scenario_variant const& v, scenario_outcome const& got, std::string const& path) {
    std::vector<std::string> out;
    auto const find = [&](std::string const& name) {
        return static_cast<std::size_t>(std::find_if(v.jobs.begin(), v.jobs.end(), [&](auto const& j) { return j.name == name; }) - v.jobs.begin());
    };
    auto const each = [&](char const* key, auto&& visit) {
        if (v.expect.contains(key))
            for (auto const& [name, want] : v.expect.at(key).items()) visit(name, want);
    };
    each("start", [&](auto const& name, json const& want) { compare(out, "start of " + name, want, got.start[find(name)]); });
    each("reserved_at", [&](auto const& name, json const& want) {
        compare(out, "first reservation of " + name, want, got.reserved[find(name)]);
    });
    each("nodes", [&](auto const& name, json const& want) {
        std::vector<std::string> is;
        for (auto const n : got.nodes[find(name)]) is.push_back(v.nodes[n].name);
        std::vector<std::string> wanted;
        for (auto const& n : want) wanted.push_back(n.is_string() ? n.template get<std::string>() : n.dump());
        std::sort(is.begin(), is.end());
        std::sort(wanted.begin(), wanted.end());
        if (is != wanted) out.push_back(fmt::format("nodes of {}: {}, expected {}", name, node_names(v, got.nodes[find(name)]), want.dump()));
    });
    each("done_by", [&](auto const& pattern, json const& want) {
        std::regex expression;
        try {
            expression = std::regex{pattern};
        } catch (std::regex_error const& e) {
            throw unusable_input{path + ": expect.done_by: " + in_quotes(pattern) + " is no regular expression: " + e.what()};
        }
        bool any = false;
        for (std::size_t j = 0; j < v.jobs.size(); ++j) {
            if (!std::regex_match(v.jobs[j].name, expression)) continue;
            any = true;
            if (!got.end[j] || *got.end[j] > want.get<double>())
                out.push_back(fmt::format("end of {}: {}, expected by {}", v.jobs[j].name, time_text(got.end[j]), time_text(want)));
        }
        if (!any) throw unusable_input{path + ": expect.done_by: no job is called like " + in_quotes(pattern)};
    });
    if (v.expect.contains("makespan")) {
        std::optional<double> last;
        for (auto const& e : got.end)
            if (e) last = std::max(last.value_or(*e), *e);
        compare(out, "makespan", v.expect.at("makespan"), last);
    }
    if (v.expect.contains("started")) {
        auto const started = std::count_if(got.start.begin(), got.start.end(), [](auto const& s) { return s.has_value(); });
        if (json(started) != v.expect.at("started"))
            out.push_back(fmt::format("started: {} jobs, expected {}", started, v.expect.at("started").dump()));
    }
    return out;
}

void declare_scenario(CLI::App& app, int& status) {
    auto const o = std::make_shared<scenario_options>();
    auto* const verb = app.add_subcommand("scenario", "Run small simulations with expected decisions");
    verb->add_option("files", o->files, "Files with base, sim and expect")->required()->type_name("FILE");
    verb->add_flag("-q,--quiet", o->quiet, "Print only what differs, and the sum");
    set_footer(*verb,
               "gangway scenario cases/*.json\n"
               "\n"
               "Exit status: 0 every expectation holds, 1 something differs, 2 a file cannot be\n"
               "read or run.",
               false);
    verb->callback([o, &status] { status = scenario(*o); });
}

} // namespace tool
