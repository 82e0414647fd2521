// L3 - a queue in two parts: jobs that came in rank order, and the others.
#pragma once

#include "key.hpp"

namespace gangway {

/// Keys taken once, at push. Jobs that come in order stay in the run, where they cost least; the others go to the rest.
///
/// Shape: `Run` and `Rest` have push, erase, clear, size, front and for_each; `Run` also says what it `takes`.
template <class Run, class Rest>
class run_and_rest {
  public:
    using key_type = typename Run::key_type;
    using job_type = typename Run::job_type;

    void push(job_type const& job, key_type const& key, queue_places& places) {
        if (run_.takes(key)) run_.push(job, key, places);
        else rest_.push(job, key, places);
    }
    void erase(index slot, queue_places& places) {
        if (places[slot] & in_run) run_.erase(slot, places);
        else rest_.erase(slot, places);
    }
    void clear() {
        run_.clear();
        rest_.clear();
    }

    [[nodiscard]] bool empty() const { return run_.size() == 0 && rest_.size() == 0; }
    [[nodiscard]] std::size_t size() const { return run_.size() + rest_.size(); }
    /// The best-ranked; expects that there is one.
    [[nodiscard]] auto const& front() const {
        typename Run::node const* const ran = run_.size() > 0 ? &run_.front() : nullptr;
        if (rest_.size() == 0) return *ran;
        typename Run::node const& other = rest_.front();
        return ran && before(ran->key, other.key) ? *ran : other;
    }

    /// The best-ranked job whose estimate is at most `limit` seconds, or `no_index`.
    [[nodiscard]] index first_within(double limit) const
        requires requires(Run const& run) { run.first_within(limit); }
    {
        auto const* const ran = run_.first_within(limit);
        auto const* const other = rest_.first_within(limit);
        if (ran && (!other || before(ran->key, other->key))) return ran->slot;
        return other ? other->slot : no_index;
    }
    /// Visits every slot, in no order.
    template <class Visit>
    void for_each(Visit&& visit) const {
        run_.for_each(visit);
        rest_.for_each(visit);
    }
    /// Visits slots in rank order until `visit` says false.
    template <class Visit>
    void for_each_in_order(Visit&& visit) const
        requires requires(Run const& run) { run.begin(); }
    {
        bool more = true;
        auto next = run_.begin();
        auto const run_until = [&](auto&& stop) {
            for (; more && next != run_.end() && !stop(*next); ++next)
                if (next->slot != no_index) more = visit(next->slot);
        };
        rest_.for_each_in_order([&](auto const& n) {
            run_until([&](auto const& r) { return before(n.key, r.key); });
            if (more) more = visit(n.slot);
            return more;
        });
        run_until([](auto const&) { return false; });
    }

  private:
    Run run_;
    Rest rest_;
};

} // namespace gangway
