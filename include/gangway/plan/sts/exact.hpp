// L5 - the best plan of one job: fronts of (time, cost) over epochs, with real-valued times.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "lagrangian.hpp"

namespace gangway::plan::sts {

/// How far an exact planner may go.
struct exact_limits {
    std::size_t labels = 4'000'000; ///< kept at most; each takes 24 bytes
};

namespace detail {

/// A plan of the first epochs: what it took, what it cost, and how it came about.
struct plan_label {
    double time;
    double cost;
    std::uint32_t before; ///< label of one epoch less; `none` for the first epoch
    std::uint32_t speed;

    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
};

class exact_search {
  public:
    exact_search(std::vector<speed> const& speeds, std::vector<double> const& runs, training_task const& task,
                 double price, double incumbent, exact_limits limits)
        : speeds_{speeds},
          runs_{runs},
          task_{task},
          price_{price},
          best_cost_{incumbent},
          most_{std::min<std::size_t>(limits.labels, plan_label::none)},
          rest_(task.epochs + 1, 0.0) {
        priced_time const pricing{speeds, runs, task};
        for (std::size_t k = task.epochs; k-- > 0;)
            rest_[k] = rest_[k + 1] + length_of(task, k) * pricing.least_of_epoch(k, price);
    }

    /// False where the limit stopped it.
    bool run() {
        auto const epochs = task_.epochs;
        std::vector<std::vector<std::uint32_t>> front(epochs); // front[k]: labels of k + 1 epochs, from fast to slow
        // The first epoch takes any speed: where only a part of it is left, it may be faster than those that follow.
        for (std::size_t c = speeds_.size(); c-- > 0;)
            if (!reach(0, task_.first * speeds_[c].seconds, task_.first * runs_[0] * speeds_[c].joules,
                       plan_label::none, c, front[0]))
                return false;
        std::vector<std::uint32_t> merged;
        for (std::size_t c = 0; c < speeds_.size(); ++c)
            for (std::size_t k = 1; k < epochs; ++k) {
                merged.clear();
                if (!merge(k, c, front[k - 1], front[k], merged)) return false;
                front[k].swap(merged);
            }
        for (auto const label : front.back())
            if (labels_[label].cost < best_cost_) {
                best_cost_ = labels_[label].cost;
                best_ = label;
            }
        return true;
    }
    /// Positions in the speeds, by epoch; empty where nothing better than the incumbent was found.
    [[nodiscard]] std::vector<std::size_t> best() const {
        std::vector<std::size_t> by_epoch;
        for (auto at = best_; at != plan_label::none; at = labels_[at].before) by_epoch.push_back(labels_[at].speed);
        std::reverse(by_epoch.begin(), by_epoch.end());
        return by_epoch;
    }

  private:
    // Two fronts become one: what ran epoch k at speed c, after at most that speed, and what had been found before.
    bool merge(std::size_t k, std::size_t c, std::vector<std::uint32_t> const& before,
               std::vector<std::uint32_t> const& found, std::vector<std::uint32_t>& into) {
        double const step = speeds_[c].seconds;
        double const price = runs_[k] * speeds_[c].joules;
        std::size_t i = 0;
        std::size_t j = 0;
        double least = std::numeric_limits<double>::infinity();
        while (i < before.size() || j < found.size()) {
            bool extend = j == found.size();
            if (!extend && i < before.size()) {
                plan_label const& a = labels_[before[i]];
                plan_label const& b = labels_[found[j]];
                double const time = a.time + step;
                extend = time != b.time ? time < b.time : a.cost + price < b.cost;
            }
            if (!extend) {
                double const cost = labels_[found[j]].cost;
                if (cost < least) {
                    least = cost;
                    into.push_back(found[j]);
                }
                ++j;
                continue;
            }
            auto const from = before[i++];
            double const cost = labels_[from].cost + price;
            if (cost >= least) continue;
            auto const had = into.size();
            if (!reach(k, labels_[from].time + step, cost, from, c, into)) return false;
            if (into.size() > had) least = cost;
        }
        return true;
    }
    // Keeps a label unless it cannot meet the due date, or cannot beat the incumbent. False: too many.
    bool reach(std::size_t k, double time, double cost, std::uint32_t before, std::size_t c,
               std::vector<std::uint32_t>& into) {
        double const due = task_.left.value();
        auto const after = static_cast<double>(task_.epochs - 1 - k);
        if (!cost::is_within(time + after * speeds_.back().seconds, due)) return true;
        if (cost + rest_[k + 1] - price_ * (due - time) >= best_cost_) return true;
        if (labels_.size() >= most_) return false;
        into.push_back(static_cast<std::uint32_t>(labels_.size()));
        labels_.push_back({time, cost, before, static_cast<std::uint32_t>(c)});
        return true;
    }

