// L4 - the distinct shapes of gangs: finds the line where a job of that shape waits.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "capacity/node_table.hpp"
#include "config.hpp"
#include "model/cluster.hpp"
#include "place/pool.hpp"

namespace gangway {

/// Why the gangs of one shape may not start, whatever the room.
enum class standing {
    open,    ///< an empty cluster of the nodes that are up holds it
    blocked, ///< only a cluster with more nodes up would
    never    ///< no cluster of these nodes would
};

// What of a shape the nodes hold, where there is a pool too.
template <std::size_t N, std::size_t Pool>
struct without_pool {
    gang_groups<N - Pool> on_nodes;
    amounts<N> of_pool;
};
template <std::size_t N>
struct without_pool<N, 0> {};

/// One distinct shape and the waiting gangs that have it. Of `N` resources the last `Pool` are those of the pool, and what
/// a gang asks of them is one more group behind the others.
template <std::size_t N, std::size_t Pool, class Queue>
struct shape_line : without_pool<N, Pool> {
    gang_groups<N> shape;
    gang<N> equal;                 ///< the only group; no tasks: there are several, or the nodes are masked
    amounts<N> total;              ///< what a gang asks for in all
    std::optional<node_mask> mask; ///< empty: any node will do
    index group = no_index;        ///< of those with limits
    standing may = standing::open;
    Queue queue;
    bool looked_at = false; ///< scratch of a pass
};

/// Gangs of equal shape (and group, where limits count; and eligible nodes) are interchangeable for fit, so they share a
/// line. Lines are numbered in the order in which their shapes came and never leave.
///
/// Complexity: O(groups) expected, plus O(nodes) where the model says which nodes are eligible.
template <class Model, class Queue>
class shape_table {
  public:
    static constexpr std::size_t resources = counted_resources<Model>;
    using line_type = shape_line<resources, pool_resources_of<Model>, Queue>;

    [[nodiscard]] line_type& operator[](index s) { return lines_[s]; }
    [[nodiscard]] line_type const& operator[](index s) const { return lines_[s]; }
    [[nodiscard]] index size() const { return static_cast<index>(lines_.size()); }
    [[nodiscard]] auto begin() const { return lines_.begin(); }
    [[nodiscard]] auto end() const { return lines_.end(); }

    /// The line of a job; a new one is the last.
    index line_of(Model const& model, job_of<Model> const& job, std::vector<node_of<Model>> const& nodes, index group,
                  clock_choice const& clock) {
        auto&& shape = model.shape(job);
        if constexpr (equal_gang<shape_of<Model>> && !has_eligible<Model> && !has_limit<Model> && !has_pool<Model>) {
            GANGWAY_EXPECTS(shape.tasks >= 1, "a gang has at least one task");
            auto const same = [&](line_type const& l) {
                bool equal = l.equal.tasks == shape.tasks; // one by one: comparing arrays is a call
                for (std::size_t r = 0; r < resources; ++r) equal = equal && l.equal.each[r] == shape.each[r];
                return equal;
            };
            if (index const s = look_up(hash_group(no_index, shape), same); s != no_index) return s; // no list to build
        }
        return line_of_groups(model, job, nodes, group, clock);
    }
    /// The line of a shape on eligible nodes; an empty mask means all.
    index line_of(gang_groups<resources> const& shape, node_mask const& mask, index group) {
        std::uint64_t const hash = hash_shape(shape, mask, group);
        index const found = look_up(hash, [&](line_type const& l) {
            return l.group == group && l.shape == shape && (mask.empty() ? !l.mask : l.mask && *l.mask == mask);
        });
        return found != no_index ? found : add(shape, mask, group, hash);
    }

