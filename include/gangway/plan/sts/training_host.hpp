// L5 - what the cluster planner asks about jobs, and a plain record for those who have none of their own.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <ranges>
#include <span>
#include <vector>

#include "configuration.hpp"
#include "early_stop.hpp"
#include "job_plan.hpp"

namespace gangway::plan::sts {

/// Answers about training jobs by a small handle that the host chooses.
///
/// Semantics: pure while a plan is made. `done` counts epochs, parts of one included; `epochs` is the most that the job
/// may run; `weight` is what a second behind the due date costs, in joules.
template <class H>
concept training_host = requires(H const& h, typename H::job const& j) {
    requires std::ranges::random_access_range<decltype(h.configurations(j))>;
    requires placeable<std::ranges::range_value_t<decltype(h.configurations(j))>>;
    requires survival<std::remove_cvref_t<decltype(h.runs(j))>>;
    { h.epochs(j) } -> std::convertible_to<std::size_t>;
    { h.done(j) } -> std::convertible_to<double>;
    { h.due(j) } -> std::convertible_to<instant>;
    { h.weight(j) } -> std::convertible_to<double>;
};

/// A training job as a record.
struct training_job {
    std::vector<configuration> configurations; ///< to choose from
    early_stop stops;                          ///< when it may stop early
    instant due;                               ///< date
    double weight = 1000.0;                    ///< joules that a second behind the due date costs
    instant submitted{};                       ///< when it came
    double priority = 0.0;                     ///< larger first, for the baseline
    double done = 0.0;                         ///< epochs, and a part of one
};

/// A host over records; a job is its position. The records must outlive it.
class training_jobs {
  public:
    /// Place in the records.
    using job = std::size_t;
    /// The records must outlive it.
    constexpr explicit training_jobs(std::span<training_job const> all) : all_{all} {}

    [[nodiscard]] std::vector<configuration> const& configurations(job j) const { return all_[j].configurations; }
    [[nodiscard]] early_stop const& runs(job j) const { return all_[j].stops; }
    [[nodiscard]] std::size_t epochs(job j) const { return all_[j].stops.most_epochs(); }
    [[nodiscard]] double done(job j) const { return all_[j].done; }
    [[nodiscard]] instant due(job j) const { return all_[j].due; }
    [[nodiscard]] double weight(job j) const { return all_[j].weight; }
    [[nodiscard]] instant submitted(job j) const { return all_[j].submitted; }
    [[nodiscard]] double priority(job j) const { return all_[j].priority; }

  private:
    std::span<training_job const> all_;
};

/// Also knows when a job came and how urgent its owner says it is: what the baselines go by.
template <class H>
concept ordered_training_host = training_host<H> && requires(H const& h, typename H::job const& j) {
    { h.submitted(j) } -> std::convertible_to<instant>;
    { h.priority(j) } -> std::convertible_to<double>;
};

/// A host whose jobs never stop early: what the deterministic worst-case planner sees of it. That host must outlive it.
template <training_host Host>
class without_early_stops {
  public:
    /// As the host names it.
    using job = typename Host::job;
    /// The host must outlive it.
    constexpr explicit without_early_stops(Host const& host) : host_{&host} {}

    /// Certain, epoch by epoch.
    [[nodiscard]] runs_to_the_end runs(job const&) const { return {}; }
    [[nodiscard]] decltype(auto) configurations(job const& j) const { return host_->configurations(j); }
    [[nodiscard]] std::size_t epochs(job const& j) const { return host_->epochs(j); }
    [[nodiscard]] double done(job const& j) const { return host_->done(j); }
    [[nodiscard]] instant due(job const& j) const { return host_->due(j); }
    [[nodiscard]] double weight(job const& j) const { return host_->weight(j); }

  private:
    Host const* host_;
};

/// What is left of a job at an instant: whole epochs that went by, and the task behind them.
struct work_left {
    std::size_t done = 0; ///< whole epochs
    training_task task{}; ///< what is left of it
};

/// Expects: a job that is not over.
template <training_host Host>
[[nodiscard]] work_left left_of(Host const& host, typename Host::job const& j, instant now) {
    constexpr double nearly = 1e-9; // of an epoch: rounding of the times that led here
    double const done = host.done(j);
    GANGWAY_EXPECTS(done >= 0.0 && done < 1e15, "epochs done are counted from 0");
    double const whole = std::floor(done + nearly);
    auto const epochs = static_cast<std::size_t>(host.epochs(j));
    auto const over = static_cast<std::size_t>(whole);
    GANGWAY_EXPECTS(over < epochs, "a job that is planned has an epoch left");
    GANGWAY_EXPECTS(instant{host.due(j)} == instant{host.due(j)} && host.weight(j) >= 0.0,
                    "a due date is a number, a weight is none below 0");
    return {over, {epochs - over, instant{host.due(j)} - now, std::min(1.0, 1.0 - (done - whole))}};
}

} // namespace gangway::plan::sts
