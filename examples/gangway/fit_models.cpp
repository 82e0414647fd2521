// tool - fits the models of one program.
#include "fit_models.hpp"

#include "error.hpp"

#include <gangway/clock/choose.hpp>
#include <gangway/cost/dvfs/held_out.hpp>
#include <gangway/cost/dvfs/zeus.hpp>

#include <fmt/format.h>

#include <tuple>

namespace tool {

namespace {

using namespace gangway;
using namespace gangway::cost;

// Forms by name, simplest first.
struct one_clock {
    using point = clock_point;
    static point of(fit_point const& p, double hertz) { return {frequency{p.clock * hertz}, p.time, p.draw}; }

    static constexpr std::pair<char const*, time_form> forms[] = {
        {"stall", time_form::stall}, {"roofline", time_form::roofline}, {"crisp", time_form::crisp}};
    static auto draw(std::vector<point> const& sweep) { return choose_power(sweep); }
    static std::string draw_form(power_form f) {
        return f == power_form::cubic ? "f3" : f == power_form::linear ? "f" : "f+f3";
    }
    template <class Time, class Power>
    static std::pair<duration, power> at(Time const& t, Power const& p, point const& x) {
        return {t(x.clock), p(x.clock)};
    }
    static std::vector<std::pair<std::string, double>> parameters(clock_time const& t) {
        return {{"fixed_s", t.fixed.value()},
                {"cycles", t.cycles},
                {"hidden_cycles", t.hidden_cycles},
                {"cover_s", t.cover.value()}};
    }
    static std::vector<std::pair<std::string, double>> parameters(clock_power const& p) {
        return {
            {"fixed_w", p.fixed.value()}, {"linear_w_per_hz", p.linear.value()}, {"cubic_w_per_hz3", p.cubic.value()}};
    }
};

struct two_clocks_of {
    using point = two_clock_point;
    static point of(fit_point const& p, double hertz) {
        return {frequency{p.clock * hertz}, frequency{p.memory * hertz}, p.time, p.draw};
    }

