// L5 - how much of a peak small operations reach: a table of sizes and efficiencies, checked when it is made.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "clock_shares.hpp"
#include "roofline.hpp"

namespace gangway::cost {

/// Operations of at least this size reach this share of the peak.
struct efficiency_step {
    work from;               ///< the least work that it holds for
    double efficiency = 1.0; ///< share of the peak, in (0, 1]
};

/// What is wrong with a row of an efficiency table.
enum class table_fault {
    no_rows,
    size_not_a_number,      ///< not finite, or below zero
    size_not_falling,       ///< not smaller than the row before
    efficiency_out_of_range ///< outside (0, 1], or not a number
};

/// What is wrong with a row of a table.
struct table_finding {
    table_fault fault;   ///< what is wrong
    std::size_t row = 0; ///< from 0

    friend bool operator==(table_finding, table_finding) = default;
};

/// Sizes that fall strictly, each with an efficiency in (0, 1].
///
/// Semantics: an operation takes the first row whose size is at most its own. Below the last row there is no answer.
/// Complexity: O(log rows) a look-up. Source: the rule of calculon's processor tables (Isaev et al., SC 2023).
class efficiency_table {
  public:
    struct made;
    /// The table, or what is wrong with each bad row and no table.
    [[nodiscard]] static made make(std::span<efficiency_step const> rows);

    /// By falling size.
    [[nodiscard]] std::span<efficiency_step const> rows() const { return rows_; }

    /// The efficiency of an operation; empty below the last row and for a size that is not a number.
    [[nodiscard]] std::optional<double> at(work size) const {
        std::size_t first = 0;
        for (std::size_t count = rows_.size(); count > 0;) { // the first row with from <= size
            std::size_t const half = count / 2;
            if (rows_[first + half].from <= size) {
                count = half;
            } else {
                first += half + 1;
                count -= half + 1;
            }
        }
        if (first == rows_.size()) return std::nullopt;
        return rows_[first].efficiency;
    }

  private:
    explicit efficiency_table(std::span<efficiency_step const> rows) : rows_{rows.begin(), rows.end()} {}

    std::vector<efficiency_step> rows_;
};

/// A table, or what is wrong with its rows.
struct efficiency_table::made {
    std::optional<efficiency_table> table; ///< empty where something is wrong
    std::vector<table_finding> findings;   ///< what is wrong, by row
};

inline efficiency_table::made efficiency_table::make(std::span<efficiency_step const> rows) {
    made out;
    if (rows.empty()) out.findings.push_back({table_fault::no_rows, 0});
    for (std::size_t i = 0; i < rows.size(); ++i) {
        double const size = rows[i].from.value();
        double const share = rows[i].efficiency;
        if (!(size >= 0.0 && size <= std::numeric_limits<double>::max())) {
            out.findings.push_back({table_fault::size_not_a_number, i});
        } else if (i > 0 && rows[i - 1].from <= rows[i].from) {
            out.findings.push_back({table_fault::size_not_falling, i});
        }
        if (!(share > 0.0 && share <= 1.0)) out.findings.push_back({table_fault::efficiency_out_of_range, i});
    }
    if (out.findings.empty()) out.table = efficiency_table{rows};
    return out;
}

/// The roofs that a kernel of this size reaches: its efficiency by FLOP, and the whole bandwidth.
///
/// Semantics: empty where the table has no row for it. A kernel without work needs none and keeps the roofs.
template <sparsity S>
[[nodiscard]] std::optional<basic_roofs<S>> reached_by_size(basic_kernel<S> const& k, basic_roofs<S> const& r,
                                                            efficiency_table const& compute) {
    if (k.flop.value() == 0.0) return r;
    auto const eta = compute.at(k.flop);
    if (!eta) return std::nullopt;
    return lowered(r, reach{*eta, 1.0});
}

} // namespace gangway::cost
