// L5 - a plan of the cluster while it is made: jobs on nodes, what that costs, and one job put in or taken out.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "candidates.hpp"
#include "cluster_plan.hpp"
#include "keep_nodes.hpp"

namespace gangway::plan::sts::detail {

/// What the objective charges for, and where jobs are now; no placements: nothing is known of that.
struct draft_rules {
    double postponement = 0.0;
    duration reserve{};
    duration move{};
    std::vector<placement> const* present = nullptr;
};

/// A node and a candidate for a job.
struct seat {
    index node = no_index;
    std::size_t candidate = 0;
    std::size_t device = 0;
    [[nodiscard]] bool taken() const { return node != no_index; }
};

template <training_host Host>
class cluster_draft {
  public:
    template <class Jobs>
    cluster_draft(Host const& host, Jobs const& jobs, node_park const& park, instant now, draft_rules rules)
        : host_{host},
          jobs_(std::ranges::begin(jobs), std::ranges::end(jobs)),
          room_{park},
          rules_{rules} {
        outlooks_.reserve(jobs_.size());
        for (auto const& j : jobs_) outlooks_.push_back(outlook_of(host, j, park, now, rules.reserve));
        clear();
    }

    void clear() {
        room_.clear();
        seats_.assign(jobs_.size(), {});
        of_node_.resize(room_.nodes());
        for (auto& jobs : of_node_) jobs.clear();
    }
    [[nodiscard]] std::size_t jobs() const { return jobs_.size(); }
    [[nodiscard]] job_outlook const& outlook(std::size_t j) const { return outlooks_[j]; }
    [[nodiscard]] seat const& seat_of(std::size_t j) const { return seats_[j]; }
    [[nodiscard]] double weight(std::size_t j) const { return host_.weight(jobs_[j]); }
    [[nodiscard]] candidate const& candidate_of(std::size_t j) const {
        return outlooks_[j].candidates[seats_[j].candidate];
    }

    /// Best fit: of the nodes that are open (or are not), the one with the fewest free devices on which candidate c
    /// fits.
    [[nodiscard]] seat find(std::size_t j, std::size_t c, bool open) const {
        auto const& wanted = configuration_of(j, c);
        seat best;
        for (index n = 0; n < room_.nodes(); ++n) {
            if (room_.open(n) != open || (best.taken() && room_.free_devices(best.node) <= room_.free_devices(n)))
                continue;
            if (auto const device = room_.room_for(wanted, n)) best = {n, c, *device};
        }
        return best;
    }
    [[nodiscard]] seat find_on(std::size_t j, std::size_t c, index node) const {
        auto const device = room_.room_for(configuration_of(j, c), node);
        return device ? seat{node, c, *device} : seat{};
    }
    void put(std::size_t j, seat const& there) {
        take(j, there);
        of_node_[there.node].push_back(j);
    }
    /// Undoes the last `put` of a node.
    void unput(std::size_t j) {
        auto const node = seats_[j].node;
        of_node_[node].pop_back();
        seats_[j] = {};
        refill(node);
    }
    /// By how much the objective moves if a job without a seat takes one.
    [[nodiscard]] double change_with(std::size_t j, seat const& there) {
        double change = -penalty(j) - room_.charge(there.node).value();
        put(j, there);
        change += penalty(j) + room_.charge(there.node).value();
        unput(j);
        return change;
    }
    /// A job that was taken out, with all that `put_back` needs.
    struct removed {
        std::size_t job;
        seat was;                        ///< not taken: the job was waiting, nothing happened
        std::vector<std::size_t> others; ///< the jobs of the node as they were
        bool fits = true;                ///< false: without it the others no longer fit in their order
        double change = 0.0;             ///< of the objective
    };
    [[nodiscard]] removed take_out(std::size_t j) {
        removed out{j, seats_[j], {}};
        if (!out.was.taken()) return out;
        auto& here = of_node_[out.was.node];
        out.others = here;
        out.change = -penalty(j) - room_.charge(out.was.node).value();
        std::erase(here, j);
        seats_[j] = {};
        out.fits = refill(out.was.node); // best fit of shares may need one that filled a gap
        out.change += penalty(j) + room_.charge(out.was.node).value();
        return out;
    }
    void put_back(removed const& out) {
        seats_[out.job] = out.was;
        if (!out.was.taken()) return;
        of_node_[out.was.node] = out.others;
        refill(out.was.node);
    }

