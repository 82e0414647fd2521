// A host for unit tests: named jobs and nodes with every capability, and what a pass decided as one line of text.
#pragma once

#include <gangway/gangway.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace toy {

using gangway::amounts;
using gangway::duration;
using gangway::gang;
using gangway::instant;

template <std::size_t N>
amounts<N> one_device() {
    amounts<N> a;
    a[0] = 1;
    return a;
}

template <std::size_t N = 1>
struct job {
    std::string id;
    std::vector<gang<N>> shape{{1, one_device<N>()}};
    double at = 0.0;              ///< submitted
    std::optional<double> wall{}; ///< estimate
    double prio = 0.0;
    std::string user{};
    std::vector<std::string> only{}; ///< eligible nodes; empty: all
};

template <std::size_t N = 1>
struct node {
    std::string id;
    amounts<N> capacity;
    std::vector<std::string> domains; ///< tightest first
    bool up;
    amounts<N> taken; ///< by something that no gang explains

    node(std::string name, amounts<N> all, std::vector<std::string> where = {}, bool in_service = true,
         amounts<N> other = {})
        : id{std::move(name)},
          capacity{all},
          domains{std::move(where)},
          up{in_service},
          taken{other} {}
};

struct job_ref {
    std::size_t at = 0;
    friend bool operator==(job_ref, job_ref) = default;
};
struct node_ref {
    std::size_t at = 0;
    friend bool operator==(node_ref, node_ref) = default;
};

template <std::size_t N = 1>
class host {
  public:
    using job_type = job_ref;
    using node_type = node_ref;

    std::vector<node<N>> machines;
    std::vector<job<N>> jobs;
    std::map<std::string, amounts<N>> caps;
    int levels = 0;

    struct run {
        job_ref job;
        instant since;
        std::vector<gangway::grant<node_ref>> nodes;
    };
    std::vector<run> runs;

    explicit host(std::vector<node<N>> list) : machines{std::move(list)} {
        if (!machines.empty()) levels = static_cast<int>(machines[0].domains.size());
    }

    [[nodiscard]] std::string const& id(job_ref j) const { return jobs[j.at].id; }
    [[nodiscard]] std::string const& id(node_ref n) const { return machines[n.at].id; }
    [[nodiscard]] std::vector<gang<N>> const& shape(job_ref j) const { return jobs[j.at].shape; }
    [[nodiscard]] instant submitted(job_ref j) const { return instant{jobs[j.at].at}; }
    [[nodiscard]] std::optional<duration> estimate(job_ref j) const {
        return jobs[j.at].wall ? std::optional{duration{*jobs[j.at].wall}} : std::nullopt;
    }
    [[nodiscard]] double priority(job_ref j) const { return jobs[j.at].prio; }
    [[nodiscard]] std::string const& group(job_ref j) const { return jobs[j.at].user; }
    [[nodiscard]] std::optional<amounts<N>> limit(std::string const& user) const {
        auto const found = caps.find(user);
        return found == caps.end() ? std::nullopt : std::optional{found->second};
    }
    [[nodiscard]] bool eligible(job_ref j, node_ref n) const {
        auto const& only = jobs[j.at].only;
        return only.empty() || std::find(only.begin(), only.end(), id(n)) != only.end();
    }
    [[nodiscard]] bool up(node_ref n) const { return machines[n.at].up; }
    [[nodiscard]] int domain_levels() const { return levels; }
    [[nodiscard]] std::string const& domain(node_ref n, int level) const {
        return machines[n.at].domains[static_cast<std::size_t>(level)];
    }
    [[nodiscard]] std::vector<node_ref> nodes() const {
        std::vector<node_ref> all;
        for (std::size_t n = 0; n < machines.size(); ++n) all.push_back({n});
        return all;
    }
    [[nodiscard]] amounts<N> capacity(node_ref n) const { return machines[n.at].capacity; }
    [[nodiscard]] amounts<N> free(node_ref n) const {
        auto left = machines[n.at].capacity - machines[n.at].taken;
        for (run const& r : runs)
            for (auto const& g : r.nodes)
                if (g.node == n) left -= g.tasks * shape(r.job)[g.group].each;
        return left;
    }
    [[nodiscard]] std::vector<run> const& running() const { return runs; }

    job_ref add(job<N> j) {
        jobs.push_back(std::move(j));
        return {jobs.size() - 1};
    }
    [[nodiscard]] job_ref find(std::string const& name) const {
        for (std::size_t j = 0; j < jobs.size(); ++j)
            if (jobs[j].id == name) return {j};
        FAIL("no job ", name);
        return {};
    }
    [[nodiscard]] node_ref machine(std::string const& name) const {
        for (std::size_t n = 0; n < machines.size(); ++n)
            if (machines[n].id == name) return {n};
        FAIL("no node ", name);
        return {};
    }
    /// A gang that runs already, before any scheduler is built. Nodes: one name a task.
    void runs_on(job<N> j, std::vector<std::string> const& where) {
        instant const since{j.at};
        run r{add(std::move(j)), since, {}};
        for (auto const& name : where) r.nodes.push_back({machine(name), 1, 0});
        runs.push_back(std::move(r));
    }
    void stop(job_ref j) {
        std::erase_if(runs, [&](run const& r) { return r.job == j; });
    }
    /// Notes a decision and says it: `a@n1*2,n2`.
    template <class Decision>
    std::string start(Decision const& d) {
        runs.push_back({d.job, d.at, {d.nodes.begin(), d.nodes.end()}});
        std::string text = id(d.job) + "@";
        for (auto const& g : d.nodes) {
            if (text.back() != '@') text += ",";
            text += id(g.node);
            if (g.tasks != 1) text.append("*").append(std::to_string(g.tasks));
        }
        return text;
    }
};

/// One pass; what started, in order: `a@n1*2,n2 b@n2`.
template <std::size_t N, class Policy>
std::string pass(gangway::scheduler<host<N>, Policy>& s, host<N>& h, double now) {
    std::string text;
    s.pass(instant{now}, [&](auto const& d) {
        if (!text.empty()) text += ' ';
        text += h.start(d);
    });
    return text;
}
template <std::size_t N, class Policy>
void finish(gangway::scheduler<host<N>, Policy>& s, host<N>& h, std::string const& name, double now) {
    s.finish(h.find(name), instant{now});
    h.stop(h.find(name));
}
template <std::size_t N, class Policy>
void submit_all(gangway::scheduler<host<N>, Policy>& s, host<N> const& h) {
    for (std::size_t j = 0; j < h.jobs.size(); ++j)
        if (std::none_of(h.runs.begin(), h.runs.end(), [&](auto const& r) { return r.job.at == j; })) s.submit({j});
}
/// One pass of a fresh scheduler over everything that waits in the host.
template <std::size_t N, class Policy>
std::string decided(host<N>& h, Policy const& p, double now) {
    gangway::scheduler s{h, p};
    submit_all(s, h);
    return pass(s, h, now);
}
/// `n` nodes of `gpus`: n1, n2, ...
inline std::vector<node<>> pool(int n, std::int64_t gpus) {
    std::vector<node<>> all;
    for (int i = 1; i <= n; ++i) all.push_back({std::string{"n"}.append(std::to_string(i)), {gpus}});
    return all;
}
/// `tasks` tasks of `each` GPUs.
inline std::vector<gang<1>> gpus(std::int64_t tasks, std::int64_t each = 1) {
    return {{tasks, {each}}};
}

} // namespace toy
