#include <doctest/doctest.h>

#include <gangway/gangway.hpp>
#include <gangway/sim/replay.hpp>

#include <algorithm>
#include <cstring>
#include <string>

// Case 40 of ../shared/scenarios: simulated time contains no host time; the same input gives the same bytes.

using namespace gangway;

namespace {

using work_type = sim::workload<gang<1>>;

/// The trace of case 03: two nodes of 8 GPUs, 60 jobs of 1 to 8 GPUs, 30 s each; two at once that tie but for the id.
work_type trace() {
    work_type w;
    w.nodes = {{{8}, true}, {{8}, true}};
    std::int64_t const sizes[] = {1, 6, 3, 8, 5, 2, 7, 4};
    for (int j = 0; j < 60; ++j)
        w.jobs.push_back({j,
                          instant{5.0 * (j / 2)},
                          seconds{30},
                          seconds{30},
                          static_cast<double>(j / 2 % 3),
                          0,
                          {sizes[j % 8], {1}}});
    w.node_events = {{instant{40.0}, 1, false}, {instant{70.0}, 1, true}};
    w.cancellations = {{instant{33.0}, 20}};
    return w;
}
/// The same trace with its rows in another order.
work_type reordered(work_type w, bool reverse) {
    std::vector<gangway::index> from(w.jobs.size());
    for (gangway::index j = 0; j < from.size(); ++j)
        from[j] = reverse ? static_cast<gangway::index>(from.size()) - 1 - j
                          : (j * 7) % static_cast<gangway::index>(from.size());
    auto const jobs = w.jobs;
    for (std::size_t j = 0; j < from.size(); ++j) w.jobs[j] = jobs[from[j]];
    for (auto& c : w.cancellations)
        c.job = static_cast<gangway::index>(std::find(from.begin(), from.end(), c.job) - from.begin());
    std::reverse(w.node_events.begin(), w.node_events.end());
    return w;
}

/// A rank term that takes its time.
struct slow_priority {
    static constexpr drift moves = drift::none;
    int turns = 0;

    template <class Model>
    line line_of(Model const& m, job_of<Model> const& job, instant) const {
        double volatile waste = 0.0;
        for (int i = 0; i < turns; ++i) waste = waste + 1.0;
        return {m.priority(job), 0.0};
    }
};

/// Everything that a replay says, by job id, as bytes.
template <class Policy>
std::string outcome_of(work_type const& w, Policy const& p) {
    auto const r = sim::replay{w, p}.run();
    std::vector<std::pair<std::int64_t, std::string>> rows;
    for (std::size_t j = 0; j < w.jobs.size(); ++j) {
        std::string row(2 * sizeof(double), '\0');
        std::memcpy(row.data(), &r.jobs[j].start, sizeof(double));
        std::memcpy(row.data() + sizeof(double), &r.jobs[j].end, sizeof(double));
        row += std::to_string(r.jobs[j].starts);
        for (auto const& g : r.nodes_of(static_cast<gangway::index>(j)))
            row += " " + std::to_string(g.node.at) + "*" + std::to_string(g.tasks);
        rows.push_back({w.jobs[j].id, row});
    }
    std::sort(rows.begin(), rows.end());
    std::string all;
    for (auto const& [id, row] : rows) all += std::to_string(id) + ":" + row + "\n";
    return all;
}

} // namespace

TEST_CASE_TEMPLATE("40: one result, as is, with a slow policy, with the rows in other orders", Admit, easy,
                   conservative, greedy) {
    auto const w = trace();
    auto const p = policy{.rank = slow_priority{}, .admit = Admit{}};
    auto const expected = outcome_of(w, p);
    CHECK(outcome_of(w, p) == expected);
    CHECK(outcome_of(w, policy{.rank = slow_priority{200000}, .admit = Admit{}}) == expected);
    CHECK(outcome_of(reordered(w, true), p) == expected);
    CHECK(outcome_of(reordered(w, false), p) == expected);
    auto const shuffled = reordered(w, true); // the order of arrivals may be found once for many replays
    sim::arrival_order const order{shuffled};
    auto const first = sim::replay{shuffled, order, p}.run();
    auto const second = sim::replay{shuffled, order, p}.run();
    auto const alone = sim::replay{shuffled, p}.run();
    for (std::size_t j = 0; j < shuffled.jobs.size(); ++j) {
        CHECK(first.jobs[j].start == alone.jobs[j].start);
        CHECK(second.jobs[j].start == alone.jobs[j].start);
    }
    CHECK(expected !=
          outcome_of(w, policy{.rank = submit_order{}, .admit = Admit{}})); // the comparison can tell results apart
}
