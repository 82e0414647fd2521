// slurm - the changes of a tick under one policy, in rank mode and in gate mode.
#pragma once

#include "order.hpp"
#include "plan.hpp"
#include "priorities.hpp"
#include "why.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace slurm {

template <class Policy>
class planner {
  public:
    planner(records const& r, cluster const& c, plan_options const& o, job_profiles const& profiles, Policy const& p)
        : r_{r},
          cluster_{c},
          options_{o},
          profiles_{profiles},
          policy_{p},
          now_{static_cast<double>(r.now)} {}

    [[nodiscard]] std::vector<change> rank();
    [[nodiscard]] std::vector<change> gate();

  private:
    using job_type = cluster::job_type;

    void say(change what, std::string_view text, job_type job) {
        auto whole = marked(text, job->admin_comment);
        if (whole != view_of(job->admin_comment)) what.comment = std::move(whole);
        if (what.what != action::comment || what.comment) changes_.push_back(std::move(what));
    }
    static change of(job_type job, action what = action::comment) {
        change c;
        c.what = what;
        c.job = job->job_id;
        c.name = view_of(job->name);
        return c;
    }
    static std::string host_list(std::span<gangway::grant<cluster::node_type> const> nodes) {
        auto* const hosts = slurm_hostlist_create(nullptr);
        for (auto const& g : nodes) slurm_hostlist_push_host(hosts, g.node->name);
        char* const text = slurm_hostlist_ranged_string_malloc(hosts);
        std::string out = text;
        std::free(text);
        slurm_hostlist_destroy(hosts);
        return out;
    }
    // The job that stands at `place` among those that wait.
    template <class Scheduler>
    [[nodiscard]] std::string reason(Scheduler const& s, job_type job, std::size_t place) const {
        if (place >= options_.explained)
            return "waits: " + std::to_string(options_.explained) + " jobs or more go first";
        auto const doubt = profiles_.doubted(job);
        return why(s, job, now_, doubt ? doubt->what : std::string{});
    }

    records const& r_;
    cluster const& cluster_;
    plan_options const& options_;
    job_profiles const& profiles_;
    Policy const& policy_;
    gangway::instant now_;
    std::vector<change> changes_;
};

template <class Policy>
std::vector<change> planner<Policy>::rank() {
    std::vector<job_type> waiting;
    for (auto const& job : r_.jobs)
        if (is_pending(job) && options_.jobs.holds(job) && job.priority != 0 && is_ready(job, r_.now))
            waiting.push_back(&job);
    if (waiting.empty()) return {};
    gangway::scheduler s{cluster_, policy_};
    for (auto const* job : waiting) s.submit(job);
    std::vector<std::pair<job_type, std::string>> fits;
    s.pass(now_, [&](auto const& d) { fits.emplace_back(d.job, host_list(d.nodes)); });

    auto const order = in_order(cluster_, waiting, policy_, now_);
    std::vector<std::uint32_t> given;
    for (auto const* job : order) given.push_back(is_marked(job->admin_comment) ? job->priority : 0);
    auto const priorities = falling(given);
    for (std::size_t i = 0; i < order.size(); ++i) {
        auto const* const job = order[i];
        auto c = of(job, priorities[i] == given[i] ? action::comment : action::rank);
        c.priority = priorities[i];
        auto const fit = std::find_if(fits.begin(), fits.end(), [&](auto const& f) { return f.first == job; });
        auto text = fit != fits.end() ? "fits now, on " + fit->second : reason(s, job, i);
        if (auto const nice = nice_before(*job); nice != 0) (text += nice_was) += std::to_string(nice);
        say(std::move(c), text, job);
    }
    return std::move(changes_);
}

template <class Policy>
std::vector<change> planner<Policy>::gate() {
    std::vector<job_type> waiting;
    for (auto const& job : r_.jobs) {
        if (!is_pending(job) || !options_.jobs.holds(job)) continue;
        if (is_released(job)) {
            if (r_.now - *released_at(job.admin_comment) >= options_.take_back)
                say(of(&job, action::hold),
                    "taken back: released, and not started within " + std::to_string(options_.take_back) + " s", &job);
            continue;
        }
        if (job.priority != 0) {
            say(of(&job), std::string{left} + "to Slurm: it is not held; submit with --hold", &job);
            continue;
        }
        // A hold of the owner is an invitation, one of an administrator is an order.
        if (job.state_reason != WAIT_HELD_USER || !is_ready(job, r_.now)) continue;
        if (auto const reason = why_left_alone(cluster_, job); !reason.empty())
            say(of(&job), std::string{left} + "alone: " + std::string{reason}, &job);
        else
            waiting.push_back(&job);
    }
    if (waiting.empty()) return std::move(changes_);
    gangway::scheduler s{cluster_, policy_};
    for (auto const* job : waiting) s.submit(job);
    std::vector<job_type> started;
    s.pass(now_, [&](auto const& d) {
        auto c = of(d.job, action::release);
        c.nodes = host_list(d.nodes);
        started.push_back(d.job);
        auto const text = "released to " + c.nodes + " at " + time_text(r_.now);
        say(std::move(c), text, d.job);
    });
    std::size_t place = 0;
    for (auto const* job : in_order(cluster_, waiting, policy_, now_))
        if (std::find(started.begin(), started.end(), job) == started.end()) say(of(job), reason(s, job, place++), job);
    return std::move(changes_);
}

} // namespace slurm
