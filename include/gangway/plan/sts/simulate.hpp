// L5 - training jobs that come and go: a policy plans anew at each arrival and departure; joules and due dates.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include "cluster_plan.hpp"
#include "training_host.hpp"

namespace gangway::plan::sts {

/// A cluster, the jobs that come, and after how many epochs each stops, which no policy is told.
struct training_load {
    node_park park;                       ///< of nodes
    std::vector<training_job> jobs;       ///< that come
    std::vector<std::size_t> stops_after; ///< epochs, by job
};

/// What the cluster does to jobs that are moved.
struct load_rules {
    duration move{}; ///< a running job that changes node or configuration stands still so long on its new devices
};

/// What a policy made of a load.
struct load_result {
    energy spent{};               ///< by all nodes, from the first arrival to the last departure
    std::size_t finished = 0;     ///< jobs
    std::size_t violations = 0;   ///< jobs that finished behind their due date, or never ran
    duration tardiness{};         ///< summed over jobs
    double tardiness_cost = 0.0;  ///< joules: each job's seconds behind the due date times its weight
    std::size_t moves = 0;        ///< times that a running job was put on another node, or off
    std::size_t resizes = 0;      ///< times that a running job was given another configuration on its node
    std::size_t plans = 0;        ///< times that the policy was asked
    std::size_t most_at_once = 0; ///< jobs in the system when it was asked
    duration span{};              ///< first arrival to last departure
    std::vector<instant> ends;    ///< by job; `never_instant` where it did not run
};

namespace detail {

/// The jobs of a load with what has been done of each.
class jobs_under_way : public training_jobs {
  public:
    explicit jobs_under_way(std::span<training_job const> all)
        : training_jobs{all},
          done_(all.size(), 0.0),
          stands_(all.size(), 0.0) {}
    [[nodiscard]] double done(job j) const { return done_[j]; }
    [[nodiscard]] double stands(job j) const { return stands_[j]; }
    void stand(job j, double seconds) { stands_[j] = seconds; }
    void advance(job j, double seconds, double epoch) {
        double const still = std::min(seconds, stands_[j]);
        stands_[j] -= still;
        done_[j] += (seconds - still) / epoch;
    }

  private:
    std::vector<double> done_;
    std::vector<double> stands_; // seconds until a job that was moved goes on
};

template <class Policy>
class load_run {
  public:
    load_run(training_load const& load, Policy const& policy, load_rules rules)
        : load_{load},
          policy_{policy},
          rules_{rules},
          host_{load.jobs},
          use_(load.park.kind_of_node.size()) {
        GANGWAY_EXPECTS(load.jobs.size() == load.stops_after.size(), "each job stops after some number of epochs");
        arrivals_.resize(load.jobs.size());
        std::iota(arrivals_.begin(), arrivals_.end(), std::size_t{0});
        std::sort(arrivals_.begin(), arrivals_.end(), [&](std::size_t a, std::size_t b) {
            auto const of_a = load.jobs[a].submitted;
            auto const of_b = load.jobs[b].submitted;
            return of_a != of_b ? of_a < of_b : a < b;
        });
        out_.ends.assign(load.jobs.size(), never_instant);
    }

    load_result run() {
        if (arrivals_.empty()) return out_;
        now_ = load_.jobs[arrivals_[0]].submitted;
        auto const from = now_;
        while (next_ < arrivals_.size() || !active_.empty()) {
            while (next_ < arrivals_.size() && load_.jobs[arrivals_[next_]].submitted <= now_) {
                active_.push_back(arrivals_[next_++]);
                at_.push_back({});
            }
            if (!active_.empty()) plan();
            double const step = until_next_event();
            if (step == std::numeric_limits<double>::infinity()) break; // what is left can never run
            advance(step);
            remove_finished();
        }
        out_.violations += active_.size();
        out_.span = now_ - from;
        return std::move(out_);
    }

