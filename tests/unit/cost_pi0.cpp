// The stages of pi0 on real devices: which roof binds, times from parameters and peaks, efficiency against measured
// runs.
#include <doctest/doctest.h>

#include <gangway/cost/built_in_devices.hpp>
#include <gangway/cost/pipeline.hpp>
#include <gangway/cost/reach_fit.hpp>
#include <gangway/cost/transformer.hpp>
#include <gangway/text/csv.hpp>
#include <gangway/trace/random.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

using namespace gangway;
using namespace gangway::cost;

namespace {

/// A file of ../shared/data/vla; where it is absent, says that the check is skipped.
std::optional<std::string> shared_file(std::string const& name) {
    std::ifstream in{std::string{GANGWAY_SHARED_DIR} + "/data/vla/" + name, std::ios::binary};
    if (in) return std::string{std::istreambuf_iterator<char>{in}, {}};
    std::string const text = "skipped: ../shared/data/vla/" + name + " is absent";
    MESSAGE(text);
    return std::nullopt;
}

double number_of(std::string_view field) {
    double v = 0.0;
    REQUIRE(text::parse_number(field, v) == text::number_fault::none);
    return v;
}

// The sizes in the configuration files of openpi: SigLIP So400m, Gemma 2B and 300M; 3 views of 256 tokens and 32 of
// text, 50 actions in 10 denoising steps. Parameters as the table of components counts them.
constexpr double views = 3;
constexpr double view_tokens = 256;
constexpr double prompt = views * view_tokens + 32;
constexpr double actions = 50;
constexpr double denoising_steps = 10;
dense_transformer const vision{411.19488e6, 27, 1152, 1152};
dense_transformer const language{1981.956096e6, 18, 2048, 256};
dense_transformer const action{292.626432e6, 18, 2048, 256};

/// Work of the three stages, for one batch.
std::array<double, 3> stage_work() {
    return {views * prefill(vision, view_tokens).flop.value(), prefill(language, prompt).flop.value(),
            denoising_steps * forward(action, actions, prompt + actions).flop.value()};
}

struct table_row {
    std::string device;
    double batch = 1;
    std::array<double, 3> ms{};
    std::array<std::string, 3> bound;
    std::array<double, 3> intensity{};
};

/// The rows of one chip.
std::vector<table_row> read_table(std::string const& content) {
    std::array<text::csv_column, 12> const columns{{{"hardware.name", true},
                                                    {"hardware.num_chips", true},
                                                    {"batch_size", true},
                                                    {"vision_time_ms", true},
                                                    {"vlm_time_ms", true},
                                                    {"action_time_ms", true},
                                                    {"vision_boundness", true},
                                                    {"vlm_boundness", true},
                                                    {"action_boundness", true},
                                                    {"vision_op_intensity", true},
                                                    {"vlm_op_intensity", true},
                                                    {"action_op_intensity", true}}};
    text::ledger account{"pi0", text::rule::stop};
    std::vector<table_row> out;
    text::for_each_row(content, account, columns, [&](auto const& f, std::size_t) {
        if (f[1] != "1") return;
        table_row r{std::string{f[0]}, number_of(f[2]), {}, {}, {}};
        for (std::size_t s = 0; s < 3; ++s) {
            r.ms[s] = number_of(f[3 + s]);
            r.bound[s] = f[6 + s];
            r.intensity[s] = number_of(f[9 + s]);
        }
        out.push_back(std::move(r));
    });
    REQUIRE_FALSE(account.stopped());
    return out;
}

/// The roofs that the authors of the table used: their peaks, and bandwidths in GiB/s where GB/s are meant.
std::optional<roofs> roofs_of_table(std::string const& device) {
    struct entry {
        char const* name;
        double tflops, gb;
    };
    for (auto const& e : {entry{"A100_80GB", 312, 2039}, entry{"B100", 1750, 8000}, entry{"H100", 989.4, 3350},
                          entry{"Jetson_AGX_Thor", 400, 270}, entry{"RTX_4090", 165, 1008}})
        if (device == e.name) return roofs{dense_peak{throughput{e.tflops * 1e12}}, bandwidth{e.gb * 0x1p30}};
    return std::nullopt;
}

char const* word(roof r) {
    return r == roof::compute ? "Comp" : r == roof::memory ? "Mem" : "?";
}

} // namespace

