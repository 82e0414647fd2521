// L5 - where an epoch of a training job can run: kind of node, devices, seconds and joules; kinds of nodes.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <type_traits>
#include <vector>

#include "../../config.hpp"
#include "../../fwd.hpp"
#include "../../quantity.hpp"

namespace gangway::plan::sts {

/// One way to run an epoch. Own types do as well: see `epoch_figures` and `placeable`.
struct configuration {
    index kind = 0;           ///< of the node, as a position in the park's kinds
    std::int64_t devices = 1; ///< whole devices of one node
    double share = 1.0;       ///< below 1: that part of one device, which others may use too
    bytes memory{};           ///< on each of its devices
    duration time{};          ///< of an epoch
    energy spent{};           ///< by an epoch, the node charged whole
};

/// How to read seconds and joules of an epoch from a configuration: members, member functions or lambdas.
template <class Seconds = duration configuration::*, class Joules = energy configuration::*>
struct epoch_figures {
    Seconds seconds = &configuration::time; ///< of an epoch, from a configuration
    Joules joules = &configuration::spent;  ///< of an epoch, from a configuration
};
template <class Seconds, class Joules>
epoch_figures(Seconds, Joules) -> epoch_figures<Seconds, Joules>;

/// Reads a duration and an energy from a configuration.
template <class Figures, class Configuration>
concept figures_of = requires(Figures const& f, Configuration const& c) {
    { std::invoke(f.seconds, c) } -> std::convertible_to<duration>;
    { std::invoke(f.joules, c) } -> std::convertible_to<energy>;
};

/// A configuration that can be placed on a node.
template <class C>
concept placeable = requires(C const& c) {
    { c.kind } -> std::convertible_to<index>;
    { c.devices } -> std::convertible_to<std::int64_t>;
    { c.share } -> std::convertible_to<double>;
    { c.memory } -> std::convertible_to<bytes>;
    { c.time } -> std::convertible_to<duration>;
    { c.spent } -> std::convertible_to<energy>;
};

/// Nodes that are alike.
struct node_kind {
    std::vector<power> draw; ///< of the whole node with 0, 1, ... devices in use; an empty node that is off draws 0
    bytes memory{};          ///< of each device

    /// Devices of a node of this kind.
    [[nodiscard]] std::size_t devices() const { return draw.empty() ? 0 : draw.size() - 1; }
};

/// The nodes of a cluster by kind.
struct node_park {
    std::vector<node_kind> kinds;    ///< of nodes
    std::vector<index> kind_of_node; ///< place in `kinds`, by node

    /// The kind of a node.
    [[nodiscard]] node_kind const& at(index node) const { return kinds[kind_of_node[node]]; }
};

/// Joules of an epoch with the node charged whole, even where the job uses part of it.
///
/// Expects: no more devices than the node has. Source: the energy cost of STS, gamma = 1 for every number of devices.
[[nodiscard]] inline energy whole_node(node_kind const& kind, std::int64_t devices, duration epoch) {
    GANGWAY_EXPECTS(devices >= 1 && static_cast<std::size_t>(devices) <= kind.devices(),
                    "a node has the devices it gives");
    return energy{kind.draw[static_cast<std::size_t>(devices)].value() * epoch.value()};
}

/// Joules of an epoch at the price of a full node: its draw with all devices in use, split among them.
[[nodiscard]] inline energy packed_node(node_kind const& kind, double devices, duration epoch) {
    return energy{kind.draw.back().value() / static_cast<double>(kind.devices()) * devices * epoch.value()};
}

} // namespace gangway::plan::sts
