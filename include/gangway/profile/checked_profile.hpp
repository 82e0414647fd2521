// L5 - profiles that say which of their jobs are doubted, so that a ranking built on them can say so.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "../model/profile.hpp"
#include "finding.hpp"

namespace gangway::profile {

/// Profiles that answer `doubted(job)`: the finding against the profile of a job; empty where there is none.
template <class Profiles, class Job>
concept doubting_profile = requires(Profiles const& p, Job const& job) {
    { p.doubted(job) } -> std::convertible_to<std::optional<finding>>;
};

/// Findings by a key of the job (its model, its id): the first one that was given for each key.
template <class Key, class Projection = std::identity>
class doubts_by {
  public:
    /// Findings by the key that `key` reads from a job.
    explicit doubts_by(std::vector<std::pair<Key, finding>> const& findings, Projection key = {})
        : key_{std::move(key)} {
        for (auto const& [of, what] : findings) findings_.emplace(of, what);
    }

    /// What stands against the profile of a job.
    template <class Job>
    [[nodiscard]] std::optional<finding> operator()(Job const& job) const {
        auto const at = findings_.find(std::invoke(key_, job));
        return at == findings_.end() ? std::nullopt : std::optional{at->second};
    }

  private:
    std::map<Key, finding> findings_;
    Projection key_;
};

/// A host's profiles, and beside them what was found against them.
///
/// Shape: reads the profiles through a pointer; they must outlive it. It is a profile of every kind that they are, to
/// be given to rank terms and clock rules in their place.
/// Semantics: a doubted job keeps its numbers and its place in the ranking: leaving it out, or inventing others,
/// would hide the doubt. `doubted(job)` is for whoever shows the ranking. `doubts(job)` answers an optional finding
/// and is pure.
template <class Profiles, class Doubts>
class checked_profile {
  public:
    /// The profiles must outlive it.
    constexpr explicit checked_profile(Profiles const& profiles, Doubts doubts)
        : profiles_{&profiles},
          doubts_{std::move(doubts)} {}
    checked_profile(Profiles const&&, Doubts) = delete;

    /// What stands against the profile of a job; empty: nothing.
    template <class Job>
    [[nodiscard]] std::optional<finding> doubted(Job const& job) const {
        return doubts_(job);
    }

    template <class Job>
        requires rate_profile<Profiles, Job>
    [[nodiscard]] constexpr throughput rate(Job const& job, std::int64_t devices) const {
        return profiles_->rate(job, devices);
    }
    template <class Job>
        requires batch_profile<Profiles, Job>
    [[nodiscard]] constexpr double batch(Job const& job, std::int64_t devices) const {
        return profiles_->batch(job, devices);
    }
    template <class Job>
        requires time_profile<Profiles, Job>
    [[nodiscard]] constexpr duration seconds(Job const& job, std::int64_t devices) const {
        return profiles_->seconds(job, devices);
    }
    template <class Job>
        requires power_profile<Profiles, Job>
    [[nodiscard]] constexpr power draw(Job const& job, std::int64_t devices) const {
        return profiles_->draw(job, devices);
    }
    template <class Job>
        requires clock_profile<Profiles, Job>
    [[nodiscard]] constexpr decltype(auto) clocks(Job const& job) const {
        return profiles_->clocks(job);
    }
    template <class Job>
        requires requires(Profiles const& p, Job const& job) { p.deadline(job); }
    [[nodiscard]] constexpr decltype(auto) deadline(Job const& job) const {
        return profiles_->deadline(job);
    }

    [[nodiscard]] constexpr Profiles const& profiles() const { return *profiles_; }

  private:
    Profiles const* profiles_;
    Doubts doubts_;
};

/// The first doubted job of a range, by profiles that can doubt, with its finding: what a shown ranking adds to
/// itself.
template <class Jobs, class Profiles>
[[nodiscard]] auto first_doubted(Jobs const& jobs, Profiles const& profiles) {
    using job = std::remove_cvref_t<decltype(*jobs.begin())>;
    static_assert(doubting_profile<Profiles, job>,
                  "gangway: doubts need profiles with: std::optional<finding> doubted(job) const");
    std::optional<std::pair<job, finding>> out;
    for (auto const& j : jobs)
        if (std::optional<finding> const f = profiles.doubted(j)) {
            out.emplace(j, *f);
            break;
        }
    return out;
}

} // namespace gangway::profile