TEST_CASE("pi0: every stage is bound by the roof that the table names, on every device") {
    auto const content = shared_file("pi0_family_e2e_perf.csv");
    if (!content) return;
    std::vector<std::string> devices;
    for (auto const& r : read_table(*content)) {
        if (r.batch != 1) continue;
        auto const at = roofs_of_table(r.device);
        REQUIRE(at.has_value());
        devices.push_back(r.device);
        for (std::size_t s = 0; s < 3; ++s) {
            kernel const k{work{r.intensity[s]}, bytes{1.0}};
            CHECK(word(binding_of(k, *at).by) == r.bound[s]);
        }
        // The built-in table of devices, from other sources, says the same.
        auto const known = built_in_devices();
        std::string name = r.device;
        if (name == "Jetson_AGX_Thor") name = "Jetson AGX Thor";
        auto const found = known.named(name);
        REQUIRE(found.size() == 1);
        auto const own = known.roofs_of(found[0], data_type::bf16);
        REQUIRE(own.has_value());
        for (std::size_t s = 0; s < 3; ++s)
            CHECK(word(binding_of(kernel{work{r.intensity[s]}, bytes{1.0}}, *own).by) == r.bound[s]);
    }
    std::sort(devices.begin(), devices.end());
    CHECK(devices == std::vector<std::string>{"A100_80GB", "B100", "H100", "Jetson_AGX_Thor", "RTX_4090"});
}

TEST_CASE("pi0: times from parameters, intensity and peaks, against the table") {
    auto const content = shared_file("pi0_family_e2e_perf.csv");
    if (!content) return;
    auto const flop = stage_work();
    CHECK(flop[1] == doctest::Approx(3.2655e12).epsilon(1e-4));
    for (auto const& r : read_table(*content)) {
        if (r.batch != 1) continue;
        auto const at = roofs_of_table(r.device);
        double total = 0.0;
        double wanted = 0.0;
        std::string line = r.device;
        line.resize(16, ' ');
        for (std::size_t s = 0; s < 3; ++s) {
            kernel const k{work{flop[s]}, bytes{flop[s] / r.intensity[s]}};
            double const ms = 1e3 * time_of(k, *at).value();
            double const error = ms / r.ms[s] - 1.0;
            total += ms;
            wanted += r.ms[s];
            char text[64];
            std::snprintf(text, sizeof text, " %6.2f ms (%+5.1f %%) %s", ms, 100.0 * error,
                          word(binding_of(k, *at).by));
            line += text;
            CHECK(std::abs(error) < (s == 1 ? 0.025 : 0.20));
        }
        char text[64];
        std::snprintf(text, sizeof text, ", in all %6.2f ms (%+5.1f %%)", total, 100.0 * (total / wanted - 1.0));
        line += text;
        MESSAGE(line);
        CHECK(std::abs(total / wanted - 1.0) < 0.07);
    }
}

TEST_CASE("pi0: the peak of Thor is in doubt, and it matters from a batch of 4 on") {
    auto const content = shared_file("pi0_family_e2e_perf.csv");
    if (!content) return;
    auto const known = built_in_devices();
    auto const own = known.roofs_of("Jetson AGX Thor", data_type::bf16);
    auto const theirs = roofs_of_table("Jetson_AGX_Thor");
    REQUIRE(own.has_value());
    CHECK(own->peak.rate.value() == doctest::Approx(258.75e12)); // 2070 sparse FP4 / 8; the table takes 400
    CHECK(ridge_of(*own).value() == doctest::Approx(948).epsilon(0.001));
    CHECK(400e12 / 270e9 == doctest::Approx(1481.5).epsilon(1e-4));
    int differ = 0;
    for (auto const& r : read_table(*content)) {
        if (r.device != "Jetson_AGX_Thor") continue;
        for (std::size_t s = 0; s < 3; ++s) {
            kernel const k{work{r.intensity[s]}, bytes{1.0}};
            bool const same = binding_of(k, *own).by == binding_of(k, *theirs).by;
            differ += same ? 0 : 1;
            CHECK(same == !(s == 1 && r.batch >= 4)); // prefill at more than 948 FLOP/B: compute-bound after all
        }
    }
    CHECK(differ == 8);
    MESSAGE("Jetson AGX Thor: the table takes 400 TFLOP/s, 2070 / 8 gives 258.75; prefill of batches of 4 and more "
            "changes its bound");
}

