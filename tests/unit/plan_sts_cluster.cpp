// STS, the cluster: room on devices and in memory, every plan fits, the gap to the best of all plans on small clusters.
#include <doctest/doctest.h>

#include <gangway/plan/sts/cluster.hpp>

#include <array>
#include <cmath>
#include <random>

using namespace gangway;
using namespace gangway::plan::sts;

namespace {

class dice {
  public:
    explicit dice(std::uint64_t seed) : draw_{seed} {}
    std::size_t below(std::size_t n) { return static_cast<std::size_t>(draw_() % n); }
    double between(double a, double b) { return a + (b - a) * static_cast<double>(draw_() >> 11U) * 0x1p-53; }

  private:
    std::mt19937_64 draw_;
};

node_park draw_park(dice& d, std::size_t nodes, std::size_t most_devices) {
    node_park park;
    for (std::size_t k = 1 + d.below(2); k > 0; --k) {
        node_kind kind{{power{0}}, bytes{16e9}};
        double draw = d.between(200, 500);
        for (std::size_t i = 1 + d.below(most_devices); i > 0; --i)
            kind.draw.push_back(power{draw += d.between(100, 300)});
        park.kinds.push_back(kind);
    }
    for (std::size_t n = 0; n < nodes; ++n) park.kind_of_node.push_back(static_cast<index>(d.below(park.kinds.size())));
    return park;
}

training_job draw_training(dice& d, node_park const& park, bool shares) {
    std::vector<configuration> all;
    double const alone = d.between(100, 400);
    double const serial = d.between(0.05, 0.4);
    for (index k = 0; k < park.kinds.size(); ++k) {
        double const faster = d.between(0.7, 1.5);
        auto const add = [&](std::int64_t devices, double share, double seconds) {
            configuration c{k, devices, share, bytes{d.between(2e9, 9e9)}, duration{seconds}, {}};
            c.spent =
                share < 1.0 ? packed_node(park.kinds[k], share, c.time) : whole_node(park.kinds[k], devices, c.time);
            all.push_back(c);
        };
        for (std::int64_t g = 1; g <= static_cast<std::int64_t>(park.kinds[k].devices()); g *= 2)
            add(g, 1.0, alone / faster * (serial + (1.0 - serial) / static_cast<double>(g)));
        if (shares) add(1, 0.5, alone / faster * 1.7);
    }
    std::size_t const epochs = 1 + d.below(8);
    std::vector<double> p(epochs);
    double sum = 0.0;
    for (double& x : p) sum += x = d.between(0.1, 1.0);
    for (double& x : p) x /= sum;
    return {all, *early_stop::from_probabilities(p), instant{alone * static_cast<double>(epochs) * d.between(0.2, 1.6)},
            d.between(100, 3000)};
}

/// The objective in plain words, over every way to put jobs on nodes and, for shares, on devices.
class brute_force {
  public:
    brute_force(training_jobs const& host, std::vector<std::size_t> const& jobs, node_park const& park,
                double postponement)
        : host_{host},
          jobs_{jobs},
          park_{park},
          postponement_{postponement} {
        for (auto const j : jobs) outlook_.push_back(outlook_of(host, j, park, instant{}));
        at_.resize(jobs.size());
        candidate_.resize(jobs.size());
    }
    double best() {
        best_ = std::numeric_limits<double>::infinity();
        choose(0);
        return best_;
    }
    [[nodiscard]] double value(std::vector<placement> const& at, std::vector<candidate const*> const& how) const {
        double sum = 0.0;
        for (std::size_t i = 0; i < jobs_.size(); ++i) {
            double const w = host_.weight(jobs_[i]);
            if (!at[i].runs())
                sum += postponement_ * w * outlook_[i].longest.value();
            else
                sum += w * std::max(0.0, how[i]->worst.value() - outlook_[i].left.value());
        }
        for (index n = 0; n < park_.kind_of_node.size(); ++n) {
            // Between two ends the number of devices in use stands still.
            std::vector<double> ends{0.0};
            for (std::size_t i = 0; i < jobs_.size(); ++i)
                if (at[i].node == n) ends.push_back(how[i]->stays.value());
            std::sort(ends.begin(), ends.end());
            for (std::size_t e = 0; e + 1 < ends.size(); ++e) {
                double const middle = (ends[e] + ends[e + 1]) / 2.0;
                std::size_t used = 0;
                std::vector<bool> shared(park_.at(n).devices(), false);
                for (std::size_t i = 0; i < jobs_.size(); ++i) {
                    if (at[i].node != n || how[i]->stays.value() < middle) continue;
                    auto const& c = host_.configurations(jobs_[i])[at[i].configuration];
                    if (c.share < 1.0)
                        shared[at[i].device] = true;
                    else
                        used += static_cast<std::size_t>(c.devices);
                }
                used += static_cast<std::size_t>(std::count(shared.begin(), shared.end(), true));
                sum += park_.at(n).draw[used].value() * (ends[e + 1] - ends[e]);
            }
        }
        return sum;
    }
    [[nodiscard]] job_outlook const& outlook(std::size_t i) const { return outlook_[i]; }

