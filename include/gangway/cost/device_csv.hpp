// L5 - the table of devices as text: one figure a row, with unit, source and remark. One format for ours and yours.
#pragma once

#include <gangway/text/csv.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "device_table.hpp"

namespace gangway::cost {

/// What was read from a file of devices.
struct device_file {
    std::vector<device_figure> figures; ///< of the rows that could be taken
    std::vector<text::issue> issues;    ///< with the others, by line
    bool usable = false;                ///< there is a figure
};

namespace detail {

struct figure_name {
    std::string_view name;
    figure what;
};
inline constexpr std::array<figure_name, 5> figure_names{{{"peak", figure::peak},
                                                          {"bandwidth", figure::memory_rate},
                                                          {"capacity", figure::memory_size},
                                                          {"power", figure::power_limit},
                                                          {"launch", figure::launch_cost}}};

struct figure_unit {
    std::string_view name;
    figure what;
    int power_of_ten;
    double factor = 1.0; ///< to SI, beside the power of ten
};
inline constexpr std::array<figure_unit, 14> figure_units{{{"GFLOP/s", figure::peak, 9},
                                                           {"TFLOP/s", figure::peak, 12},
                                                           {"PFLOP/s", figure::peak, 15},
                                                           {"GOP/s", figure::peak, 9},
                                                           {"TOP/s", figure::peak, 12},
                                                           {"POP/s", figure::peak, 15},
                                                           {"GB/s", figure::memory_rate, 9},
                                                           {"TB/s", figure::memory_rate, 12},
                                                           {"GB", figure::memory_size, 9},
                                                           {"GiB", figure::memory_size, 0, 1073741824.0},
                                                           {"W", figure::power_limit, 0},
                                                           {"s", figure::launch_cost, 0},
                                                           {"ms", figure::launch_cost, -3},
                                                           {"us", figure::launch_cost, -6}}};

/// A field that says yes or no; empty is the value for it.
inline std::optional<bool> yes_or_no(std::string_view field, bool where_empty) {
    if (field.empty()) return where_empty;
    auto const word = text::lower(field);
    if (word == "yes") return true;
    if (word == "no") return false;
    return std::nullopt;
}

/// Reads the fields of one row; false: the account has heard why.
inline bool read_figure(text::ledger& account, std::size_t line, std::span<std::string_view const> f,
                        device_figure& out) {
    auto const fail = [&](text::issue_kind kind, std::string what) {
        account.leave_out(line, kind, std::move(what));
        return false;
    };
    if (f[0].empty()) return fail(text::issue_kind::missing_field, "the row has no device");
    if (f[0].size() > text::longest_name || text::has_control(f[0]))
        return fail(text::issue_kind::malformed, "the name of the device is too long or holds a control character");
    auto const named = std::find_if(figure_names.begin(), figure_names.end(),
                                    [&](auto const& n) { return n.name == text::lower(f[1]); });
    if (named == figure_names.end())
        return fail(text::issue_kind::malformed,
                    "quantity " + text::quote(f[1]) + " is none of peak, bandwidth, capacity, power, launch");
    auto const type = data_type_named(text::lower(f[2]));
    if (named->what == figure::peak && !type)
        return fail(f[2].empty() ? text::issue_kind::missing_field : text::issue_kind::malformed,
                    "a peak needs a data type, as fp32, bf16 or int8; the row has " + text::quote(f[2]));
    auto const sparse = yes_or_no(f[3], false);
    auto const used = yes_or_no(f[6], true);
    if (!sparse || !used) return fail(text::issue_kind::malformed, "sparse and used are yes or no, or empty");
    if (named->what != figure::peak && (*sparse || !f[2].empty()))
        return fail(text::issue_kind::malformed, "only a peak has a data type or is sparse");
    auto const unit = std::find_if(figure_units.begin(), figure_units.end(),
                                   [&](auto const& u) { return u.what == named->what && u.name == f[5]; });
    if (unit == figure_units.end()) {
        std::string known;
        for (auto const& u : figure_units)
            if (u.what == named->what) known += (known.empty() ? "" : ", ") + std::string{u.name};
        return fail(text::issue_kind::malformed,
                    "unit " + text::quote(f[5]) + " of " + std::string{named->name} + " is none of " + known);
    }
    // With the power of ten in the text, 66.9 TFLOP/s is the double nearest to 66.9e12.
    bool const plain = f[4].find_first_of("eE") == std::string_view::npos;
    double value = 0.0;
    auto fault = text::parse_number(f[4], value);
    if (fault == text::number_fault::none && plain)
        fault = text::parse_number(std::string{f[4]} + "e" + std::to_string(unit->power_of_ten), value);
    if (fault != text::number_fault::none)
        return fail(fault == text::number_fault::too_large ? text::issue_kind::out_of_range
                                                           : text::issue_kind::bad_number,
                    "value " + text::quote(f[4]) + " is not a number");
    if (!plain) value *= std::pow(10.0, unit->power_of_ten);
    value *= unit->factor;
    if (value < 0.0 || (value == 0.0 && named->what != figure::launch_cost))
        return fail(text::issue_kind::out_of_range, "value " + text::quote(f[4]) + " must be above zero");
    if (!(value <= 1e30))
        return fail(text::issue_kind::out_of_range, "value " + text::quote(f[4]) + " is beyond reason");
    out.device = f[0];
    out.what = named->what;
    if (named->what == figure::peak) out.type = *type;
    out.pattern = *sparse ? sparsity::structured : sparsity::dense;
    out.value = value;
    out.used = *used;
    out.source = f[7];
    out.remark = f[8];
    out.line = line;
    return true;
}

} // namespace detail

/// Reads device,quantity,type,sparse,value,unit,used,source,remark; columns in any order, the last three may be absent.
///
/// Semantics: names of devices that differ in case, blanks, dashes or underscores only are one device, called as in its
/// first row. Of two rows in use for one question the second is left out. A row without a source is kept and noted.
/// A question with rows of which none is in use is noted: the table then has no answer to it. Complexity: quadratic in
/// the rows that are kept.
[[nodiscard]] inline device_file read_devices(std::string_view file, std::string_view content,
                                              text::rule bad_rows = text::rule::skip) {
    device_file out;
    text::ledger account{file, bad_rows};
    std::map<std::string, std::string> names; // as they are compared, and as they are first written
    text::csv_column const columns[] = {{"device", true}, {"quantity", true}, {"type", true},
                                        {"sparse", true}, {"value", true},    {"unit", true},
                                        {"used"},         {"source"},         {"remark"}};
    text::for_each_row(content, account, columns, [&](std::span<std::string_view const> f, std::size_t line) {
        device_figure row;
        row.file = file;
        if (!detail::read_figure(account, line, f, row)) return;
        row.device = names.try_emplace(plain_name(row.device), row.device).first->second;
        auto const twice = std::find_if(out.figures.begin(), out.figures.end(),
                                        [&](auto const& e) { return e.used && row.used && e.same_question(row); });
        if (twice != out.figures.end()) {
            account.leave_out(line, text::issue_kind::duplicate_id,
                              "line " + std::to_string(twice->line) +
                                  " has this figure already; mark one of them used = no");
            return;
        }
        if (row.source.empty())
            account.note(line, text::issue_kind::missing_field, "the row has no source",
                         "kept; say where it comes from");
        out.figures.push_back(std::move(row));
    });
    for (auto const& row : out.figures) {
        if (account.stopped()) break;
        if (row.used) continue;
        auto const answers = [&](auto const& other) { return other.used && other.same_question(row); };
        auto const first = [&](auto const& other) { return other.same_question(row); };
        if (std::none_of(out.figures.begin(), out.figures.end(), answers) &&
            &*std::find_if(out.figures.begin(), out.figures.end(), first) == &row)
            account.note(row.line, text::issue_kind::missing_field, "none of the rows for this figure is in use",
                         "kept; this file gives no value for it");
    }
    if (account.stopped()) out.figures.clear();
    out.usable = !out.figures.empty();
    out.issues = std::move(account).issues();
    return out;
}

} // namespace gangway::cost
