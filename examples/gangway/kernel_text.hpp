// tool - kernels as people write them: words of the command line, and files.
#pragma once

#include <gangway/cost/roofline.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tool {

/// A kernel as it was asked for; its FLOP count the zeros that are skipped where the peak is a sparse one.
struct asked_kernel {
    std::string name;
    gangway::cost::kernel what;
    std::optional<gangway::duration> measured;
};

/// A count such as 14e9 or 14G.
std::optional<double> count_in(std::string_view word);
/// A time such as 5us, 2.5ms or 0.01 (seconds).
std::optional<gangway::duration> short_duration_in(std::string_view word);

/// FLOP,BYTES[,LAUNCHES], with NAME= before it or not; else it is called by its number.
asked_kernel parse_kernel(std::string const& word, std::size_t number);
/// A CSV of name,flop,bytes,launches,measured_s.
std::vector<asked_kernel> read_kernels(std::string const& path);

} // namespace tool
