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
/// Semantics: jobs are tried in rank order among equals of the last attempt, each binding as many tasks as fit.
/// Complexity: O(waiting * placement) a pass.
struct pod_by_pod {
    static constexpr lookup wants = lookup::best;

    std::optional<duration> give_up_after{};

    /// Who holds a part of what it needs, in the order of the next attempt.
    template <class Pass>
    struct memory {
        struct attempt {
            index job;
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
        if (give_up_after) release_overdue(pass, m);
        std::size_t const old = m.line.size();
        for (index job : pass.arrivals_in_order()) {
            m.line.push_back({job, {}, {}, {}});
            for (auto const& g : pass.shape(job).groups) m.line.back().missing.push_back(g.tasks.tasks);
        }
        std::size_t kept = pass.freed() ? 0 : old; // where nothing was freed, the old ones would fail again
        for (std::size_t i = kept; i < m.line.size(); ++i) {
            if (bind(pass, m.line[i])) pass.start_bound(m.line[i].job, m.line[i].bound);
            else std::swap(m.line[kept++], m.line[i]);
        }
        m.line.resize(kept);
        if (give_up_after)
            for (auto const& a : m.line)
                if (!a.bound.empty()) pass.wake_at(a.held_since + *give_up_after);
    }

  private:
    template <class Pass>
    void release_overdue(Pass& pass, memory<Pass>& m) const {
        auto const overdue = [&](auto const& a) { return !a.bound.empty() && a.held_since + *give_up_after <= pass.now(); };
        std::size_t const count = m.line.size();
        std::size_t kept = 0;
        std::vector<typename memory<Pass>::attempt> back;
        for (std::size_t i = 0; i < count; ++i) {
            if (overdue(m.line[i])) {
                m.line[i].release(pass);
                back.push_back(std::move(m.line[i]));
            } else {
                if (kept != i) m.line[kept] = std::move(m.line[i]);
                ++kept;
            }
        }
        for (auto& a : back) m.line[kept++] = std::move(a);
    }
    // Binds what fits; true when every task is bound.
    template <class Pass>
    static bool bind(Pass& pass, typename memory<Pass>::attempt& a) {
        if (!pass.may_ever_run(a.job)) return false;
        bool complete = true;
        bool const held = !a.bound.empty();
        for (std::size_t g = 0; g < a.missing.size(); ++g) {
            auto const bound = pass.bind_up_to(a.job, g, a.missing[g], a.bound);
            a.missing[g] -= bound;
            complete = complete && a.missing[g] == 0;
        }
        if (!held && !a.bound.empty()) a.held_since = pass.now();
        return complete;
    }
};

} // namespace gangway
