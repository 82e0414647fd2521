// L4 - why a job does not run: its class, what binds, who is ahead, and what would change it.
#pragma once

#include "forecast.hpp"
#include "rank/doubt.hpp"

namespace gangway {

/// Three classes that never mix, beside jobs that run.
enum class verdict {
    runs,
    waits,   ///< it will have its turn
    blocked, ///< a node is down or a limit is reached: nothing in the queue can change that
    never,   ///< the request is impossible on these nodes
    unknown  ///< the scheduler was never told of this job
};

/// What keeps it.
enum class cause {
    nothing,
    capacity,       ///< less is free than the gang needs
    fragmentation,  ///< enough is free, but not in pieces that hold its tasks
    order,          ///< it would fit, but a job that ranks or waits before it goes first
    reservation,    ///< it would fit, but would move a reservation
    limit,          ///< its group holds what it may
    nodes_down,     ///< it needs nodes that are not in service
    no_such_node,   ///< no node is eligible
    task_too_large, ///< one task is larger than any eligible node
    too_many_tasks, ///< the empty cluster holds fewer tasks than the gang has
    beyond_pool     ///< it asks for more than the whole pool
};

/// An answer to "why does it not run", as a value.
template <class Model>
struct explanation {
    verdict is = verdict::unknown; ///< what stands in its way, by kind
    cause why = cause::nothing;    ///< and in particular

    std::size_t ahead = 0;                    ///< waiting jobs that rank before it
    std::optional<job_of<Model>> first_ahead; ///< the best-ranked of them

    std::size_t resource = 0;        ///< the resource that binds
    std::int64_t need = 0;           ///< of it: what the gang (for a task too large: one task) asks for
    std::int64_t free = 0;           ///< what is free on nodes it may use (limit: what the group may still take)
    std::int64_t limit = 0;          ///< what its group may hold
    std::int64_t largest_block = 0;  ///< the most on one node: free, or for class never of the capacity
    std::int64_t tasks = 0;          ///< size of the gang
    std::int64_t tasks_that_fit = 0; ///< of them, now (class blocked or never: on the empty cluster, of nodes up or all)
    std::vector<node_of<Model>> down; ///< eligible nodes out of service

    std::optional<instant> reserved_at; ///< planned by the policy on the last pass
    std::optional<instant> starts_at;   ///< where the estimates prove one

    std::string doubt; ///< what stands against the profile that its rank or its clock rests on; empty: nothing

    std::optional<std::int64_t> would_start_with_tasks; ///< counterfactual: now, with this many tasks
    std::optional<duration> would_start_with_estimate;  ///< counterfactual: now, if it were estimated this short
};

namespace detail {

template <class Model, class Policy>
class explainer {
    using book_type = job_book<Model, Policy>;
    static constexpr std::size_t N = book_type::resources;

  public:
    explainer(scheduler<Model, Policy> const& s, index slot, instant now)
        : s_{s}, book_{s.book()}, slot_{slot}, now_{now}, line_{book_.shapes[book_.entries[slot].shape]} {}

    [[nodiscard]] explanation<Model> answer() {
        out_.tasks = 0;
        for (auto const& g : line_.shape.groups) out_.tasks += g.at == pool_group ? 0 : g.tasks.tasks;
        auto const& job = book_.entries[slot_].job;
        out_.doubt = doubt_of(book_.policy.rank, job);
        if (out_.doubt.empty()) out_.doubt = doubt_of(book_.policy.clock, job);
        if (line_.may == standing::never) {
            out_.is = verdict::never;
            impossible();
        } else if (line_.may == standing::blocked) {
            out_.is = verdict::blocked;
            out_.why = cause::nodes_down;
            out_.tasks_that_fit = count_tasks([&](index n) { return book_.nodes[n].capacity; }, false);
            for (index n = 0; n < book_.nodes.size(); ++n)
                if (eligible(n) && !book_.nodes[n].up) out_.down.push_back(book_.node_handles[n]);
        } else if (!book_.within_limit(book_.entries[slot_].shape)) {
            out_.is = verdict::blocked;
            over_limit();
        } else {
            out_.is = verdict::waits;
            waits();
        }
        return std::move(out_);
    }

