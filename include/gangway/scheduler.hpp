// L4 - a scheduler: a policy with a queue and a free index that it keeps between events.
#pragma once

#include <cmath>
#include <type_traits>
#include <utility>

#include "pass.hpp"

namespace gangway {

namespace detail {

struct no_memory {};

template <class Admit, class Pass>
auto memory_of() {
    if constexpr (requires { typename Admit::template memory<Pass>; }) return typename Admit::template memory<Pass>{};
    else return no_memory{};
}

} // namespace detail

/// Decides who starts, as jobs come and gangs end.
///
/// Semantics: the host tells every change and calls `pass`; a decision is a proposal, and the gang counts as running from
/// the moment it is given. It caches only: one rebuilt from the model at any moment decides as the long-lived one would
/// (except pod_by_pod, whose partly bound jobs the model does not show). One thread; const calls may run side by side.
/// Complexity: submit and finish O(log n); a pass on which nothing was freed does not touch what waits.
template <class Model, class Policy>
class scheduler {
  public:
    /// What it keeps.
    using book_type = job_book<Model, Policy>;
    /// What names a job.
    using job_type = typename book_type::job_type;
    /// What names a node.
    using node_type = typename book_type::node_type;
    /// What an admission sees.
    using pass_type = admission_pass<book_type>;
    /// What the admission keeps between passes.
    using memory_type = decltype(detail::memory_of<typename Policy::admit_type, pass_type>());

    /// Reads nodes and running gangs from the model, which must outlive the scheduler. Jobs that wait are submitted.
    scheduler(Model const& model, Policy policy) : book_{model, std::move(policy)} {}

    /// A job waits from now on. Expects: its id is neither waiting nor running.
    void submit(job_type const& job) { book_.submit(job); }

    /// A waiting job is withdrawn.
    void cancel(job_type const& job) {
        index const slot = waiting_slot(job);
        forget_in_memory(slot);
        std::erase(book_.arrivals, slot);
        book_.unqueue(slot);
        book_.take_out(job);
        book_.forget(slot);
        book_.freed = book_.off_schedule = true;
    }
    /// A running gang has ended and its nodes are free.
    void finish(job_type const& job, instant now) {
        index const slot = book_.take_out(job);
        GANGWAY_EXPECTS(slot != no_index && book_.entries[slot].now == book_type::state::running, "this job does not run");
        if (book_.gangs[book_.gang_of(slot)].end != now.value()) book_.off_schedule = true;
        book_.stop(slot);
        book_.forget(slot);
    }
    /// A running gang is put back whole (its node failed, it was preempted): it waits with its first submit time.
    void requeue(job_type const& job) {
        index const slot = running_slot(job);
        book_.stop(slot);
        book_.take_out(job);
        book_.forget(slot);
        book_.off_schedule = true;
        book_.submit(job); // read anew: what changed while it ran counts from here on
    }
    /// The host could not start a gang that a pass gave it: the job keeps its place in the queue.
    void reject(job_type const& job) { requeue(job); }

    /// The model answers differently for this job: priority, estimate, shape.
    void update(job_type const& job) {
        index const slot = book_.find(job);
        GANGWAY_EXPECTS(slot != no_index, "update: this job neither waits nor runs");
        if (book_.entries[slot].now == book_type::state::waiting) {
            cancel(job);
            submit(job);
        } else {
            book_.change_estimate(slot);
        }
        book_.freed = book_.off_schedule = true;
    }
    /// The model answers differently for this node: capacity, or in service or not. Gangs on a failed node are requeued
    /// or finished first.
    void update(node_type const& node) {
        book_.reread(node);
        if constexpr (requires(memory_type m, pass_type& p) { m.lose(p, index{}); })
            if (index const n = book_.position(node); !book_.nodes[n].up) {
                pass_type pass{book_, instant{}, {}};
                memory_.lose(pass, n);
            }
    }
    /// The model answers differently for the capacity of its pool: another power budget, say. Where it falls below what
    /// running gangs hold, nothing that asks for any of it starts until enough of them have ended.
    void update_pool()
        requires has_pool<Model>
    {
        book_.reread_pool();
    }

    /// As if a waiting job asked for something else; for a copy that answers "what if".
    void suppose(job_type const& job, gang_groups<book_type::resources> const& shape, double estimate) {
        index const slot = waiting_slot(job);
        forget_in_memory(slot);
        book_.suppose(slot, shape, estimate);
    }

    /// One scheduling pass: calls `start(decision)` for each gang that starts now, in the order of the decisions.
    ///
    /// Expects: `now` never goes back. The callback must neither call the scheduler nor throw; reject after the pass.
    template <class Start>
    void pass(instant now, Start&& start) {
        if (nothing_to_do(now)) return;
        book_.advance(now);
        using callback = std::remove_reference_t<Start>;
        pass_type pass{book_, now, {const_cast<std::remove_const_t<callback>*>(&start), [](void* object, decision<Model> const& d) {
                                        (*static_cast<callback*>(object))(d);
                                    }}};
        if constexpr (std::is_same_v<memory_type, detail::no_memory>) book_.policy.admit(pass);
        else book_.policy.admit(pass, memory_);
        wake_ = pass.wake();
        book_.end_pass(pass.left_open());
    }
    /// When the policy wants a pass even if nothing happens; `never_instant` mostly.
    [[nodiscard]] instant next_wake() const { return wake_; }

    /// How many jobs wait.
    [[nodiscard]] std::size_t waiting() const { return book_.waiting; }
    /// How many gangs run.
    [[nodiscard]] std::size_t running() const { return book_.running; }
    /// The start that the last pass planned for a waiting job, where the policy plans one.
    [[nodiscard]] std::optional<instant> reservation(job_type const& job) const {
        index const slot = book_.find(job);
        if (slot == no_index || std::isnan(book_.reserved(slot))) return std::nullopt;
        return instant{book_.reserved(slot)};
    }
    /// The policy that decides.
    [[nodiscard]] Policy const& policy() const { return book_.policy; }
    /// What it keeps, for what reads it from within the library.
    [[nodiscard]] book_type const& book() const { return book_; }
    /// What the admission keeps between passes.
    [[nodiscard]] memory_type const& memory() const { return memory_; }

  private:
    // Time alone opens nothing where the order stands still, unless a wake-up is due or an estimate has run out.
    [[nodiscard]] bool nothing_to_do(instant now) const {
        if (book_.freed || !book_.arrivals.empty() || !pass_type::order_stands_still || wake_ <= now) return false;
        auto const& releases = book_.gangs.releases();
        return releases.empty() || releases.back().end > now.value();
    }
    [[nodiscard]] index waiting_slot(job_type const& job) const {
        index const slot = book_.find(job);
        GANGWAY_EXPECTS(slot != no_index && book_.entries[slot].now == book_type::state::waiting, "this job does not wait");
        return slot;
    }
    [[nodiscard]] index running_slot(job_type const& job) const {
        index const slot = book_.find(job);
        GANGWAY_EXPECTS(slot != no_index && book_.entries[slot].now == book_type::state::running, "this job does not run");
        return slot;
    }
    void forget_in_memory(index slot) {
        if constexpr (requires(memory_type m, pass_type& p) { m.forget(p, slot); }) {
            pass_type pass{book_, instant{}, {}};
            memory_.forget(pass, slot);
        }
    }

    book_type book_;
    [[no_unique_address]] memory_type memory_{};
    instant wake_ = never_instant;
};

template <class Model, class Policy>
scheduler(Model const&, Policy) -> scheduler<Model, Policy>;

} // namespace gangway
