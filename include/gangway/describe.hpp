// L4 - an explanation as a sentence, for logs, job comments and terminals.
#pragma once

#include <cstdio>
#include <span>
#include <string>
#include <string_view>

#include "explain.hpp"

namespace gangway {

namespace detail {

inline std::string seconds_text(double s) {
    char text[32];
    std::snprintf(text, sizeof text, "%.15g", s);
    return text;
}

} // namespace detail

/// The name of a verdict, as it is spelled.
[[nodiscard]] constexpr std::string_view to_text(verdict v) {
    switch (v) {
    case verdict::runs: return "runs";
    case verdict::waits: return "waits";
    case verdict::blocked: return "blocked";
    case verdict::never: return "never";
    case verdict::unknown: break;
    }
    return "unknown";
}

/// The name of a cause, as it is spelled.
[[nodiscard]] constexpr std::string_view to_text(cause c) {
    switch (c) {
    case cause::nothing: break;
    case cause::capacity: return "capacity";
    case cause::fragmentation: return "fragmentation";
    case cause::order: return "order";
    case cause::reservation: return "reservation";
    case cause::limit: return "limit";
    case cause::nodes_down: return "nodes_down";
    case cause::no_such_node: return "no_such_node";
    case cause::task_too_large: return "task_too_large";
    case cause::too_many_tasks: return "too_many_tasks";
    case cause::beyond_pool: return "beyond_pool";
    }
    return "nothing";
}

/// One line: class, cause with its numbers, estimate, and what would change it.
///
/// `resource_names` gives the model's places their names, those of the pool behind those of a node; a place without one is called "resource <place>".
template <class Model>
[[nodiscard]] std::string describe(explanation<Model> const& e, std::span<std::string_view const> resource_names = {}) {
    auto const number = [](auto x) { return std::to_string(x); };
    std::string const what = e.resource < resource_names.size() ? std::string{resource_names[e.resource]}
                                                                : "resource " + number(e.resource);
    std::string text;
    switch (e.is) {
    case verdict::unknown: return "unknown: the scheduler was not told of this job";
    case verdict::runs: return "runs";
    case verdict::never: text = "never: "; break;
    case verdict::blocked: text = "blocked: "; break;
    case verdict::waits: text = "waits: "; break;
    }
    switch (e.why) {
    case cause::nothing: break;
    case cause::no_such_node: text += "no node of this cluster is eligible"; break;
    case cause::task_too_large:
        text += "needs " + number(e.need) + " " + what + " on one node, largest node " + number(e.largest_block);
        break;
    case cause::beyond_pool:
        text += "needs " + number(e.need) + " " + what + ", the cluster has " + number(e.largest_block);
        break;
    case cause::too_many_tasks:
        text += "needs " + number(e.tasks) + " tasks at once, the empty cluster holds " + number(e.tasks_that_fit);
        break;
    case cause::nodes_down:
        text += "needs " + number(e.tasks) + " tasks at once, nodes in service hold " + number(e.tasks_that_fit) + " (" +
                number(e.down.size()) + (e.down.size() == 1 ? " node down)" : " nodes down)");
        break;
    case cause::limit:
        text += "limit of the group " + number(e.limit - e.free) + " of " + number(e.limit) + " " + what + " used, " +
                number(e.need) + " more wanted";
        break;
    case cause::capacity:
        text += "capacity, needs " + number(e.need) + " " + what + ", " + number(e.free) + " free";
        break;
    case cause::fragmentation:
        text += "fragmentation, " + number(e.free) + " " + what + " free but " + number(e.tasks_that_fit) + " of " +
                number(e.tasks) + (e.tasks == 1 ? " task fits" : " tasks fit") + ", largest block " + number(e.largest_block);
        break;
    case cause::order: text += "order, it would fit but another job goes first"; break;
    case cause::reservation: text += "reservation, it would fit but would delay a reserved gang"; break;
    }
    auto const doubt = e.doubt.empty() ? std::string{} : "; its profile is doubted: " + e.doubt;
    if (e.is != verdict::waits) return text + doubt;
    text += "; " + number(e.ahead) + " ahead";
    if (e.reserved_at) text += "; reserved at " + detail::seconds_text(e.reserved_at->value());
    if (e.starts_at) text += "; estimate " + detail::seconds_text(e.starts_at->value());
    if (e.would_start_with_tasks)
        text += "; starts now with " + number(*e.would_start_with_tasks) + (*e.would_start_with_tasks == 1 ? " task" : " tasks");
    if (e.would_start_with_estimate)
        text += "; starts now with an estimate of at most " + detail::seconds_text(e.would_start_with_estimate->value()) + " s";
    return text + doubt;
}

} // namespace gangway