TEST_CASE("pi0: roofline against measured runs, efficiency factors fitted on half of the rows") {
    auto const content = shared_file("perf_validation_vs_realtime_vla.csv");
    if (!content) return;
    std::array<text::csv_column, 7> const columns{{{"vision_ms", true},
                                                   {"vlm_ms", true},
                                                   {"action_ms", true},
                                                   {"real_ms", true},
                                                   {"vision_bound", true},
                                                   {"vlm_bound", true},
                                                   {"action_bound", true}}};
    text::ledger account{"validation", text::rule::stop};
    std::vector<pipeline_run> runs;
    text::for_each_row(*content, account, columns, [&](auto const& f, std::size_t) {
        pipeline_run r;
        for (std::size_t s = 0; s < 3; ++s)
            (f[4 + s] == "Comp" ? r.compute : r.memory) =
                (f[4 + s] == "Comp" ? r.compute : r.memory) + duration{number_of(f[s]) / 1e3};
        r.measured = duration{number_of(f[3]) / 1e3};
        runs.push_back(r);
    });
    REQUIRE(runs.size() == 6);
    auto const mean_error = [](std::vector<pipeline_run> const& on, auto const& model) {
        double sum = 0.0;
        for (auto const& r : on) sum += std::abs(model(r) / r.measured - 1.0);
        return sum / static_cast<double>(on.size());
    };
    std::array<double, 3> held_out{};
    for (std::size_t odd = 0; odd < 2; ++odd) {
        std::vector<pipeline_run> fit;
        std::vector<pipeline_run> judge;
        for (std::size_t i = 0; i < runs.size(); ++i) (i % 2 == odd ? fit : judge).push_back(runs[i]);
        auto const factors = fit_reach(fit, false);
        auto const with_fixed = fit_reach(fit, true);
        auto const bare = [](pipeline_run const& r) { return r.compute + r.memory; };
        for (auto const& r : runs) CHECK(bare(r) < r.measured); // a bound, no forecast
        held_out[0] += mean_error(judge, bare) / 2.0;
        held_out[1] += mean_error(judge, factors) / 2.0;
        held_out[2] += mean_error(judge, with_fixed) / 2.0;
        char text[160];
        std::snprintf(text, sizeof text,
                      "half %zu: eta_c %.3f eta_m %.3f; with a fixed time eta_c %.3f eta_m %.3f fixed %.2f ms", odd,
                      factors.eta.compute, factors.eta.memory, with_fixed.eta.compute, with_fixed.eta.memory,
                      1e3 * with_fixed.fixed.value());
        MESSAGE(std::string{text});
    }
    char text[160];
    std::snprintf(
        text, sizeof text,
        "mean error on rows not fitted: roofline alone %.1f %%, two factors %.1f %%, with a fixed time %.1f %%",
        100.0 * held_out[0], 100.0 * held_out[1], 100.0 * held_out[2]);
    MESSAGE(std::string{text});
    CHECK(held_out[0] > 0.2);
    CHECK(held_out[1] < 0.14);
    CHECK(held_out[2] < 0.075);
}

TEST_CASE("reach fit: finds the factors that made the times, and never one above 1") {
    trace::random draw{41, 1};
    auto const real = [&] { return static_cast<double>(draw.bits()) * 0x1p-32; };
    for (int round = 0; round < 200; ++round) {
        fitted_reach const truth{{0.3 + 0.7 * real(), 0.3 + 0.7 * real()}, duration{0.01 * real()}};
        std::vector<pipeline_run> runs(12);
        for (auto& r : runs) {
            r = {duration{0.001 + 0.05 * real()}, duration{0.001 + 0.05 * real()}, duration{1}};
            r.measured = truth(r);
        }
        auto const found = fit_reach(runs);
        REQUIRE(found.eta.compute == doctest::Approx(truth.eta.compute).epsilon(1e-6));
        REQUIRE(found.eta.memory == doctest::Approx(truth.eta.memory).epsilon(1e-6));
        REQUIRE(found.fixed.value() == doctest::Approx(truth.fixed.value()).epsilon(1e-6).scale(0.01));
        for (auto& r : runs) r.measured = r.measured * 0.2; // faster than the roofline
        auto const bound = fit_reach(runs);
        REQUIRE(bound.eta.compute <= 1.0);
        REQUIRE(bound.eta.memory <= 1.0);
        REQUIRE(bound.fixed.value() >= 0.0);
    }
}

TEST_CASE("transformer: prefill, decode, and the floor of a 7B decode on each device") {
    dense_transformer const m{7e9, 32, 4096, 1024};
    CHECK(prefill(m, 512).flop.value() == doctest::Approx(2.0 * 7e9 * 512 + 4.0 * 32 * 512 * 512 * 4096));
    CHECK(decode(m, 512).traffic.value() == doctest::Approx(2.0 * 7e9 + 2.0 * 32 * 512 * 1024 * 2.0));
    CHECK(decode(m, 0).flop.value() == 2.0 * 7e9);
    struct floor {
        double gb, ms;
    };
    for (auto const& f : {floor{68, 206}, floor{204.8, 68.4}, floor{273, 51.3}, floor{1008, 13.9}, floor{2039, 6.87},
                          floor{3350, 4.18}, floor{4800, 2.92}}) {
        roofs const r{dense_peak{throughput{1e15}}, bandwidth{f.gb * 1e9}};
        double const ms = 1e3 * time_of(decode(m, 0), r).value();
        CHECK(ms == doctest::Approx(f.ms).epsilon(0.005));
    }
}
