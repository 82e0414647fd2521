// L5 - InfAdapter: what the load will be, from what it was. A predictor is any callable; two are here.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <span>
#include <vector>

#include "../../quantity.hpp"

namespace gangway::plan::infadapter {

/// Takes past loads, oldest first, and answers the next one.
///
/// Semantics: pure; finite and not negative; takes an empty history.
template <class P>
concept predictor = requires(P const& p, std::span<frequency const> history) {
    { p(history) } -> std::convertible_to<frequency>;
};

/// Exponentially weighted mean with weight 2 / (span + 1) for the newest load; starts at the first one.
///
/// Source: the authors' code falls back to a span of 10 while it has less than ten minutes of history.
struct ewma {
    double span = 10.0; ///< in samples: a new one weighs 2 / (span + 1)

    frequency operator()(std::span<frequency const> history) const {
        double const weight = 2.0 / (span + 1.0);
        frequency mean{0.0};
        for (std::size_t i = 0; i < history.size(); ++i)
            mean = i == 0 ? history[0] : weight * history[i] + (1.0 - weight) * mean;
        return mean;
    }
};

/// The largest of the last loads.
struct last_maximum {
    std::size_t of = 10; ///< so many samples, the latest

    frequency operator()(std::span<frequency const> history) const {
        frequency most{0.0};
        for (auto const load : history.last(std::min(of, history.size()))) most = std::max(most, load);
        return most;
    }
};

/// The largest load of each `window` entries, counted from the newest backwards; the oldest window may be short.
[[nodiscard]] inline std::vector<frequency> maxima(std::span<frequency const> history, std::size_t window) {
    std::vector<frequency> out;
    for (std::size_t end = history.size(); end > 0; end -= std::min(window, end)) {
        std::size_t const size = std::min(window, end);
        auto const piece = history.subspan(end - size, size);
        out.push_back(*std::max_element(piece.begin(), piece.end()));
    }
    std::reverse(out.begin(), out.end());
    return out;
}

/// Another predictor over the maxima of windows: counts of a second, maxima of a minute, as in the authors' code.
///
/// Expects: a window of at least one.
template <predictor Inner>
struct over_maxima {
    Inner inner;             ///< reads the maxima
    std::size_t window = 60; ///< samples of which one maximum is taken

    frequency operator()(std::span<frequency const> history) const {
        auto const tops = maxima(history, window);
        return inner(std::span<frequency const>{tops});
    }
};

} // namespace gangway::plan::infadapter
