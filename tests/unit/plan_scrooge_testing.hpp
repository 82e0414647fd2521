// What the tests of Scrooge share: the two graphs of the authors' code, random graphs, the plain slow solver.
#pragma once

#include <gangway/plan/scrooge/replan.hpp>
#include <gangway/plan/scrooge/shared.hpp>
#include <gangway/plan/scrooge/solve.hpp>
#include <gangway/plan/scrooge/two_steps.hpp>

#include <algorithm>
#include <functional>
#include <limits>
#include <random>
#include <vector>

namespace scrooge_testing {

using namespace gangway;
using namespace gangway::plan::scrooge;

inline profile made(std::int64_t b, std::int64_t p, double latency, double run) {
    return {b, p, duration{latency}, duration{run}};
}

/// The profiles of their docstring (their table in code types .25 for .025; it does not read that column).
inline std::vector<profile> common() {
    return {made(1, 1, .05, .025), made(2, 1, .08, .04), made(4, 1, .15, .075), made(4, 2, .2, 2.0 / 15),
            made(8, 4, .5, .4)};
}

inline graph dag1(double limit) {
    return {{{1.0}}, {{frequency{60}, {common()}}, {frequency{120}, {common()}}}, {{0, 1, 2.0}}, duration{limit}};
}

/// A -> B, A -> C -> D; the latencies that they print as .333 are thirds.
inline graph dag2(double limit = .75) {
    std::vector<profile> const b{made(1, 1, .075, .0375), made(2, 1, .12, .06), made(4, 1, .225, .1125),
                                 made(4, 2, .3, .2), made(8, 4, .5, .4)};
    auto rest = common();
    rest.back() = made(8, 4, 1.0 / 3, 4.0 / 15);
    return {{{1.0}},
            {{frequency{120}, {rest}}, {frequency{360}, {b}}, {frequency{240}, {rest}}, {frequency{240}, {rest}}},
            {{0, 1, 3.0}, {0, 2, 2.0}, {2, 3, 1.0}},
            duration{limit}};
}

/// A graph with edges from smaller to larger models, and profiles where larger batches are slower and give more.
inline graph random_graph(std::mt19937& r, std::size_t models, std::size_t profiles, std::size_t types,
                          double density) {
    auto const real = [&](double a, double b) { return a + (b - a) * (static_cast<double>(r()) / 4294967296.0); };
    graph g;
    for (std::size_t t = 0; t < types; ++t) g.types.push_back({t == 0 ? 1.0 : real(.3, 2.5)});
    double fastest = 0.0;
    for (std::size_t m = 0; m < models; ++m) {
        model made_of{frequency{real(5, 300)}, {}};
        double least = 1e9;
        for (std::size_t t = 0; t < types; ++t) {
            std::vector<profile> list;
            double const base = real(.005, .03);
            for (std::size_t k = 0; k < profiles; ++k) {
                auto const batch = static_cast<std::int64_t>(1 + r() % 16);
                auto const parallel = static_cast<std::int64_t>(1 + r() % 3);
                duration const run{base * (1.0 + .4 * static_cast<double>(batch)) * real(.8, 1.3) *
                                   (1 + .5 * static_cast<double>(parallel))};
                list.push_back({batch, parallel, full_latency(parallel, run), run});
                least = std::min(least, list.back().latency.value());
            }
            made_of.on.push_back(std::move(list));
        }
        fastest += least;
        g.models.push_back(std::move(made_of));
    }
    for (std::size_t a = 0; a < models; ++a)
        for (std::size_t b = a + 1; b < models; ++b)
            if (real(0, 1) < density) g.edges.push_back({a, b, real(.2, 2)});
    g.limit = duration{fastest * real(.5, 2.5)};
    return g;
}

/// The longest path of these latencies, by trying every path.
inline double longest(graph const& g, std::vector<double> const& latency) {
    std::function<double(std::size_t)> const from = [&](std::size_t m) {
        double tail = 0.0;
        for (auto const& e : g.edges)
            if (e.from == m) tail = std::max(tail, from(e.to));
        return latency[m] + tail;
    };
    double out = 0.0;
    for (std::size_t m = 0; m < g.models.size(); ++m) out = std::max(out, from(m));
    return out;
}

struct pick {
    std::size_t type;
    std::size_t profile;
};

/// The least `cost(picks)` over every choice whose longest path, with `latency(model, pick)`, keeps the limit.
template <class Latency, class Cost>
double brute_force(graph const& g, Latency&& latency, Cost&& cost) {
    std::vector<pick> picks(g.models.size());
    std::vector<double> seconds(g.models.size());
    double best = std::numeric_limits<double>::infinity();
    std::function<void(std::size_t)> const next = [&](std::size_t m) {
        if (m == g.models.size()) {
            if (longest(g, seconds) <= g.limit.value() * (1 + 1e-9)) best = std::min(best, cost(picks));
            return;
        }
        for (std::size_t t = 0; t < g.types.size(); ++t)
            for (std::size_t k = 0; k < g.models[m].on[t].size(); ++k) {
                picks[m] = {t, k};
                seconds[m] = latency(m, picks[m]);
                if (seconds[m] <= g.limit.value() * (1 + 1e-9)) next(m + 1);
            }
    };
    next(0);
    return best;
}

inline double load(graph const& g, std::size_t m, pick p) {
    auto const& chosen = g.models[m].on[p.type][p.profile];
    return g.models[m].rate.value() * chosen.run.value() / static_cast<double>(chosen.batch * chosen.parallel);
}

inline double brute_force(graph const& g, charge how) {
    return brute_force(
        g, [&](std::size_t m, pick p) { return g.models[m].on[p.type][p.profile].latency.value(); },
        [&](std::vector<pick> const& picks) {
            double sum = 0.0;
            for (std::size_t m = 0; m < picks.size(); ++m) {
                double const n = load(g, m, picks[m]);
                sum += g.types[picks[m].type].cost *
                       (how == charge::fractions ? n : std::ceil(n - 1e-9 * std::max(1.0, n)));
            }
            return sum;
        });
}

} // namespace scrooge_testing
