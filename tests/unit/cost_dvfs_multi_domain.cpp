// The multi-domain power model: by hand, and its fit with hidden voltages.
#include "cost_dvfs_testing.hpp"

#include <gangway/cost/dvfs/multi_domain_fit.hpp>

#include <cmath>

using namespace gangway;
using namespace gangway::cost;
using doctest::Approx;
using dvfs_testing::draw;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

VectorXd vector_of(std::initializer_list<double> values) {
    VectorXd v(static_cast<Index>(values.size()));
    Index i = 0;
    for (double const x : values) v[i++] = x;
    return v;
}

/// Two domains: cores with two components, memory with one; the voltage of the memory never moves.
multi_domain_power true_model() {
    multi_domain_power m;
    m.domain_of = {0, 0, 1};
    m.leakage = vector_of({30, 10});
    m.idle = vector_of({10e-9, 3e-9});
    m.busy = vector_of({40e-9, 20e-9, 12e-9});
    m.volts.push_back(*voltage_table::from({{frequency{600e6}, 0.8},
                                            {frequency{800e6}, 0.8},
                                            {frequency{1000e6}, 0.9},
                                            {frequency{1200e6}, 1.0},
                                            {frequency{1400e6}, 1.15}}));
    m.volts.push_back(*voltage_table::from({{frequency{800e6}, 1.0}, {frequency{3500e6}, 1.0}}));
    return m;
}

multi_domain_samples samples_of(multi_domain_power const& m, std::size_t kernels, double noise, unsigned seed) {
    draw random{seed};
    std::vector<VectorXd> use;
    for (std::size_t k = 0; k < kernels; ++k) use.push_back(vector_of({random(0, 1), random(0, 1), random(0, 1)}));
    std::vector<VectorXd> clocks;
    for (auto const& c : m.volts[0].points())
        for (auto const& f : m.volts[1].points()) clocks.push_back(vector_of({c.clock.value(), f.clock.value()}));
    multi_domain_samples s;
    auto const n = static_cast<Index>(use.size() * clocks.size());
    s.clocks.resize(n, 2);
    s.use.resize(n, 3);
    s.watts.resize(n);
    Index i = 0;
    for (auto const& u : use)
        for (auto const& c : clocks) {
            s.clocks.row(i) = c.transpose();
            s.use.row(i) = u.transpose();
            s.watts[i++] = m(c, u).value() * random(1.0 - noise, 1.0 + noise);
        }
    return s;
}

multi_domain_setup const setup{{0, 0, 1}, {frequency{1200e6}, frequency{3500e6}}};

} // namespace

TEST_CASE("multi-domain: by hand, and its parts") {
    auto const m = true_model();
    // V = 0.9 at 1 GHz: 30 * 0.9 + 0.81 (10 + 40 / 2 + 20 / 4); memory at 3.5 GHz: 10 + 3.5 (3 + 12)
    auto const clocks = vector_of({1e9, 3.5e9});
    auto const use = vector_of({0.5, 0.25, 1.0});
    CHECK(m(clocks, use).value() == Approx(27.0 + 0.81 * 35.0 + 10.0 + 52.5));
    auto const parts = m.parts(clocks, use);
    CHECK(parts[0] == Approx(27.0 + 8.1 + 10.0 + 10.5));
    CHECK(parts[1] == Approx(16.2));
    CHECK(parts[2] == Approx(4.05));
    CHECK(parts[3] == Approx(42.0));
    CHECK(m(vector_of({900e6, 3.5e9}), use).value() < m(clocks, use).value()); // between two voltages
}

TEST_CASE("multi-domain fit: exact data and their hidden voltages come back") {
    auto const wanted = true_model();
    auto const r = fit_power(samples_of(wanted, 12, 0.0, 21), setup);
    CHECK(r.mean_error < 1e-4);
    for (auto const& p : wanted.volts[0].points()) CHECK(r.model.volts[0](p.clock) == Approx(p.volts).epsilon(0.002));
    CHECK(r.model.leakage[0] == Approx(30).epsilon(0.02));
    CHECK(r.model.busy[1] == Approx(20e-9).epsilon(0.002));
    // kernels it has not seen
    draw random{22};
    for (int i = 0; i < 50; ++i) {
        auto const use = vector_of({random(0, 1), random(0, 1), random(0, 1)});
        auto const clocks = vector_of({random(600e6, 1400e6), 3.5e9});
        CHECK(r.model(clocks, use).value() == Approx(wanted(clocks, use).value()).epsilon(0.002));
    }
}

TEST_CASE("multi-domain fit: every round is better, voltages rise and are 1 at the nominal clock") {
    auto const samples = samples_of(true_model(), 8, 0.05, 23);
    double last = std::numeric_limits<double>::infinity();
    for (std::size_t rounds = 0; rounds < 12; ++rounds) {
        auto s = setup;
        s.most_rounds = rounds;
        auto const r = fit_power(samples, s);
        CHECK(r.rounds <= rounds);
        CHECK(r.residual <= last * (1.0 + 1e-12));
        last = r.residual;
        CHECK(r.model.volts[0](frequency{1200e6}) == 1.0);
        CHECK(r.model.volts[1](frequency{3500e6}) == 1.0);
        CHECK((r.model.busy.array() >= 0.0).all());
        CHECK((r.model.leakage.array() >= 0.0).all());
        for (auto const& table : r.model.volts)
            for (std::size_t l = 1; l < table.points().size(); ++l)
                CHECK(table.points()[l - 1].volts <= table.points()[l].volts);
    }
    CHECK(fit_power(samples, setup).mean_error < 0.03);
    CHECK(fit_power(samples, setup).mean_error > 0.01); // the noise is not fitted away
}

TEST_CASE("multi-domain fit: flat voltages are a trap, hence several starts") {
    auto const samples = samples_of(true_model(), 12, 0.0, 21);
    auto flat = setup;
    flat.starts = {0.0};
    CHECK(fit_power(samples, flat).mean_error > 0.01);
    CHECK(fit_power(samples, setup).mean_error < 1e-4);
}

TEST_CASE("multi-domain fit: no voltages to find") {
    auto m = true_model();
    m.volts[0] = *voltage_table::from({{frequency{600e6}, 1.0}, {frequency{1200e6}, 1.0}});
    auto const r = fit_power(samples_of(m, 10, 0.0, 24), setup);
    CHECK(r.settled);
    CHECK(r.mean_error < 1e-9);
    CHECK(r.model.busy[0] == Approx(40e-9).epsilon(1e-6));
    CHECK(r.model.volts[0](frequency{600e6}) == Approx(1.0));
}

TEST_CASE("multi-domain fit: one voltage, against a fine search") {
    draw random{25};
    for (int trial = 0; trial < 500; ++trial) {
        auto const n = 1 + static_cast<Index>(random.below(6));
        Eigen::ArrayXd a(n);
        Eigen::ArrayXd b(n);
        Eigen::ArrayXd r(n);
        for (Index i = 0; i < n; ++i) {
            a[i] = random(0, 1);
            b[i] = random(0, 1);
            r[i] = random(-2, 0.5);
        }
        double const low = random(0.5, 1.0);
        double const high = random(1.0, 2.0);
        auto const cost = [&](double v) { return (a * v + b * (v * v) + r).square().sum(); };
        double const got = cost::detail::best_voltage(a, b, r, low, high, low);
        CHECK(got >= low);
        CHECK(got <= high);
        double least = cost(got);
        for (int i = 0; i <= 2000; ++i) least = std::min(least, cost(low + (high - low) * i / 2000.0));
        CHECK(cost(got) <= least + 1e-12);
    }
}