    static constexpr std::pair<char const*, two_domain_time_form> forms[] = {
        {"sum", two_domain_time_form::sum}, {"max", two_domain_time_form::max}, {"mixed", two_domain_time_form::mixed}};
    enum class only { polynomial };
    static chosen_fit<two_domain_polynomial, only> draw(std::vector<point> const& sweep) {
        return {only::polynomial, 0.0, fit_power(sweep)};
    }
    static std::string draw_form(only) { return "fm+f+f3"; }
    template <class Time, class Power>
    static std::pair<duration, power> at(Time const& t, Power const& p, point const& x) {
        return {t(x.core, x.memory), p(x.core, x.memory)};
    }
    static std::vector<std::pair<std::string, double>> parameters(two_domain_time const& t) {
        return {{"fixed_s", t.fixed.value()},
                {"core_cycles", t.core_cycles},
                {"memory_cycles", t.memory_cycles},
                {"hidden_core_cycles", t.hidden_core_cycles},
                {"hidden_memory_cycles", t.hidden_memory_cycles}};
    }
    static std::vector<std::pair<std::string, double>> parameters(two_domain_polynomial const& p) {
        return {{"fixed_w", p.fixed.value()},
                {"memory_w_per_hz", p.per_memory_cycle.value()},
                {"linear_w_per_hz", p.linear.value()},
                {"cubic_w_per_hz3", p.cubic.value()}};
    }
};

template <class Clocks, class Sweep>
auto fit_time_as(Sweep const& sweep, std::string const& form) {
    for (auto const& [name, value] : Clocks::forms)
        if (form == name) return choose_time(sweep, {value});
    return choose_time(sweep);
}

template <class Clocks, class Form>
std::string name_of(Form form) {
    for (auto const& [name, value] : Clocks::forms)
        if (form == value) return name;
    return "";
}

template <class Fit>
void fill(fitted_side& side, Fit const& fit) {
    side.error = fit.mean_error;
    side.worst = fit.worst_error;
    side.condition = fit.condition;
}

clock_limits limits_of(fit_goal const& goal) {
    clock_limits limits;
    if (goal.deadline_s) limits.time = duration{*goal.deadline_s};
    if (goal.cap_w) limits.draw = power{*goal.cap_w};
    if (goal.slowdown) limits.slowdown = *goal.slowdown;
    return limits;
}

bool keeps(fit_point const& p, duration at_top, clock_limits const& limits) {
    return p.time <= limits.time && p.draw <= limits.draw && p.time.value() <= limits.slowdown * at_top.value();
}

/// The index of the chosen point: clocks are replaced by their rank, as pairs of clocks have no other order.
std::pair<std::size_t, bool> choose(std::vector<fit_point> const& points, fit_goal const& goal) {
    auto const limits = limits_of(goal);
    std::vector<clock_point> ranked;
    std::vector<clock_point> keeping;
    for (auto const& p : points) {
        ranked.push_back({frequency{static_cast<double>(ranked.size() + 1)}, p.time, p.draw});
        if (keeps(p, points.back().time, limits)) keeping.push_back(ranked.back());
    }
    auto const index = [](clock_point const& p) { return static_cast<std::size_t>(p.clock.value()) - 1; };
    if (goal.minimise == fit_goal::objective::zeus)
        if (auto const best = choose_by_zeus(keeping, {power{*goal.top_power}, goal.eta})) return {index(*best), true};
    auto const cost = goal.minimise == fit_goal::objective::edp     ? clock_cost::edp
                      : goal.minimise == fit_goal::objective::ed2p  ? clock_cost::ed2p
                      : goal.minimise == fit_goal::objective::delay ? clock_cost::delay
                                                                    : clock_cost::joules;
    auto const c = choose_clock(ranked, cost, limits);
    return {index(*c.at), c.within_limits};
}

double cost_of(fit_point const& p, fit_goal const& goal) {
    double const t = p.time.value();
    double const joules = p.draw.value() * t;
    switch (goal.minimise) {
    case fit_goal::objective::energy:
        return joules;
    case fit_goal::objective::edp:
        return joules * t;
    case fit_goal::objective::ed2p:
        return joules * t * t;
    case fit_goal::objective::delay:
        return t;
    case fit_goal::objective::zeus:
        return zeus_cost{power{*goal.top_power}, goal.eta}(p).value();
    }
    return joules;
}

template <class Clocks>
void fit_all(fitted_group& out, std::string const& form, double hertz, fit_goal const& goal) {
    std::vector<typename Clocks::point> sweep;
    for (auto const& p : out.points) sweep.push_back(Clocks::of(p, hertz));
    auto const time = fit_time_as<Clocks>(sweep, form);
    auto const draw = Clocks::draw(sweep);
    out.time.form = name_of<Clocks>(time.form);
    out.time.parameters = Clocks::parameters(time.fit.model);
    fill(out.time, time.fit);
    out.draw.form = Clocks::draw_form(draw.form);
    out.draw.parameters = Clocks::parameters(draw.fit.model);
    fill(out.draw, draw.fit);

    // The whole procedure, the choice of forms included, on every second clock.
    auto const parts = every_second(sweep);
    auto const half_time = fit_time_as<Clocks>(parts.fit, form);
    auto const half_draw = Clocks::draw(parts.fit);
    out.time.held_out = mean_time_error(half_time.fit.model, parts.judge);
    out.draw.held_out = mean_power_error(half_draw.fit.model, parts.judge);

    auto foretold = out.points;
    for (std::size_t i = 0; i < sweep.size(); ++i) {
        std::tie(out.model[i].time, out.model[i].draw) = Clocks::at(time.fit.model, draw.fit.model, sweep[i]);
        std::tie(foretold[i].time, foretold[i].draw) = Clocks::at(half_time.fit.model, half_draw.fit.model, sweep[i]);
    }
    out.held_out_waste =
        cost_of(out.points[choose(foretold, goal).first], goal) / cost_of(out.points[out.best_measured], goal) - 1.0;
}

} // namespace

std::string shown_name(fitted_group const& g) {
    return g.name.empty() ? "(all rows)" : g.name;
}

std::string shown_clock(fit_point const& p) {
    return p.memory > 0.0 ? fmt::format("{:g}/{:g}", p.clock, p.memory) : fmt::format("{:g}", p.clock);
}

std::vector<std::string> time_forms(bool two_clocks) {
    std::vector<std::string> out;
    if (two_clocks)
        for (auto const& f : two_clocks_of::forms) out.emplace_back(f.first);
    else
        for (auto const& f : one_clock::forms) out.emplace_back(f.first);
    return out;
}

fitted_group fit_program(fit_group const& program, bool two_clocks, std::string const& form, double hertz,
                         fit_goal const& goal) {
    fitted_group out;
    out.name = program.name;
    out.points = program.points;
    out.model = program.points;
    out.best_measured = choose(out.points, goal).first;
    out.modelled = form != "measured" && out.points.size() >= fewest_clocks(two_clocks);
    if (out.modelled && two_clocks)
        fit_all<two_clocks_of>(out, form, hertz, goal);
    else if (out.modelled)
        fit_all<one_clock>(out, form, hertz, goal);
    std::tie(out.chosen, out.kept) = choose(out.model, goal);
    auto const& at = out.points[out.chosen];
    auto const& top = out.points.back();
    out.saving = 1.0 - (at.draw * at.time) / (top.draw * top.time);
    out.slowdown = at.time / top.time;
    out.kept_measured = keeps(at, top.time, limits_of(goal));
    out.waste = cost_of(at, goal) / cost_of(out.points[out.best_measured], goal) - 1.0;
    return out;
}

} // namespace tool
