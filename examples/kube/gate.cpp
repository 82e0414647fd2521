// Kubernetes - the gate's decisions; the one file that composes policies.
#include "../common/thrown_promises.hpp"

#include "gate.hpp"

#include <gangway/gangway.hpp>

namespace kube {

namespace {

bool is_settled(pod const& p) { // nothing of it is still on its way
    return p.over || !p.on.empty();
}
bool is_settled(node const&) {
    return false;
}

// What a List lacks that may be younger than it is taken over from the state before it.
template <class Thing>
void take_over(std::map<std::string, Thing>& before, std::map<std::string, Thing>& list,
               std::map<std::string, int>& missed) {
    for (auto at = missed.begin(); at != missed.end();) {
        bool const listed = list.contains(at->first);
        auto known = before.find(at->first);
        at->second = listed ? 0 : at->second + 1;
        bool const gone = !listed && (known == before.end() || is_settled(known->second) || at->second == 2);
        if (!listed && !gone) list.emplace(at->first, std::move(known->second));
        at = gone ? missed.erase(at) : std::next(at);
    }
}

} // namespace

gate::gate(std::string_view policy, std::string scheduler) : scheduler_{std::move(scheduler)} {
    auto composed = gangway::runtime::compose<snapshot>(policy);
    if (!composed) throw bad_input{composed.error};
    policy_ = *std::move(composed.policy);
}

void gate::set_state(state s, double now) {
    take_over(state_.pods, s.pods, pods_missed_);
    take_over(state_.nodes, s.nodes, nodes_missed_);
    state_ = std::move(s);
    drop_promises(now);
}

std::string gate::gang_of(pod const& p) const {
    return p.group.empty() ? "pod " + p.key : "PodGroup " + p.group;
}

void gate::drop_promises(double now) {
    for (auto at = promises_.begin(); at != promises_.end();) {
        auto& left = at->second.node_of;
        std::erase_if(left, [&](auto const& pair) {
            auto const p = state_.pods.find(pair.first);
            return p == state_.pods.end() || is_settled(p->second);
        });
        bool const out = std::any_of(left.begin(), left.end(), [&](auto const& pair) {
            auto const n = state_.nodes.find(pair.second);
            return n == state_.nodes.end() || !n->second.up;
        });
        bool const late = !left.empty() && now >= at->second.until;
        if (late) dropped_.insert(at->first);
        at = left.empty() || out || late ? promises_.erase(at) : std::next(at);
    }
    std::set<std::string> wait;
    for (auto const& [key, p] : state_.pods)
        if (p.on.empty() && !p.over) wait.insert(gang_of(p));
    std::erase_if(dropped_, [&](std::string const& name) { return !wait.contains(name); });
}

std::vector<gang> gate::waiting() const {
    std::map<std::string, gang> gangs;
    std::map<std::string, std::size_t> members; // of each PodGroup, bound ones too
    for (auto const& [key, p] : state_.pods) {
        if (p.over) continue;
        ++members[p.group];
        auto const name = gang_of(p);
        if (!p.on.empty() || p.gated || p.scheduler != scheduler_ || promises_.contains(name) ||
            dropped_.contains(name))
            continue;
        gang& g = gangs[name];
        if (g.pods.empty()) {
            g.key = name;
            g.submitted = p.created;
        }
        add_pod(g, p);
    }
    std::vector<gang> out;
    for (auto& [name, g] : gangs) {
        auto const& group = state_.pods.at(g.pods[0][0]).group;
        if (!group.empty()) {
            auto const known = state_.groups.find(group);
            if (known == state_.groups.end() || members[group] < known->second.min_member)
                continue; // not all there yet
            g.submitted = known->second.created;
            g.timeout = known->second.timeout;
        }
        out.push_back(std::move(g));
    }
    return out;
}

void gate::keep_promise(gang const& g, gangway::decision<snapshot> const& d, double now) {
    promise p{{}, now, now + g.timeout};
    std::vector<std::size_t> next(g.pods.size(), 0);
    for (auto const& part : d.nodes)
        for (std::int64_t t = 0; t < part.tasks; ++t)
            p.node_of.emplace(g.pods[part.group][next[part.group]++], part.node.is->name);
    for (auto const& [pod, node] : p.node_of) pods_missed_[pod] = nodes_missed_[node] = 0;
    promises_.insert_or_assign(g.key, std::move(p));
}

void gate::pass(double now, std::vector<gang> const& gangs, std::vector<gang const*> const& asked,
                started const& on_start, held const& on_held) const {
    snapshot const cluster{state_, promises_};
    gangway::instant const at{now};
    std::visit(
        [&](auto const& policy) {
            gangway::scheduler s{cluster, policy};
            for (auto const& g : gangs) s.submit(&g);
            s.pass(at, [&](auto const& d) { on_start(*d.job, d); });
            for (auto const* const g : asked)
                if (auto const e = gangway::explain(s, g, at); e.is != gangway::verdict::runs)
                    on_held(*g, gangway::describe(e, resource_names));
        },
        policy_);
}

answer gate::ask(std::string const& pod_key, double now) {
    drop_promises(now);
    auto const& p = state_.pods.at(pod_key);
    if (!p.on.empty()) return {p.on, {}};
    auto const name = gang_of(p);
    dropped_.erase(name);
    auto const promised = [&]() -> std::string {
        auto const of_gang = promises_.find(name);
        if (of_gang == promises_.end()) return {};
        auto const of_pod = of_gang->second.node_of.find(pod_key);
        return of_pod == of_gang->second.node_of.end() ? std::string{} : of_pod->second;
    };
    if (auto node = promised(); !node.empty()) return {node, {}};
    if (promises_.contains(name))
        return {{}, name + " was started before this pod came: it waits until those are bound"};
    if (p.scheduler != scheduler_)
        return {{}, "this pod asks for the scheduler '" + p.scheduler + "', the gate serves '" + scheduler_ + "'"};

    auto const gangs = waiting();
    auto const own = std::find_if(gangs.begin(), gangs.end(), [&](gang const& g) { return g.key == name; });
    if (own == gangs.end())
        return {{}, p.gated ? "this pod has schedulingGates" : name + " " + how_incomplete(p.group)};
    answer out;
    pass(
        now, gangs, {&*own}, [&](gang const& g, auto const& d) { keep_promise(g, d, now); },
        [&](gang const& g, std::string const& text) { out.why = g.key + " " + text; });
    out.node = promised();
    return out;
}

std::string gate::how_incomplete(std::string const& group) const {
    auto const known = state_.groups.find(group);
    if (known == state_.groups.end()) return "is not in the state: POST /state with it";
    auto const pods = std::count_if(state_.pods.begin(), state_.pods.end(),
                                    [&](auto const& pair) { return pair.second.group == group && !pair.second.over; });
    return "has " + std::to_string(pods) + " of its " + std::to_string(known->second.min_member) + " pods";
}

std::vector<std::pair<std::string, std::string>> gate::all(double now) {
    drop_promises(now);
    std::vector<std::pair<std::string, std::string>> out;
    for (auto const& [name, p] : promises_) {
        std::string text = "starts:";
        for (auto const& [pod, node] : p.node_of) text += " " + pod + " on " + node;
        out.emplace_back(name, text);
    }
    for (auto const& name : dropped_)
        out.emplace_back(name, "was not bound in its time; waits until one of its pods asks");
    auto const gangs = waiting();
    std::vector<gang const*> asked;
    for (auto const& g : gangs) asked.push_back(&g);
    pass(
        now, gangs, asked, [&](gang const& g, auto const&) { out.emplace_back(g.key, "would start now"); },
        [&](gang const& g, std::string const& text) { out.emplace_back(g.key, text); });
    std::set<std::string> told;
    for (auto const& [name, text] : out) told.insert(name);
    for (auto const& [key, p] : state_.pods)
        if (p.on.empty() && !p.over && !p.gated && p.scheduler == scheduler_ && told.insert(gang_of(p)).second)
            out.emplace_back(gang_of(p), how_incomplete(p.group));
    std::sort(out.begin(), out.end());
    return out;
}

std::map<std::string, amounts> gate::left() const {
    snapshot const cluster{state_, promises_};
    std::map<std::string, amounts> out;
    for (auto const n : cluster.nodes())
        if (n.is->up) out.emplace(n.is->name, cluster.free(n));
    return out;
}

} // namespace kube