  private:
    [[nodiscard]] bool eligible(index n) const { return !line_.mask || (*line_.mask)[n]; }
    [[nodiscard]] bool is_node(index n) const { return n < book_.node_handles.size(); } // else the pool

    // Tasks of the gang that rooms hold, group by group, each on its own.
    template <class Left>
    [[nodiscard]] std::int64_t count_tasks(Left&& left, bool also_down) const {
        std::int64_t least = 0;
        for (auto const& g : line_.shape.groups) {
            if (g.at == pool_group) continue;
            std::int64_t here = 0;
            for (index n = 0; n < book_.nodes.size() && here < g.tasks.tasks; ++n)
                if (eligible(n) && (also_down || book_.nodes[n].up))
                    here += std::min(g.tasks.tasks - here, tasks_that_fit(g.tasks.each, left(n)));
            least += here;
        }
        return least;
    }
    void impossible() {
        bool any = false;
        amounts<N> largest;
        for (index n = 0; n < book_.nodes.size(); ++n)
            if (eligible(n)) {
                any = any || is_node(n);
                for (std::size_t r = 0; r < N; ++r) largest[r] = std::max(largest[r], book_.nodes[n].capacity[r]);
            }
        if (!any) {
            out_.why = cause::no_such_node;
            return;
        }
        for (auto const& g : line_.shape.groups)
            for (std::size_t r = 0; r < N; ++r)
                if (g.tasks.each[r] > largest[r]) {
                    out_.why = g.at == pool_group ? cause::beyond_pool : cause::task_too_large;
                    out_.resource = r;
                    out_.need = g.tasks.each[r];
                    out_.largest_block = largest[r];
                    return;
                }
        out_.why = cause::too_many_tasks;
        out_.tasks_that_fit = count_tasks([&](index n) { return book_.nodes[n].capacity; }, true);
        out_.need = line_.total[0];
    }
    void over_limit() {
        out_.why = cause::limit;
        auto const& group = book_.groups[line_.group];
        auto const need = line_.total;
        for (std::size_t r = 0; r < N; ++r)
            if (need[r] > 0 && need[r] > (*group.limit)[r] - group.used[r]) {
                out_.resource = r;
                out_.need = need[r];
                out_.limit = (*group.limit)[r];
                out_.free = (*group.limit)[r] - group.used[r];
                return;
            }
    }
    void waits() {
        auto const own = book_.key(slot_, now_);
        index first = no_index;
        for (index s : book_.fronts)
            book_.shapes[s].queue.for_each([&](index other) {
                if (!book_.within_limit(s) || !before(book_.key(other, now_), own)) return;
                ++out_.ahead;
                if (first == no_index || before(book_.key(other, now_), book_.key(first, now_))) first = other;
            });
        if (first != no_index) out_.first_ahead = book_.entries[first].job;
        out_.tasks_that_fit = count_tasks([&](index n) { return book_.nodes[n].free; }, false);
        bind_resource();
        if (book_.fits_now(book_.entries[slot_].shape)) {
            out_.why = book_type::by_estimate ? cause::reservation : cause::order;
        } else {
            out_.why = out_.need > out_.free ? cause::capacity : cause::fragmentation;
        }
        out_.reserved_at = s_.reservation(book_.entries[slot_].job);
        run_ahead(s_, now_, [&](auto const& job, instant at) {
            if (!(job == book_.entries[slot_].job)) return true;
            out_.starts_at = at;
            return false;
        });
        what_if();
    }
    // The resource that is shortest in all; where none is, the one of which a single node has least for a task.
    void bind_resource() {
        amounts<N> free;
        amounts<N> largest;
        for (index n = 0; n < book_.nodes.size(); ++n)
            if (eligible(n) && book_.nodes[n].up)
                for (std::size_t r = 0; r < N; ++r) {
                    free[r] += book_.nodes[n].free[r];
                    largest[r] = std::max(largest[r], book_.nodes[n].free[r]);
                }
        auto const need = line_.total;
        auto const& task = line_.shape.groups[0].tasks.each;
        double worst = -1.0;
        for (std::size_t r = 0; r < N; ++r) {
            if (need[r] <= 0) continue;
            auto const short_of = [](std::int64_t want, std::int64_t have) {
                return want > have ? 1.0 - static_cast<double>(have) / static_cast<double>(want) : 0.0;
            };
            double const lack = 2.0 * short_of(need[r], free[r]) + short_of(task[r], largest[r]);
            if (lack > worst) {
                worst = lack;
                out_.resource = r;
            }
        }
        out_.need = need[out_.resource];
        out_.free = free[out_.resource];
        out_.largest_block = largest[out_.resource];
    }

