// Profile tables: curves between and beyond what was measured, batches, devices, files, the adapter of ranks.
#include <gangway/profile/rate_table_csv.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>
#include <random>

using namespace gangway;
using namespace gangway::profile;

namespace {

scaling_curve curve(std::vector<scaling_curve::point> points, curve_between between = curve_between::power) {
    return {"m", 64.0, false, std::move(points), between};
}
std::string file_at(std::string const& path) {
    std::ifstream in{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{in}, {}};
}

} // namespace

TEST_CASE("a curve says what it measured and what it made of it") {
    auto const c = curve({{1, 6.0}, {2, 10.0}, {8, 20.0}});
    CHECK(c.rate(0) == 0.0);
    CHECK(c.rate(1) == 6.0);
    CHECK(c.estimate(2).source == rate_source::measured);
    CHECK(c.estimate(4).source == rate_source::between);
    CHECK(c.rate(4) == doctest::Approx(std::sqrt(10.0 * 20.0))); // half of the way in logarithms
    CHECK(c.estimate(16).source == rate_source::beyond);
    // From 2 to 8 the rate for each device halves with every doubling of devices by sqrt(2): 2.5 on 8.
    CHECK(c.rate(16) == doctest::Approx(16 * 2.5 / std::sqrt(2.0)));
    auto const from_two = curve({{2, 10.0}});
    CHECK(from_two.rate(1) == 5.0);
    CHECK(from_two.estimate(1).source == rate_source::below);
    CHECK(from_two.rate(8) == 40.0); // one point says nothing about how it falls
    auto const rising = curve({{1, 1.0}, {2, 3.0}});
    CHECK(rising.rate(4) == 6.0); // efficiency that rose stands still beyond
    auto const line = curve({{1, 6.0}, {2, 10.0}, {8, 20.0}}, curve_between::line);
    CHECK(line.rate(4) == 15.0);
}

TEST_CASE("between two measurements a curve leaves neither their rates nor, as a power law, their efficiencies") {
    std::mt19937_64 random{7};
    std::uniform_real_distribution<double> rate{0.5, 50.0};
    for (int trial = 0; trial < 300; ++trial) {
        auto c = curve({{1, rate(random)}, {4, rate(random)}, {32, rate(random)}});
        for (auto const how : {curve_between::power, curve_between::line}) {
            c.between = how;
            for (std::size_t i = 0; i + 1 < c.points.size(); ++i) {
                auto const& a = c.points[i];
                auto const& b = c.points[i + 1];
                double before = a.rate;
                for (auto g = static_cast<std::int64_t>(a.gpus); g <= static_cast<std::int64_t>(b.gpus); ++g) {
                    double const r = c.rate(g);
                    CHECK((r - before) * (b.rate - a.rate) >= -1e-9);
                    before = r;
                    if (how == curve_between::line) continue;
                    double const e = r / static_cast<double>(g);
                    auto const [low, high] = std::minmax({a.rate / a.gpus, b.rate / b.gpus});
                    CHECK(e >= low * (1.0 - 1e-12));
                    CHECK(e <= high * (1.0 + 1e-12));
                }
            }
        }
    }
    auto perfect = curve({{1, 3.0}, {2, 6.0}, {4, 12.0}});
    CHECK(perfect.rate(3) == doctest::Approx(9.0));
    perfect.between = curve_between::line;
    CHECK(perfect.rate(3) > 9.0);
    CHECK(perfect.rate(3) < 9.0 * 1.062);
}

TEST_CASE("efficiency, the gain of one more device, and the reference of a rank") {
    auto c = curve({{1, 6.0}, {2, 10.0}, {4, 10.0}, {8, 9.0}});
    CHECK(scaling_efficiency(c, 1) == 1.0);
    CHECK(scaling_efficiency(c, 2) == doctest::Approx(10.0 / 12.0));
    CHECK(marginal_gain(c, 1) == doctest::Approx(64.0 * 4.0));
    CHECK(marginal_gain(c, 2) == doctest::Approx(0.0));
    CHECK(marginal_gain(c, 7) < 0.0);
    c.batch_for_each_gpu = true;
    CHECK(c.global_batch(4) == 256.0);
    CHECK(scaling_efficiency(c, 2) == doctest::Approx(10.0 / 6.0));
    std::vector<scaling_curve> const two{c, curve({{1, 2.0}})};
    CHECK(best_efficiency(two, efficiency_metric::raw, 128) == 6.0);
    CHECK(best_efficiency(two, efficiency_metric::samples, 1) == 6.0 * 64.0);
}

TEST_CASE("batches between measured ones, and beyond") {
    rate_table t;
    CHECK(t.add({"m", "A100", 32.0, false, 1.0, 10.0})); // 100 ms
    CHECK(t.add({"m", "A100", 96.0, false, 1.0, 5.0}));  // 200 ms
    CHECK_FALSE(t.add({"m", "A100", 96.0, false, 1.0, 7.0}));
    auto const at = [&](double batch) { return *t.rate("m", "A100", batch, 1); };
    CHECK(at(32.0).rate.value() == 10.0);
    CHECK(at(32.0).source == rate_source::measured);
    CHECK(at(64.0).rate.value() == doctest::Approx(1.0 / 0.15));
    CHECK(at(64.0).source == rate_source::between);
    CHECK(at(48.0).rate.value() == doctest::Approx(8.0)); // a quarter of the way: 125 ms
    CHECK(at(16.0).rate.value() == 10.0);
    CHECK(at(16.0).source == rate_source::below);
    CHECK(at(192.0).rate.value() == doctest::Approx(2.5));
    CHECK(at(192.0).source == rate_source::beyond);
    CHECK_FALSE(t.rate("m", "V100", 32.0, 1));
    CHECK_FALSE(t.rate("other", "A100", 32.0, 1));
    CHECK(t.largest_batch("m", "A100")->batch == 96.0);
}

