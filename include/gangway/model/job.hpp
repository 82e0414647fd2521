// L2 - concepts: what the library may ask a host about its jobs.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>

#include "../amounts.hpp"
#include "../quantity.hpp"

namespace gangway {

/// A gang of equal tasks: all of them run on one snapshot of the cluster, or none.
///
/// An unequal gang is a short list of these (anything that a range-for loop walks): 1 leader + 8 workers.
template <std::size_t N>
struct gang {
    std::int64_t tasks = 1; ///< at least 1
    amounts<N> each;        ///< demand of one task, which stays on one node; a zero is no demand

    friend constexpr bool operator==(gang const&, gang const&) = default;
};

/// The part of a gang that one node holds.
template <class Node>
struct grant {
    Node node;              ///< that gives room
    std::int64_t tasks = 0; ///< of the gang on it
    std::size_t group = 0;  ///< place in the list of an unequal gang; 0 for equal tasks

    friend constexpr bool operator==(grant const&, grant const&) = default;
};

namespace detail {

template <class T>
struct gang_traits {
    static constexpr std::size_t resources = 0;
};
template <std::size_t N>
struct gang_traits<gang<N>> {
    static constexpr std::size_t resources = N;
};

template <class T>
concept loopable = requires(T const& list) {
    list.begin();
    list.end();
    *list.begin();
};

template <class T>
constexpr std::size_t resources_of_shape() {
    if constexpr (gang_traits<T>::resources > 0) {
        return gang_traits<T>::resources;
    } else if constexpr (loopable<T>) {
        return gang_traits<std::remove_cvref_t<decltype(*std::declval<T const&>().begin())>>::resources;
    } else {
        return 0;
    }
}

} // namespace detail

/// A shape is `gang<N>`, or a range of `gang<N>` for unequal tasks.
template <class Shape>
concept gang_shape = detail::resources_of_shape<std::remove_cvref_t<Shape>>() > 0;

/// Is this shape one group of equal tasks?
template <class Shape>
concept equal_gang = detail::gang_traits<std::remove_cvref_t<Shape>>::resources > 0;

/// What names a job of a model.
template <class Model>
using job_of = typename Model::job_type;
/// What names a node of a model.
template <class Model>
using node_of = typename Model::node_type;
/// What a model answers for the shape of a job.
template <class Model>
using shape_of = std::remove_cvref_t<decltype(std::declval<Model const&>().shape(std::declval<job_of<Model> const&>()))>;
/// What a model answers for the id of a job.
template <class Model>
using job_id_of = std::remove_cvref_t<decltype(std::declval<Model const&>().id(std::declval<job_of<Model> const&>()))>;

/// Number of resources that a model counts.
template <class Model>
inline constexpr std::size_t resources_of = detail::resources_of_shape<shape_of<Model>>();

/// The least that every algorithm asks about a job.
///
/// Semantics: `id` is unique among the jobs that wait or run and used for ties only; `submitted` is the first submission,
/// also after a requeue. Answers are pure and stand still while the job is queued: a host that changes one calls
/// `scheduler::update(job)`.
template <class Model>
concept job_model = requires(Model const& m, typename Model::job_type const& job) {
    requires std::regular<typename Model::job_type>;
    requires std::regular<std::remove_cvref_t<decltype(m.id(job))>>;
    requires std::totally_ordered<std::remove_cvref_t<decltype(m.id(job))>>;
    requires gang_shape<decltype(m.shape(job))>;
    { m.submitted(job) } -> std::convertible_to<instant>;
};

/// Capability: an estimate of the run time, `std::optional<duration>`; empty where there is none.
template <class Model>
concept has_estimate = requires(Model const& m, typename Model::job_type const& job) {
    { m.estimate(job) } -> std::convertible_to<std::optional<duration>>;
};

/// Capability: a base priority, larger first.
template <class Model>
concept has_priority = requires(Model const& m, typename Model::job_type const& job) {
    { m.priority(job) } -> std::convertible_to<double>;
};

/// Capability: who the job counts for (user, queue, virtual cluster), a totally ordered key.
template <class Model>
concept has_group = requires(Model const& m, typename Model::job_type const& job) {
    requires std::totally_ordered<std::remove_cvref_t<decltype(m.group(job))>>;
};

/// The run time that a planner may count on, `unbounded` where the model has none.
template <class Model>
duration estimate_or_unbounded(Model const& m, job_of<Model> const& job) {
    if constexpr (has_estimate<Model>) {
        std::optional<duration> const estimate = m.estimate(job);
        return estimate ? *estimate : unbounded;
    } else {
        return unbounded;
    }
}

/// Calls `visit(group index, gang<N>)` for each group of a shape.
template <class Shape, class Visit>
constexpr void for_each_group(Shape const& shape, Visit&& visit) {
    if constexpr (equal_gang<Shape>) {
        visit(std::size_t{0}, shape);
    } else {
        std::size_t group = 0;
        for (auto const& g : shape) visit(group++, g);
    }
}

/// Everything that the gang asks for, over all tasks.
template <class Shape>
constexpr auto total_demand(Shape const& shape) {
    amounts<detail::resources_of_shape<std::remove_cvref_t<Shape>>()> sum;
    for_each_group(shape, [&](std::size_t, auto const& g) { sum += g.tasks * g.each; });
    return sum;
}

} // namespace gangway
