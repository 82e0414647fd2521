// Kubernetes - the gate: no node for any pod of a gang until the policy starts it whole, then one node for each.
#pragma once

#include "snapshot.hpp"

#include <gangway/decision.hpp>
#include <gangway/runtime/compose.hpp>

#include <functional>

namespace kube {

/// What a pod is told.
struct answer {
    std::string node; ///< the only one that it may use; empty: none
    std::string why;  ///< where it may use none
};

/// Keeps the state that it was last given, and the promises that it made on it.
///
/// Semantics: a promise is kept until all pods of its gang are seen bound or gone, its node is out of service, or
/// `scheduleTimeoutSeconds` have passed; then the gang waits again once one of its pods asks. A List may be older than
/// the requests and promises before it: what these showed is gone once two Lists in a row lack it. Losing the gate
/// loses the promises alone: what is bound stands in the state. One thread at a time.
class gate {
  public:
    /// Throws bad_input where the policy cannot be.
    gate(std::string_view policy, std::string scheduler);

    void set_state(state s, double now);
    [[nodiscard]] state const& current() const { return state_; }
    /// A request may show a pod or a node before the state does.
    void learn(pod p) {
        pods_missed_[p.key] = 0;
        state_.pods.insert_or_assign(p.key, std::move(p));
    }
    void learn(node n) {
        nodes_missed_[n.name] = 0;
        state_.nodes.insert_or_assign(n.name, std::move(n));
    }

    /// Where a pod may go. Gangs that the policy starts on the way get their promises.
    answer ask(std::string const& pod_key, double now);

    /// Of every gang that waits or has a promise: its key, and a sentence. Starts nothing.
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> all(double now);

    /// What is left on each node in service, beside what is bound and promised.
    [[nodiscard]] std::map<std::string, amounts> left() const;

  private:
    [[nodiscard]] std::string gang_of(pod const& p) const;
    [[nodiscard]] std::vector<gang> waiting() const;
    void drop_promises(double now);
    [[nodiscard]] std::string how_incomplete(std::string const& group) const;
    void keep_promise(gang const& g, gangway::decision<snapshot> const& d, double now);
    // One pass; `on_start` for each gang that starts, `on_held` with a sentence for each of `asked` that does not.
    using started = std::function<void(gang const&, gangway::decision<snapshot> const&)>;
    using held = std::function<void(gang const&, std::string const&)>;
    void pass(double now, std::vector<gang> const& gangs, std::vector<gang const*> const& asked,
              started const& on_start, held const& on_held) const;

    gangway::runtime::any_policy<snapshot> policy_;
    std::string scheduler_;
    state state_;
    std::map<std::string, promise> promises_; // by gang
    std::set<std::string> dropped_;           // gangs whose promise ran out, and that have not asked since
    // Of what requests showed or a promise is about: how many Lists in a row have lacked it since.
    std::map<std::string, int> pods_missed_, nodes_missed_;
};

} // namespace kube
