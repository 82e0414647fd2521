// slurm - what a tick would change, from the records alone: in rank mode, in gate mode, and to put everything back.
#pragma once

#include "change.hpp"
#include "order.hpp"
#include "priorities.hpp"
#include "selection.hpp"
#include "why.hpp"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace slurm {

struct plan_options {
    selection jobs;
    std::size_t explained = 50;    ///< this many waiting jobs, in the order of the queue, are told exactly why they wait
    std::time_t take_back = 60;    ///< seconds after which a released gang that has not started is held again
};

/// The changes of one tick, in order; nothing that is as it should be is among them.
///
/// Semantics: pure; the same records, options and policy give the same changes, byte for byte.
template <class Policy>
class planner {
  public:
    planner(records const& r, cluster const& c, plan_options const& o, Policy const& p)
        : r_{r}, cluster_{c}, options_{o}, policy_{p}, now_{static_cast<double>(r.now)} {}

    /// Priorities in the order of the policy; Slurm places and starts.
    [[nodiscard]] std::vector<change> rank();
    /// Held gangs that the policy starts are released to their nodes, whole.
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
    [[nodiscard]] std::string behind() const {
        return "waits: " + std::to_string(options_.explained) + " jobs or more go first";
    }

    records const& r_;
    cluster const& cluster_;
    plan_options const& options_;
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
        auto text = fit != fits.end() ? "fits now, on " + fit->second : i < options_.explained ? why(s, job, now_) : behind();
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
        // A hold of the owner is an invitation, one of an administrator is an order.
        if (job.priority != 0 || job.state_reason != WAIT_HELD_USER || !is_ready(job, r_.now)) continue;
        if (auto const reason = why_left_alone(cluster_, job); !reason.empty())
            say(of(&job), "left alone: " + std::string{reason}, &job);
        else waiting.push_back(&job);
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
        if (std::find(started.begin(), started.end(), job) == started.end())
            say(of(job), place++ < options_.explained ? why(s, job, now_) : behind(), job);
    return std::move(changes_);
}

/// Undoes what any run of the controller did to jobs that still wait; the mark tells which these are.
[[nodiscard]] std::vector<change> put_back(records const& r, selection const& jobs);

} // namespace slurm