  private:
    void choose(std::size_t i) {
        if (!fits_together(park_, at_, [&](std::size_t x) -> configuration const& {
                return host_.configurations(jobs_[x])[at_[x].configuration];
            }))
            return;
        if (i == jobs_.size()) {
            best_ = std::min(best_, value(at_, candidate_));
            return;
        }
        at_[i] = {};
        choose(i + 1);
        for (auto const& c : outlook_[i].candidates) {
            auto const& configuration = host_.configurations(jobs_[i])[c.configuration];
            for (index n = 0; n < park_.kind_of_node.size(); ++n) {
                if (configuration.kind != park_.kind_of_node[n]) continue;
                for (std::size_t d = 0; d < (configuration.share < 1.0 ? park_.at(n).devices() : 1); ++d) {
                    at_[i] = {n, c.configuration, d};
                    candidate_[i] = &c;
                    choose(i + 1);
                }
            }
        }
        at_[i] = {};
    }

    training_jobs const& host_;
    std::vector<std::size_t> const& jobs_;
    node_park const& park_;
    double postponement_;
    std::vector<job_outlook> outlook_;
    std::vector<placement> at_;
    std::vector<candidate const*> candidate_;
    double best_ = 0.0;
};

std::vector<std::size_t> handles(std::size_t n) {
    std::vector<std::size_t> out(n);
    for (std::size_t i = 0; i < n; ++i) out[i] = i;
    return out;
}

bool fits(training_jobs const& host, std::vector<std::size_t> const& jobs, node_park const& park,
          std::vector<placement> const& at) {
    return fits_together(park, at, [&](std::size_t i) -> configuration const& {
        return host.configurations(jobs[i])[at[i].configuration];
    });
}

} // namespace

