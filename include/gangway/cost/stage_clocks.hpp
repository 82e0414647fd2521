// L5 - a clock a stage where changing the clock costs time and energy: the least energy under a deadline, exactly.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include <range/v3/algorithm/min_element.hpp>
#include <range/v3/algorithm/sort.hpp>

#include "clock_plan.hpp"

namespace gangway::cost {

namespace detail {

// A way through the first stages. `parent` is its place in the layer before.
struct plan_label {
    double time;
    double joules;
    std::size_t clock;
    std::size_t parent;
};

// Grows all ways stage by stage. Of those that end at one clock, only those stay that no other beats in time and
// energy: whatever follows costs them the same. `keep(stages done, time, joules)` may drop more.
class plan_layers {
  public:
    plan_layers(stage_options const& options, switching const& change) : options_{options}, change_{change} {}

    /// Fills the layers; the first stage runs at `first`, or at any clock.
    template <class Keep>
    void grow(std::optional<std::size_t> first, Keep keep) {
        layers_.assign(1, {});
        auto const clocks = options_.front().size();
        for (std::size_t c = first.value_or(0); c < (first ? *first + 1 : clocks); ++c)
            add(keep, 0, {0.0, 0.0, c, 0}, c);
        for (std::size_t s = 1; s < options_.size(); ++s) {
            auto& before = layers_.back();
            ranges::sort(before, {}, [](plan_label const& l) { return std::tuple{l.time, l.joules, l.clock}; });
            layers_.emplace_back();
            for (std::size_t c = 0; c < clocks; ++c) step(keep, s, c);
        }
    }

    /// The labels of the last stage.
    [[nodiscard]] std::vector<plan_label> const& ends() const { return layers_.back(); }

    [[nodiscard]] std::vector<std::size_t> clocks_of(plan_label const& end) const {
        std::vector<std::size_t> out(layers_.size());
        plan_label l = end;
        for (std::size_t s = layers_.size(); s-- > 0;) {
            out[s] = l.clock;
            if (s > 0) l = layers_[s - 1][l.parent];
        }
        return out;
    }

  private:
    template <class Keep>
    void add(Keep& keep, std::size_t s, plan_label l, std::size_t c) {
        l.time += options_[s][c].time.value();
        l.joules += options_[s][c].joules.value();
        l.clock = c;
        if (keep(s + 1, l.time, l.joules)) layers_[s].push_back(l);
    }
    // Two lists by rising time, those that stay at clock c and those that change to it, are merged.
    template <class Keep>
    void step(Keep& keep, std::size_t s, std::size_t c) {
        auto const& before = layers_[s - 1];
        double lowest = std::numeric_limits<double>::infinity();
        double lowest_changed = lowest;
        std::size_t stay = 0;
        std::size_t change = 0;
        while (true) {
            while (stay < before.size() && before[stay].clock != c) ++stay;
            while (change < before.size() && !(before[change].joules < lowest_changed)) ++change;
            if (stay == before.size() && change == before.size()) return;
            bool const stays =
                change == before.size() ||
                (stay < before.size() && before[stay].time <= before[change].time + change_.time.value());
            plan_label l = before[stays ? stay : change];
            l.parent = stays ? stay++ : change++;
            if (!stays) {
                lowest_changed = l.joules;
                l.time += change_.time.value();
                l.joules += change_.joules.value();
            }
            if (!(l.joules < lowest)) continue;
            lowest = l.joules;
            add(keep, s, l, c);
        }
    }

