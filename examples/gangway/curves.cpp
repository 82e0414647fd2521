// tool - distributions, means over time, classes of gangs.
#include "curves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace tool {

namespace {

/// Adds `amount` over [from, to) to each part as a mean over that part.
void add_over(std::vector<double>& parts, double width, double from, double to, double amount) {
    to = std::min(to, width * static_cast<double>(parts.size()));
    if (!(from < to)) return;
    for (auto b = static_cast<std::size_t>(from / width); b < parts.size(); ++b) {
        double const begin = width * static_cast<double>(b);
        double const inside = std::min(to, begin + width) - std::max(from, begin);
        if (inside <= 0.0) break;
        parts[b] += amount * inside / width;
    }
}

} // namespace

bool job_times::ended() const {
    return std::isfinite(end);
}

std::vector<xy> distribution(std::vector<double> values, double least) {
    std::sort(values.begin(), values.end());
    std::vector<xy> out;
    if (values.empty()) return out;
    auto const n = values.size();
    std::size_t const stride = std::max<std::size_t>(1, n / 500);
    double share = 0.0;
    for (std::size_t i = 0; i < n; i = i + 1 == n ? n : std::min(i + stride, n - 1)) {
        double const at = std::max(values[i], least);
        out.push_back({at, share});
        share = 100.0 * static_cast<double>(i + 1) / static_cast<double>(n);
        out.push_back({at, share});
    }
    return out;
}

time_bins bins_for(double seconds) {
    constexpr double most = 400.0;
    double width = 1.0;
    for (double const usual :
         {1.0, 10.0, 60.0, 600.0, 3'600.0, 3.0 * 3'600.0, 6.0 * 3'600.0, 86'400.0, 7.0 * 86'400.0}) {
        width = usual;
        if (seconds <= most * width) break;
    }
    while (seconds > most * width) width *= 2.0;
    return {width, std::max<std::size_t>(1, static_cast<std::size_t>(std::ceil(seconds / width)))};
}

load_over_time load_of(std::vector<job_times> const& jobs, time_bins const& bins) {
    load_over_time out{std::vector<double>(bins.count), std::vector<double>(bins.count)};
    for (auto const& j : jobs) {
        add_over(out.busy, bins.width, j.start, j.end, j.gpus);
        if (j.can_run) add_over(out.queue, bins.width, j.submitted, j.start, 1.0);
    }
    return out;
}

std::vector<xy> steps_of(std::vector<double> const& values, double width) {
    std::vector<xy> out;
    for (std::size_t b = 0; b < values.size(); ++b) {
        out.push_back({static_cast<double>(b) * width, values[b]});
        out.push_back({static_cast<double>(b + 1) * width, values[b]});
    }
    return out;
}

std::size_t size_class(std::int64_t gpus) {
    return gpus <= 1 ? 0 : static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(gpus - 1)));
}

std::string size_class_name(std::size_t index) {
    if (index < 2) return std::to_string(index + 1);
    return fmt::format("{}-{}", (std::uint64_t{1} << (index - 1)) + 1, std::uint64_t{1} << index);
}

} // namespace tool
