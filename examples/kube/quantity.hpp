// Kubernetes - amounts as its API writes them, "500m", "64Gi", "1e3", in the whole units that are counted here.
#pragma once

#include <nlohmann/json.hpp>

#include <gangway/amounts.hpp>

#include <charconv>
#include <cmath>
#include <stdexcept>
#include <string>
#include <string_view>

namespace kube {

using nlohmann::json;

/// Input that cannot be read; the sentence names the place.
struct bad_input : std::runtime_error {
    using runtime_error::runtime_error;
};

/// GPUs, thousandths of a CPU, MiB.
using amounts = gangway::amounts<3>;
inline constexpr std::string_view resource_names[] = {"GPU", "mCPU", "MiB"};

/// What a quantity stands for. Errors: bad_input.
inline double quantity(json const& value, std::string const& place) {
    if (value.is_number() && value.get<double>() >= 0.0) return value.get<double>();
    if (value.is_number()) throw bad_input{place + " is below 0"};
    if (!value.is_string()) throw bad_input{place + " is neither text nor a number"};
    auto const text = value.get<std::string>();
    double number = 0.0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    std::string_view const suffix{end, static_cast<std::size_t>(text.data() + text.size() - end)};
    static constexpr std::pair<std::string_view, double> suffixes[] = {
        {"", 1.0},      {"n", 1e-9},    {"u", 1e-6},    {"m", 1e-3},   {"k", 1e3},     {"M", 1e6},
        {"G", 1e9},     {"T", 1e12},    {"P", 1e15},    {"E", 1e18},   {"Ki", 0x1p10}, {"Mi", 0x1p20},
        {"Gi", 0x1p30}, {"Ti", 0x1p40}, {"Pi", 0x1p50}, {"Ei", 0x1p60}};
    if (error == std::errc{} && number >= 0.0)
        for (auto const& [name, factor] : suffixes)
            if (suffix == name) return number * factor;
    throw bad_input{place + " is '" + text + "', which is no amount: write it as 8, 500m or 64Gi"};
}

/// The three resources out of a list of them; what is not named is 0. What a pod asks for is rounded up, what a node
/// has is rounded down.
inline amounts amounts_of(json const& list, std::string const& place, bool up) {
    static constexpr std::pair<char const*, double> counted[] = {
        {"nvidia.com/gpu", 1.0}, {"cpu", 1e3}, {"memory", 0x1p-20}};
    if (!list.is_object()) throw bad_input{place + " is no object"};
    amounts out;
    for (std::size_t r = 0; r < 3; ++r) {
        auto const found = list.find(counted[r].first);
        if (found == list.end()) continue;
        auto const where = place + "." + counted[r].first;
        double const exact = quantity(*found, where) * counted[r].second;
        double const rounded = up ? std::ceil(exact - 1e-6) : std::floor(exact + 1e-6); // 0.3 CPU are 300, not 301
        if (!(rounded <= 0x1p40)) throw bad_input{where + " is more than can be counted"};
        out[r] = static_cast<std::int64_t>(rounded);
    }
    return out;
}

} // namespace kube
