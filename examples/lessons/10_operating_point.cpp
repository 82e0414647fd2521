// Lesson 10 - the operating point of a robot: stages, a control loop, successes as k of n, targets, and the choice.
#include <gangway/cost/control_loop.hpp>
#include <gangway/cost/episodes.hpp>
#include <gangway/cost/stage_clocks.hpp>
#include <gangway/cost/targets.hpp>

#include <array>
#include <cstdio>
#include <vector>

namespace {

using namespace gangway;

// What the choice is among: a clock, and how many of the 50 actions of a chunk are carried out before the next plan.
struct point {
    double clock = 0.0;
    std::int64_t execute = 0;
    duration latency;
    energy per_action; // of a period, idling included
    bool feasible = false;
    cost::episodes seen;

    [[nodiscard]] double success_low() const { return seen.interval().low; }
};

// A model of three stages on a device of 100 TFLOP/s and 200 GB/s that draws 18 + 20 f^3 W at clock share f.
std::array<cost::stage, 3> const stages{{{"vision", {work{0.4e12}, bytes{0.8e9}, 300}},
                                         {"prefill", {work{2e12}, bytes{4e9}, 400}},
                                         {"action", {work{0.6e12}, bytes{6e9}, 2000}}}};
cost::roofs const device{cost::dense_peak{throughput{100e12}}, cost::bandwidth{200e9}, seconds{5e-6}};
power draw(cost::clock_shares const& f) {
    return power{18.0 + 20.0 * f.core * f.core * f.core};
}
constexpr power idle{12};

cost::call_cost call_at(double clock) {
    cost::call_cost c;
    for (cost::stage const& s : stages) {
        auto const one = cost::cost_of(s, device, {clock, 1.0}, draw);
        c.latency = c.latency + one.time;
        c.joules = c.joules + one.joules;
    }
    return c;
}

// Made up for this lesson, not measured: the fewer actions are carried out blindly, the more episodes end well.
cost::episodes trials(std::int64_t execute) {
    return {execute <= 5 ? 186 : execute <= 10 ? 180 : execute <= 20 ? 168 : 140, 200};
}

std::vector<point> all_points() {
    std::vector<point> points;
    for (double clock : {1.0, 0.8, 0.6, 0.4}) {
        auto const call = call_at(clock);
        for (std::int64_t execute : {4, 5, 10, 20, 40}) {
            cost::control_loop const loop{.rate = frequency{50}, .chunk = 50, .execute = execute};
            auto const timing = cost::timing_of(loop, call.latency);
            auto const spent = cost::energy_of(loop, call, idle);
            points.push_back({clock, execute, call.latency, spent.per_period / static_cast<double>(execute),
                              timing.feasible, trials(execute)});
        }
    }
    return points;
}

} // namespace

int main() {
    std::vector<point> const points = all_points();
    std::printf("%6s %4s %10s %12s %10s %18s\n", "clock", "K", "latency", "J an action", "the loop", "success, 95 %");
    for (point const& p : points) {
        auto const share = p.seen.interval();
        std::printf("%6g %4d %7.0f ms %12.4f %10s   %.3f to %.3f\n", p.clock, int(p.execute), p.latency.value() * 1e3,
                    p.per_action.value(), p.feasible ? "keeps up" : "is late", share.low, share.high);
    }

    // Least energy an action, where the loop keeps up and success is sure enough: held against the low end of Wilson's
    // interval, so that few episodes do not pass for good ones.
    auto const least_energy = cost::minimise{&point::per_action};
    cost::at_least const keeps_up{[](point const& p) { return p.feasible ? 1.0 : 0.0; }, 1.0};
    std::printf("\n");
    for (double wanted : {0.75, 0.80, 0.85, 0.90}) {
        auto const c = cost::choose(points, least_energy, keeps_up, cost::at_least{&point::success_low, wanted});
        if (c.index)
            std::printf("success >= %.2f: clock %g, K %d, %.4f J an action; %zu of %zu points keep the targets\n",
                        wanted, points[*c.index].clock, int(points[*c.index].execute),
                        points[*c.index].per_action.value(), c.feasible, points.size());
        else
            std::printf("success >= %.2f: none; nearest: clock %g, K %d, short by %.3f\n", wanted,
                        points[c.nearest->index].clock, int(points[c.nearest->index].execute), c.nearest->by[1]);
    }

    std::printf("\nas the target for success falls, from the strictest that any point keeps:\n");
    for (auto const& b :
         cost::as_target_moves(points, least_energy, cost::moving_at_least{&point::success_low}, keeps_up))
        std::printf("    %.4f: clock %g, K %d\n", b.limit, points[b.index].clock, int(points[b.index].execute));
}
