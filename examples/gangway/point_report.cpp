// tool - prints what `gangway point` found, as text and as JSON.
#include "device_text.hpp"
#include "point_choice.hpp"
#include "table.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace tool {

namespace {

namespace cost = gangway::cost;
using json = nlohmann::ordered_json;

gangway::duration deadline_of(point_question const& q) {
    return gangway::duration{std::min(q.latency, q.call_limit())};
}

std::string values_text(judged_point const& p) {
    std::string out;
    auto const add = [&](std::string const& part) { out += (out.empty() ? "" : ", ") + part; };
    if (p.from->latency) add(short_time(p.latency));
    if (p.from->joules) add(fmt::format("{:.4g} J", p.joules));
    if (p.from->runs)
        add(fmt::format("success {:.4g} ({:.4f} to {:.4f})", p.success, p.low, p.high));
    else if (p.from->success)
        add(fmt::format("success {:.4g}", p.success));
    return out;
}

std::string print_points(point_question const& q, point_answer const& a) {
    std::vector<std::string> head{"point", "latency", "energy J", "success"};
    bool const loop = a.points.front().loop.has_value();
    if (loop) head.insert(head.end(), {"stale", "held"});
    std::vector<std::string> last{"misses"};
    for (std::size_t i = 0; i < a.points.size(); ++i) {
        auto const missed = miss_text(a.misses[i]);
        last.push_back(a.choice.index == i ? "nothing: chosen" : missed.empty() ? "nothing" : missed);
    }
    std::size_t width = 0;
    for (auto const& word : last) width = std::max(width, word.size());
    for (auto& word : last) word.resize(width, ' '); // words stand to the left
    head.insert(head.end(), {"front", last[0]});
    table t{head};
    for (std::size_t i = 0; i < a.points.size(); ++i) {
        auto const& p = a.points[i];
        std::vector<std::string> row{p.from->name, p.from->latency ? short_time(p.latency) : "-",
                                     p.from->joules ? fmt::format("{:.4g}", p.joules) : "-",
                                     p.has_success() ? fmt::format("{:.4f}", p.low) : "-"};
        if (loop) row.insert(row.end(), {fmt::format("{}", p.loop->stale), fmt::format("{}", p.loop->held)});
        row.push_back(a.on_front(i) ? "yes" : "no");
        row.push_back(last[i + 1]);
        t.add(std::move(row));
    }
    auto out = t.text();
    if (std::any_of(a.points.begin(), a.points.end(), [](auto const& p) { return p.from->runs.has_value(); }))
        out += fmt::format("  success: the low end of Wilson's interval, confidence {:g}\n", q.confidence);
    if (loop) out += "  energy: of a period, idle time included; stale, held: actions of each call\n";
    return out;
}

std::string print_model(staged_model const& m, point_question const& q, point_answer const& a) {
    std::string out;
    if (a.choice.index) {
        auto const c = *a.choice.index;
        table t{{"stage at " + a.points[c].from->name, "time", "energy J", "bound", "next", "margin"}};
        for (auto const& s : m.stages) {
            auto const k = cost_of(s, m.device, m.clocks[c], m.draw);
            t.add({s.name, short_time(k.time.value()), fmt::format("{:.4g}", k.joules.value()), to_text(k.bound.by),
                   to_text(k.bound.next),
                   std::isfinite(k.bound.margin) ? fmt::format("{:.3g}x", k.bound.margin) : "-"});
        }
        out += "\n" + t.text();
    }
    auto const options = options_of(m.stages, m.device, m.clocks, m.draw);
    auto const deadline = deadline_of(q);
    auto const each = clock_each_stage(options, deadline, m.change);
    if (!each) return out + "\nNo clocks for the stages keep the deadline.\n";
    auto const one = one_clock(options, deadline);
    out += "\nLeast energy of a call with a clock a stage:\n ";
    for (std::size_t s = 0; s < m.stages.size(); ++s)
        out += (s > 0 ? ", " : " ") + m.stages[s].name + " " + m.clock_names[each->clocks[s]];
    out += fmt::format("\n  {}, {:.4f} J, {} {}", short_time(each->time.value()), each->joules.value(), each->changes,
                       each->changes == 1 ? "change" : "changes");
    if (one && one->joules.value() > 0.0)
        out += fmt::format("; one clock for all: {:.4f} J ({:+.1f} %)", one->joules.value(),
                           100.0 * (each->joules / one->joules - 1.0));
    return out + "\n";
}

std::string print_path(point_question const& q, point_answer const& a) {
    if (q.moving.empty()) return "";
    if (a.path.empty()) return "\nWhatever the " + q.moving + ", no point keeps the other targets.\n";
    auto out = "\nAs the target for " + q.moving + " is loosened:\n";
    for (auto const& b : a.path) {
        auto const at = q.moving == "latency"  ? short_time(b.limit)
                        : q.moving == "energy" ? fmt::format("{:.4g} J", b.limit)
                                               : fmt::format("{:.4f}", b.limit);
        out += fmt::format("  from {:<10} {}\n", at, a.points[b.index].from->name);
    }
    return out;
}

} // namespace

