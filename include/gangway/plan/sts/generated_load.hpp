// L5 - a week of training jobs from a seed: our own invention, for comparing planners on the same load.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "simulate.hpp"

namespace gangway::plan::sts {

/// What to generate.
struct load_shape {
    std::uint64_t seed = 1;  ///< of all draws
    std::size_t nodes = 20;  ///< of the park
    std::size_t jobs = 500;  ///< in all
    duration span = days{7}; ///< in which they come
    double tight =
        1.3; ///< due dates lie between this and `loose` times the longest course in the fastest configuration
    double loose = 8.0;   ///< the other end
    bool sharing = false; ///< also offer half and a quarter of a device
};

namespace detail {

class load_maker {
  public:
    explicit load_maker(load_shape const& shape) : shape_{shape}, draw_{shape.seed} {}

    training_load make() {
        training_load load;
        load.park.kinds = {kind(4, 350.0, 250.0, 16e9), kind(8, 600.0, 320.0, 32e9)};
        for (std::size_t n = 0; n < shape_.nodes; ++n) load.park.kind_of_node.push_back(n % 2 == 0 ? 0 : 1);
        std::vector<double> at(shape_.jobs);
        for (double& t : at) t = uniform() * shape_.span.value();
        std::sort(at.begin(), at.end());
        for (double const t : at) {
            load.jobs.push_back(job(load.park, t));
            load.stops_after.push_back(load.jobs.back().stops.at(uniform()));
        }
        return load;
    }

  private:
    double uniform() { return static_cast<double>(draw_() >> 11U) * 0x1p-53; }
    double between(double a, double b) { return a + (b - a) * uniform(); }

    // An idle node is off; an open one draws `base` and so much for each device in use.
    static node_kind kind(std::size_t devices, double base, double each, double memory) {
        node_kind k{{power{0.0}}, bytes{memory}};
        for (std::size_t d = 1; d <= devices; ++d) k.draw.push_back(power{base + each * static_cast<double>(d)});
        return k;
    }
    // Half of the jobs run to the end as often as not; of the others most stop early, more or less so.
    early_stop stops(std::size_t epochs) {
        double const hazard = between(0.5, 4.0) / static_cast<double>(epochs);
        bool const mostly_ends = uniform() < 0.5;
        std::vector<double> p(epochs);
        double left = mostly_ends ? 0.5 : 1.0;
        for (double& x : p) left -= x = left * hazard;
        double sum = 0.0;
        for (double const x : p) sum += x;
        p.back() += 1.0 - sum;
        return *early_stop::from_probabilities(p);
    }
    training_job job(node_park const& park, double submitted) {
        // Amdahl's law within a node; the second kind is faster by a factor that depends on the model.
        double const alone = between(120.0, 900.0);
        double const serial = between(0.03, 0.25);
        double const faster = between(1.2, 2.0);
        double const memory = between(2e9, 15e9);
        std::vector<configuration> all;
        for (index k = 0; k < park.kinds.size(); ++k) {
            double const one = k == 0 ? alone : alone / faster;
            for (std::int64_t d = 1; d <= static_cast<std::int64_t>(park.kinds[k].devices()); d *= 2) {
                duration const epoch{one * (serial + (1.0 - serial) / static_cast<double>(d))};
                all.push_back({k, d, 1.0, bytes{memory}, epoch, whole_node(park.kinds[k], d, epoch)});
            }
            for (double const share : {0.5, 0.25}) {
                if (!shape_.sharing) break;
                duration const epoch{one * (0.2 + 0.8 / share)};
                all.push_back(
                    {k, 1, share, bytes{memory * (0.3 + 0.7 * share)}, epoch, whole_node(park.kinds[k], 1, epoch)});
            }
        }
        double fastest = all[0].time.value();
        for (auto const& c : all) fastest = std::min(fastest, c.time.value());
        auto const epochs = 20 + static_cast<std::size_t>(uniform() * 180.0);
        double const longest = fastest * static_cast<double>(epochs);
        auto out = training_job{std::move(all), stops(epochs),
                                instant{submitted + longest * between(shape_.tight, shape_.loose)}};
        out.weight = between(2e4, 2e5);
        out.priority = out.weight;
        out.submitted = instant{submitted};
        return out;
    }

    load_shape shape_;
    std::mt19937_64 draw_;
};

} // namespace detail

/// A load from a seed: the same on every machine, up to the rounding of sums.
///
/// Semantics: nodes of two kinds in turn, 4 devices and 8 faster ones; arrivals at random over the span; scaling by
/// Amdahl's law; jobs that stop early at a constant rate, half of them only every other time; due dates in proportion
/// to the longest course in the fastest configuration. Nothing in it is measured.
[[nodiscard]] inline training_load generated_load(load_shape const& shape) {
    return detail::load_maker{shape}.make();
}

} // namespace gangway::plan::sts
