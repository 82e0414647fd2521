// SimGrid - a cluster whose master actor lets a gangway policy start gangs on simulated hosts.
#pragma once

#include <gangway/gangway.hpp>
#include <simgrid/s4u.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace s4u_host {

namespace sg4 = simgrid::s4u;

/// A host of the simulation; one core stands for one GPU.
struct machine {
    sg4::Host* host;
    int number;
    std::int64_t gpus;
    std::int64_t idle = gpus;
};

/// A gang: `tasks` tasks of `each` GPUs. Times are seconds from the start of its simulation.
struct gang_job {
    std::int64_t number, tasks, each;
    double submitted, run;
    std::optional<double> estimate;

    double start = -1.0, end = -1.0;                ///< below 0: did not happen
    std::vector<std::pair<int, std::int64_t>> on{}; ///< machine number and tasks, in the policy's order
};

/// Runs the jobs on the machines under a policy; one at a time, from within an actor. Returns when nothing runs and
/// nothing more arrives.
///
/// Semantics: the policy learns of arrivals and ends as the master does, when an actor reports them; the engine alone
/// knows how long a gang takes. A gang is cut at its estimate. A host given more work than it has cores slows down, so
/// a GPU promised twice shows in the end times.
template <class Policy>
class cluster {
    static_assert(
        !requires(typename Policy::admit_type a) { a.give_up_after; },
        "s4u_host: the master sleeps until something is reported; pod_by_pod asks for a clock of its own");

  public:
    cluster(std::vector<machine>& machines, std::vector<gang_job>& jobs, Policy policy)
        : machines_{machines},
          jobs_{jobs},
          policy_{std::move(policy)} {}

    void operator()() {
        began_ = sg4::Engine::get_clock();
        for (auto& m : machines_) m.idle = m.gpus;
        auto const model = gangway::adapt<gang_job>(
            gangway::job_fields{.id = &gang_job::number,
                                .shape = [](gang_job const& j) { return gangway::gang<1>{j.tasks, {j.each}}; },
                                .submitted = [](gang_job const& j) { return gangway::instant{j.submitted}; },
                                .estimate =
                                    [](gang_job const& j) {
                                        return j.estimate ? std::optional{gangway::duration{*j.estimate}}
                                                          : std::nullopt;
                                    }},
            machines_,
            gangway::node_fields{.id = &machine::number,
                                 .capacity = [](machine const& m) { return gangway::amounts<1>{m.gpus}; },
                                 .free = [](machine const& m) { return gangway::amounts<1>{m.idle}; }});
        gangway::scheduler scheduler{model, policy_};

        for (auto& j : jobs_)
            sg4::Actor::create("arrival", sg4::this_actor::get_host(), [this, &j] {
                sg4::this_actor::sleep_until(began_ + j.submitted);
                report({&j, false});
            });
        std::size_t arrived = 0, running = 0;
        while (running > 0 || arrived < jobs_.size()) {
            auto const reported = wait_for_reports();
            gangway::instant const now{sg4::Engine::get_clock() - began_};
            for (auto const& r : reported)
                if (r.ended) {
                    scheduler.finish(r.job, now);
                    release(*r.job, now);
                    --running;
                }
            for (auto const& r : reported)
                if (!r.ended) {
                    scheduler.submit(r.job);
                    ++arrived;
                }
            scheduler.pass(now, [&](auto const& d) {
                start(jobs_[static_cast<std::size_t>(d.job - jobs_.data())], d.nodes, now);
                ++running;
            });
        }
    }

  private:
    struct report_type {
        gang_job* job;
        bool ended;
    };

    void report(report_type r) {
        reports_.push_back(r); // actors take turns, none runs beside another
        doorbell_->release();
    }
    // All that is reported at one instant. The engine wakes every actor whose work or sleep ends at an instant in one
    // round, and the master, who waits for their doorbell, in a later one: by then they have all reported.
    std::vector<report_type> wait_for_reports() {
        doorbell_->acquire();
        while (!doorbell_->would_block()) doorbell_->acquire();
        return std::exchange(reports_, {});
    }
    template <class Grants>
    void start(gang_job& job, Grants const& grants, gangway::instant now) {
        job.start = now.value();
        job.on.clear();
        for (auto const& g : grants) {
            auto& m = machines_[static_cast<std::size_t>(g.node - machines_.data())];
            m.idle -= g.tasks * job.each;
            job.on.emplace_back(m.number, g.tasks);
        }
        double const seconds = job.estimate ? std::min(*job.estimate, job.run) : job.run;
        auto const left = std::make_shared<std::size_t>(grants.size()); // parts of the gang that still compute
        for (auto const& g : grants)
            sg4::Actor::create("gang", g.node->host, [this, &job, left, seconds, threads = g.tasks * job.each] {
                auto const part = sg4::this_actor::exec_init(seconds * sg4::this_actor::get_host()->get_speed());
                part->set_thread_count(static_cast<int>(threads))->wait();
                if (--*left == 0) report({&job, true});
            });
    }
    void release(gang_job& job, gangway::instant now) {
        job.end = now.value();
        for (auto const& [number, tasks] : job.on)
            for (auto& m : machines_)
                if (m.number == number) m.idle += tasks * job.each;
    }

    std::vector<machine>& machines_;
    std::vector<gang_job>& jobs_;
    Policy policy_;
    double began_ = 0.0;
    std::vector<report_type> reports_;
    sg4::SemaphorePtr doorbell_ = sg4::Semaphore::create(0);
};

} // namespace s4u_host