std::string miss_text(std::array<double, point_limits> const& by) {
    std::string out;
    for (std::size_t c = 0; c < point_limits; ++c) {
        if (by[c] <= 0.0) continue;
        if (!out.empty()) out += ", ";
        if (c == 1)
            out += fmt::format("energy +{:.3g} J", by[c]);
        else if (c == 2)
            out += fmt::format("success -{:.2g}", by[c]);
        else
            out += fmt::format("{} +{}", limit_names[c], short_time(by[c]));
    }
    return out;
}

std::string print_answer(point_question const& q, point_file const& file, point_answer const& a) {
    std::string out;
    auto const n = a.points.size();
    if (a.choice.index) {
        auto const& p = a.points[*a.choice.index];
        out += fmt::format("{}: {}\n{} of {} {} the targets; best by {}\n\n", p.from->name, values_text(p),
                           a.choice.feasible, n, n == 1 ? "point keeps" : "points keep", q.best);
    } else {
        out += fmt::format("none of {} points keeps the targets\n", n);
        if (auto const& near = a.choice.nearest)
            out += fmt::format("nearest is {} ({}): it misses {}\n", a.points[near->index].from->name,
                               values_text(a.points[near->index]), miss_text(near->by));
        out += "\n";
    }
    out += print_points(q, a);
    if (a.choice.refused > 0)
        out += fmt::format("  {} refused: no success, so that a success has no price\n", a.choice.refused);
    out += fmt::format("  front: no other point is as good in {} and better in one\n", a.pareto_of);
    if (file.model) out += print_model(*file.model, q, a);
    return out + print_path(q, a);
}

nlohmann::ordered_json json_answer(point_question const& q, point_file const& file, point_answer const& a) {
    auto const limit = [](double l) { return l < no_limit ? json(l) : json(nullptr); };
    json root{{"best", q.best}};
    root["targets"] = json{{"latency_s", limit(q.latency)},
                           {"energy_j", limit(q.joules)},
                           {"success", q.success},
                           {"call_s", limit(q.call_limit())}};
    root["choice"] = a.choice.index ? json(a.points[*a.choice.index].from->name) : json(nullptr);
    root["feasible"] = a.choice.feasible;
    root["refused"] = a.choice.refused;
    auto const missed = [](std::array<double, point_limits> const& by) {
        json j = json::object();
        for (std::size_t c = 0; c < point_limits; ++c)
            if (by[c] > 0.0) j[std::string{limit_names[c]}] = by[c];
        return j;
    };
    root["nearest"] = nullptr;
    if (a.choice.nearest)
        root["nearest"] =
            json{{"point", a.points[a.choice.nearest->index].from->name}, {"misses", missed(a.choice.nearest->by)}};
    root["excluded"] = json::object();
    for (std::size_t c = 0; c < point_limits; ++c)
        root["excluded"][std::string{limit_names[c]}] =
            json{{"points", a.choice.excluded[c].points}, {"alone", a.choice.excluded[c].alone}};
    root["pareto_of"] = a.pareto_of;
    root["points"] = json::array();
    for (std::size_t i = 0; i < a.points.size(); ++i) {
        auto const& p = a.points[i];
        json j{{"name", p.from->name}};
        j["latency_s"] = p.from->latency ? json(p.latency) : json(nullptr);
        j["energy_j"] = p.from->joules ? json(p.joules) : json(nullptr);
        bool const has_success = p.has_success();
        j["success"] = has_success ? json(p.success) : json(nullptr);
        j["success_low"] = has_success ? json(p.low) : json(nullptr);
        j["success_high"] = has_success ? json(p.high) : json(nullptr);
        if (p.loop) {
            j["period_s"] = p.loop->period.value();
            j["stale"] = p.loop->stale;
            j["held"] = p.loop->held;
        }
        j["front"] = a.on_front(i);
        j["misses"] = missed(a.misses[i]);
        root["points"].push_back(std::move(j));
    }
    if (!q.moving.empty()) {
        root["moving"] = q.moving;
        root["path"] = json::array();
        for (auto const& b : a.path)
            root["path"].push_back(json{{"from", b.limit}, {"point", a.points[b.index].from->name}});
    }
    if (file.model) {
        auto const& m = *file.model;
        auto const each = clock_each_stage(options_of(m.stages, m.device, m.clocks, m.draw), deadline_of(q), m.change);
        root["clock_a_stage"] = nullptr;
        if (each) {
            json clocks = json::array();
            for (std::size_t s = 0; s < m.stages.size(); ++s)
                clocks.push_back(json{{"stage", m.stages[s].name}, {"clock", m.clock_names[each->clocks[s]]}});
            root["clock_a_stage"] = json{{"clocks", clocks},
                                         {"latency_s", each->time.value()},
                                         {"energy_j", each->joules.value()},
                                         {"changes", each->changes}};
        }
    }
    return root;
}

} // namespace tool
