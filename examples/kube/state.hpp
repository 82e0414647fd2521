// Kubernetes - nodes, pods and PodGroups as the API writes them, read into the few fields that decide.
#pragma once

#include "quantity.hpp"

#include <ctime>
#include <map>
#include <optional>
#include <vector>

namespace kube {

using labels = std::map<std::string, std::string>;

struct node {
    std::string name;
    amounts capacity; ///< allocatable
    bool up = true;   ///< Ready and not cordoned
    labels tags;
};

struct pod {
    std::string key;   ///< namespace/name
    std::string group; ///< namespace/name of its PodGroup, empty without one
    std::string on;    ///< the node that it is bound to, empty while it waits
    std::string scheduler;
    amounts demand;
    double created = 0.0, started = 0.0; ///< seconds since 1970
    std::optional<double> deadline;      ///< activeDeadlineSeconds: it is killed then, which makes it an estimate
    double priority = 0.0;
    bool gated = false; ///< has schedulingGates
    bool over = false;  ///< Succeeded or Failed
    labels selector;
};

struct pod_group {
    std::string key;
    std::size_t min_member = 1;
    double created = 0.0;
    double timeout = 60.0; ///< scheduleTimeoutSeconds
};

struct state {
    std::map<std::string, node> nodes;
    std::map<std::string, pod> pods;
    std::map<std::string, pod_group> groups;
};

namespace detail {

/// A member that has to be there, as an object or text.
inline json const& need(json const& object, char const* key, std::string const& place) {
    if (!object.is_object()) throw bad_input{place + " is no object"};
    auto const found = object.find(key);
    if (found == object.end()) throw bad_input{place + " has no key '" + key + "'"};
    return *found;
}
inline std::string need_text(json const& object, char const* key, std::string const& place) {
    auto const& v = need(object, key, place);
    if (!v.is_string() || v.get_ref<std::string const&>().empty()) throw bad_input{place + "." + key + " is no text"};
    return v.get<std::string>();
}
/// A member that may be missing; then an empty object.
inline json const& part(json const& object, char const* key) {
    static json const none = json::object();
    if (!object.is_object()) return none;
    auto const found = object.find(key);
    return found == object.end() || found->is_null() ? none : *found;
}
inline std::string text(json const& object, char const* key) {
    auto const& v = part(object, key);
    return v.is_string() ? v.get<std::string>() : std::string{};
}
inline std::optional<double> number(json const& object, char const* key) {
    auto const& v = part(object, key);
    return v.is_number() ? std::optional{v.get<double>()} : std::nullopt;
}
inline labels labels_of(json const& object) {
    labels out;
    for (auto const& [key, value] : object.items())
        if (value.is_string()) out.emplace(key, value.get<std::string>());
    return out;
}
/// 2026-11-30T12:00:00Z; 0 where there is none.
inline double time_of(json const& object, char const* key, std::string const& place) {
    auto const s = text(object, key);
    if (s.empty()) return 0.0;
    std::tm t{};
    char const* const end = strptime(s.c_str(), "%Y-%m-%dT%H:%M:%SZ", &t);
    if (!end || *end != '\0')
        throw bad_input{place + "." + key + " is '" + s + "': a time as 2026-11-30T12:00:00Z belongs there"};
    return static_cast<double>(timegm(&t));
}
inline std::string key_of(json const& object, std::string const& place) {
    auto const& meta = need(object, "metadata", place);
    auto const space = text(meta, "namespace");
    return (space.empty() ? "default" : space) + "/" + need_text(meta, "name", place + ".metadata");
}

/// The most that the pod asks for at any time: its containers together, or one that comes before them; and overhead.
inline amounts demand_of(json const& spec, std::string const& place) {
    auto const of = [&](json const& container, std::string const& where) {
        json asked = part(part(container, "resources"), "limits"); // a limit without a request is a request
        if (asked.is_object()) asked.update(part(part(container, "resources"), "requests"));
        return amounts_of(asked, where, true);
    };
    auto const& containers = need(spec, "containers", place + ".spec");
    if (!containers.is_array()) throw bad_input{place + ".spec.containers is no list"};
    amounts sum;
    std::size_t i = 0;
    for (auto const& c : containers) sum += of(c, place + ".spec.containers[" + std::to_string(i++) + "]");
    i = 0;
    for (auto const& c : part(spec, "initContainers")) {
        auto const first = of(c, place + ".spec.initContainers[" + std::to_string(i++) + "]");
        for (std::size_t r = 0; r < 3; ++r) sum[r] = std::max(sum[r], first[r]);
    }
    return sum + amounts_of(part(spec, "overhead"), place + ".spec.overhead", true);
}

} // namespace detail

inline node read_node(json const& object, std::string const& place) {
    auto const& meta = detail::need(object, "metadata", place);
    node n;
    n.name = detail::need_text(meta, "name", place + ".metadata");
    n.tags = detail::labels_of(detail::part(meta, "labels"));
    auto const& status = detail::need(object, "status", place);
    n.capacity =
        amounts_of(detail::need(status, "allocatable", place + ".status"), place + ".status.allocatable", false);
    n.up = detail::part(detail::part(object, "spec"), "unschedulable") != true;
    for (auto const& c : detail::part(status, "conditions"))
        if (detail::text(c, "type") == "Ready") n.up = n.up && detail::text(c, "status") == "True";
    return n;
}

inline pod read_pod(json const& object, std::string const& place) {
    pod p;
    p.key = detail::key_of(object, place);
    auto const& meta = object["metadata"];
    auto const& spec = detail::need(object, "spec", place);
    auto const& status = detail::part(object, "status");
    if (auto const name = detail::text(detail::part(meta, "labels"), "scheduling.x-k8s.io/pod-group"); !name.empty())
        p.group = p.key.substr(0, p.key.find('/') + 1) + name;
    p.on = detail::text(spec, "nodeName");
    auto const scheduler = detail::text(spec, "schedulerName");
    p.scheduler = scheduler.empty() ? "default-scheduler" : scheduler;
    p.demand = detail::demand_of(spec, place);
    p.created = detail::time_of(meta, "creationTimestamp", place + ".metadata");
    p.started = detail::time_of(status, "startTime", place + ".status");
    p.deadline = detail::number(spec, "activeDeadlineSeconds");
    if (p.deadline && !(*p.deadline >= 0.0)) throw bad_input{place + ".spec.activeDeadlineSeconds is below 0"};
    p.priority = detail::number(spec, "priority").value_or(0.0);
    p.gated = !detail::part(spec, "schedulingGates").empty();
    auto const phase = detail::text(status, "phase");
    p.over = phase == "Succeeded" || phase == "Failed";
    p.selector = detail::labels_of(detail::part(spec, "nodeSelector"));
    return p;
}

inline pod_group read_group(json const& object, std::string const& place) {
    pod_group g;
    g.key = detail::key_of(object, place);
    auto const& spec = detail::need(object, "spec", place);
    auto const members = detail::number(spec, "minMember").value_or(1.0);
    if (!(members >= 1.0 && members <= 1e6)) throw bad_input{place + ".spec.minMember is not from 1 to 1000000"};
    g.min_member = static_cast<std::size_t>(members);
    g.created = detail::time_of(object["metadata"], "creationTimestamp", place + ".metadata");
    g.timeout = detail::number(spec, "scheduleTimeoutSeconds").value_or(g.timeout);
    if (!(g.timeout > 0.0)) throw bad_input{place + ".spec.scheduleTimeoutSeconds is not above 0"};
    return g;
}

/// A List of nodes, pods and PodGroups, as `kubectl get nodes,pods,podgroups -A -o json` prints it. Other kinds are
/// refused: they would mean nothing.
inline state read_state(json const& list) {
    state s;
    std::size_t i = 0;
    auto const& items = detail::need(list, "items", "state");
    if (!items.is_array()) throw bad_input{"state.items is no list"};
    for (auto const& item : items) {
        auto const place = "state.items[" + std::to_string(i++) + "]";
        auto const kind = detail::need_text(item, "kind", place);
        bool is_new = true;
        if (kind == "Node") {
            auto n = read_node(item, place);
            is_new = s.nodes.emplace(n.name, n).second;
        } else if (kind == "Pod") {
            auto p = read_pod(item, place);
            is_new = s.pods.emplace(p.key, p).second;
        } else if (kind == "PodGroup") {
            auto g = read_group(item, place);
            is_new = s.groups.emplace(g.key, g).second;
        } else {
            throw bad_input{place + ".kind is '" + kind + "': Node, Pod and PodGroup are known"};
        }
        if (!is_new) throw bad_input{place + " is there twice"};
    }
    return s;
}

} // namespace kube
