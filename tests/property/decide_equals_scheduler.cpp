// tests - a scheduler that follows every event decides, byte for byte, as one rebuilt from the model at each pass.
#include "workloads.hpp"

#include <doctest/doctest.h>

#include <set>
#include <sstream>

using namespace gangway;
using random_workload::options;

namespace {

/// What a pass started: which job, on which nodes, at which clock.
struct started_gang {
    std::int64_t id;
    std::vector<grant<sim::node_ref>> nodes;
    clock_choice clock;

    friend bool operator==(started_gang const&, started_gang const&) = default;
};
using decisions = std::vector<started_gang>;

template <class Shape, class Budget>
sim::world<Shape, Budget> world_for(sim::workload<Shape, Budget> const&);
template <class Work>
using world_of = decltype(world_for(std::declval<Work const&>()));

/// A host that keeps one long-lived scheduler and, before each pass, asks decide() with what waits in a shuffled order.
template <class Work, class Policy>
class careful_host {
  public:
    careful_host(Work const& w, Policy p, int shuffle) : work_{w}, world_{w}, policy_{p}, s_{world_, p}, shuffle_{shuffle} {}

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
                started_.push_back({d.job, {d.nodes.begin(), d.nodes.end()}, d.clock});
            });
            for (auto const& [job, nodes, clock] : started_) {
                world_.start(job, nodes, instant{now});
                world_.set_clock(job, clock);
                auto const& j = work_.jobs[job.at];
                double const end = now + (clock.slowdown * (j.estimate ? std::min(j.run, *j.estimate) : j.run)).value();
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
        all.push_back({work_.jobs[d.job.at].id, {d.nodes.begin(), d.nodes.end()}, d.clock});
    }
    struct start_of {
        sim::job_ref job;
        std::vector<grant<sim::node_ref>> nodes;
        clock_choice clock;
    };

    Work const& work_;
    world_of<Work> world_;
    Policy policy_;
    scheduler<world_of<Work>, Policy> s_;
    int shuffle_;
    std::vector<sim::job_ref> waiting_;
    std::vector<start_of> started_;
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

/// A sweep a job: none, or a few clocks.
struct sweeps {
    std::vector<std::vector<clock_point>> of;

    [[nodiscard]] std::vector<clock_point> const& clocks(sim::job_ref j) const { return of[j.at]; }
};

/// Under a power budget, each gang at the clock that costs least.
template <class Admit>
void same_decisions_powered(char const* name, Admit admit, int most_nodes) {
    CHECK_MESSAGE(rc::check(name, [&] {
        options const o{.most_jobs = 20, .most_nodes = most_nodes, .missing_estimates = true, .priorities = true};
        auto const w = random_workload::under_budget(random_workload::equal_gangs<2>(o));
        sweeps s;
        for (std::size_t j = 0; j < w.jobs.size(); ++j) {
            s.of.emplace_back();
            for (int c = random_workload::from(0, 3); c > 0; --c) {
                auto const some = [](int most) { return static_cast<double>(random_workload::from(1, most)); };
                s.of.back().push_back({frequency{100.0 * c}, seconds{some(8)}, power{some(5)}});
            }
        }
        auto const p = policy{.rank = priority{}, .admit = admit, .clock = cheapest_clock{s, clock_cost::edp}};
        auto const wrong = careful_host{w, p, random_workload::from(1, 50)}.run();
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
TEST_CASE("clocks and a power budget") {
    same_decisions_powered("strict at a clock", strict{}, 4);
    same_decisions_powered("greedy at a clock", greedy{}, 4);
    same_decisions_powered("draining at a clock", draining{seconds{4}, 2}, 4);
    same_decisions_powered("easy at a clock", easy{}, 1);
    same_decisions_powered("easy at a clock, nodes", easy{}, 4);
    same_decisions_powered("hybrid at a clock", hybrid{2}, 4);
    same_decisions_powered("conservative at a clock", conservative{}, 4);
}
