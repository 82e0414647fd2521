// L5 - peak rates of arithmetic, dense and structured-sparse kept apart by type.
#pragma once

#include "../quantity.hpp"

namespace gangway::cost {

/// Whether the zeros of a 2:4 pattern are skipped. Vendors count skipped work as done, so the sparse peak reads twice
/// the dense one; a dense kernel never reaches it.
enum class sparsity {
    dense,
    structured ///< two of four neighbouring weights are zero
};

/// The most work a second that a device can do, for kernels of one sparsity only.
///
/// Semantics: a sparse peak is another type than a dense one; it does not convert, so it can not stand where a dense
/// peak is asked for.
template <sparsity S>
struct peak_rate {
    throughput rate; ///< FLOP or operations a second

    constexpr peak_rate() = default;
    /// Operations a second at most.
    constexpr explicit peak_rate(throughput most) : rate{most} {}

    friend constexpr auto operator<=>(peak_rate, peak_rate) = default;
};

/// A peak for dense weights.
using dense_peak = peak_rate<sparsity::dense>;
/// A peak for 2:4 sparse weights.
using sparse_peak = peak_rate<sparsity::structured>;

} // namespace gangway::cost
