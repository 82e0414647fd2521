// L5 - batch-aware dispatch: machines that run batches, and what a request waits under three ways of sending it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <vector>

#include "../../config.hpp"
#include "../../quantity.hpp"

namespace gangway::plan::dispatch {

/// A batch size of a machine and how long one batch runs.
struct mode {
    std::int64_t batch = 1; ///< requests at a time
    duration run;           ///< time of a batch

    friend constexpr bool operator==(mode const&, mode const&) = default;
};

/// Requests per second of a machine that always has a batch to run.
[[nodiscard]] constexpr frequency rate_of(mode const& m) {
    return static_cast<double>(m.batch) / m.run;
}

/// A machine: the modes it was measured in, and what it costs (read by the order of strict priority alone).
struct machine {
    std::vector<mode> modes; ///< at least one
    double cost = 1.0;       ///< while it is used

    friend bool operator==(machine const&, machine const&) = default;
};

/// Modes from the host's own records, read through projections; the order is kept.
template <class Records, class Batch, class Run>
[[nodiscard]] std::vector<mode> modes_of(Records const& records, Batch batch, Run run) {
    std::vector<mode> out;
    for (auto const& r : records)
        out.push_back({static_cast<std::int64_t>(std::invoke(batch, r)), duration{std::invoke(run, r)}});
    return out;
}

/// How requests reach machines.
enum class form {
    round_robin,     ///< one by one, weighted by throughput: each machine collects its own batch
    batch_aware,     ///< in a row to one machine until its batch is full, then to the next
    strict_priority, ///< in a row, to the first machine in order of throughput for its cost that is idle
};

/// What may be wrong with machines and a rate.
enum class dispatch_fault_kind { no_machine, bad_rate, bad_cost, bad_mode, no_mode };

/// What is wrong, and with which machine.
struct dispatch_fault {
    dispatch_fault_kind kind; ///< what is wrong
    std::size_t machine = 0;  ///< the place of the machine, where it is one's
};

/// Everything that is wrong with machines and a rate; empty where they can be planned.
[[nodiscard]] inline std::vector<dispatch_fault> faults_of(std::vector<machine> const& machines, frequency rate) {
    using kind = dispatch_fault_kind;
    auto const positive = [](double v) { return std::isfinite(v) && v > 0.0; };
    std::vector<dispatch_fault> out;
    if (machines.empty()) out.push_back({kind::no_machine});
    if (!positive(rate.value())) out.push_back({kind::bad_rate});
    for (std::size_t i = 0; i < machines.size(); ++i) {
        if (!positive(machines[i].cost)) out.push_back({kind::bad_cost, i});
        if (machines[i].modes.empty()) out.push_back({kind::no_mode, i});
        if (!std::all_of(machines[i].modes.begin(), machines[i].modes.end(),
                         [&](mode const& m) { return m.batch > 0 && positive(m.run.value()); }))
            out.push_back({kind::bad_mode, i});
    }
    return out;
}

/// What one machine does in a plan.
struct duty {
    std::optional<std::size_t> mode; ///< empty: it gets nothing
    frequency rate;                  ///< requests per second that it gets
    duration latency;                ///< at most, from the arrival of a request to the end of its batch
};

/// What every machine does, and how long a request takes.
struct assignment {
    std::vector<duty> machines; ///< what each does, in their order
    duration latency;           ///< the largest of them
    frequency capacity;         ///< what the machines in use can serve

    /// Orders by latency.
    friend bool operator<(assignment const& a, assignment const& b) { return a.latency < b.latency; }
};

/// Machines in the order of strict priority: throughput for its cost, largest first, equals by index.
[[nodiscard]] inline std::vector<std::size_t> priority_order(std::vector<machine> const& machines,
                                                             std::vector<duty> const& duties) {
    std::vector<std::size_t> out(machines.size());
    std::iota(out.begin(), out.end(), std::size_t{0});
    auto const worth = [&](std::size_t i) {
        return duties[i].mode ? rate_of(machines[i].modes[*duties[i].mode]).value() / machines[i].cost : 0.0;
    };
    std::sort(out.begin(), out.end(),
              [&](std::size_t a, std::size_t b) { return worth(a) != worth(b) ? worth(a) > worth(b) : a < b; });
    return out;
}

/// What requests wait with these modes; empty where the machines cannot serve the rate.
///
/// Semantics, with b and d of the mode, T = b / d, W the rate:
/// round_robin: a machine gets r = W T / sum of T and collects its batch alone, d + b / r.
/// batch_aware: it collects at the rate of all requests, d + b / W; it gets the same r.
/// strict_priority: machine i in order gets min(T_i, w_i) of w_i = W - what those before it take, and d_i + b_i / w_i.
/// One that gets nothing does not count.
/// The bounds hold where a machine is idle when its batch is full, which `simulate` looks after.
/// Expects: no `faults_of(machines, rate)`, one mode or none for each machine.
/// Source: batch-aware and strict priority after Harpagon (arXiv 2412.06161), known from its abstract and restated; the
/// proportional weights of round robin are this library's reading.
[[nodiscard]] inline std::optional<assignment> with_modes(std::vector<machine> const& machines,
                                                          std::vector<std::optional<std::size_t>> const& modes,
                                                          frequency rate, form how) {
    assignment out;
    for (std::size_t i = 0; i < machines.size(); ++i) {
        out.machines.push_back({modes[i], frequency{0}, duration{0}});
        if (modes[i]) out.capacity = out.capacity + rate_of(machines[i].modes[*modes[i]]);
    }
    if (out.capacity.value() < rate.value() * (1.0 - 1e-9)) return std::nullopt;
    auto const chosen = [&](std::size_t i) { return machines[i].modes[*out.machines[i].mode]; };
    frequency left = rate;
    for (std::size_t const i : priority_order(machines, out.machines)) {
        auto& duty = out.machines[i];
        if (!duty.mode) continue;
        auto const m = chosen(i);
        auto const batch = static_cast<double>(m.batch);
        if (how == form::strict_priority) {
            if (left.value() <= rate.value() * 1e-9) {
                duty.mode.reset();
                out.capacity = out.capacity - rate_of(m);
                continue;
            }
            duty.rate = std::min(rate_of(m), left);
            duty.latency = m.run + batch / left;
            left = left - duty.rate;
        } else {
            duty.rate = rate * (rate_of(m) / out.capacity);
            duty.latency = m.run + batch / (how == form::batch_aware ? rate : duty.rate);
        }
        out.latency = std::max(out.latency, duty.latency);
    }
    return out;
}

} // namespace gangway::plan::dispatch