    /// Joules that the tardiness of a running job, or the postponement of a waiting one, is charged with.
    [[nodiscard]] double late_charge(std::size_t j) const {
        auto const& o = outlooks_[j];
        if (!seats_[j].taken()) return rules_.postponement * weight(j) * o.longest.value();
        return weight(j) * std::max(0.0, (candidate_of(j).worst - o.left).value());
    }
    /// Joules of the devices of a running job while it stands still after a move.
    [[nodiscard]] double move_charge(std::size_t j) const {
        auto const* const was = present(j);
        if (!was || !seats_[j].taken()) return 0.0;
        if (was->node == seats_[j].node && was->configuration == candidate_of(j).configuration) return 0.0;
        auto const& c = configuration_of(j, seats_[j].candidate);
        return packed_node(room_.park().at(seats_[j].node), static_cast<double>(c.devices) * c.share, rules_.move)
            .value();
    }
    [[nodiscard]] double penalty(std::size_t j) const { return late_charge(j) + move_charge(j); }
    /// Where a job runs now; null where it does not, or nothing is known.
    [[nodiscard]] placement const* present(std::size_t j) const {
        return rules_.present && (*rules_.present)[j].runs() ? &(*rules_.present)[j] : nullptr;
    }
    [[nodiscard]] bool present_is_share(std::size_t j) const {
        return host_.configurations(jobs_[j])[present(j)->configuration].share < 1.0;
    }
    [[nodiscard]] std::vector<placement> placements() const {
        std::vector<placement> out(jobs_.size());
        for (std::size_t j = 0; j < out.size(); ++j)
            if (seats_[j].taken()) out[j] = {seats_[j].node, candidate_of(j).configuration, seats_[j].device};
        return out;
    }
    /// Nodes that are alike change places so that jobs stay where they are now.
    void keep_nodes() {
        if (!rules_.present) return;
        auto const becomes = nodes_kept(placements(), *rules_.present, room_.park());
        std::vector<std::vector<std::size_t>> of_node(of_node_.size());
        for (std::size_t n = 0; n < of_node.size(); ++n) of_node[becomes[n]] = std::move(of_node_[n]);
        for (auto& s : seats_)
            if (s.taken()) s.node = becomes[s.node];
        restore({std::move(seats_), std::move(of_node)});
    }
    [[nodiscard]] cluster_cost cost() const {
        cluster_cost sum;
        for (index n = 0; n < room_.nodes(); ++n) sum.energy += room_.charge(n).value();
        for (std::size_t j = 0; j < jobs_.size(); ++j) {
            (seats_[j].taken() ? sum.tardiness : sum.postponed) += late_charge(j);
            sum.moves += move_charge(j);
        }
        return sum;
    }
    /// Seats and their order on the nodes, to come back to.
    struct snapshot {
        std::vector<seat> seats;
        std::vector<std::vector<std::size_t>> of_node;
    };
    [[nodiscard]] snapshot save() const { return {seats_, of_node_}; }
    void restore(snapshot s) {
        seats_ = std::move(s.seats);
        of_node_ = std::move(s.of_node);
        for (index n = 0; n < room_.nodes(); ++n) refill(n);
    }

  private:
    [[nodiscard]] decltype(auto) configuration_of(std::size_t j, std::size_t c) const {
        return host_.configurations(jobs_[j])[outlooks_[j].candidates[c].configuration];
    }
    void take(std::size_t j, seat const& there) {
        seats_[j] = there;
        room_.take(configuration_of(j, there.candidate), there.node, there.device, candidate_of(j).stays);
    }
    bool refill(index node) {
        room_.clear(node);
        for (std::size_t const j : of_node_[node]) {
            auto const there = find_on(j, seats_[j].candidate, node);
            if (!there.taken()) return false;
            take(j, there);
        }
        return true;
    }

    Host const& host_;
    std::vector<typename Host::job> jobs_;
    std::vector<job_outlook> outlooks_;
    park_room room_;
    draft_rules rules_;
    std::vector<seat> seats_;
    std::vector<std::vector<std::size_t>> of_node_;
};

} // namespace gangway::plan::sts::detail