    std::vector<speed> const& speeds_;
    std::vector<double> const& runs_;
    training_task const& task_;
    double price_;
    double best_cost_;
    std::size_t most_;
    std::vector<double> rest_; // what epochs k.. cost at least, their time at the price included
    std::vector<plan_label> labels_;
    std::uint32_t best_ = plan_label::none;
};

} // namespace detail

/// The plan with the least expected energy within the due date, over undominated speeds.
///
/// Semantics: times are real numbers, no grid. Exchanging two epochs shows that some best plan never falls in speed, on
/// the hull and off it (a first epoch that is under way excepted): so configurations are taken from slow to fast, and
/// the front of (time, cost) of k epochs is merged from that of k epochs without c and that of k - 1 epochs plus one of
/// c. A label that cannot keep the due date, or whose bound by the price on time is no better than the Lagrangian plan,
/// goes. Empty where not even the fastest configuration keeps the due date. `least` equals `expected`, unless `limits`
/// stopped the search: then the Lagrangian plan and its bound come back. Complexity: O(C E F), F the largest front: at
/// most the number of multisets of epochs over C configurations, at most D / d where all times are multiples of d, and
/// in general as hard as a knapsack. The problem is that of one job in Filippini, Anselmi, Ardagna, Gaujal, IEEE TCC
/// 12(1), 2024.
template <survival S>
[[nodiscard]] std::optional<job_plan> exact_plan(std::vector<speed> const& speeds, S const& runs,
                                                 training_task const& task, exact_limits limits = {}) {
    auto near = lagrangian_plan(speeds, runs, task);
    if (!near || !(near->gap().value() > 0.0)) return near;
    auto hull = speeds;
    keep_hull(hull);
    auto const table = detail::survival_table(runs, task.epochs);
    detail::priced_time pricing{hull, table, task};
    double const price = detail::settle(pricing, hull.size() > 1 ? pricing.rate_of(hull.size() - 2) : 0.0);
    detail::exact_search search{speeds, table, task, price, near->expected.value(), limits};
    if (!search.run()) return near;
    auto best = search.best();
    if (best.empty()) {
        near->least = near->expected;
        return near;
    }
    return detail::priced(std::move(best), speeds, table, task);
}

/// The same over a range of configurations.
template <class Configurations, survival S, class Figures = epoch_figures<>>
    requires(!std::same_as<Configurations, std::vector<speed>>)
[[nodiscard]] std::optional<job_plan> exact_plan(Configurations const& configurations, S const& runs,
                                                 training_task const& task, Figures const& figures = {},
                                                 exact_limits limits = {}) {
    return exact_plan(speeds_of(configurations, figures), runs, task, limits);
}

/// What a plan costs under a survival, and the time of its longest course; `least` says nothing here.
///
/// Shape: `by_epoch` holds positions in the range, one for each epoch of the task.
template <class Configurations, survival S, class Figures = epoch_figures<>>
[[nodiscard]] job_plan price_of(std::vector<std::size_t> by_epoch, Configurations const& configurations, S const& runs,
                                training_task const& task, Figures const& figures = {}) {
    GANGWAY_EXPECTS(by_epoch.size() == task.epochs, "a plan has a configuration for each epoch");
    std::vector<speed> all;
    std::size_t i = 0;
    for (auto const& c : configurations)
        all.push_back(
            {duration{std::invoke(figures.seconds, c)}.value(), energy{std::invoke(figures.joules, c)}.value(), i++});
    auto out = detail::priced(std::move(by_epoch), all, detail::survival_table(runs, task.epochs), task);
    out.least = energy{};
    return out;
}

} // namespace gangway::plan::sts