    [[nodiscard]] bool starts_if(gang_groups<N> const& shape, double estimate) const {
        auto supposed = s_;
        supposed.suppose(book_.entries[slot_].job, shape, estimate);
        bool starts = false;
        supposed.pass(now_, [&](auto const& d) { starts = starts || d.job == book_.entries[slot_].job; });
        return starts;
    }
    void what_if() {
        double const estimate = book_.entries[slot_].rank.estimate;
        if (line_.shape.groups.size() == 1) { // the most tasks with which it would start: a smaller gang is never worse off
            auto fewer = line_.shape;
            std::int64_t works = 0;
            std::int64_t fails = std::min(out_.tasks_that_fit, out_.tasks - 1) + 1;
            while (fails - works > 1) {
                std::int64_t const middle = works + (fails - works) / 2;
                fewer.groups[0].tasks.tasks = middle;
                (starts_if(fewer, estimate) ? works : fails) = middle;
            }
            if (works > 0) out_.would_start_with_tasks = works;
        }
        if constexpr (book_type::by_estimate) { // short enough to be over before the first reservation
            double soonest = never_instant.value();
            for (index j = 0; j < book_.entries.size(); ++j)
                if (book_.reserved(j) < soonest) soonest = book_.reserved(j); // NaN is not
            double const limit = soonest - now_.value();
            if (limit > 0.0 && limit < estimate && soonest < never_instant.value() && starts_if(line_.shape, limit))
                out_.would_start_with_estimate = duration{limit / book_.entries[slot_].clock.slowdown}; // as the user gives it
        }
    }

    scheduler<Model, Policy> const& s_;
    book_type const& book_;
    index slot_;
    instant now_;
    typename book_type::shape_line const& line_;
    explanation<Model> out_;
};

} // namespace detail

/// Says why a job does not run, as the scheduler stands after its last pass at `now`.
///
/// Semantics: pure; a job that the scheduler was never told of is `unknown`. Counterfactuals are tried, not guessed: a copy
/// of the scheduler makes a pass with the job changed.
/// Complexity: that of a forecast, and of O(log tasks) copies and passes.
template <class Model, class Policy>
[[nodiscard]] explanation<Model> explain(scheduler<Model, Policy> const& s, job_of<Model> const& job, instant now) {
    index const slot = s.book().find(job);
    if (slot == no_index) return {};
    if (s.book().entries[slot].now == job_book<Model, Policy>::state::running) {
        explanation<Model> e;
        e.is = verdict::runs;
        return e;
    }
    return detail::explainer<Model, Policy>{s, slot, now}.answer();
}

/// The same without a scheduler: the jobs that wait are given, and one pass is made first.
template <class Model, class Jobs, class Policy>
[[nodiscard]] explanation<Model> explain(Model const& model, Jobs const& pending, Policy const& p, instant now,
                                         job_of<Model> const& job) {
    scheduler<Model, Policy> s{model, p};
    for (auto const& other : pending) s.submit(other);
    s.pass(now, [](auto const&) {});
    return explain(s, job, now);
}

} // namespace gangway
