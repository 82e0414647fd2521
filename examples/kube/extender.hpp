// Kubernetes - the scheduler extender's answers, JSON in and JSON out; it knows nothing of HTTP.
#pragma once

#include "gate.hpp"

namespace kube {

class extender {
  public:
    explicit extender(gate& g) : gate_{g} {}

    /// ExtenderArgs to ExtenderFilterResult.
    [[nodiscard]] json filter(json const& args, double now) {
        auto const [p, offered] = learn(args);
        std::map<std::string, std::string> failed;
        std::set<std::string> kept;
        if (p.demand[0] == 0 && p.group.empty()) { // no gang and no GPU: it may go wherever it takes nothing promised
            auto const left = gate_.left();
            for (auto const& name : offered) {
                auto const room = left.find(name);
                if (room != left.end() && gangway::fits(p.demand, room->second))
                    kept.insert(name);
                else
                    failed[name] = room == left.end() ? "gangway: not in the state, or not in service"
                                                      : "gangway: what is left is promised to a gang";
            }
        } else {
            auto [node, why] = gate_.ask(p.key, now);
            for (auto const& name : offered)
                if (name == node)
                    kept.insert(name);
                else
                    failed[name] = "gangway: " + (node.empty() ? why : "this pod of its gang goes to " + node);
            if (!node.empty() && kept.empty())
                for (auto& [name, text] : failed)
                    text += ", which kube-scheduler did not offer (a taint, an affinity, a volume?)";
        }
        json reply{{"Nodes", nullptr}, {"NodeNames", nullptr}, {"FailedNodes", failed}, {"Error", ""}};
        if (gives_nodes(args)) {
            json items = json::array();
            for (auto const& n : args["Nodes"]["items"])
                if (kept.contains(n["metadata"]["name"].get<std::string>())) items.push_back(n);
            reply["Nodes"] = {{"items", items}};
        } else {
            reply["NodeNames"] = kept;
        }
        return reply;
    }

    /// ExtenderArgs to HostPriorityList: a pod of a gang to its node, one without GPUs away from idle GPUs.
    [[nodiscard]] json prioritize(json const& args, double now) {
        auto const [p, offered] = learn(args);
        bool const plain = p.demand[0] == 0 && p.group.empty();
        auto const node = plain ? std::string{} : gate_.ask(p.key, now).node;
        auto const left = gate_.left();
        std::int64_t most = 1;
        for (auto const& [name, room] : left) most = std::max(most, room[0]);
        json out = json::array();
        for (auto const& name : offered) {
            auto const room = left.find(name);
            std::int64_t const idle = room == left.end() ? most : std::clamp<std::int64_t>(room->second[0], 0, most);
            out.push_back({{"Host", name}, {"Score", plain ? 10 - 10 * idle / most : name == node ? 10 : 0}});
        }
        return out;
    }

    /// Every gang with a sentence.
    [[nodiscard]] json gangs(double now) {
        json out = json::object();
        for (auto const& [name, text] : gate_.all(now)) out[name] = text;
        return out;
    }

  private:
    static bool gives_nodes(json const& args) { return args.contains("Nodes") && !args["Nodes"].is_null(); }

    struct request {
        pod asks;
        std::vector<std::string> offered;
    };
    // Reads the whole request before the gate learns from it: what is refused leaves nothing behind.
    request learn(json const& args) {
        request r{read_pod(detail::need(args, "Pod", "request"), "request.Pod"), {}};
        std::vector<node> nodes;
        if (gives_nodes(args)) {
            for (auto const& n : detail::need(args["Nodes"], "items", "request.Nodes")) {
                nodes.push_back(read_node(n, "request.Nodes.items[" + std::to_string(nodes.size()) + "]"));
                r.offered.push_back(nodes.back().name);
            }
        } else {
            auto const& names = detail::need(args, "NodeNames", "request");
            if (!names.is_array()) throw bad_input{"request.NodeNames is no list"};
            for (auto const& n : names) {
                if (!n.is_string())
                    throw bad_input{"request.NodeNames[" + std::to_string(r.offered.size()) + "] is no text"};
                r.offered.push_back(n.get<std::string>());
            }
        }
        for (auto& n : nodes) gate_.learn(std::move(n));
        gate_.learn(r.asks);
        return r;
    }

    gate& gate_;
};

} // namespace kube
