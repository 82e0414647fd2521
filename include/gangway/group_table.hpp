// L4 - groups of jobs that have limits: what each holds, what it claims during a pass, and what it may hold.
#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "capacity/room.hpp"
#include "model/cluster.hpp"

namespace gangway {
namespace detail {

template <class Model>
struct group_key_of {
    using type = int;
};
template <has_group Model>
struct group_key_of<Model> {
    using type = std::remove_cvref_t<decltype(std::declval<Model const&>().group(std::declval<job_of<Model> const&>()))>;
};

} // namespace detail

/// Groups by number, in the order in which they came; empty where the model knows no limits.
///
/// Complexity: a number O(log groups), and a move of the groups behind a new one.
template <class Model>
class group_table {
  public:
    static constexpr std::size_t resources = counted_resources<Model>;

    struct group_use {
        amounts<resources> used;
        amounts<resources> claimed; // during a pass: by gangs that have a reservation or hold nodes
        std::optional<amounts<resources>> limit;
    };

    [[nodiscard]] group_use& operator[](index g) { return groups_[g]; }
    [[nodiscard]] group_use const& operator[](index g) const { return groups_[g]; }

    /// The number of a job's group; its limit as the host now has it, `moved` is set where that is another one.
    index number_of(Model const& model, job_of<Model> const& job, bool& moved) {
        if constexpr (has_limit<Model>) {
            auto const& key = model.group(job);
            auto const limit = limit_of(model, key);
            auto const at = std::lower_bound(keys_.begin(), keys_.end(), key, [](auto const& a, auto const& b) { return a.first < b; });
            if (at != keys_.end() && !(key < at->first)) {
                moved = groups_[at->second].limit != limit;
                groups_[at->second].limit = limit;
                return at->second;
            }
            auto const g = static_cast<index>(groups_.size());
            keys_.insert(at, {key, g});
            groups_.push_back({{}, {}, limit});
            return g;
        } else {
            return no_index;
        }
    }
    /// May a gang that asks for so much in all start, as far as the limit of its group goes?
    [[nodiscard]] bool allow(index g, amounts<resources> const& total) const {
        if constexpr (has_limit<Model>) {
            group_use const& use = groups_[g];
            return !use.limit || fits(total, *use.limit - use.used - use.claimed);
        } else {
            return true;
        }
    }
    void end_pass() {
        for (group_use& g : groups_) g.claimed = {};
    }

  private:
    // A limit is on what nodes hold: the pool is everyone's.
    template <class Key>
    static std::optional<amounts<resources>> limit_of(Model const& model, Key const& key) {
        std::optional<amounts<resources_of<Model>>> const limit = model.limit(key);
        if (!limit) return std::nullopt;
        auto all = widened<resources>(*limit);
        for (std::size_t r = resources_of<Model>; r < resources; ++r) all[r] = std::numeric_limits<std::int64_t>::max() / 4;
        return all;
    }

    std::vector<group_use> groups_;
    std::vector<std::pair<typename detail::group_key_of<Model>::type, index>> keys_; // sorted
};

} // namespace gangway
