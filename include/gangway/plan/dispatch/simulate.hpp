// L5 - batch-aware dispatch: requests sent to machines one by one, in simulated time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "machine.hpp"

namespace gangway::plan::dispatch {

/// Requests at equal distances, the first one at `start`. Expects: a rate above zero.
[[nodiscard]] inline std::vector<instant> periodic_arrivals(frequency rate, std::size_t count,
                                                            instant start = instant{}) {
    std::vector<instant> out;
    out.reserve(count);
    for (std::size_t i = 0; i < count; ++i) out.push_back(start + static_cast<double>(i) / rate);
    return out;
}

/// Gives each of several places its share of turns, spread as evenly as whole turns can be.
///
/// Semantics: each turn adds its weight to every place; the largest sum goes next (equals: the first) and pays the
/// weight of all. Weights 2 and 1 give the turns 0 1 0. Source: the smooth weighted round robin of nginx.
class smooth_round_robin {
  public:
    /// Weights by machine, not negative.
    explicit smooth_round_robin(std::vector<double> weights)
        : weights_{std::move(weights)},
          sums_(weights_.size(), 0.0) {}

    /// Expects: a weight above zero.
    std::size_t next() {
        double all = 0.0;
        std::size_t best = weights_.size();
        for (std::size_t i = 0; i < weights_.size(); ++i) {
            if (weights_[i] <= 0.0) continue;
            all += weights_[i];
            sums_[i] += weights_[i];
            // Sums that are equal but for rounding are equal.
            if (best == weights_.size() || sums_[i] > sums_[best] + 1e-9 * weights_[best]) best = i;
        }
        GANGWAY_EXPECTS(best < weights_.size(), "dispatch: a weight above zero");
        sums_[best] -= all;
        return best;
    }

  private:
    std::vector<double> weights_;
    std::vector<double> sums_;
};

/// What one machine did.
struct machine_record {
    std::uint64_t served = 0;  ///< requests
    std::uint64_t batches = 0; ///< that ran
    duration worst;            ///< latency
    duration queued;           ///< the longest that a full batch waited for the machine
};

/// What came of a simulated run.
struct simulation {
    std::vector<machine_record> machines; ///< in their order
    duration worst;                       ///< latency of a request
    duration mean;                        ///< latency of a request
    std::uint64_t served = 0;             ///< requests
    std::uint64_t unfinished = 0;         ///< requests in batches that never filled

    /// How much later than its plan a request ended, at worst.
    [[nodiscard]] duration queued() const {
        duration most;
        for (auto const& m : machines) most = std::max(most, m.queued);
        return most;
    }
};

namespace detail {

struct filling {
    std::vector<double> waiting; ///< arrivals of the batch that is being collected
    double idle = 0.0;           ///< when the machine has run what it was given
};

// Who collects the next batch, decided when its first request comes.
inline std::size_t next_to_fill(std::vector<machine> const& machines, std::vector<duty> const& duties,
                                std::vector<filling> const& states, std::vector<std::size_t> const& order,
                                std::size_t first, double now, double rate) {
    std::optional<std::size_t> soonest;
    for (std::size_t step = 0; step < order.size(); ++step) {
        std::size_t const i = order[(first + step) % order.size()];
        double const closes = now + static_cast<double>(machines[i].modes[*duties[i].mode].batch - 1) / rate;
        if (states[i].idle <= closes + 1e-9 * (closes - now + 1.0 / rate)) return i;
        if (!soonest || states[i].idle < states[*soonest].idle) soonest = i;
    }
    return *soonest;
}

} // namespace detail

/// Sends requests to the machines of a plan and measures what each waits, from its arrival to the end of its batch.
///
/// Semantics: batches run only when full. round_robin: turns by the rates of the plan, spread evenly; machines collect
/// side by side. batch_aware: a batch is begun on the next machine, in order from the one after the last, that will be
/// idle when the batch closes at the expected rate; if none will be, on the one that is idle soonest. strict_priority:
/// the same, but always from the first machine in order of priority. Those rules keep the bounds of `with_modes` for
/// even arrivals while machines have slack; at full use and with unequal runs a batch may queue, for less than the
/// longest run. Reads no clock. Expects: a plan of `with_modes` for these machines and form, arrivals in order.
/// Complexity: O(requests * machines).
[[nodiscard]] inline simulation simulate(std::vector<machine> const& machines, assignment const& plan, frequency rate,
                                         form how, std::vector<instant> const& arrivals) {
    GANGWAY_EXPECTS(plan.machines.size() == machines.size(), "dispatch: a plan for these machines");
    GANGWAY_EXPECTS(std::is_sorted(arrivals.begin(), arrivals.end()), "dispatch: arrivals in order");
    simulation out;
    out.machines.resize(machines.size());
    std::vector<std::size_t> order;
    std::vector<double> weights;
    weights.reserve(plan.machines.size());
    for (std::size_t const i : priority_order(machines, plan.machines))
        if (plan.machines[i].mode) order.push_back(i);
    if (how != form::strict_priority) std::sort(order.begin(), order.end());
    for (auto const& d : plan.machines) weights.push_back(d.mode ? d.rate.value() : 0.0);
    smooth_round_robin turns{weights};
    std::vector<detail::filling> states(machines.size());
    std::size_t const nobody = machines.size();
    std::size_t collecting = nobody;
    std::size_t after_last = 0; // place in `order`
    double sum = 0.0;
    for (auto const arrival : arrivals) {
        double const now = arrival.value();
        std::size_t to = 0;
        if (how == form::round_robin) {
            to = turns.next();
        } else {
            if (collecting == nobody) {
                collecting = detail::next_to_fill(machines, plan.machines, states, order,
                                                  how == form::batch_aware ? after_last : 0, now, rate.value());
                after_last =
                    static_cast<std::size_t>(std::find(order.begin(), order.end(), collecting) - order.begin()) + 1;
            }
            to = collecting;
        }
        auto& state = states[to];
        auto const& mode = machines[to].modes[*plan.machines[to].mode];
        state.waiting.push_back(now);
        if (state.waiting.size() < static_cast<std::size_t>(mode.batch)) continue;
        collecting = nobody;
        double const begin = std::max(now, state.idle);
        state.idle = begin + mode.run.value();
        auto& record = out.machines[to];
        record.queued = std::max(record.queued, duration{begin - now});
        record.worst = std::max(record.worst, duration{state.idle - state.waiting.front()});
        record.served += state.waiting.size();
        ++record.batches;
        for (double const came : state.waiting) sum += state.idle - came;
        out.worst = std::max(out.worst, record.worst);
        out.served += state.waiting.size();
        state.waiting.clear();
    }
    for (auto const& s : states) out.unfinished += s.waiting.size();
    if (out.served > 0) out.mean = duration{sum / static_cast<double>(out.served)};
    return out;
}

} // namespace gangway::plan::dispatch
