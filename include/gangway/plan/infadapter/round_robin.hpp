// L5 - InfAdapter: weighted round robin by whole quotas, and quotas in whole requests.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "../../quantity.hpp"

namespace gangway::plan::infadapter {

/// Quotas as whole numbers that sum to the same, rounded to the nearest whole sum: the largest remainders are rounded
/// up.
[[nodiscard]] inline std::vector<std::int64_t> whole_quotas(std::vector<frequency> const& quotas) {
    std::vector<std::int64_t> out;
    std::vector<std::size_t> by_remainder(quotas.size());
    std::iota(by_remainder.begin(), by_remainder.end(), std::size_t{0});
    double sum = 0.0;
    for (auto const q : quotas) {
        out.push_back(static_cast<std::int64_t>(std::floor(q.value())));
        sum += q.value();
    }
    auto missing = std::llround(sum) - std::accumulate(out.begin(), out.end(), std::int64_t{0});
    auto const remainder = [&](std::size_t i) { return quotas[i].value() - std::floor(quotas[i].value()); };
    std::sort(by_remainder.begin(), by_remainder.end(), [&](std::size_t a, std::size_t b) {
        return remainder(a) != remainder(b) ? remainder(a) > remainder(b) : a < b;
    });
    for (std::size_t i = 0; i < by_remainder.size() && missing > 0; ++i, --missing) ++out[by_remainder[i]];
    return out;
}

/// Says who takes the next request.
///
/// Semantics: round r serves everyone with a quota of at least r, in order, and after the largest quota it begins anew:
/// in each cycle everyone takes exactly its quota. Source: the authors' dispatcher.
/// Complexity: amortised O(1) for a request, whatever the quotas.
class round_robin {
  public:
    round_robin() = default;
    /// Requests of a round, by variant.
    explicit round_robin(std::vector<std::int64_t> quotas) { reset(std::move(quotas)); }

    /// New quotas, from the first round on.
    void reset(std::vector<std::int64_t> quotas) {
        quotas_ = std::move(quotas);
        begin_cycle();
    }

    /// Empty where every quota is zero.
    std::optional<std::size_t> next() {
        if (in_round_.empty()) begin_cycle();
        if (in_round_.empty()) return std::nullopt;
        std::size_t const who = in_round_[at_++];
        if (at_ == in_round_.size()) {
            ++round_;
            at_ = 0;
            std::erase_if(in_round_, [&](std::size_t i) { return quotas_[i] < round_; });
        }
        return who;
    }

  private:
    void begin_cycle() {
        round_ = 1;
        at_ = 0;
        in_round_.clear();
        for (std::size_t i = 0; i < quotas_.size(); ++i)
            if (quotas_[i] >= 1) in_round_.push_back(i);
    }

    std::vector<std::int64_t> quotas_;
    std::vector<std::size_t> in_round_; // those that the round still serves
    std::int64_t round_ = 1;
    std::size_t at_ = 0;
};

} // namespace gangway::plan::infadapter