  private:
    [[nodiscard]] configuration const& running_in(std::size_t i) const {
        return load_.jobs[active_[i]].configurations[at_[i].configuration];
    }
    void plan() {
        auto const before = at_;
        wake_ = policy_(host_, active_, load_.park, now_, at_).value();
        GANGWAY_EXPECTS(at_.size() == active_.size(), "a policy answers for each job");
        GANGWAY_EXPECTS(
            fits_together(load_.park, at_, [&](std::size_t i) -> configuration const& { return running_in(i); }),
            "a policy never gives what a node does not have");
        ++out_.plans;
        out_.most_at_once = std::max(out_.most_at_once, active_.size());
        for (std::size_t i = 0; i < at_.size(); ++i) {
            bool const moves = before[i].node != at_[i].node;
            if (!before[i].runs() || (!moves && before[i].configuration == at_[i].configuration)) continue;
            ++(moves ? out_.moves : out_.resizes);
            host_.stand(active_[i], rules_.move.value());
        }
        read_draw();
    }
    void read_draw() {
        for (auto& devices : use_) devices.clear();
        for (std::size_t i = 0; i < at_.size(); ++i) {
            if (!at_[i].runs()) continue;
            auto const& c = running_in(i);
            auto& devices = use_[at_[i].node];
            if (c.share >= 1.0)
                devices.insert(devices.end(), static_cast<std::size_t>(c.devices), no_device);
            else if (std::find(devices.begin(), devices.end(), at_[i].device) == devices.end())
                devices.push_back(at_[i].device);
        }
        draw_ = 0.0;
        for (index n = 0; n < use_.size(); ++n) draw_ += load_.park.at(n).draw[use_[n].size()].value();
    }
    [[nodiscard]] double until_next_event() const {
        double step = next_ < arrivals_.size() ? (load_.jobs[arrivals_[next_]].submitted - now_).value()
                                               : std::numeric_limits<double>::infinity();
        if (active_.empty()) return step;
        step = std::min(step, wake_);
        for (std::size_t i = 0; i < at_.size(); ++i)
            if (at_[i].runs())
                step = std::min(step, host_.stands(active_[i]) + epochs_left(i) * running_in(i).time.value());
        return step;
    }
    [[nodiscard]] double epochs_left(std::size_t i) const {
        return static_cast<double>(load_.stops_after[active_[i]]) - host_.done(active_[i]);
    }
    void advance(double step) {
        for (std::size_t i = 0; i < at_.size(); ++i)
            if (at_[i].runs()) host_.advance(active_[i], step, running_in(i).time.value());
        out_.spent = out_.spent + energy{draw_ * step};
        now_ = now_ + duration{step};
    }
    void remove_finished() {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < active_.size(); ++i) {
            if (epochs_left(i) > 1e-9) {
                active_[kept] = active_[i];
                at_[kept++] = at_[i];
                continue;
            }
            auto const& job = load_.jobs[active_[i]];
            out_.ends[active_[i]] = now_;
            ++out_.finished;
            double const late = (now_ - job.due).value();
            if (late <= 1e-6) continue; // a microsecond: rounding of the times that led here
            ++out_.violations;
            out_.tardiness = out_.tardiness + duration{late};
            out_.tardiness_cost += job.weight * late;
        }
        if (kept < active_.size()) {
            active_.resize(kept);
            at_.resize(kept);
            read_draw();
        }
    }

    static constexpr std::size_t no_device = std::numeric_limits<std::size_t>::max();

    training_load const& load_;
    Policy const& policy_;
    load_rules rules_;
    jobs_under_way host_;
    std::vector<std::size_t> arrivals_;
    std::size_t next_ = 0;
    std::vector<std::size_t> active_;
    std::vector<placement> at_;
    std::vector<std::vector<std::size_t>>
        use_; // of each node: devices that shares are on, and one entry for each whole device
    double draw_ = 0.0;
    double wake_ = std::numeric_limits<double>::infinity();
    instant now_{};
    load_result out_;
};

} // namespace detail

/// Runs a load under a policy.
///
/// Shape: `duration policy(host, jobs, park, now, placements)`: the placements come in as they are and go out as they
/// shall be, one for each job; the answer is how long the policy would wait before it is asked again.
/// Semantics: the policy is asked at each arrival and departure, and when it wished to be. Jobs may be moved in the
/// middle of an epoch and keep what they have done of it; what else a move costs is in the rules, which no policy
/// is told. A job stops after its own number of epochs; no policy can see that number either. A job that is stopped and
/// waits stands still again once it runs. A policy that gives what a node does not have breaks a promise.
template <class Policy>
[[nodiscard]] load_result simulate(training_load const& load, Policy const& policy, load_rules rules = {}) {
    return detail::load_run<Policy>{load, policy, rules}.run();
}

} // namespace gangway::plan::sts
