// tool - judges operating points: what is asked for, what is missed, the Pareto set, how the choice moves.
#include "point_choice.hpp"

#include "error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace tool {

namespace {

namespace cost = gangway::cost;

double objective_of(judged_point const& p, std::string_view best) {
    if (best == "latency") return p.latency;
    if (best == "edp") return p.joules * p.latency;
    if (best == "energy-per-success") return p.success > 0.0 ? p.joules / p.success : no_limit;
    if (best == "success") return -p.low;
    return p.joules;
}

/// Every value that is asked for must be there.
void require(point_question const& q, std::vector<file_point> const& points) {
    bool const loop = q.loop.has_value();
    for (auto const& p : points) {
        auto const lacks = [&](bool there, bool asked, std::string_view what, std::string_view for_what) {
            if (!there && asked)
                throw unusable_input{fmt::format("{}: {} has no {}, which {} needs", p.where, p.name, what, for_what)};
        };
        bool const by_both = q.best == "edp";
        lacks(p.latency.has_value(),
              q.latency < no_limit || loop || q.best == "latency" || by_both || q.moving == "latency", "latency",
              q.latency < no_limit    ? "--latency-at-most"
              : loop                  ? "a control loop"
              : q.moving == "latency" ? "--moving"
                                      : "--best");
        lacks(p.joules.has_value(),
              q.joules < no_limit || q.best.starts_with("energy") || by_both || q.moving == "energy", "energy",
              q.joules < no_limit    ? "--energy-at-most"
              : q.moving == "energy" ? "--moving"
                                     : "--best " + q.best);
        lacks(p.success || p.runs,
              q.success > 0.0 || q.best == "success" || q.best == "energy-per-success" || q.moving == "success",
              "success",
              q.success > 0.0         ? "--success-at-least"
              : q.moving == "success" ? "--moving"
                                      : "--best " + q.best);
    }
}

std::vector<judged_point> judge(point_question const& q, std::vector<file_point> const& points) {
    std::vector<judged_point> out;
    for (auto const& p : points) {
        judged_point j;
        j.from = &p;
        j.latency = p.latency.value_or(gangway::duration{}).value();
        j.joules = p.joules.value_or(gangway::energy{}).value();
        if (p.runs) {
            auto const i = p.runs->interval(q.confidence);
            j.success = p.runs->share();
            j.low = i.low;
            j.high = i.high;
        } else if (p.success) {
            j.success = j.low = j.high = *p.success;
        }
        if (q.loop) {
            if (j.latency * q.loop->rate.value() > 1e12)
                throw unusable_input{p.where + ": the latency is too long for this rate"};
            j.loop = timing_of(*q.loop, gangway::duration{j.latency});
            j.joules = energy_of(*q.loop, {gangway::duration{j.latency}, gangway::energy{j.joules}}, q.idle)
                           .per_period.value();
        }
        out.push_back(j);
    }
    return out;
}

/// The constraints of a question, widened by rounding, which sums of stages carry.
auto constraints_of(point_question const& q) {
    double const wider = 1.0 + cost::rounding_slack;
    return std::tuple{cost::at_most{&judged_point::latency, q.latency * wider},
                      cost::at_most{&judged_point::joules, q.joules * wider},
                      cost::at_least{&judged_point::low, q.success / wider},
                      cost::at_most{&judged_point::latency, q.call_limit() * wider}};
}

} // namespace

point_answer answer_points(point_question const& q, point_file const& file) {
    require(q, file.points);
    point_answer a;
    a.points = judge(q, file.points);
    auto const& points = a.points;
    cost::in_order const best{cost::minimise{[&](judged_point const& p) { return objective_of(p, q.best); }},
                              cost::minimise{&judged_point::latency}, cost::minimise{&judged_point::joules}};
    auto const all = constraints_of(q);
    a.choice = std::apply([&](auto const&... c) { return choose(points, best, c...); }, all);
    for (auto const& p : points)
        a.misses.push_back(std::apply([&](auto const&... c) { return std::array{c.miss(c.value(p))...}; }, all));

    auto const everywhere = [&](auto has) { return std::all_of(points.begin(), points.end(), has); };
    bool const latency = everywhere([](auto const& p) { return p.from->latency.has_value(); });
    bool const joules = everywhere([](auto const& p) { return p.from->joules.has_value(); });
    bool const success = everywhere([](auto const& p) { return p.has_success(); });
    // A value that not every point has is the same for all of them, so that it decides nothing.
    auto const value = [](bool use, auto of) {
        return cost::minimise{[use, of](judged_point const& p) { return use ? of(p) : 0.0; }};
    };
    a.pareto = pareto_front(points, value(latency, [](auto const& p) { return p.latency; }),
                            value(joules, [](auto const& p) { return p.joules; }),
                            value(success, [](auto const& p) { return -p.low; }));
    for (auto const& [use, name] :
         {std::pair{latency, "latency"}, std::pair{joules, "energy"}, std::pair{success, "success"}})
        if (use) a.pareto_of += (a.pareto_of.empty() ? "" : ", ") + std::string{name};

    auto const& [by_latency, by_joules, by_success, by_loop] = all;
    if (q.moving == "latency")
        a.path =
            as_target_moves(points, best, cost::moving_at_most{&judged_point::latency}, by_joules, by_success, by_loop);
    if (q.moving == "energy")
        a.path =
            as_target_moves(points, best, cost::moving_at_most{&judged_point::joules}, by_latency, by_success, by_loop);
    if (q.moving == "success")
        a.path =
            as_target_moves(points, best, cost::moving_at_least{&judged_point::low}, by_latency, by_joules, by_loop);
    return a;
}

} // namespace tool
