// L3 - rank terms that read energy and time profiles: work for each joule, joules for each iteration, predicted seconds.
#pragma once

#include "../model/profile.hpp"
#include "efficiency.hpp"
#include "term.hpp"

namespace gangway {

namespace detail {

struct measured_rate {
    double rate; ///< iterations a second
    double draw; ///< watts
};

template <class Profiles, class Model>
measured_rate rate_and_draw(Profiles const& profiles, Model const& m, job_of<Model> const& job) {
    static_assert(rate_profile<Profiles, job_of<Model>> && power_profile<Profiles, job_of<Model>>,
                  "gangway: work for each joule needs profiles with: throughput rate(job, devices) const, and power "
                  "draw(job, devices) const");
    auto const count = device_count(m, job);
    measured_rate const r{throughput{profiles.rate(job, count)}.value(), power{profiles.draw(job, count)}.value()};
    GANGWAY_EXPECTS(r.draw > 0.0, "a gang that runs draws power");
    return r;
}

} // namespace detail

/// Throughput for each watt, which is work for each joule; more first.
///
/// Shape: reads rate and draw of the profiles through a pointer; they must outlive the term. Divided by `reference`, a
/// constant of the policy, as in `efficiency`.
template <class Profiles>
struct throughput_per_watt {
    static constexpr drift moves = drift::none;

    /// The profiles must outlive the term.
    constexpr explicit throughput_per_watt(Profiles const& profiles, double reference = 1.0)
        : profiles_{&profiles}, reference_{reference} {}
    throughput_per_watt(Profiles const&&, double = 1.0) = delete;

    template <class Model>
    line line_of(Model const& m, job_of<Model> const& job, instant) const {
        auto const [rate, draw] = detail::rate_and_draw(*profiles_, m, job);
        return {rate / draw / reference_, 0.0};
    }
    [[nodiscard]] constexpr Profiles const& profiles() const { return *profiles_; }

  private:
    Profiles const* profiles_;
    double reference_;
};

/// Joules for each iteration, divided by a reference; fewer first, and last what was not measured (a rate of 0).
///
/// Semantics: not the mirror of `throughput_per_watt` in a sum: there the cheap jobs stand far apart, here the dear ones.
template <class Profiles>
struct energy_per_iteration {
    static constexpr drift moves = drift::none;

    /// The profiles must outlive the term.
    constexpr explicit energy_per_iteration(Profiles const& profiles, double reference = 1.0)
        : profiles_{&profiles}, reference_{reference} {}
    energy_per_iteration(Profiles const&&, double = 1.0) = delete;

    template <class Model>
    line line_of(Model const& m, job_of<Model> const& job, instant) const {
        auto const [rate, draw] = detail::rate_and_draw(*profiles_, m, job);
        if (!(rate > 0.0)) return {-1e18, 0.0};
        return {-draw / rate / reference_, 0.0};
    }
    [[nodiscard]] constexpr Profiles const& profiles() const { return *profiles_; }

  private:
    Profiles const* profiles_;
    double reference_;
};

/// Shortest predicted run time first: the seconds of a time profile, a roofline say, in place of the user's estimate.
///
/// Semantics: minus the predicted seconds, as `shortest_first` scores estimates.
template <class Profiles>
struct shortest_predicted {
    static constexpr drift moves = drift::none;

    /// The profiles must outlive the term.
    constexpr explicit shortest_predicted(Profiles const& profiles) : profiles_{&profiles} {}
    shortest_predicted(Profiles const&&) = delete;

    template <class Model>
    line line_of(Model const& m, job_of<Model> const& job, instant) const {
        static_assert(time_profile<Profiles, job_of<Model>>,
                      "gangway: shortest_predicted needs profiles with: duration seconds(job, devices) const");
        return {-duration{profiles_->seconds(job, device_count(m, job))}.value(), 0.0};
    }
    [[nodiscard]] constexpr Profiles const& profiles() const { return *profiles_; }

  private:
    Profiles const* profiles_;
};

} // namespace gangway
