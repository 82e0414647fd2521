// tool - the report of a roofline: roofs and kernels on log scales.
#pragma once

#include "kernel_text.hpp"

#include <gangway/cost/achieved.hpp>

#include <optional>
#include <string>
#include <vector>

namespace tool {

/// What the roofline says about a kernel.
struct kernel_answer {
    gangway::cost::intensity at;
    gangway::cost::binding bound;
    gangway::duration time;
    gangway::throughput attainable; ///< work / time
    double core_clock = 1.0;        ///< the lowest share of the nominal clock that costs no time
    std::optional<gangway::cost::achieved> reached;
};

struct answered_kernel {
    asked_kernel asked;
    kernel_answer answer;
};

/// Writes it to a folder that `prepare_report` has seen. `roofs` names them: H100, bf16 dense.
void write_roofline_page(std::string const& folder, std::string const& roofs, double peak_flop_s, double bandwidth_b_s,
                         std::vector<answered_kernel> const& kernels);

} // namespace tool