  private:
    index line_of_groups(Model const& model, job_of<Model> const& job, std::vector<node_of<Model>> const& nodes, index group,
                         clock_choice const& clock) {
        auto&& shape = model.shape(job);
        fresh_.groups.clear();
        for_each_group(shape, [&](std::size_t at, gang<resources_of<Model>> const& g) {
            GANGWAY_EXPECTS(g.tasks >= 1, "a gang has at least one task");
            GANGWAY_EXPECTS(!any_negative(g.each), "a demand must not be negative");
            GANGWAY_EXPECTS(!has_pool<Model> || g.each != amounts<resources_of<Model>>{},
                            "where there is a pool, every task asks something of its node");
            fresh_.groups.push_back({{g.tasks, widened<resources>(g.each)}, static_cast<index>(at)});
        });
        GANGWAY_EXPECTS(!fresh_.groups.empty(), "a gang has at least one group of tasks");
        if (fresh_.groups.size() > 1)
            std::sort(fresh_.groups.begin(), fresh_.groups.end(), [](auto const& a, auto const& b) {
                return a.tasks.each != b.tasks.each ? a.tasks.each.of > b.tasks.each.of : a.at < b.at;
            });
        if constexpr (has_pool<Model>) {
            amounts<pool_resources_of<Model>> const demand = model.pool_demand(job, clock);
            GANGWAY_EXPECTS(!any_negative(demand), "a demand must not be negative");
            if (demand != amounts<pool_resources_of<Model>>{})
                fresh_.groups.push_back({{1, widened<resources>(demand, resources_of<Model>)}, pool_group});
        }
        node_mask mask;
        if constexpr (has_eligible<Model>) {
            mask.assign(nodes.size() + (has_pool<Model> ? 1 : 0), true); // the pool is for everyone
            bool all = true;
            for (std::size_t n = 0; n < nodes.size(); ++n) {
                bool const may = model.eligible(job, nodes[n]);
                mask[n] = may;
                all = all && may;
            }
            if (all) mask.clear();
        }
        return line_of(fresh_, mask, group);
    }
    template <class Same>
    [[nodiscard]] index look_up(std::uint64_t hash, Same&& same) const {
        if (cells_.empty()) return no_index;
        std::size_t const wrap = cells_.size() - 1;
        for (std::size_t at = hash & wrap; cells_[at] != no_index; at = (at + 1) & wrap)
            if (same(lines_[cells_[at]])) return cells_[at];
        return no_index;
    }
    index add(gang_groups<resources> const& shape, node_mask const& mask, index group, std::uint64_t hash) {
        index const s = size();
        lines_.emplace_back();
        lines_[s].shape = shape;
        if constexpr (pool_resources_of<Model> > 0) {
            for (auto const& g : shape.groups) {
                if (g.at == pool_group) lines_[s].of_pool = g.tasks.each;
                else lines_[s].on_nodes.groups.push_back({{g.tasks.tasks, narrowed<resources_of<Model>>(g.tasks.each)}, g.at});
            }
        }
        lines_[s].equal = shape.groups.size() == 1 && mask.empty() ? shape.groups[0].tasks : gang<resources>{0, {}};
        lines_[s].total = total_of(shape);
        if (!mask.empty()) lines_[s].mask = mask;
        lines_[s].group = group;
        hashes_.push_back(hash);
        if (2 * lines_.size() > cells_.size()) {
            cells_.assign(std::max<std::size_t>(16, 2 * cells_.size()), no_index);
            for (index k = 0; k < size(); ++k) seat(k);
        } else {
            seat(s);
        }
        return s;
    }
    void seat(index s) {
        std::size_t at = hashes_[s] & (cells_.size() - 1);
        while (cells_[at] != no_index) at = (at + 1) & (cells_.size() - 1);
        cells_[at] = s;
    }
    static std::uint64_t hash_shape(gang_groups<resources> const& shape, node_mask const& mask, index group) {
        std::uint64_t h = group;
        for (auto const& g : shape.groups) h = hash_group(h, g.tasks);
        for (std::size_t n = 0; n < mask.size(); ++n)
            if (mask[n]) h = mixed(h, n);
        return h;
    }
    static constexpr std::uint64_t mixed(std::uint64_t h, std::uint64_t x) {
        h = (h ^ x) * 0x9E3779B97F4A7C15ull;
        return h ^ (h >> 29);
    }
    static constexpr std::uint64_t hash_group(std::uint64_t h, gang<resources> const& g) {
        h = mixed(h, static_cast<std::uint64_t>(g.tasks));
        for (auto amount : g.each.of) h = mixed(h, static_cast<std::uint64_t>(amount));
        return h;
    }

    std::vector<line_type> lines_;
    std::vector<index> cells_; // open addressing
    std::vector<std::uint64_t> hashes_;
    gang_groups<resources> fresh_; // scratch: the shape being looked up
};

} // namespace gangway
