// The table of devices: what it holds, what its sources disagree on, files of your own, bad rows with their lines.
#include <doctest/doctest.h>

#include <gangway/cost/built_in_devices.hpp>
#include <gangway/cost/clock_shares.hpp>

#include <algorithm>
#include <string>
#include <vector>

using namespace gangway;
using namespace gangway::cost;
using doctest::Approx;
using text::issue_kind;

namespace {

constexpr char const* header = "device,quantity,type,sparse,value,unit,used,source,remark\n";

device_file read_rows(std::string const& rows, text::rule bad_rows = text::rule::skip) {
    return read_devices("f", header + rows, bad_rows);
}
std::vector<issue_kind> kinds(device_file const& f) {
    std::vector<issue_kind> out;
    for (auto const& i : f.issues) out.push_back(i.kind);
    return out;
}
/// The one kind of issue that a row has; its line is 2.
issue_kind kind_of(std::string const& row) {
    auto const f = read_rows(row + "\n");
    CHECK(f.figures.empty());
    REQUIRE(f.issues.size() == 1);
    CHECK(f.issues[0].file == "f");
    CHECK(f.issues[0].line == 2);
    return f.issues[0].kind;
}

} // namespace

TEST_CASE("data types: names there and back, and bytes") {
    for (auto const name : data_type_names) {
        auto const t = data_type_named(name);
        REQUIRE(t);
        CHECK(to_text(*t) == name);
        CHECK(bytes_each(*t) > 0.0);
    }
    CHECK_FALSE(data_type_named("fp17"));
    CHECK(bytes_each(data_type::bf16) == 2.0);
    CHECK(bytes_each(data_type::int4) == 0.5);
}

TEST_CASE("devices: the built-in table is without fault, and each figure has a source") {
    auto const file = read_devices("built-in", built_in_device_csv, text::rule::stop);
    CHECK(file.issues.empty());
    CHECK(file.usable);
    for (auto const& f : file.figures) CHECK(!f.source.empty());
    auto const devices = built_in_devices();
    CHECK(devices.figures().size() == file.figures.size());
    // Each device has a bandwidth, a memory size, a power limit and a peak for FP16 and FP32.
    for (auto const name : devices.names()) {
        INFO(name);
        CHECK(devices.memory(name));
        CHECK(devices.capacity(name));
        CHECK(devices.power_limit(name));
        CHECK(devices.peak(name, data_type::fp32));
        CHECK(devices.roofs_of(name, data_type::fp16));
    }
    // No sparse figure below twice the dense one by more than rounding, and none above it.
    for (auto const& f : devices.figures()) {
        if (!f.used || f.what != figure::peak || f.pattern != sparsity::structured) continue;
        INFO(f.device << " " << to_text(f.type));
        auto const dense = devices.peak(f.device, f.type);
        REQUIRE(dense);
        CHECK(f.value == Approx(2.0 * dense->rate.value()).epsilon(1e-3));
    }
    // A figure that is not in use differs from the one in use, and there is one.
    for (auto const name : devices.names())
        for (auto const& [other, in_use] : devices.disagreements(name)) {
            INFO(name);
            REQUIRE(in_use != nullptr);
            CHECK(other->value != in_use->value);
        }
}

TEST_CASE("devices: ridges and decode floors of section 7") {
    auto const devices = built_in_devices();
    struct {
        char const* name;
        data_type type;
        double ridge, floor_ms;
    } const printed[] = {
        {"Jetson Orin Nano 8GB", data_type::bf16, 147, 206},
        {"Jetson Orin Nano Super", data_type::bf16, 164, 137},
        {"Jetson AGX Orin 64GB", data_type::bf16, 207.5, 68.4},
        {"Jetson AGX Thor", data_type::bf16, 948, 51.3},
        {"RTX 4090", data_type::bf16, 164, 13.9},
        {"A100 80GB SXM", data_type::bf16, 153, 6.87},
        {"H100 SXM", data_type::bf16, 295, 4.18},
        {"H200 SXM", data_type::bf16, 206, 2.92},
    };
    kernel const token{work{14e9}, bytes{14e9}}; // 7B parameters, two bytes each, two FLOP each
    for (auto const& row : printed) {
        INFO(row.name);
        auto const r = devices.roofs_of(row.name, row.type);
        REQUIRE(r);
        CHECK(ridge_of(*r).value() == Approx(row.ridge).epsilon(0.003));
        CHECK(time_of(token, *r).value() * 1e3 == Approx(row.floor_ms).epsilon(0.002));
        CHECK(binding_of(token, *r).by == roof::memory);
    }
    auto const b100 = devices.roofs_of("B100", data_type::bf16);
    CHECK(ridge_of(*b100).value() == Approx(218.8).epsilon(1e-3));
    CHECK_FALSE(devices.roofs_of("V100 SXM2", data_type::bf16)); // no BF16 units
    CHECK_FALSE(devices.peak<sparsity::structured>("V100 SXM2", data_type::fp16));
    // The Thor of VLA-Perf is another machine: its figures stand beside ours.
    auto const other = devices.disagreements("Jetson AGX Thor");
    double peak = 0.0;
    double rate = 0.0;
    for (auto const& [figure_there, ours] : other) {
        if (figure_there->what == figure::peak && figure_there->type == data_type::fp16) peak = figure_there->value;
        if (figure_there->what == figure::memory_rate) rate = figure_there->value;
    }
    CHECK(peak / rate == Approx(1481.5).epsilon(1e-4));
}

