// bench - how many megabytes of training log a second the reader takes, in one thread.
//
// Four logs of 64 MiB: rewritten tqdm bars, Megatron-LM lines, a mixture (one line in eight has a rate, the rest are
// warnings and losses), and text in which no word of any form stands. Fed in pieces of 64 KiB, as from a pipe.
#include <gangway/profile/log/reader.hpp>

#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

constexpr std::size_t size = std::size_t{64} << 20U;
constexpr std::size_t piece = 65'536;

std::string bars() {
    std::string out;
    char line[256];
    for (int i = 1; out.size() < size; ++i) {
        int const n = std::snprintf(line, sizeof line,
                                    "\rEpoch 3: %3d%%|\u2588\u2588\u2588\u2588\u2588     | %d/9000000 "
                                    "[%02d:%02d<9:12:33, %5.2fit/s, loss=2.%03d]",
                                    i / 90'000, i, i / 60 % 60, i % 60, 12.0 + i % 50 / 100.0, i % 1'000);
        out.append(line, static_cast<std::size_t>(n));
    }
    return out + "\n";
}
std::string lines() {
    std::string out;
    char line[512];
    for (int i = 1; out.size() < size; ++i) {
        int const n =
            std::snprintf(line, sizeof line,
                          " iteration %8d/ 5000000 | consumed samples: %12d | elapsed time per iteration (ms): %.1f | "
                          "learning rate: 1.395E-07 | "
                          "global batch size:   128 | lm loss: 1.044022E+01 | loss scale: 1.0 | grad norm: 26.305 |\n",
                          i, 128 * i, 900.0 + i % 40);
        out.append(line, static_cast<std::size_t>(n));
    }
    return out;
}
std::string mixture() {
    std::string out;
    char line[512];
    for (int i = 1; out.size() < size; ++i) {
        int n = 0;
        if (i % 8 == 0)
            n = std::snprintf(line, sizeof line, "iter %d: loss 3.1%02d, time %.2fms, mfu 38.21%%\n", i, i % 100,
                              260.0 + i % 9);
        else if (i % 2 == 0)
            n = std::snprintf(line, sizeof line,
                              "[rank%d]: WARNING: gradient norm 1.%d after clipping, loss scale reduced to %d.0\n",
                              i % 8, i % 97, 1 << i % 16);
        else
            n = std::snprintf(line, sizeof line,
                              "2024-03-07 15:27:%02d,646 INFO data.loader worker %d took shard %06d from the cache\n",
                              i % 60, i % 8, i);
        out.append(line, static_cast<std::size_t>(n));
    }
    return out;
}
std::string nothing() {
    std::string out;
    while (out.size() < size)
        out += "the quick brown fox jumps over the lazy dog, and again, 0123456789, until the end of all\n";
    return out;
}

void read_log(benchmark::State& state, std::string (*make)(), bool holds_a_rate) {
    std::string const log = make();
    for (auto _ : state) {
        gangway::profile::log_reader r;
        for (std::size_t at = 0; at < log.size(); at += piece) r.feed(std::string_view{log}.substr(at, piece));
        if (r.training().has_value() != holds_a_rate) {
            std::fputs("log_reader: the reader missed the rate, or made one up\n", stderr);
            std::abort();
        }
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(log.size()));
}

BENCHMARK_CAPTURE(read_log, tqdm_bars, bars, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_log, megatron_lines, lines, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_log, mixture, mixture, true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_log, no_rate, nothing, false)->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
