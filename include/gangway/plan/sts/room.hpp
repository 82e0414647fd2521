// L5 - what is free on the devices of a park while jobs are placed, and what its nodes will draw.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "../../config.hpp"
#include "../../cost/rounding.hpp"
#include "configuration.hpp"

namespace gangway::plan::sts {

/// Free shares and memory of each device, and until when each is in use.
///
/// Semantics: a job of whole devices takes devices that nobody uses; a job of a share takes part of one, first of one
/// in use with the least share left that is enough, and never more memory than the device has.
class park_room {
  public:
    /// All nodes are empty; the park must outlive it.
    explicit park_room(node_park const& park)
        : park_{&park},
          first_(park.kind_of_node.size() + 1, 0),
          free_(park.kind_of_node.size()) {
        for (std::size_t n = 0; n < free_.size(); ++n)
            first_[n + 1] = first_[n] + park.at(static_cast<index>(n)).devices();
        devices_.resize(first_.back());
        clear();
    }

    /// Every node is empty again.
    void clear() {
        for (std::size_t n = 0; n < free_.size(); ++n) clear(static_cast<index>(n));
    }
    /// A node is empty again.
    void clear(index node) {
        double const memory = park_->at(node).memory.value();
        std::fill(devices_.begin() + offset(node), devices_.begin() + offset(node + 1),
                  device_room{1.0, memory, 0.0, 0});
        free_[node] = park_->at(node).devices();
    }
    /// How many nodes there are.
    [[nodiscard]] std::size_t nodes() const { return free_.size(); }
    /// The nodes by kind.
    [[nodiscard]] node_park const& park() const { return *park_; }
    /// Devices of a node that nobody has.
    [[nodiscard]] std::size_t free_devices(index node) const { return free_[node]; }
    /// Devices of a node that jobs have.
    [[nodiscard]] std::size_t in_use(index node) const { return park_->at(node).devices() - free_[node]; }
    /// Does any job have a part of it?
    [[nodiscard]] bool open(index node) const { return in_use(node) > 0; }

    /// The device of a node that a configuration would take, the first one of several; empty where there is no room.
    template <placeable C>
    [[nodiscard]] std::optional<std::size_t> room_for(C const& c, index node) const {
        if (static_cast<index>(c.kind) != park_->kind_of_node[node]) return std::nullopt;
        double const memory = bytes{c.memory}.value();
        if (!(memory <= park_->at(node).memory.value())) return std::nullopt;
        bool const shares = c.share < 1.0;
        if (!shares && free_[node] < static_cast<std::size_t>(c.devices)) return std::nullopt;
        std::optional<std::size_t> best;
        for (std::size_t d = 0; d < park_->at(node).devices(); ++d) {
            device_room const& at = devices_[first_[node] + d];
            if (at.users == 0) {
                if (!best) best = d;
                if (!shares) return best;
            } else if (shares && cost::is_within(c.share, at.share) && memory <= at.memory) {
                bool const used = best && devices_[first_[node] + *best].users > 0;
                if (!used || at.share < devices_[first_[node] + *best].share) best = d;
            }
        }
        return best;
    }
    /// Takes what `room_for` found, for as long as the job is expected to stay.
    ///
    /// Expects: `device` from `room_for`, or for a share any device with enough left.
    template <placeable C>
    void take(C const& c, index node, std::size_t device, duration stays = {}) {
        GANGWAY_EXPECTS(c.devices >= 1 && c.share > 0.0 && (c.share >= 1.0 || c.devices == 1),
                        "a share is of one device");
        if (c.share < 1.0) {
            use(node, device, c.share, bytes{c.memory}.value(), stays.value());
            return;
        }
        std::size_t left = static_cast<std::size_t>(c.devices);
        for (std::size_t d = device; left > 0 && d < park_->at(node).devices(); ++d)
            if (devices_[first_[node] + d].users == 0) {
                use(node, d, 1.0, bytes{c.memory}.value(), stays.value());
                --left;
            }
        GANGWAY_EXPECTS(left == 0, "no node gives more devices than it has");
    }

    /// What a node draws now, whole.
    [[nodiscard]] power draw(index node) const { return park_->at(node).draw[in_use(node)]; }

    /// Joules of a node until the last of its devices is expected to be free, beyond those of an empty node.
    ///
    /// Semantics: with kappa devices in use it is charged its whole draw at kappa. Complexity: O(devices log devices).
    [[nodiscard]] energy charge(index node) const {
        auto const& draw = park_->at(node).draw;
        ends_.clear();
        for (std::size_t d = first_[node]; d < first_[node + 1]; ++d)
            if (devices_[d].users > 0) ends_.push_back(devices_[d].until);
        std::sort(ends_.begin(), ends_.end());
        double joules = 0.0;
        double now = 0.0;
        for (std::size_t i = 0; i < ends_.size(); ++i) {
            joules += (draw[ends_.size() - i] - draw[0]).value() * (ends_[i] - now);
            now = ends_[i];
        }
        return energy{joules};
    }

  private:
    struct device_room {
        double share;
        double memory;
        double until;
        int users;
    };
    [[nodiscard]] std::ptrdiff_t offset(index node) const { return static_cast<std::ptrdiff_t>(first_[node]); }
    void use(index node, std::size_t d, double share, double memory, double until) {
        device_room& at = devices_[first_[node] + d];
        GANGWAY_EXPECTS(cost::is_within(share, at.share) && memory <= at.memory, "no device gives more than it has");
        if (at.users++ == 0) --free_[node];
        at.share = std::max(0.0, at.share - share);
        at.memory -= memory;
        at.until = std::max(at.until, until);
    }

    node_park const* park_;
    std::vector<std::size_t> first_; // device of each node
    std::vector<std::size_t> free_;  // devices without users
    std::vector<device_room> devices_;
    mutable std::vector<double> ends_; // scratch of `charge`
};

} // namespace gangway::plan::sts
