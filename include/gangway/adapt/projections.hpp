// L2 - a model from projections: for hosts with structs and no wish to write a class.
#pragma once

#include <utility>
#include <vector>

#include "../model/cluster.hpp"

namespace gangway {

/// A field that the host does not have.
struct no_field {};

/// How to read a host's job record: member pointers or callables. Required: id, shape, submitted.
template <class Id, class Shape, class Submitted, class Estimate = no_field, class Priority = no_field, class Group = no_field>
struct job_fields {
    Id id;               ///< of a job: a totally ordered key
    Shape shape;         ///< of a job: a gang<N>, or a range of them
    Submitted submitted; ///< of a job: an instant
    /// Of a job: an optional run time; left out: the model has no such capability.
    [[no_unique_address]] Estimate estimate{};
    [[no_unique_address]] Priority priority{}; ///< of a job: a double, larger first
    [[no_unique_address]] Group group{};       ///< of a job: its user, queue or virtual cluster
};

/// How to read a host's node record. Required: id, capacity, free.
template <class Id, class Capacity, class Free, class Up = no_field>
struct node_fields {
    Id id;                         ///< of a node: a totally ordered key
    Capacity capacity;             ///< of a node: amounts<N>
    Free free;                     ///< of a node: amounts<N>, at most its capacity
    [[no_unique_address]] Up up{}; ///< of a node: is it in service? Left out: always
};

namespace detail {

template <class Field, class Record>
constexpr decltype(auto) project(Field const& field, Record const& record) {
    if constexpr (std::is_member_pointer_v<Field>) return record.*field;
    else return field(record);
}

} // namespace detail

/// A cluster model over ranges of the host's own records; handles are pointers to them, nothing is copied.
///
/// Shape: `Nodes` is a range of node records that stay where they are; `Running` a callable that gives a range of
/// {job, since, nodes} with pointers to records as handles.
template <class Job, class JobFields, class Nodes, class NodeFields, class Running>
class projected_cluster {
    using node_record = std::remove_cvref_t<decltype(*std::declval<Nodes const&>().begin())>;
    JobFields job_;
    Nodes const* nodes_;
    NodeFields node_;
    Running running_;

    template <class Fields>
    static constexpr bool given = !std::is_same_v<Fields, no_field>;
    using estimate_field = decltype(JobFields::estimate);
    using priority_field = decltype(JobFields::priority);
    using group_field = decltype(JobFields::group);
    using up_field = decltype(NodeFields::up);

  public:
    using job_type = Job const*;
    using node_type = node_record const*;

    /// The range of nodes must outlive the model; what `running` answers is asked for when it is needed.
    projected_cluster(JobFields jobs, Nodes const& nodes, NodeFields node, Running running)
        : job_{std::move(jobs)}, nodes_{&nodes}, node_{std::move(node)}, running_{std::move(running)} {}

    [[nodiscard]] auto id(job_type j) const { return detail::project(job_.id, *j); }
    [[nodiscard]] auto shape(job_type j) const { return detail::project(job_.shape, *j); }
    [[nodiscard]] instant submitted(job_type j) const { return detail::project(job_.submitted, *j); }
    [[nodiscard]] std::optional<duration> estimate(job_type j) const
        requires(given<estimate_field>)
    {
        return detail::project(job_.estimate, *j);
    }
    [[nodiscard]] double priority(job_type j) const
        requires(given<priority_field>)
    {
        return detail::project(job_.priority, *j);
    }
    [[nodiscard]] auto group(job_type j) const
        requires(given<group_field>)
    {
        return detail::project(job_.group, *j);
    }

    [[nodiscard]] std::vector<node_type> nodes() const {
        std::vector<node_type> all;
        for (auto const& n : *nodes_) all.push_back(&n);
        return all;
    }
    [[nodiscard]] auto id(node_type n) const { return detail::project(node_.id, *n); }
    [[nodiscard]] auto capacity(node_type n) const { return detail::project(node_.capacity, *n); }
    [[nodiscard]] auto free(node_type n) const { return detail::project(node_.free, *n); }
    [[nodiscard]] bool up(node_type n) const
        requires(given<up_field>)
    {
        return detail::project(node_.up, *n);
    }
    [[nodiscard]] auto running() const { return running_(); }
};

/// Builds a model over the host's records of type `Job`.
template <class Job, class JobFields, class Nodes, class NodeFields, class Running>
auto adapt(JobFields jobs, Nodes const& nodes, NodeFields node, Running running) {
    return projected_cluster<Job, JobFields, Nodes, NodeFields, Running>{std::move(jobs), nodes, std::move(node),
                                                                         std::move(running)};
}
template <class Job, class JobFields, class Nodes, class NodeFields, class Running>
auto adapt(JobFields, Nodes const&&, NodeFields, Running) = delete;

/// The same for a host that only asks who starts now: what runs shows in the free amounts alone.
template <class Job, class JobFields, class Nodes, class NodeFields>
auto adapt(JobFields jobs, Nodes const& nodes, NodeFields node) {
    using node_type = std::remove_cvref_t<decltype(*nodes.begin())> const*;
    using running_type = running_gang<Job const*, std::vector<grant<node_type>>>;
    return adapt<Job>(std::move(jobs), nodes, std::move(node), [] { return std::vector<running_type>{}; });
}
template <class Job, class JobFields, class Nodes, class NodeFields>
auto adapt(JobFields, Nodes const&&, NodeFields) = delete;

} // namespace gangway