TEST_CASE("which type of device, on a mixed cluster") {
    rate_table t;
    t.add({"m", "A100", 64.0, false, 1.0, 8.0});
    t.add({"m", "A100", 64.0, false, 4.0, 20.0});
    t.add({"m", "T4", 64.0, false, 1.0, 3.0});
    t.add({"m", "T4", 64.0, false, 4.0, 11.0});
    t.add({"small", "T4", 64.0, false, 1.0, 3.0});
    auto const ranked = t.rank_devices("m", 64.0, 4);
    REQUIRE(ranked.size() == 2);
    CHECK(ranked[0].device == "A100");
    CHECK(t.rank_devices("small", 64.0, 4).size() == 1);
    device_room const full[] = {{"A100", 3}, {"T4", 8}};
    CHECK(choose_device(t, "m", 64.0, 4, full)->device == "T4");
    device_room const room[] = {{"T4", 8}, {"A100", 4}};
    CHECK(choose_device(t, "m", 64.0, 4, room)->device == "A100");
    device_room const none[] = {
        {"A100", 3}, {"T4", 3}, {"H100", 64}}; // not split over types, nor put where nothing is measured
    CHECK_FALSE(choose_device(t, "m", 64.0, 4, none));
}

TEST_CASE("the adapter over curves is what rank terms read; without a curve a job has no efficiency") {
    std::vector<scaling_curve> const curves{curve({{1, 6.0}, {2, 10.0}})};
    auto const of = [&](int job) -> scaling_curve const* { return job < 1 ? &curves[0] : nullptr; };
    curve_profiles const p{of};
    static_assert(batch_profile<decltype(p), int>);
    CHECK(p.rate(0, 2).value() == 10.0);
    CHECK(p.batch(0, 2) == 64.0);
    CHECK(p.rate(1, 2).value() == 0.0);
}

TEST_CASE("tables as files: faults are named, what is written is read back") {
    auto const r = read_rate_table("t.csv", "model,gpu_type,batch_size,consolidated,workers,steps_per_s\n"
                                            "a,v100,32,1,1,4.5\n"
                                            "a,v100,32,1,2,0\n"
                                            "a,v100,32,0,2,5\n"
                                            "a,v100,32,1,x,5\n"
                                            "a,v100,-1,1,4,5\n"
                                            "a,v100,32,1,1,9\n"
                                            "b,v100,32,1,1,nan\n");
    CHECK(r.usable());
    CHECK(r.rows == 1);
    CHECK(r.issues.size() == 4);
    CHECK(r.table.models("v100") == std::vector<std::string_view>{"a"});
    CHECK(r.table.largest_batch("a", "v100")->batch_for_each_gpu);
    CHECK_FALSE(read_rate_table("t.csv", "model,workers\n").usable());
    std::vector<rate_row> const rows{{"resnet, big", "A100", 256.0, false, 4.0, 1.0 / 3.0},
                                     {"b", "T4", 8.0, true, 1.0, 2.5}};
    auto const again = read_rate_table("w.csv", write_rate_table(rows), text::rule::stop);
    CHECK(again.issues.empty());
    CHECK(again.rows == 2);
    CHECK(again.table.rate("resnet, big", "A100", 256.0, 4)->rate.value() == 1.0 / 3.0);
    CHECK(again.table.largest_batch("b", "T4")->batch_for_each_gpu);
}

TEST_CASE("the published tables") {
    std::string const dir = GANGWAY_SHARED_DIR "/data/profiles/";
    auto const gavel = file_at(dir + "gavel_throughputs.csv");
    auto const elastic = file_at(dir + "elasticflow_throughputs.csv");
    if (gavel.empty() || elastic.empty()) {
        MESSAGE("skipped: ../shared/data/profiles is absent");
        return;
    }
    auto const g = read_rate_table("gavel", gavel);
    CHECK(g.table.devices() == std::vector<std::string_view>{"k80", "p100", "v100"});
    CHECK(g.issues.size() == 1); // three rows of rate 0
    CHECK(choose_device(g.table, "ResNet-50", 64.0, 1, std::vector<device_room>{{"k80", 4}, {"p100", 4}, {"v100", 4}})
              ->device == "v100");
    auto const e = read_rate_table("elasticflow", elastic);
    CHECK(e.table.devices() == std::vector<std::string_view>{"A100", "T4"});
    auto const bert = *e.table.find("bert", "A100");
    CHECK(bert.at(64.0).rate(2) == 8.643477263279834);
    // 16 GPUs bring BERT at this batch less than 8 do.
    CHECK(bert.at(64.0).rate(16) < bert.at(64.0).rate(8));
    CHECK(scaling_efficiency(bert.at(64.0), 8) < 0.25);
}
