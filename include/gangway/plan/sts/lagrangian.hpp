// L5 - the plan of one job by a price on time: near the best in microseconds, with a bound that says how near.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "job_plan.hpp"

namespace gangway::plan::sts {

namespace detail {

/// Plans that a price on time makes, over the corners of the hull from slow to fast.
class priced_time {
  public:
    priced_time(std::vector<speed> const& hull, std::vector<double> const& runs, training_task const& task)
        : hull_{hull},
          runs_{runs},
          task_{task},
          from_(hull.size(), 0) {}

    /// Corner h + 1 is used from epoch `from()[h + 1]` on: where S_k times the joules of a second saved is at most the
    /// price.
    void set_price(double price) {
        from_[0] = 0;
        for (std::size_t h = 0; h + 1 < hull_.size(); ++h) {
            double const rate = rate_of(h);
            auto const it =
                std::partition_point(runs_.begin(), runs_.end(), [&](double s) { return s * rate > price; });
            from_[h + 1] = std::max(from_[h], static_cast<std::size_t>(it - runs_.begin()));
        }
    }
    [[nodiscard]] double time() const {
        double t = length_from(0) * hull_[0].seconds;
        for (std::size_t h = 0; h + 1 < hull_.size(); ++h)
            t -= length_from(from_[h + 1]) * (hull_[h].seconds - hull_[h + 1].seconds);
        return t;
    }
    [[nodiscard]] double rate_of(std::size_t h) const {
        return (hull_[h + 1].joules - hull_[h].joules) / (hull_[h].seconds - hull_[h + 1].seconds);
    }
    [[nodiscard]] bool keeps_due_date() const { return cost::is_within(time(), task_.left.value()); }
    [[nodiscard]] std::vector<std::size_t> const& from() const { return from_; }
    [[nodiscard]] std::vector<std::size_t>& from() { return from_; }

    /// Speeds up one more epoch at a time, towards the plan of a higher price, until the due date is kept.
    void speed_up(std::vector<std::size_t> const& towards) {
        for (std::size_t h = 1; h < from_.size(); ++h)
            while (from_[h] > towards[h]) {
                if (keeps_due_date()) return;
                --from_[h];
            }
    }
    [[nodiscard]] std::vector<std::size_t> by_epoch() const {
        std::vector<std::size_t> corner(runs_.size(), 0);
        for (std::size_t k = 0; k < corner.size(); ++k)
            for (std::size_t h = 1; h < from_.size() && from_[h] <= k; ++h) corner[k] = h;
        return corner;
    }
    /// What every plan within the due date is expected to cost at least, by the price.
    [[nodiscard]] double dual(double price) const {
        double sum = -price * task_.left.value();
        for (std::size_t k = 0; k < runs_.size(); ++k) sum += length_of(task_, k) * least_of_epoch(k, price);
        return sum;
    }
    [[nodiscard]] double least_of_epoch(std::size_t k, double price) const {
        double least = runs_[k] * hull_[0].joules + price * hull_[0].seconds;
        for (speed const& s : hull_) least = std::min(least, runs_[k] * s.joules + price * s.seconds);
        return least;
    }

  private:
    [[nodiscard]] double length_from(std::size_t epoch) const {
        return epoch >= runs_.size()
                   ? 0.0
                   : static_cast<double>(runs_.size() - epoch) + (epoch == 0 ? task_.first - 1.0 : 0.0);
    }

    std::vector<speed> const& hull_;
    std::vector<double> const& runs_;
    training_task const& task_;
    std::vector<std::size_t> from_; // never falls from corner to corner, as the rates rise
};

/// Leaves `plan` within the due date; answers the price. The due date can be kept.
inline double settle(priced_time& plan, double highest) {
    plan.set_price(0.0);
    if (plan.keeps_due_date()) return 0.0;
    // Not negative, so their bits are ordered as the numbers are: at most 64 halvings lead to two neighbouring doubles.
    auto low = std::bit_cast<std::uint64_t>(0.0);
    auto high = std::bit_cast<std::uint64_t>(highest);
    while (high - low > 1) {
        auto const middle = low + (high - low) / 2;
        plan.set_price(std::bit_cast<double>(middle));
        (plan.keeps_due_date() ? high : low) = middle;
    }
    plan.set_price(std::bit_cast<double>(high));
    auto const towards = plan.from();
    plan.set_price(std::bit_cast<double>(low));
    plan.speed_up(towards);
    return std::bit_cast<double>(high);
}

/// `lagrangian_plan` over a table of S_k.
inline std::optional<job_plan> lagrangian_on(std::vector<speed> const& speeds, std::vector<double> const& runs,
                                             training_task const& task) {
    GANGWAY_EXPECTS(!speeds.empty() && task.epochs > 0, "a plan needs a configuration and an epoch");
    GANGWAY_EXPECTS(task.first > 0.0 && task.first <= 1.0, "the next epoch is still to be run, wholly or in part");
    GANGWAY_EXPECTS(task.left == task.left, "the time that is left is a number");
    if (!cost::is_within(least_worst_time(speeds, task).value(), task.left.value())) return std::nullopt;
    auto hull = speeds;
    keep_hull(hull);
    priced_time plan{hull, runs, task};
    double const price = settle(plan, hull.size() > 1 ? plan.rate_of(hull.size() - 2) : 0.0);
    auto out = priced(plan.by_epoch(), hull, runs, task);
    out.least = std::min(out.expected, energy{plan.dual(price)});
    return out;
}

} // namespace detail

/// The plan that a price on time makes, over undominated speeds.
///
/// Semantics: each epoch takes the corner c of the lower convex hull with the least S_k e_c + price t_c; bisection
/// finds the least price at which the due date is kept, to neighbouring doubles. Where many epochs would speed up at
/// that very price, only as many do as must, the last ones first. Never falls in speed: S_k falls, so a second is
/// dearer to save early. `least` is the value of the dual, a true bound also for plans off the hull. Empty where not
/// even the fastest configuration keeps the due date. Complexity: O(64 C log E + E C). Source: the problem is that of
/// one job in Filippini, Anselmi, Ardagna, Gaujal, IEEE TCC 12(1), 2024; the method is textbook.
template <survival S>
[[nodiscard]] std::optional<job_plan> lagrangian_plan(std::vector<speed> const& speeds, S const& runs,
                                                      training_task const& task) {
    return detail::lagrangian_on(speeds, detail::survival_table(runs, task.epochs), task);
}

/// The same over a range of configurations.
template <class Configurations, survival S, class Figures = epoch_figures<>>
    requires(!std::same_as<Configurations, std::vector<speed>>)
[[nodiscard]] std::optional<job_plan> lagrangian_plan(Configurations const& configurations, S const& runs,
                                                      training_task const& task, Figures const& figures = {}) {
    return lagrangian_plan(speeds_of(configurations, figures), runs, task);
}

} // namespace gangway::plan::sts