    stage_options const& options_;
    switching change_;
    std::vector<std::vector<plan_label>> layers_;
};

// Bounds from the relaxed problem: changes for nothing, and `price` joules for each second.
struct priced_rest {
    double price = 0.0;
    std::vector<double> least;       ///< of energy + price * time over the stages from s on
    std::vector<std::size_t> clocks; ///< that reach it
    double time = 0.0;               ///< of these clocks
};
[[nodiscard]] inline priced_rest price_rest(stage_options const& options, double price) {
    priced_rest r{price, std::vector<double>(options.size() + 1, 0.0), std::vector<std::size_t>(options.size()), 0.0};
    for (std::size_t s = options.size(); s-- > 0;) {
        auto const cost = [&](clock_option const& o) { return o.joules.value() + price * o.time.value(); };
        auto const& row = options[s];
        auto const at = ranges::min_element(row, {}, [&](clock_option const& o) { return std::pair{cost(o), o.time}; });
        r.clocks[s] = static_cast<std::size_t>(at - row.begin());
        r.least[s] = r.least[s + 1] + cost(*at);
        r.time += at->time.value();
    }
    return r;
}
// The lowest price, to a few digits, at which the cheapest clocks keep the deadline.
[[nodiscard]] inline priced_rest price_for(stage_options const& options, double deadline) {
    auto best = price_rest(options, 0.0);
    if (best.time <= deadline) return best;
    double low = 0.0;
    double high = 1.0;
    for (int i = 0; i < 200 && (best = price_rest(options, high)).time > deadline; ++i) high *= 4.0;
    for (int i = 0; i < 60; ++i) {
        auto middle = price_rest(options, (low + high) / 2.0);
        (middle.time > deadline ? low : high) = middle.price;
        if (middle.time <= deadline) best = std::move(middle);
    }
    return best;
}

} // namespace detail

/// The clocks, one a stage, of least energy within a deadline, changes of the clock included; empty where none keep it.
///
/// Semantics: exact. Never worse than `one_clock`, which makes no change. Ties go to the faster plan. A sum above the
/// deadline by no more than rounding keeps it (`rounding_slack`).
/// Expects: sound options and changes. Complexity: labels by stage and clock, pruned by dominance, by the deadline
/// and by a bound from the relaxed problem in which time has a price; exponential in the stages at worst, fast for
/// tens of them.
/// Source: label setting for the constrained shortest path, Joksch, J. Math. Anal. Appl. 14 (1966); the bound is that
/// of Handler and Zang, Networks 10 (1980).
[[nodiscard]] inline std::optional<clock_plan>
clock_each_stage(stage_options const& options, duration deadline = unbounded, switching const& change = {}) {
    GANGWAY_EXPECTS(is_sound(options) && is_sound(change),
                    "times and energies of stages and changes are finite, not negative");
    auto best = one_clock(options, deadline);
    auto const better = [&](double joules, double time) {
        return !best || joules < best->joules.value() || (joules == best->joules.value() && time < best->time.value());
    };
    auto const priced = detail::price_for(options, deadline.value());
    auto const cheapest = detail::price_rest(options, 0.0);
    auto guess = plan_of(options, priced.clocks, change);
    if (is_within(guess.time.value(), deadline.value()) && better(guess.joules.value(), guess.time.value()))
        best = std::move(guess);
    std::vector<double> shortest(options.size() + 1, 0.0); // of the stages from s on
    for (std::size_t s = options.size(); s-- > 0;) {
        auto const at = ranges::min_element(options[s], {}, &clock_option::time);
        shortest[s] = shortest[s + 1] + at->time.value();
    }

    auto const keep = [&](std::size_t done, double time, double joules) {
        if (!is_within(time + shortest[done], deadline.value())) return false;
        if (!best) return true;
        // The bounds are sums of rounded numbers: what they hold against a way must be more than rounding.
        double const limit = best->joules.value() * (1.0 + 4.0 * rounding_slack);
        if (joules + cheapest.least[done] > limit) return false;
        if (priced.price == 0.0) return true;
        double const paid = priced.price * deadline.value();
        return joules + priced.price * time + priced.least[done] <= limit + paid * (1.0 + 4.0 * rounding_slack);
    };
    detail::plan_layers layers{options, change};
    auto const search = [&](std::optional<std::size_t> first) {
        layers.grow(first, keep);
        for (auto end : layers.ends()) {
            if (first && end.clock != *first) {
                end.time += change.time.value();
                end.joules += change.joules.value();
            }
            if (is_within(end.time, deadline.value()) && better(end.joules, end.time))
                best = plan_of(options, layers.clocks_of(end), change);
        }
    };
    if (change.cyclic && options.size() > 1) {
        for (std::size_t c = 0; c < options.front().size(); ++c) search(c);
    } else {
        search(std::nullopt);
    }
    return best;
}

/// Every plan that no other one beats in time and energy, by rising time: the answer for each deadline.
///
/// Semantics: of plans equal in both, one. Expects: sound options and changes. Complexity: as many labels as there
/// are unbeaten ways through the stages; meant for a handful of them.
[[nodiscard]] inline std::vector<clock_plan> clock_frontier(stage_options const& options,
                                                            switching const& change = {}) {
    GANGWAY_EXPECTS(is_sound(options) && is_sound(change),
                    "times and energies of stages and changes are finite, not negative");
    std::vector<clock_plan> all;
    detail::plan_layers layers{options, change};
    auto const collect = [&](std::optional<std::size_t> first) {
        layers.grow(first, [](std::size_t, double, double) { return true; });
        for (auto const& end : layers.ends()) all.push_back(plan_of(options, layers.clocks_of(end), change));
    };
    if (change.cyclic && options.size() > 1) {
        for (std::size_t c = 0; c < options.front().size(); ++c) collect(c);
    } else {
        collect(std::nullopt);
    }
    ranges::sort(all, {}, [](clock_plan const& p) { return std::tie(p.time, p.joules, p.clocks); });
    std::vector<clock_plan> out;
    for (auto& p : all)
        if (out.empty() || p.joules < out.back().joules) out.push_back(std::move(p));
    return out;
}

} // namespace gangway::cost
