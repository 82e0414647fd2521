// L5 - what a dense transformer computes and moves: prefill, decode, a pass of an action head.
#pragma once

#include <cmath>

#include "../config.hpp"
#include "roofline.hpp"

namespace gangway::cost {

/// A dense transformer, as far as its cost goes.
struct dense_transformer {
    double parameters = 0.0;      ///< without the embedding tables, which are looked up and not multiplied
    double layers = 0.0;          ///< L
    double width = 0.0;           ///< d: heads times head size
    double kv_width = 0.0;        ///< d_kv: key heads times head size; less than d with grouped queries
    double bytes_per_value = 2.0; ///< of weights and of the cache alike
};

[[nodiscard]] inline bool is_sound(dense_transformer const& m) {
    auto const counts = [](double v) { return std::isfinite(v) && v >= 0.0; };
    return counts(m.parameters) && counts(m.layers) && counts(m.width) && counts(m.kv_width) &&
           counts(m.bytes_per_value) && m.bytes_per_value > 0.0;
}

/// A forward pass over `queries` new positions that attend to `keys` positions, themselves included where they are
/// cached.
///
/// Units: FLOP (a multiply-add is 2) and bytes. Semantics: 2 N q + 4 L d q k FLOP; the weights once and the keys and
/// values of k positions, in all b (N + 2 L d_kv k) bytes. Attention counts in full, without a causal half.
/// Activations are left out: they are small beside the weights for few positions, and stay in the cache in fused
/// kernels.
/// Expects: a sound model, counts finite and not negative. Source: Hoffmann et al., arXiv 2203.15556, appendix F.
[[nodiscard]] inline kernel forward(dense_transformer const& m, double queries, double keys, double launches = 0.0) {
    GANGWAY_EXPECTS(is_sound(m) && queries >= 0.0 && keys >= 0.0, "a transformer has finite counts, not below zero");
    return {work{2.0 * m.parameters * queries + 4.0 * m.layers * m.width * queries * keys},
            bytes{m.bytes_per_value * (m.parameters + 2.0 * m.layers * m.kv_width * keys)}, launches};
}

/// All positions of a prompt at once: 2 N S + 4 L S^2 d FLOP.
[[nodiscard]] inline kernel prefill(dense_transformer const& m, double tokens, double launches = 0.0) {
    return forward(m, tokens, tokens, launches);
}

/// One token more after `context` positions: b N + 2 L S d_kv b bytes.
[[nodiscard]] inline kernel decode(dense_transformer const& m, double context, double launches = 0.0) {
    return forward(m, 1.0, context, launches);
}

} // namespace gangway::cost
