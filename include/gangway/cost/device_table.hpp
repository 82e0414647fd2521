// L5 - what devices can do, as data: each figure with its source, disagreeing sources side by side.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data_type.hpp"
#include "roofline.hpp"

namespace gangway::cost {

/// What a figure of the table is about, and its SI unit.
enum class figure {
    peak,        ///< work a second, for a data type and a sparsity
    memory_rate, ///< bytes a second of the device memory
    memory_size, ///< bytes of the device memory
    power_limit, ///< watts, the highest limit
    launch_cost  ///< seconds that one launch costs
};

/// One figure as one source gives it.
struct device_figure {
    std::string device;                 ///< as it was written
    figure what = figure::peak;         ///< what the figure is of
    data_type type = data_type::fp32;   ///< of a peak; the default elsewhere
    sparsity pattern = sparsity::dense; ///< of a peak
    double value = 0.0;                 ///< SI
    bool used = true;                   ///< false: a value that another source gives, kept beside the one in use
    std::string source;                 ///< where it was read
    std::string remark;                 ///< what is odd about it
    std::string file;                   ///< where it was read
    std::size_t line = 0;               ///< in the file; 0: no file

    /// True for figures that answer the same question.
    [[nodiscard]] bool same_question(device_figure const& b) const {
        return device == b.device && what == b.what && type == b.type && pattern == b.pattern;
    }
};

/// The name without case, blanks, dashes and underscores: how names of devices are compared.
[[nodiscard]] inline std::string plain_name(std::string_view name) {
    std::string out;
    for (char const c : name) {
        if (c == ' ' || c == '-' || c == '_' || c == '\t') continue;
        out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
    return out;
}

/// Figures of devices, at most one of them in use for each question.
///
/// Semantics: devices and figures stand in the order in which they were added. Complexity: look-ups are linear.
class device_table {
  public:
    /// Adds figures. A figure in use takes the place of one in use that answers the same question: the older one stays
    /// in the table, as not in use. A device whose name differs in case, blanks, dashes or underscores only is the same
    /// one.
    void add(std::span<device_figure const> more) {
        std::map<std::string, std::string> known;
        for (auto const& old : figures_) known.try_emplace(plain_name(old.device), old.device);
        for (auto f : more) {
            f.device = known.try_emplace(plain_name(f.device), f.device).first->second;
            if (f.used)
                for (auto& old : figures_)
                    if (old.used && old.same_question(f)) old.used = false;
            figures_.push_back(std::move(f));
        }
    }

    /// Every figure, in use or not.
    [[nodiscard]] std::span<device_figure const> figures() const { return figures_; }

    /// The devices, each once.
    [[nodiscard]] std::vector<std::string_view> names() const {
        std::vector<std::string_view> out;
        for (auto const& f : figures_)
            if (std::find(out.begin(), out.end(), f.device) == out.end()) out.emplace_back(f.device);
        return out;
    }

    /// The devices that a name may mean: the one that is called so, else all whose name holds it; see `plain_name`.
    [[nodiscard]] std::vector<std::string_view> named(std::string_view name) const {
        auto const wanted = plain_name(name);
        std::vector<std::string_view> out;
        if (wanted.empty()) return out;
        for (auto const device : names()) {
            auto const plain = plain_name(device);
            if (plain == wanted) return {device};
            if (plain.find(wanted) != std::string::npos) out.push_back(device);
        }
        return out;
    }

    /// The peak in use; empty where the table has none. A dense peak is never made from a sparse one, or the reverse.
    template <sparsity S = sparsity::dense>
    [[nodiscard]] std::optional<peak_rate<S>> peak(std::string_view device, data_type type) const {
        auto const v = value(device, figure::peak, type, S);
        return v ? std::optional{peak_rate<S>{throughput{*v}}} : std::nullopt;
    }
    /// Bandwidth of the memory; empty where the table has none.
    [[nodiscard]] std::optional<bandwidth> memory(std::string_view device) const {
        return quantity_of<bandwidth>(device, figure::memory_rate);
    }
    /// Size of the memory; empty where the table has none.
    [[nodiscard]] std::optional<bytes> capacity(std::string_view device) const {
        return quantity_of<bytes>(device, figure::memory_size);
    }
    /// The highest power limit; empty where the table has none.
    [[nodiscard]] std::optional<power> power_limit(std::string_view device) const {
        return quantity_of<power>(device, figure::power_limit);
    }

    /// Peak, bandwidth and launch cost (0 s where the table has none); empty where peak or bandwidth is missing.
    template <sparsity S = sparsity::dense>
    [[nodiscard]] std::optional<basic_roofs<S>> roofs_of(std::string_view device, data_type type) const {
        auto const most = peak<S>(device, type);
        auto const rate = memory(device);
        if (!most || !rate) return std::nullopt;
        return basic_roofs<S>{*most, *rate, quantity_of<duration>(device, figure::launch_cost).value_or(duration{})};
    }

    /// Figures not in use, each with the one in use that it disagrees with, where there is one.
    [[nodiscard]] std::vector<std::pair<device_figure const*, device_figure const*>>
    disagreements(std::string_view device) const {
        std::vector<std::pair<device_figure const*, device_figure const*>> out;
        for (auto const& other : figures_) {
            if (other.used || other.device != device) continue;
            auto const in_use = std::find_if(figures_.begin(), figures_.end(),
                                             [&](auto const& f) { return f.used && f.same_question(other); });
            out.emplace_back(&other, in_use == figures_.end() ? nullptr : &*in_use);
        }
        return out;
    }

  private:
    [[nodiscard]] std::optional<double> value(std::string_view device, figure what, data_type type,
                                              sparsity pattern) const {
        for (auto const& f : figures_)
            if (f.used && f.device == device && f.what == what && f.type == type && f.pattern == pattern)
                return f.value;
        return std::nullopt;
    }
    template <class Quantity>
    [[nodiscard]] std::optional<Quantity> quantity_of(std::string_view device, figure what) const {
        auto const v = value(device, what, device_figure{}.type, sparsity::dense);
        return v ? std::optional{Quantity{*v}} : std::nullopt;
    }

    std::vector<device_figure> figures_;
};

} // namespace gangway::cost
