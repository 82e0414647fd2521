// tests - a scheduler that follows every event decides, byte for byte, as one rebuilt from the model at each pass.
#include "workloads.hpp"

#include <doctest/doctest.h>

#include <set>
#include <sstream>

using namespace gangway;
using random_workload::options;

namespace {

using shape = gang<2>;
using work = sim::workload<shape>;
using world = sim::world<shape>;
using decisions = std::vector<std::pair<std::int64_t, std::vector<grant<sim::node_ref>>>>;

/// A host that keeps one long-lived scheduler and, before each pass, asks decide() with what waits in a shuffled order.
template <class Policy>
class careful_host {
  public:
    careful_host(work const& w, Policy p, int shuffle) : work_{w}, world_{w}, policy_{p}, s_{world_, p}, shuffle_{shuffle} {}

    std::string run() {
        std::set<double> instants;
        std::vector<bool> arrived(work_.jobs.size(), false); // a job of no length makes an instant come twice
        for (auto const& j : work_.jobs) instants.insert(j.submitted.value());
        while (!instants.empty()) {
            double const now = *instants.begin();
            instants.erase(instants.begin());
            for (auto e = ends_.begin(); e != ends_.end();) {
                if (e->first > now) {
                    ++e;
                    continue;
                }
                s_.finish(e->second, instant{now});
                world_.stop(e->second);
                e = ends_.erase(e);
            }
            for (index j = 0; j < work_.jobs.size(); ++j)
                if (work_.jobs[j].submitted.value() == now && !arrived[j]) {
                    arrived[j] = true;
                    s_.submit({j});
                    waiting_.push_back({j});
                }
            auto pending = waiting_;
            for (std::size_t i = 1; i < pending.size(); ++i)
                std::swap(pending[i], pending[static_cast<std::size_t>(shuffle_) * i % (i + 1)]);
            decisions fresh;
            decide(world_, pending, policy_, instant{now}, [&](auto const& d) { note(fresh, d); });
            decisions lived;
            s_.pass(instant{now}, [&](auto const& d) {
                note(lived, d);
                std::erase(waiting_, d.job);
                started_.push_back({d.job, {d.nodes.begin(), d.nodes.end()}});
            });
            for (auto const& [job, nodes] : started_) {
                world_.start(job, nodes, instant{now});
                auto const& j = work_.jobs[job.at];
                double const end = now + (j.estimate ? std::min(j.run, *j.estimate) : j.run).value();
                ends_.push_back({end, job});
                instants.insert(end);
            }
            started_.clear();
            if (fresh != lived) {
                std::ostringstream text;
                text << "at " << now << " decide starts " << fresh.size() << ", the scheduler " << lived.size();
                return text.str();
            }
        }
        return {};
    }

  private:
    template <class Decision>
    void note(decisions& all, Decision const& d) const {
        all.push_back({work_.jobs[d.job.at].id, {d.nodes.begin(), d.nodes.end()}});
    }

    work const& work_;
    world world_;
    Policy policy_;
    scheduler<world, Policy> s_;
    int shuffle_;
    std::vector<sim::job_ref> waiting_;
    std::vector<std::pair<sim::job_ref, std::vector<grant<sim::node_ref>>>> started_;
    std::vector<std::pair<double, sim::job_ref>> ends_;
};

template <class Rank, class Admit, class Place = best_fit>
void same_decisions(char const* name, Rank rank, Admit admit, Place place = {}, int most_nodes = 4) {
    CHECK_MESSAGE(rc::check(name, [&] {
        options const o{.most_jobs = 20, .most_nodes = most_nodes, .missing_estimates = true, .priorities = true};
        auto const w = random_workload::equal_gangs<2>(o);
        auto const wrong = careful_host{w, policy<Rank, Admit, Place>{rank, admit, place}, random_workload::from(1, 50)}.run();
        if (!wrong.empty()) {
            std::ostringstream text;
            rc::showValue(w, text);
            RC_FAIL(wrong + text.str());
        }
    }), name);
}

template <class Rank>
void every_admission(Rank rank) {
    same_decisions("strict", rank, strict{});
    same_decisions("greedy", rank, greedy{}, spread{});
    same_decisions("protected", rank, protected_greedy{seconds{4}});
    same_decisions("draining", rank, draining{seconds{4}, 2}, consolidate{});
    same_decisions("easy", rank, easy{});
    same_decisions("hybrid", rank, hybrid{2});
    same_decisions("conservative", rank, conservative{});
    same_decisions("conservative on a pool", rank, conservative{}, best_fit{}, 1);
    same_decisions("easy on a pool", rank, easy{}, best_fit{}, 1);
}

} // namespace

TEST_CASE("orders that stand still") { every_admission(priority{}); }
TEST_CASE("linear aging") { every_admission(priority{} + aging{frequency{0.25}}); }
TEST_CASE("scores along lines") { every_admission(response_ratio{}); }
TEST_CASE("scores that are asked anew") { every_admission(then(priority{} + capped_aging{frequency{0.5}, 2.0}, shortest_first{})); }