TEST_CASE("devices: names") {
    auto const devices = built_in_devices();
    CHECK(devices.named("h100") == std::vector<std::string_view>{"H100 SXM"});
    CHECK(devices.named("rtx4090") == std::vector<std::string_view>{"RTX 4090"});
    CHECK(devices.named("Jetson_AGX_Thor") == std::vector<std::string_view>{"Jetson AGX Thor"});
    CHECK(devices.named("orin nano").size() == 2);
    CHECK(devices.named("MI300X").empty());
    CHECK(devices.named("").empty());
    device_table two;
    two.add(read_rows("X,power,,,1,W,,s,\nX2,power,,,2,W,,s,\n").figures);
    CHECK(two.named("x") == std::vector<std::string_view>{"X"}); // called so: not all whose name holds it
}

TEST_CASE("devices: a file of your own extends and overrides") {
    auto devices = built_in_devices();
    auto const mine = read_rows("h100-sxm,bandwidth,,,3.0,TB/s,,measured,copy kernel\n"
                                "MyChip,peak,int8,,2,POP/s,,data sheet,\n"
                                "my chip,peak,int8,yes,4,POP/s,,data sheet,\n"
                                "MyChip,bandwidth,,,1,TB/s,,data sheet,\n"
                                "MyChip,capacity,,,16,GiB,,data sheet,\n"
                                "MyChip,launch,,,4,us,,measured,\n");
    CHECK(mine.issues.empty());
    devices.add(mine.figures);
    CHECK(devices.memory("H100 SXM")->value() == 3e12);
    CHECK(devices.roofs_of("H100 SXM", data_type::bf16)->memory.value() == 3e12);
    auto const before = devices.disagreements("H100 SXM");
    CHECK(std::any_of(before.begin(), before.end(), [](auto const& d) { return d.first->value == 3350e9; })); // kept
    CHECK(devices.named("mychip") == std::vector<std::string_view>{"MyChip"});
    auto const r = devices.roofs_of("MyChip", data_type::int8);
    REQUIRE(r);
    CHECK(r->peak.rate.value() == 2e15);
    CHECK(r->launch.value() == Approx(4e-6));
    CHECK(devices.roofs_of<sparsity::structured>("MyChip", data_type::int8)->peak.rate.value() == 4e15);
    CHECK(devices.capacity("MyChip")->value() == 16.0 * 1073741824.0);
    CHECK_FALSE(devices.power_limit("MyChip"));
    CHECK_FALSE(devices.roofs_of("MyChip", data_type::fp16));
}

TEST_CASE("devices: bad rows, each with its kind and line") {
    CHECK(kind_of(",peak,fp16,,1,TFLOP/s,,s,") == issue_kind::missing_field);
    CHECK(kind_of("X,speed,fp16,,1,TFLOP/s,,s,") == issue_kind::malformed);
    CHECK(kind_of("X,peak,,,1,TFLOP/s,,s,") == issue_kind::missing_field);
    CHECK(kind_of("X,peak,fp17,,1,TFLOP/s,,s,") == issue_kind::malformed);
    CHECK(kind_of("X,peak,fp16,maybe,1,TFLOP/s,,s,") == issue_kind::malformed);
    CHECK(kind_of("X,peak,fp16,,1,TFLOP/s,maybe,s,") == issue_kind::malformed);
    CHECK(kind_of("X,bandwidth,,yes,1,GB/s,,s,") == issue_kind::malformed);
    CHECK(kind_of("X,bandwidth,fp16,,1,GB/s,,s,") == issue_kind::malformed);
    CHECK(kind_of("X,bandwidth,,,fast,GB/s,,s,") == issue_kind::bad_number);
    CHECK(kind_of("X,bandwidth,,,nan,GB/s,,s,") == issue_kind::bad_number);
    CHECK(kind_of("X,bandwidth,,,1e999,GB/s,,s,") == issue_kind::out_of_range);
    CHECK(kind_of("X,bandwidth,,,1e300,GB/s,,s,") == issue_kind::out_of_range);
    CHECK(kind_of("X,bandwidth,,,0,GB/s,,s,") == issue_kind::out_of_range);
    CHECK(kind_of("X,bandwidth,,,-1,GB/s,,s,") == issue_kind::out_of_range);
    CHECK(kind_of("X,bandwidth,,,1,Gb/s,,s,") == issue_kind::malformed); // bits: the unit decides
    CHECK(kind_of("X,bandwidth,,,1,TFLOP/s,,s,") == issue_kind::malformed);
    CHECK(read_rows("X,launch,,,0,us,,s,\n").figures.size() == 1); // a launch may cost nothing

    auto const twice = read_rows("X,power,,,300,W,,s,\nx,power,,,400,W,,s,\nX,power,,,350,W,no,t,\n");
    CHECK(kinds(twice) == std::vector{issue_kind::duplicate_id});
    CHECK(twice.issues[0].line == 3);
    CHECK(twice.figures.size() == 2);
    auto const no_source = read_rows("X,power,,,300,W,,,\n");
    CHECK(kinds(no_source) == std::vector{issue_kind::missing_field});
    CHECK(no_source.figures.size() == 1);
    auto const none_used = read_rows("X,power,,,300,W,no,s,\nX,power,,,400,W,no,t,\n");
    CHECK(kinds(none_used) == std::vector{issue_kind::missing_field});
    CHECK(none_used.figures.size() == 2);
    CHECK_FALSE(read_rows("X,power,,,300,W,,s,\nX,power,,,abc,W,,s,\n", text::rule::stop).usable);
    CHECK_FALSE(read_devices("f", "").usable);
    CHECK_FALSE(read_devices("f", "device,value\nX,1\n").usable);
    CHECK(read_devices("f", "unit,value,sparse,type,quantity,device\nW,300,,,power,X\n").figures.size() == 1);
}
