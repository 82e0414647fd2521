// L5 - measured rates by model, device type, batch and number of devices, and which type of device suits a job.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scaling_curve.hpp"

namespace gangway::profile {

/// One measured rate.
struct rate_row {
    std::string model;               ///< that was run
    std::string device;              ///< type of it
    double batch = 1.0;              ///< samples of one iteration: of all devices, or of each
    bool batch_for_each_gpu = false; ///< false: of all devices together
    double gpus = 1.0;               ///< of the gang
    double rate = 0.0;               ///< iterations per second, above zero
};

/// A type of device and what it would do for a job.
struct device_rate {
    std::string_view device; ///< valid as long as the table
    rate_estimate estimate;  ///< of the rate there
};

/// Measured rates, found by model and device type.
class rate_table {
  public:
    /// Curves by batch.
    using by_batch = std::map<double, scaling_curve>;

    /// Adds a measurement; false where that combination is measured already: the first one stays.
    /// Expects: a rate, a batch and a number of devices above zero.
    bool add(rate_row const& r, curve_between between = curve_between::power) {
        GANGWAY_EXPECTS(r.rate > 0.0 && r.gpus > 0.0 && r.batch > 0.0,
                        "a measured rate has a rate, devices and a batch above zero");
        auto& c = curves_[r.device][r.model][r.batch];
        c.model = r.model;
        c.batch = r.batch;
        c.batch_for_each_gpu = r.batch_for_each_gpu;
        c.between = between;
        auto const at = std::lower_bound(c.points.begin(), c.points.end(), r.gpus,
                                         [](auto const& p, double g) { return p.gpus < g; });
        if (at != c.points.end() && at->gpus == r.gpus) return false;
        c.points.insert(at, {r.gpus, r.rate});
        return true;
    }

    [[nodiscard]] bool empty() const { return curves_.empty(); }
    /// In order of names.
    [[nodiscard]] std::vector<std::string_view> devices() const { return names(curves_); }
    /// Measured on a type of device, in order of names.
    [[nodiscard]] std::vector<std::string_view> models(std::string_view device) const {
        auto const at = curves_.find(device);
        return at == curves_.end() ? std::vector<std::string_view>{} : names(at->second);
    }
    /// The curves of a model on a type of device by batch; null where it is not measured.
    [[nodiscard]] by_batch const* find(std::string_view model, std::string_view device) const {
        auto const at = curves_.find(device);
        if (at == curves_.end()) return nullptr;
        auto const curves = at->second.find(model);
        return curves == at->second.end() ? nullptr : &curves->second;
    }
    /// Of a model the largest batch: the one that a gang of many devices would be given.
    [[nodiscard]] scaling_curve const* largest_batch(std::string_view model, std::string_view device) const {
        auto const* const curves = find(model, device);
        return curves == nullptr ? nullptr : &curves->rbegin()->second;
    }

    /// The rate for a batch that may lie between measured ones.
    ///
    /// Semantics: seconds for an iteration are a straight line between two batches; below the smallest they stand still
    /// (what does not shrink with the batch is not known), beyond the largest they grow with it, so that samples per
    /// second stand still. An extrapolation in either direction shows in the source. Empty where model and device are
    /// not measured.
    [[nodiscard]] std::optional<rate_estimate> rate(std::string_view model, std::string_view device, double batch,
                                                    std::int64_t gpus) const {
        auto const* const curves = find(model, device);
        if (curves == nullptr || gpus <= 0 || !(batch > 0.0)) return std::nullopt;
        auto const hi = curves->lower_bound(batch);
        if (hi != curves->end() && hi->first == batch) return hi->second.estimate(gpus);
        if (hi == curves->begin()) {
            auto e = hi->second.estimate(gpus);
            e.source = e.source == rate_source::beyond ? e.source : rate_source::below;
            return e;
        }
        auto const lo = std::prev(hi);
        auto const a = lo->second.estimate(gpus);
        if (hi == curves->end())
            return rate_estimate{throughput{a.rate.value() * lo->first / batch}, rate_source::beyond};
        auto const b = hi->second.estimate(gpus);
        double const share = (batch - lo->first) / (hi->first - lo->first);
        double const seconds = (1.0 - share) / a.rate.value() + share / b.rate.value();
        auto const source = is_extrapolated(a.source)   ? a.source
                            : is_extrapolated(b.source) ? b.source
                                                        : rate_source::between;
        return rate_estimate{throughput{1.0 / seconds}, source};
    }

    /// Every type of device on which the model is measured, fastest first; equal ones by name.
    [[nodiscard]] std::vector<device_rate> rank_devices(std::string_view model, double batch, std::int64_t gpus) const {
        std::vector<device_rate> out;
        for (auto const device : devices())
            if (auto const e = rate(model, device, batch, gpus)) out.push_back({device, *e});
        std::sort(out.begin(), out.end(), [](auto const& a, auto const& b) {
            return a.estimate.rate != b.estimate.rate ? a.estimate.rate > b.estimate.rate : a.device < b.device;
        });
        return out;
    }

  private:
    template <class Map>
    static std::vector<std::string_view> names(Map const& m) {
        std::vector<std::string_view> out;
        out.reserve(m.size());
        for (auto const& [name, ignored] : m) out.push_back(name);
        return out;
    }

    std::map<std::string, std::map<std::string, by_batch, std::less<>>, std::less<>> curves_; // by device, then model
};

/// Devices of one type that are free together.
struct device_room {
    std::string_view device; ///< type
    std::int64_t free = 0;   ///< devices of it
};

/// The fastest type of device that has room for the whole gang now, on a mixed cluster; empty where none has, or
/// nothing is measured. A gang is never split over types.
[[nodiscard]] inline std::optional<device_rate> choose_device(rate_table const& table, std::string_view model,
                                                              double batch, std::int64_t gpus,
                                                              std::span<device_room const> rooms) {
    for (auto const& candidate : table.rank_devices(model, batch, gpus))
        for (auto const& room : rooms)
            if (room.device == candidate.device && room.free >= gpus) return candidate;
    return std::nullopt;
}

} // namespace gangway::profile
