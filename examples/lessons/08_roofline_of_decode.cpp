// Lesson 8 - the roofline of a decode step: what binds it, what a batch buys, and how slow the core may go for nothing.
#include <gangway/cost/built_in_devices.hpp>
#include <gangway/cost/clock_shares.hpp>
#include <gangway/cost/transformer.hpp>

#include <cstdio>

namespace {

using namespace gangway;

// 7e9 parameters in bf16, 32 layers, width 4096, keys and values of all heads.
constexpr cost::dense_transformer model{
    .parameters = 7e9, .layers = 32, .width = 4096, .kv_width = 4096, .bytes_per_value = 2.0};

// One token more for each of `batch` sequences that have `context` positions: the weights are read once for all of
// them, keys and values for each.
cost::kernel decode_step(double batch, double context) {
    cost::kernel const one = cost::decode(model, context);
    bytes const weights{model.bytes_per_value * model.parameters};
    return {batch * one.flop, weights + batch * (one.traffic - weights)};
}

void table(char const* name, cost::roofs const& device, double context) {
    std::printf("%s, %g positions: ridge %.0f FLOP/B\n", name, context, cost::ridge_of(device).value());
    std::printf("%8s %10s %10s %12s %10s %8s %12s\n", "batch", "FLOP/B", "ms a step", "tokens/s", "bound by", "margin",
                "least clock");
    for (double batch : {1.0, 4.0, 16.0, 64.0, 256.0, 1024.0}) {
        cost::kernel const k = decode_step(batch, context);
        auto const bound = cost::binding_of(k, device);
        double const seconds = cost::time_of(k, device).value();
        std::printf("%8g %10.1f %10.2f %12.0f %10s %8.1f %12.3f\n", batch, cost::intensity_of(k).value(), seconds * 1e3,
                    batch / seconds, cost::to_text(bound.by), bound.margin, cost::least_core_clock(k, device, {}));
    }
    std::printf("\n");
}

} // namespace

int main() {
    auto const devices = cost::built_in_devices();
    auto const h100 = devices.roofs_of("H100 SXM", cost::data_type::bf16);
    auto const orin = devices.roofs_of("Jetson AGX Orin 64GB", cost::data_type::bf16);
    if (!h100 || !orin) return 1; // the table answers an optional: a device without a dense bf16 peak has none

    table("H100 SXM", *h100, 0);
    table("H100 SXM", *h100, 4096);
    table("Jetson AGX Orin 64GB", *orin, 0);

    // A prompt is another matter: all its positions share one reading of the weights.
    for (double tokens : {32.0, 512.0, 4096.0}) {
        cost::kernel const k = cost::prefill(model, tokens);
        std::printf("prefill of %4g tokens on H100 SXM: %7.1f FLOP/B, bound by %s, %6.1f ms\n", tokens,
                    cost::intensity_of(k).value(), cost::to_text(cost::binding_of(k, *h100).by),
                    cost::time_of(k, *h100).value() * 1e3);
    }
}
