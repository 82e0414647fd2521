// tool - `gangway plan sts`: training jobs with due dates, each alone, on the cluster, and over a generated week.
#include "error.hpp"
#include "plan.hpp"
#include "plan_sts_file.hpp"
#include "table.hpp"
#include "wrap.hpp"

#include <gangway/plan/sts/baselines.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace tool {

namespace {

using namespace gangway;
namespace sts = gangway::plan::sts;
using json = nlohmann::ordered_json;

std::string joules(double j) {
    if (std::abs(j) < 1e5) return fmt::format("{:.0f} J", j);
    return std::abs(j) < 1e8 ? fmt::format("{:.1f} kJ", j / 1e3) : fmt::format("{:.1f} MJ", j / 1e6);
}
std::string seconds_text(double s) {
    return s < 1e5 ? fmt::format("{:g} s", std::round(10.0 * s) / 10.0) : fmt::format("{:.1f} h", s / 3600.0);
}

std::string name_of(sts_instance const& in, sts::configuration const& c) {
    return c.share < 1.0 ? fmt::format("{}:{:g}", in.kinds[c.kind], c.share)
                         : fmt::format("{}:{}", in.kinds[c.kind], c.devices);
}

/// A plan and what it is compared with.
struct alone {
    std::optional<sts::job_plan> plan;
    double fastest = 0.0;    ///< seconds of the longest course at the least
    double worst_case = 0.0; ///< what the plan of the deterministic planner is expected to cost
    double lagrangian = 0.0; ///< what the plan by a price on time is expected to cost
    double bound = 0.0;      ///< below what any plan is expected to cost
};

alone plan_alone(sts_instance const& in, std::size_t j) {
    sts::training_jobs const host{in.jobs};
    auto const left = sts::left_of(host, j, in.now);
    sts::after_epochs<sts::early_stop const&> const rest{in.jobs[j].stops, left.done};
    auto const& configurations = in.jobs[j].configurations;
    alone out;
    out.fastest = sts::least_worst_time(sts::speeds_of(configurations), left.task).value();
    out.plan = sts::exact_plan(configurations, rest, left.task);
    if (!out.plan) return out;
    auto const sure = sts::exact_plan(configurations, sts::runs_to_the_end{}, left.task);
    out.worst_case = sts::price_of(sure->by_epoch, configurations, rest, left.task).expected.value();
    auto const near = sts::lagrangian_plan(configurations, rest, left.task);
    out.lagrangian = near->expected.value();
    out.bound = near->least.value();
    return out;
}

/// Epochs in the same configuration: how many, and in which.
std::vector<std::pair<std::size_t, std::size_t>> runs_of(sts::job_plan const& plan) {
    std::vector<std::pair<std::size_t, std::size_t>> runs;
    for (auto const c : plan.by_epoch) {
        if (runs.empty() || runs.back().second != c) runs.emplace_back(0, c);
        ++runs.back().first;
    }
    return runs;
}

std::string print_alone(sts_instance const& in, std::vector<alone> const& all) {
    std::string out = "Each job alone: the plan with the least expected energy within the due date\n";
    table t{{"job", "due in", "longest", "expected", "worst case", "by price", "bound"}};
    for (std::size_t j = 0; j < all.size(); ++j) {
        auto const due = seconds_text((in.jobs[j].due - in.now).value());
        if (all[j].plan)
            t.add({in.names[j], due, seconds_text(all[j].plan->worst.value()), joules(all[j].plan->expected.value()),
                   joules(all[j].worst_case), joules(all[j].lagrangian), joules(all[j].bound)});
        else
            t.add({in.names[j], due, seconds_text(all[j].fastest), "too late", "-", "-", "-"});
    }
    out += t.text();
    out += "  expected: of the exact plan; worst case: of the plan that counts on no early\n"
           "  stop; by price: of the Lagrangian plan, and the bound that it proves\n\n";
    for (std::size_t j = 0; j < all.size(); ++j) {
        if (!all[j].plan) continue;
        std::string line = "  " + in.names[j] + ":";
        for (auto const& [epochs, c] : runs_of(*all[j].plan))
            line += fmt::format("{} {} on {}", line.back() == ':' ? "" : ",", epochs,
                                name_of(in, in.jobs[j].configurations[c]));
        if (all[j].plan->gap().value() > 0.0)
            line += fmt::format(" (not proved: at most {} from the best)", joules(all[j].plan->gap().value()));
        out += wrapped(line, 80, 6) + "\n";
    }
    return out;
}

std::string print_cluster(sts_instance const& in, sts::cluster_plan const& plan) {
    auto const waiting = std::count_if(plan.jobs.begin(), plan.jobs.end(), [](auto const& p) { return !p.runs(); });
    std::string out = fmt::format("\nAll jobs on {} nodes now: {} run, {} wait\n", in.nodes.size(),
                                  plan.jobs.size() - static_cast<std::size_t>(waiting), waiting);
    table t{{"job", "node", "configuration", "epoch"}};
    for (std::size_t j = 0; j < plan.jobs.size(); ++j) {
        auto const& at = plan.jobs[j];
        if (!at.runs()) {
            t.add({in.names[j], "waits", "-", "-"});
            continue;
        }
        auto const& c = in.jobs[j].configurations[at.configuration];
        t.add({in.names[j], in.nodes[at.node] + (c.share < 1.0 ? fmt::format("/{}", at.device) : ""), name_of(in, c),
               seconds_text(c.time.value())});
    }
    out += t.text();
    out += fmt::format("  energy {}, tardiness {}, waiting {}; a heuristic, no bound\n", joules(plan.cost.energy),
                       joules(plan.cost.tardiness), joules(plan.cost.postponed));
    if (plan.changes < unbounded)
        out += fmt::format("  the first plan changes its configuration in {}\n", seconds_text(plan.changes.value()));
    return out;
}

struct week_row {
    std::string planner;
    sts::load_result result;
};

std::vector<week_row> run_week(sts_load const& l) {
    auto const load = sts::generated_load(l.shape);
    using enum sts::node_use;
    std::vector<week_row> rows;
    auto const add = [&](char const* name, auto const& policy) {
        rows.push_back({name, sts::simulate(load, policy, l.rules)});
    };
    add("sts", sts::stochastic{l.options});
    add("worst case", sts::stochastic{l.options, false});
    add("fifo", sts::in_order<sts::first_come>{{}, shared});
    add("edf", sts::in_order<sts::earliest_due>{{}, shared});
    add("priority", sts::in_order<sts::highest_priority>{{}, shared});
    add("fifo, own node", sts::in_order<sts::first_come>{{}, own});
    add("edf, own node", sts::in_order<sts::earliest_due>{{}, own});
    add("priority, own node", sts::in_order<sts::highest_priority>{{}, own});
    return rows;
}

double saving(week_row const& sts, week_row const& other) {
    return 1.0 - sts.result.spent / other.result.spent;
}

std::string print_week(sts_load const& l, std::vector<week_row> const& rows) {
    std::string out = fmt::format("A generated load (seed {}): {} jobs in {:g} days on {} nodes{}\n", l.shape.seed,
                                  l.shape.jobs, l.shape.span.value() / 86400.0, l.shape.nodes,
                                  l.shape.sharing ? ", shares of devices offered" : "");
    table t{{"planner", "kWh", "sts spends", "late", "hours late", "at once", "moves"}};
    for (auto const& r : rows)
        t.add({r.planner, fmt::format("{:.1f}", r.result.spent.value() / 3.6e6),
               &r == &rows[0] ? "" : fmt::format("{:+.1f} %", -100.0 * saving(rows[0], r)),
               fmt::format("{}", r.result.violations), fmt::format("{:.1f}", r.result.tardiness.value() / 3600.0),
               fmt::format("{}", r.result.most_at_once), fmt::format("{}", r.result.moves + r.result.resizes)});
    return out + t.text() + "  late: jobs that ended behind their due date; at once: most jobs in the system;\n" +
           fmt::format("  moves: to another node or configuration; each stands still for {}\n",
                       seconds_text(l.rules.move.value()));
}

json json_alone(sts_instance const& in, alone const& a, std::size_t j) {
    json out{{"id", in.names[j]}, {"due_in_s", (in.jobs[j].due - in.now).value()}, {"fastest_s", a.fastest}};
    out["feasible"] = a.plan.has_value();
    if (!a.plan) return out;
    out["longest_s"] = a.plan->worst.value();
    out["expected_j"] = a.plan->expected.value();
    out["gap_j"] = a.plan->gap().value();
    out["worst_case_expected_j"] = a.worst_case;
    out["lagrangian_expected_j"] = a.lagrangian;
    out["lagrangian_bound_j"] = a.bound;
    out["plan"] = json::array();
    for (auto const& [epochs, c] : runs_of(*a.plan))
        out["plan"].push_back(
            {{"epochs", epochs}, {"configuration", c}, {"name", name_of(in, in.jobs[j].configurations[c])}});
    return out;
}

json json_cluster(sts_instance const& in, sts::cluster_plan const& plan) {
    json out{
        {"energy_j", plan.cost.energy}, {"tardiness_j", plan.cost.tardiness}, {"postponed_j", plan.cost.postponed}};
    out["changes_in_s"] = plan.changes < unbounded ? json(plan.changes.value()) : json();
    out["jobs"] = json::array();
    for (std::size_t j = 0; j < plan.jobs.size(); ++j) {
        auto const& at = plan.jobs[j];
        json job{{"id", in.names[j]}, {"runs", at.runs()}};
        if (at.runs()) {
            job["node"] = in.nodes[at.node];
            job["configuration"] = at.configuration;
            if (in.jobs[j].configurations[at.configuration].share < 1.0) job["device"] = at.device;
        }
        out["jobs"].push_back(std::move(job));
    }
    return out;
}

json json_week(sts_load const& l, std::vector<week_row> const& rows) {
    json out{{"seed", l.shape.seed},
             {"jobs", l.shape.jobs},
             {"nodes", l.shape.nodes},
             {"span_s", l.shape.span.value()},
             {"move_s", l.rules.move.value()}};
    out["planners"] = json::array();
    for (auto const& r : rows)
        out["planners"].push_back({{"planner", r.planner},
                                   {"energy_j", r.result.spent.value()},
                                   {"sts_saves", saving(rows[0], r)},
                                   {"finished", r.result.finished},
                                   {"late", r.result.violations},
                                   {"tardiness_s", r.result.tardiness.value()},
                                   {"tardiness_cost_j", r.result.tardiness_cost},
                                   {"most_at_once", r.result.most_at_once},
                                   {"plans", r.result.plans},
                                   {"moves", r.result.moves},
                                   {"resizes", r.result.resizes}});
    return out;
}

} // namespace

std::string plan_sts(std::string const& path, bool as_json) {
    auto const file = read_sts_file(path);
    json root = json::object();
    std::string text;
    if (file.instance) {
        auto const& in = *file.instance;
        std::vector<alone> each;
        std::vector<std::size_t> jobs;
        for (std::size_t j = 0; j < in.jobs.size(); ++j) {
            each.push_back(plan_alone(in, j));
            jobs.push_back(j);
        }
        auto const plan = sts::plan_cluster(sts::training_jobs{in.jobs}, jobs, in.park, in.now, in.options);
        text += print_alone(in, each) + print_cluster(in, plan);
        root["jobs"] = json::array();
        for (std::size_t j = 0; j < each.size(); ++j) root["jobs"].push_back(json_alone(in, each[j], j));
        root["cluster"] = json_cluster(in, plan);
    }
    if (file.load) {
        auto const rows = run_week(*file.load);
        text += (text.empty() ? "" : "\n") + print_week(*file.load, rows);
        root["simulation"] = json_week(*file.load, rows);
    }
    return as_json ? root.dump(2, ' ', false, json::error_handler_t::replace) + "\n" : text;
}

} // namespace tool
