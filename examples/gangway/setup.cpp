// tool - reads traces and clusters and makes workloads of them.
#include "setup.hpp"

#include "duration_text.hpp"
#include "files.hpp"

#include <gangway/trace/detect.hpp>
#include <gangway/trace/estimates.hpp>
#include <gangway/trace/generator.hpp>
#include <gangway/trace/machines.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <map>

namespace tool {

namespace trace = gangway::trace;

namespace {

std::vector<std::string_view> pieces(std::string_view text, char separator) {
    std::vector<std::string_view> out;
    for (std::size_t from = 0;;) {
        auto const at = std::min(text.find(separator, from), text.size());
        out.push_back(text.substr(from, at - from));
        if (at == text.size()) return out;
        from = at + 1;
    }
}

trace::philly_like parse_generator(std::string const& text) {
    auto const bad = [&](std::string const& what) {
        return unusable_input{"trace " + in_quotes(text) + ": " + what + "; write philly-like:SEED[,load=0.95][,jobs=2312][,days=7][,gpus=864]"};
    };
    auto const parts = pieces(std::string_view{text}.substr(text.find(':') + 1), ',');
    trace::philly_like ask;
    auto const seed = whole_number_in<std::uint64_t>(parts[0]);
    if (!seed) throw bad("the seed " + in_quotes(parts[0]) + " is not a whole number");
    ask.seed = *seed;
    for (std::size_t i = 1; i < parts.size(); ++i) {
        auto const eq = std::min(parts[i].find('='), parts[i].size());
        auto const key = parts[i].substr(0, eq);
        auto const value = eq < parts[i].size() ? parts[i].substr(eq + 1) : std::string_view{};
        auto const whole = [&](std::uint32_t most) {
            auto const n = whole_number_in<std::uint32_t>(value);
            if (!n || *n < 1 || *n > most) throw bad(in_quotes(parts[i]) + " is not a whole number from 1 to " + std::to_string(most));
            return *n;
        };
        if (key == "load") {
            auto const load = number_in(value);
            if (!load || *load <= 0.0 || *load > 1'000.0) throw bad("the load " + in_quotes(value) + " is not a number above 0, up to 1000");
            ask.load = *load;
        } else if (key == "jobs") {
            ask.jobs = whole(100'000'000);
        } else if (key == "days") {
            ask.days = whole(3'650);
        } else if (key == "gpus") {
            ask.gpus = whole(100'000'000);
        } else {
            throw bad("nothing is called " + in_quotes(key));
        }
    }
    return ask;
}

trace::read_options options_of(std::string const& bad_rows) {
    trace::read_options o;
    o.bad_rows = bad_rows == "repair" ? trace::rule::repair : bad_rows == "stop" ? trace::rule::stop : trace::rule::skip;
    return o;
}

trace::read_result read_trace(std::string const& path, std::string const& format, std::string const& bad_rows) {
    auto const content = read_file(path);
    if (format.empty()) return trace::read(path, content, options_of(bad_rows));
    auto const named = trace::format_named(format);
    if (!named)
        throw unusable_input{"--format " + in_quotes(format) + " is unknown" + did_you_mean(format, trace::format_names) + "; it is one of " +
                             joined(trace::format_names)};
    return trace::read_as(*named, path, content, options_of(bad_rows));
}

gangway::gang<1> whole_tasks(std::int64_t gpus, std::int64_t node) {
    return gpus <= node ? gangway::gang<1>{1, {gpus}} : gangway::gang<1>{gpus / node, {node}};
}

std::shared_ptr<assigned_sweeps const> make_sweeps(trace_data const& t, power_choice const& power) {
    if (power.clocks.empty()) return nullptr;
    std::vector<std::int64_t> gpus;
    for (auto const& j : t.jobs) gpus.push_back(j.gpus);
    return std::make_shared<assigned_sweeps const>(read_sweeps(power.clocks), t.job_names, std::move(gpus), power.seed);
}

/// What each gang draws at its highest clock; empty where nobody says.
std::vector<gangway::power> make_draws(trace_data const& t, assigned_sweeps const* sweeps, power_choice const& power) {
    std::vector<gangway::power> draws;
    if (!sweeps && !power.gpu) return draws;
    for (gangway::index j = 0; j < t.jobs.size(); ++j)
        draws.push_back(sweeps ? gangway::highest_clock(sweeps->clocks({j})).draw
                               : gangway::power{*power.gpu * static_cast<double>(t.jobs[j].gpus)});
    return draws;
}

std::string power_words(assigned_sweeps const* sweeps, power_choice const& power) {
    std::string words;
    if (sweeps) {
        for (auto const& p : sweeps->programs()) words += (words.empty() ? "" : ", ") + p.program;
        words = fmt::format("{}: {}; each job runs one of them, seed {}", power.clocks, words, power.seed);
    } else if (power.gpu) {
        words = fmt::format("{:g} W for each GPU of a gang", *power.gpu);
    }
    if (!words.empty() && power.idle > 0.0) words += fmt::format("; {:g} W for each idle GPU", power.idle);
    if (power.budget) words += fmt::format("; budget {:g} W", *power.budget);
    return words;
}

template <class Work, class Shape>
Work make_work(trace_data const& t, cluster_data const& c, std::vector<std::optional<gangway::duration>> const& estimates, Shape shape) {
    Work work;
    for (auto const gpus : c.gpus) work.nodes.push_back({{gpus}, true});
    work.jobs.reserve(t.jobs.size());
    for (std::size_t i = 0; i < t.jobs.size(); ++i) {
        auto const& j = t.jobs[i];
        // The place in the trace is the id: ties are then broken by submission, and by the job's own id in natural order.
        work.jobs.push_back({static_cast<std::int64_t>(i), j.submitted, j.run, estimates[i], 0.0, 0, shape(j.gpus)});
    }
    return work;
}

std::vector<std::optional<gangway::duration>> make_estimates(trace_data const& t, estimate_choice const& choice, std::string& words) {
    trace::estimate_model model;
    model.seed = choice.seed;
    if (choice.text == "trace" && t.has_estimates) {
        words = "those of the trace";
        std::vector<std::optional<gangway::duration>> own;
        for (auto const& j : t.jobs) own.push_back(j.estimate);
        return own;
    }
    if (choice.text == "trace") {
        words = "exact (the trace has none)";
    } else if (choice.text == "exact") {
        words = "exact";
    } else if (choice.text == "none") {
        words = "none";
        model.none = 1.0;
    } else if (choice.text == "round") {
        words = "run times rounded up to common limits";
        model.limits = trace::common_limits();
    } else {
        model.factor = *number_in(std::string_view{choice.text}.substr(7));
        words = fmt::format("run times times 1 to {:g}, seed {}", model.factor, model.seed);
    }
    return trace::estimates(t.jobs, model);
}

} // namespace

void check(power_choice const& choice) {
    auto const not_negative = [](std::string const& option, double value) {
        if (!(value >= 0.0 && value <= 1e12)) throw unusable_input{option + " is watts from 0 to 1e12"};
    };
    not_negative("--idle-power", choice.idle);
    if (choice.gpu) not_negative("--gpu-power", *choice.gpu);
    if (choice.budget) not_negative("--power-budget", *choice.budget);
    bool const draws = choice.gpu || !choice.clocks.empty();
    if (choice.budget && !draws)
        throw unusable_input{"--power-budget needs to know what gangs draw: give --gpu-power W, or --clocks FILE"};
    if (choice.idle > 0.0 && !draws)
        throw unusable_input{"--idle-power alone says nothing: give --gpu-power W, or --clocks FILE, too"};
}

void check(estimate_choice const& choice) {
    constexpr std::array<std::string_view, 5> known{"trace", "exact", "factor:F", "round", "none"};
    auto const& text = choice.text;
    if (text == "trace" || text == "exact" || text == "round" || text == "none") return;
    if (text.starts_with("factor:")) {
        auto const f = number_in(std::string_view{text}.substr(7));
        if (f && *f >= 1.0 && *f <= 1'000.0) return;
        throw unusable_input{"--estimates " + in_quotes(text) + ": the factor is a number from 1 to 1000, as in factor:3"};
    }
    throw unusable_input{"--estimates " + in_quotes(text) + " is unknown" + did_you_mean(text, known) + "; it is one of " + joined(known)};
}

trace_data load_trace(std::string const& text, std::string const& format, std::string const& bad_rows) {
    trace_data t;
    t.name = text;
    if (text.starts_with("philly-like:") || text == "philly-like") {
        t.format = "generated";
        t.jobs = trace::generate(parse_generator(text == "philly-like" ? "philly-like:" : text));
    } else {
        std::error_code ignored;
        if (!std::filesystem::exists(text, ignored))
            throw unusable_input{"trace " + in_quotes(text) + ": there is no such file; give a file, or philly-like:SEED to have a week made"};
        auto read = read_trace(text, format, bad_rows);
        print_issues(read.issues);
        if (!read.usable) throw unusable_input{text + ": cannot be used as a trace, see above"};
        if (read.left_out > 0)
            fmt::print(stderr, "{}: {} of {} rows left out, see above; --bad-rows says what becomes of them\n", text, read.left_out, read.records);
        t.format = read.format;
        t.jobs = std::move(read.jobs);
    }
    if (t.jobs.empty()) throw unusable_input{"trace " + in_quotes(text) + ": it holds no jobs"};
    for (auto const& j : t.jobs) {
        t.job_names.push_back(j.id);
        t.has_estimates = t.has_estimates || j.estimate.has_value();
    }
    return t;
}

cluster_data load_cluster(std::string const& text) {
    cluster_data c;
    c.name = text;
    auto const x = text.find('x');
    bool const shape = x != std::string::npos && text.find_first_not_of("0123456789x") == std::string::npos;
    if (shape) {
        auto const nodes = whole_number_in<std::int64_t>(std::string_view{text}.substr(0, x));
        auto const gpus = whole_number_in<std::int64_t>(std::string_view{text}.substr(x + 1));
        if (!nodes || !gpus || *nodes < 1 || *gpus < 1 || *nodes > 1'000'000 || *gpus > 1'000'000'000)
            throw unusable_input{"cluster " + in_quotes(text) + ": write nodes x GPUs, as in 108x8, or 1x864 for one pool"};
        for (std::int64_t n = 0; n < *nodes; ++n) {
            c.node_names.push_back("n" + std::to_string(n));
            c.gpus.push_back(*gpus);
        }
    } else {
        std::error_code ignored;
        if (!std::filesystem::exists(text, ignored))
            throw unusable_input{"cluster " + in_quotes(text) + ": there is no such file; give nodes x GPUs, as in 108x8, or a file of machines (machine,gpus)"};
        auto const list = trace::read_machines(text, read_file(text));
        print_issues(list.issues);
        if (!list.usable) throw unusable_input{text + ": cannot be used as a list of machines; it needs the columns machine,gpus"};
        for (auto const& m : list.machines) {
            c.node_names.push_back(m.name);
            c.gpus.push_back(m.gpus);
        }
    }
    for (auto const gpus : c.gpus) {
        c.total += gpus;
        c.largest = std::max(c.largest, gpus);
    }
    return c;
}

setup make_setup(std::shared_ptr<trace_data const> t, std::shared_ptr<cluster_data const> c, estimate_choice const& choice,
                 power_choice const& power) {
    setup s;
    s.sweeps = make_sweeps(*t, power);
    s.power = power_words(s.sweeps.get(), power);
    s.idle = gangway::power{power.idle};
    auto draws = make_draws(*t, s.sweeps.get(), power);
    auto const estimates = make_estimates(*t, choice, s.estimates);
    bool const pool = c->gpus.size() == 1;
    bool unequal = false;
    std::map<std::int64_t, std::int64_t> tasks_of_size;
    for (std::size_t i = 0; i < t->jobs.size(); ++i) {
        auto const gpus = t->jobs[i].gpus;
        if (gpus > c->total) s.too_large.push_back(i);
        unequal = unequal || (!pool && gpus > c->largest && gpus % c->largest != 0);
        ++tasks_of_size[std::min(gpus, c->largest)];
    }
    for (auto const& [size, count] : tasks_of_size) s.by_typical_sizes.typical.push_back({{size}, count});
    auto const tasks_of = [&](std::int64_t gpus) {
        if (pool) return std::vector<gangway::gang<1>>{{gpus, {1}}};
        std::vector<gangway::gang<1>> shape{whole_tasks(gpus, c->largest)};
        if (gpus > c->largest && gpus % c->largest != 0) shape.push_back({1, {gpus % c->largest}});
        return shape;
    };
    if (power.budget) {
        auto work = make_work<powered_work>(*t, *c, estimates, tasks_of);
        work.budget.limit = gangway::power{*power.budget};
        s.work = std::move(work);
    } else if (pool) {
        s.work = make_work<equal_work>(*t, *c, estimates, [](std::int64_t gpus) { return gangway::gang<1>{gpus, {1}}; });
    } else if (!unequal) {
        s.work = make_work<equal_work>(*t, *c, estimates, [&](std::int64_t gpus) { return whole_tasks(gpus, c->largest); });
    } else {
        s.work = make_work<unequal_work>(*t, *c, estimates, tasks_of);
    }
    std::visit([&](auto& work) { work.draws = std::move(draws); }, s.work);
    s.trace = std::move(t);
    s.cluster = std::move(c);
    return s;
}

} // namespace tool