TEST_CASE("room: whole devices, shares, memory") {
    node_park const park{{{{power{0}, power{300}, power{400}}, bytes{10}}}, {0, 0}};
    park_room room{park};
    configuration const whole{0, 2, 1.0, bytes{10}, duration{1}, {}};
    configuration const half{0, 1, 0.5, bytes{4}, duration{1}, {}};
    configuration const large_half{0, 1, 0.5, bytes{7}, duration{1}, {}};
    configuration const too_large{0, 1, 0.5, bytes{11}, duration{1}, {}};
    configuration const elsewhere{1, 1, 1.0, bytes{1}, duration{1}, {}};
    CHECK(room.room_for(whole, 0) == 0);
    CHECK_FALSE(room.room_for(too_large, 0).has_value());
    CHECK_FALSE(room.room_for(elsewhere, 0).has_value());
    room.take(half, 0, 0, duration{10});
    CHECK(room.open(0));
    CHECK(room.in_use(0) == 1);
    CHECK_FALSE(room.room_for(whole, 0).has_value());
    CHECK(room.room_for(half, 0) == 0);       // beside the other half
    CHECK(room.room_for(large_half, 0) == 1); // the memory of the first device is short
    room.take(half, 0, 0, duration{4});
    CHECK(room.room_for(half, 0) == 1);
    CHECK(room.in_use(0) == 1);
    CHECK(room.draw(0).value() == 300);
    room.take(large_half, 0, 1, duration{4});
    // Two devices until 4, one until 10.
    CHECK(room.charge(0).value() == doctest::Approx(400 * 4 + 300 * 6));
    CHECK(room.charge(1).value() == 0);
    room.clear(0);
    room.take(whole, 0, 0, duration{5});
    CHECK(room.charge(0).value() == doctest::Approx(2000));
    CHECK_FALSE(room.room_for(half, 0).has_value());
    CHECK(room.room_for(half, 1) == 0);

    std::vector<configuration> const all{half, half, large_half, whole};
    auto const together = [&](std::vector<placement> const& at) {
        return fits_together(park, at, [&](std::size_t i) { return all[i]; });
    };
    CHECK(together({{0, 0, 0}, {0, 0, 0}, {0, 0, 1}, {1, 0, 0}}));
    CHECK_FALSE(together({{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {}})); // three halves
    CHECK_FALSE(together({{0, 0, 0}, {}, {0, 0, 0}, {}}));        // 4 + 7 of 10
    CHECK_FALSE(together({{0, 0, 0}, {}, {}, {0, 0, 0}}));        // no two devices left
    CHECK_FALSE(together({{2, 0, 0}, {}, {}, {}}));               // no such node
}

TEST_CASE("a job alone gets the first configuration of its plan, and says when it changes") {
    // The worked example of one job: 1, 2 or 4 devices.
    node_park const park{{{{power{0}, power{100}, power{175}, power{240}, power{300}}, bytes{}}}, {0}};
    std::vector<configuration> const gpus{{0, 1, 1.0, {}, duration{60}, energy{6000}},
                                          {0, 2, 1.0, {}, duration{40}, energy{7000}},
                                          {0, 4, 1.0, {}, duration{30}, energy{9000}}};
    auto const stops = early_stop::from_probabilities(std::vector<double>{.5, .3, .2}).value();
    std::vector<training_job> jobs{{gpus, stops, instant{130}}};
    training_jobs const host{jobs};
    auto const one = handles(1);
    auto const look = outlook_of(host, 0, park, instant{});
    CHECK(look.pressure.value() == doctest::Approx(-40));
    CHECK(look.longest.value() == doctest::Approx(180));
    CHECK(look.candidates.front().planned);
    CHECK(look.candidates.front().configuration == 0);
    CHECK(look.candidates.front().changes.value() == 60);
    CHECK(look.candidates.front().stays.value() == doctest::Approx(60 + .5 * 40 + .2 * 30));
    // Staying to the end with 110 s left: only 4 devices do; the others are late, the faster one first.
    auto const in_order = [&](double now) {
        std::vector<std::size_t> out;
        for (auto const& c : stays_of(host, 0, park, left_of(host, 0, instant{now}), {1, 1, 1}).candidates)
            out.push_back(c.configuration);
        return out;
    };
    CHECK(in_order(20) == std::vector<std::size_t>{2, 1, 0});
    CHECK(in_order(-60) == std::vector<std::size_t>{0, 1, 2});
    CHECK(outlook_of(host, 0, park, instant{20}).candidates.front().worst.value() <= 110);
    auto const plan = plan_cluster(host, one, park, instant{}, {.sweeps = 0});
    CHECK(plan.jobs == std::vector<placement>{{0, 0, 0}});
    CHECK(plan.changes.value() == 60);
    // An epoch later, nobody having stopped: the plan goes on with 2 devices, and in the middle of that epoch as well.
    jobs[0].done = 1.0;
    CHECK(plan_cluster(host, one, park, instant{60}, {.sweeps = 0}).jobs[0].configuration == 1);
    jobs[0].done = 1.5;
    auto const middle = plan_cluster(host, one, park, instant{80}, {.sweeps = 0});
    CHECK(middle.jobs[0].configuration == 1);
    CHECK(middle.changes.value() == doctest::Approx(20));
    // Too late for every plan: the fastest.
    CHECK(plan_cluster(host, one, park, instant{125}, {.sweeps = 0}).jobs[0].configuration == 2);
    CHECK(plan_cluster(host, one, park, instant{125}).cost.tardiness > 0.0);
    // No node of its kind: it waits.
    node_park const other{{{{power{0}, power{100}}, bytes{}}}, {0}};
    jobs[0].configurations = {{7, 1, 1.0, {}, duration{60}, energy{6000}}};
    CHECK_FALSE(plan_cluster(host, one, other, instant{80}).jobs[0].runs());
}

namespace {

/// A host with handles, rows and a distribution of its own.
struct slice {
    int kind;
    int devices;
    float share;
    bytes memory;
    duration time;
    energy spent;
};
struct own_host {
    using job = char const*;
    std::vector<slice> rows;

    [[nodiscard]] std::vector<slice> const& configurations(job) const { return rows; }
    [[nodiscard]] auto runs(job) const {
        return [](std::size_t k) { return std::pow(0.5, static_cast<double>(k - 1)); };
    }
    [[nodiscard]] int epochs(job) const { return 3; }
    [[nodiscard]] float done(job) const { return 0.0F; }
    [[nodiscard]] instant due(job name) const { return instant{name[0] == 'a' ? 130.0 : 60.0}; }
    [[nodiscard]] int weight(job) const { return 10; }
};

} // namespace

TEST_CASE("a host's own types") {
    node_park const park{{{{power{0}, power{100}, power{175}, power{240}, power{300}}, bytes{8}}}, {0, 0}};
    own_host const host{{{0, 1, 1.0F, bytes{1}, duration{60}, energy{6000}},
                         {0, 4, 1.0F, bytes{1}, duration{30}, energy{9000}},
                         {0, 4, 1.0F, bytes{9}, duration{10}, energy{3000}}}}; // more memory than there is
    std::array<char const*, 2> const names{"a", "late"};
    auto const plan = plan_cluster(host, names, park, instant{}, {.restarts = 1, .sweeps = 0});
    REQUIRE(plan.jobs.size() == 2);
    CHECK(plan.jobs[0].configuration == 0);
    CHECK(plan.jobs[1].configuration == 1);
    CHECK(plan.jobs[0].node != plan.jobs[1].node);
    CHECK(plan.cost.tardiness == doctest::Approx(10 * (90 - 60)));
    // Unless it must be done a little earlier: then all of it on one device is too slow.
    auto const early = outlook_of(host, "a", park, instant{}, seconds{15});
    CHECK(early.left.value() == 130);
    CHECK(early.candidates.front().worst.value() <= 115);
}

TEST_CASE("the pressed job goes first") {
    node_park const park{{{{power{0}, power{300}}, bytes{}}}, {0}};
    std::vector<configuration> const one{{0, 1, 1.0, {}, duration{100}, energy{30000}}};
    std::vector<training_job> records;
    for (double const due : {500.0, 150.0, 900.0})
        records.push_back({one, *early_stop::from_probabilities(std::vector<double>{1.0}), instant{due}});
    auto const plan = plan_cluster(training_jobs{records}, handles(3), park, instant{}, {.restarts = 1, .sweeps = 0});
    CHECK_FALSE(plan.jobs[0].runs());
    CHECK(plan.jobs[1].runs());
    CHECK_FALSE(plan.jobs[2].runs());
    CHECK(plan.cost.postponed == doctest::Approx(2 * 100.0 * 1000.0 * 100.0));
}

TEST_CASE("a job is moved where that saves more than it costs") {
    // Two jobs of 100 s on nodes of their own: 60 kJ, or 40 kJ on one node. A device of a full node draws 200 W.
    node_park const park{{{{power{0}, power{300}, power{400}}, bytes{}}}, {0, 0, 0}};
    std::vector<configuration> const one{{0, 1, 1.0, {}, duration{100}, energy{30000}}};
    early_stop const stops = *early_stop::from_probabilities(std::vector<double>{1.0});
    std::vector<training_job> const records{{one, stops, instant{500}}, {one, stops, instant{500}}};
    training_jobs const host{records};
    std::vector<placement> const present{{1, 0, 0}, {2, 0, 0}};
    auto const plan = [&](double move, std::size_t sweeps, std::vector<placement> const& now) {
        return plan_cluster(host, handles(2), park, instant{},
                            {.restarts = 1, .sweeps = sweeps, .move = duration{move}}, now);
    };
    for (std::size_t const sweeps : {std::size_t{0}, std::size_t{2}}) {
        auto const cheap = plan(50, sweeps, present);
        CHECK(cheap.jobs[0].node == cheap.jobs[1].node);
        CHECK(cheap.jobs[0].node != 0); // one of them stays
        CHECK(cheap.cost.energy == doctest::Approx(40000));
        CHECK(cheap.cost.moves == doctest::Approx(10000));
        auto const dear = plan(150, sweeps, present);
        CHECK(dear.jobs == present);
        CHECK(dear.cost.total() == doctest::Approx(60000));
    }
    // Free moves, and nothing known of now.
    CHECK(plan(0, 0, {{2, 0, 0}, {}}).jobs[1].node == 2);
    CHECK(plan(50, 0, {}).jobs[0].node == 0);
    // A job that is not on time where it is does not stay as it is.
    std::vector<configuration> const two{{0, 1, 1.0, {}, duration{100}, energy{30000}},
                                         {0, 2, 1.0, {}, duration{60}, energy{24000}}};
    std::vector<training_job> const late{{two, stops, instant{70}}};
    auto const sped_up = plan_cluster(training_jobs{late}, handles(1), park, instant{},
                                      {.restarts = 1, .sweeps = 0, .move = seconds{1e4}}, {{2, 0, 0}});
    CHECK(sped_up.jobs[0] == placement{2, 1, 0});
}

TEST_CASE("200 small clusters: plans fit, cost what they say, and come near the best of all plans") {
    dice d{11};
    double sum_of_gaps = 0.0;
    double largest = 0.0;
    int optimal = 0;
    int waiting = 0;
    int shared = 0;
    for (int round = 0; round < 200; ++round) {
        bool const shares = round % 2 == 1;
        std::size_t const devices = 2 + d.below(2);
        std::size_t const nodes = 1 + d.below(2);
        auto const park = draw_park(d, nodes, devices);
        std::vector<training_job> records;
        for (std::size_t n = 2 + d.below(shares ? 2 : 3); n > 0; --n) records.push_back(draw_training(d, park, shares));
        training_jobs const host{records};
        auto const jobs = handles(records.size());
        cluster_options const options{.seed = static_cast<std::uint64_t>(round)};
        auto const plan = plan_cluster(host, jobs, park, instant{}, options);
        REQUIRE(plan.jobs.size() == jobs.size());
        REQUIRE(fits(host, jobs, park, plan.jobs));

        brute_force all{host, jobs, park, options.postponement};
        std::vector<candidate const*> how(jobs.size(), nullptr);
        for (std::size_t i = 0; i < jobs.size(); ++i) {
            if (!plan.jobs[i].runs()) continue;
            for (auto const& c : all.outlook(i).candidates)
                if (c.configuration == plan.jobs[i].configuration) how[i] = &c;
            REQUIRE(how[i] != nullptr);
            if (host.configurations(i)[plan.jobs[i].configuration].share < 1.0) ++shared;
        }
        REQUIRE(plan.cost.total() == doctest::Approx(all.value(plan.jobs, how)).epsilon(1e-9));
        waiting += plan.cost.postponed > 0.0 ? 1 : 0;

        double const best = all.best();
        double const gap = plan.cost.total() / best - 1.0;
        REQUIRE(gap > -1e-9);
        sum_of_gaps += gap;
        largest = std::max(largest, gap);
        optimal += gap < 1e-9 ? 1 : 0;
    }
    MESSAGE("best of all plans found: ", optimal, " of 200; mean gap ", 100.0 * sum_of_gaps / 200.0, " %, largest ",
            100.0 * largest, " %");
    MESSAGE("with a waiting job: ", waiting, ", jobs on shares: ", shared);
    CHECK(waiting > 10);
    CHECK(shared > 20);
    CHECK(optimal >= 150);
    CHECK(sum_of_gaps / 200.0 < 0.02);
}

TEST_CASE("large clusters: every plan fits, the same seed gives the same plan") {
    dice d{12};
    for (int round = 0; round < 20; ++round) {
        auto const park = draw_park(d, 5 + d.below(20), 8);
        std::vector<training_job> records;
        for (std::size_t n = 10 + d.below(60); n > 0; --n) records.push_back(draw_training(d, park, d.below(2) == 0));
        for (auto& r : records) r.done = d.between(0.0, 0.99) * static_cast<double>(r.stops.most_epochs());
        training_jobs const host{records};
        auto const jobs = handles(records.size());
        auto const plan = plan_cluster(host, jobs, park, instant{50});
        REQUIRE(fits(host, jobs, park, plan.jobs));
        REQUIRE(plan.jobs == plan_cluster(host, jobs, park, instant{50}).jobs);
        // More restarts and more sweeps never cost more where the passes are the same.
        REQUIRE(plan.cost.total() <=
                plan_cluster(host, jobs, park, instant{50}, {.restarts = 1, .sweeps = 0}).cost.total());
        REQUIRE(plan.cost.total() <= plan_cluster(host, jobs, park, instant{50}, {.sweeps = 0}).cost.total());
    }
}
