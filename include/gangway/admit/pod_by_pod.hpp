// L3 - admission, the baseline: tasks bind one by one and hold what they got, as the default Kubernetes scheduler does.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "../capacity/room.hpp"
#include "../quantity.hpp"
#include "../fwd.hpp"

namespace gangway {

/// Binds tasks one by one; a job starts when all its tasks are bound, and until then holds those that are.
///
/// Not a gang admission: it is here to be compared with. Two jobs that each hold a part of what the other needs wait for
/// ever, unless `give_up_after` makes a job that has held a part for that long release it and queue behind the others.
/// Semantics: on every pass jobs are tried by score, then by the time of their last attempt that failed (submission
/// for a new one), each binding as many tasks as fit.
/// Complexity: O(waiting * placement) a pass.
struct pod_by_pod {
    static constexpr lookup wants = lookup::best;

    std::optional<duration> give_up_after{}; ///< a part that is held for so long is released; empty: never

    /// Who waits, in the order of the next attempt, and what each holds already.
    template <class Pass>
    struct memory {
        struct attempt {
            index job;
            double queued_at; // submission, or the last attempt that failed
            instant held_since;
            placement bound;
            std::vector<std::int64_t> missing; // tasks still to bind, by group

            void release(Pass& pass) {
                pass.unbind(job, bound);
                bound.clear();
                for (std::size_t g = 0; g < missing.size(); ++g) missing[g] = pass.shape(job).groups[g].tasks.tasks;
            }
        };
        std::vector<attempt> line;

        /// Jobs that hold a part.
        [[nodiscard]] std::size_t partial() const {
            return static_cast<std::size_t>(
                std::count_if(line.begin(), line.end(), [](attempt const& a) { return !a.bound.empty(); }));
        }
        /// The job leaves the queue: what it held is given back.
        void forget(Pass& pass, index job) {
            auto const at = std::find_if(line.begin(), line.end(), [&](attempt const& a) { return a.job == job; });
            if (at == line.end()) return;
            pass.unbind(job, at->bound);
            line.erase(at);
        }
        /// A node has failed: whoever held a part there gives back all of it and tries again.
        void lose(Pass& pass, index node) {
            for (attempt& a : line)
                if (std::any_of(a.bound.begin(), a.bound.end(), [&](placed_tasks const& p) { return p.node == node; }))
                    a.release(pass);
        }
    };

    template <class Pass>
    void operator()(Pass& pass, memory<Pass>& m) const {
        for (index job : pass.arrivals_in_order()) {
            m.line.push_back({job, pass.submitted(job).value(), {}, {}, {}});
            for (auto const& g : pass.shape(job).groups) m.line.back().missing.push_back(g.tasks.tasks);
        }
        give_back(pass, m);
        sort_line(pass, m);
        for (auto const& a : m.line)
            if (!a.bound.empty()) pass.claim(a.job, missing(pass, a));
        std::size_t kept = 0;
        for (std::size_t i = 0; i < m.line.size(); ++i) {
            if (pass.may_ever_run(m.line[i].job)) {
                if (bind(pass, m.line[i])) {
                    pass.start_bound(m.line[i].job, m.line[i].bound);
                    continue;
                }
                m.line[i].queued_at = pass.now().value();
            }
            if (kept != i) m.line[kept] = std::move(m.line[i]);
            ++kept;
        }
        m.line.resize(kept);
        if (give_up_after)
            for (auto const& a : m.line)
                if (!a.bound.empty()) pass.wake_at(a.held_since + *give_up_after);
    }

  private:
    // Gangs that have held a part for too long, or that can no longer run, let go; the former queue behind the others.
    template <class Pass>
    void give_back(Pass& pass, memory<Pass>& m) const {
        std::size_t const count = m.line.size();
        std::size_t kept = 0;
        std::vector<typename memory<Pass>::attempt> back;
        for (std::size_t i = 0; i < count; ++i) {
            auto& a = m.line[i];
            if (!pass.may_ever_run(a.job)) a.release(pass);
            if (!a.bound.empty() && give_up_after && a.held_since + *give_up_after <= pass.now()) {
                a.release(pass);
                a.queued_at = pass.now().value();
                back.push_back(std::move(a));
            } else {
                if (kept != i) m.line[kept] = std::move(a);
                ++kept;
            }
        }
        for (auto& a : back) m.line[kept++] = std::move(a);
    }
    // By score, then by how long ago they queued, then in the order so far.
    template <class Pass>
    static void sort_line(Pass& pass, memory<Pass>& m) {
        std::vector<index> order(m.line.size());
        for (index i = 0; i < order.size(); ++i) order[i] = i;
        auto const sooner = [&](index a, index b) {
            auto const x = pass.key(m.line[a].job).score;
            auto const y = pass.key(m.line[b].job).score;
            if (x != y) return x > y;
            if (m.line[a].queued_at != m.line[b].queued_at) return m.line[a].queued_at < m.line[b].queued_at;
            return a < b;
        };
        if (std::is_sorted(order.begin(), order.end(), sooner)) return;
        std::sort(order.begin(), order.end(), sooner);
        std::vector<typename memory<Pass>::attempt> sorted;
        sorted.reserve(order.size());
        for (index i : order) sorted.push_back(std::move(m.line[i]));
        m.line = std::move(sorted);
    }
    template <class Pass>
    static auto missing(Pass& pass, typename memory<Pass>::attempt const& a) {
        amounts<Pass::resources> sum;
        for (std::size_t g = 0; g < a.missing.size(); ++g) sum += a.missing[g] * pass.shape(a.job).groups[g].tasks.each;
        return sum;
    }
    // Binds what fits; true when every task is bound. A job that holds a part has claimed the rest of its group's limit.
    template <class Pass>
    static bool bind(Pass& pass, typename memory<Pass>::attempt& a) {
        bool complete = true;
        bool const held = !a.bound.empty();
        if (held) pass.claim(a.job, -1 * missing(pass, a));
        else if (!pass.may_start(a.job)) return false;
        for (std::size_t g = 0; g < a.missing.size(); ++g) {
            a.missing[g] -= pass.bind_up_to(a.job, g, a.missing[g], a.bound);
            complete = complete && a.missing[g] == 0;
        }
        if (!held && !a.bound.empty()) a.held_since = pass.now();
        if (!complete && !a.bound.empty()) pass.claim(a.job, missing(pass, a));
        return complete;
    }
};

} // namespace gangway
