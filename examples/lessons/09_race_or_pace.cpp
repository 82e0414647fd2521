// Lesson 9 - the same work every period: race to the end and idle, or go slow? It depends on what idling draws.
#include <gangway/cost/dvfs/idle.hpp>

#include <cstdio>
#include <vector>

namespace {

using namespace gangway;

// 100 W at the highest clock, 40 W of them whatever the clock; clocks are shares of the highest. The rest grows with the
// cube of the clock where the voltage falls with it, and with the clock itself where the voltage stands still.
constexpr cost::clock_power scaled{.fixed = power{40}, .cubic = cost::cubic_draw{60}};
constexpr cost::clock_power stiff{.fixed = power{40}, .linear = energy{60}};

// What a meter would see at eight clocks.
std::vector<clock_point> sweep(cost::clock_time const& work, cost::clock_power const& draw) {
    std::vector<clock_point> points;
    for (int i = 3; i <= 10; ++i) {
        frequency const f{i / 10.0};
        points.push_back({f, work(f), draw(f)});
    }
    return points;
}

void show(char const* name, cost::clock_time const& work, cost::clock_power const& draw, cost::period const& every) {
    auto const points = sweep(work, draw);
    std::printf("%s; a period of %g s, idling draws %g W\n   ", name, every.length.value(), every.idle.value());
    for (clock_point const p : points) {
        auto const joules = cost::energy_of_period(p, every);
        if (joules)
            std::printf("  %g: %.1f J", p.clock.value(), joules->value());
        else
            std::printf("  %g: late", p.clock.value());
    }
    auto const best = cost::choose_pace(points, every);
    auto const exact = cost::race_or_pace(work, draw, every, {frequency{0.3}, frequency{1.0}});
    if (!best || !exact.kept) {
        std::printf("\n    no clock keeps the period\n");
        return;
    }
    std::printf("\n    best of the sweep %g (%s), of all clocks %.3f\n", best->at.clock.value(),
                best->races ? "races" : "paces", exact.clock.value());
}

} // namespace

int main() {
    auto const compute = cost::stall_time(duration{0.0}, 1.0);   // 1 s at the highest clock, all of it cycles
    auto const decode = cost::roofline_time(0.2, duration{1.0}); // 0.2 s of cycles under 1 s of memory
    auto const mixed = cost::stall_time(duration{0.5}, 0.5);     // half waits for memory, whatever the clock

    for (double idle : {0.0, 25.0, 39.0})
        show("all compute", compute, scaled, {.length = duration{4.0}, .idle = power{idle}});
    show("all compute, in a hurry", compute, scaled,
         {.length = duration{4.0}, .idle = power{25}, .deadline = duration{1.5}});
    for (double idle : {10.0, 45.0})
        show("all compute, voltage fixed", compute, stiff, {.length = duration{4.0}, .idle = power{idle}});
    show("half memory", mixed, scaled, {.length = duration{4.0}, .idle = power{0.0}});
    show("a decode step under its memory", decode, scaled, {.length = duration{1.0}, .idle = power{25}});
    show("too much work", compute, scaled, {.length = duration{0.9}, .idle = power{25}});
}
