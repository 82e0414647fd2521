// L5 - profile tables as files: those of Gavel and of ElasticFlow, and the one that the library writes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../text/csv.hpp"
#include "rate_table.hpp"

namespace gangway::profile {

/// A table that was read from a file, and what was wrong with it.
struct rate_table_file {
    rate_table table;                ///< of the rows that could be taken
    std::vector<text::issue> issues; ///< with the others, by line
    std::size_t rows = 0;            ///< taken
    /// It holds a row.
    [[nodiscard]] bool usable() const { return rows > 0; }
};

/// Reads a table with the columns model, gpu_type, workers, steps_per_s, and one of global_batch_size and batch_size.
///
/// Semantics: `batch_size` is that of each device, `global_batch_size` that of all. A rate of 0 or nan was not measured
/// and is counted in one issue. Rows with `consolidated` 0, the same gang spread over machines, are another curve and
/// passed over.
[[nodiscard]] inline rate_table_file read_rate_table(std::string_view file, std::string_view content,
                                                     text::rule bad_rows = text::rule::skip,
                                                     curve_between between = curve_between::power) {
    rate_table_file out;
    text::ledger account{file, bad_rows};
    text::csv_column const columns[] = {{"model", true},       {"gpu_type", true},    {"workers", true},
                                        {"steps_per_s", true}, {"global_batch_size"}, {"batch_size"},
                                        {"consolidated"}};
    std::size_t unmeasured = 0;
    text::for_each_row(content, account, columns, [&](std::span<std::string_view const> f, std::size_t line) {
        std::int64_t workers = 0;
        double rate = 0.0;
        if (text::parse_count(f[2], workers) != text::number_fault::none || workers < 1 ||
            (f[3] != "nan" && text::parse_number(f[3], rate) != text::number_fault::none) || rate < 0.0) {
            account.leave_out(line, text::issue_kind::bad_number, "the workers or the rate is no number");
            return;
        }
        if (rate == 0.0) {
            ++unmeasured;
            return;
        }
        if (f[6] == "0") return;
        rate_row r{std::string{f[0]}, std::string{f[1]}, 1.0, f[4].empty(), static_cast<double>(workers), rate};
        auto const batch = f[4].empty() ? f[5] : f[4];
        if (!batch.empty() && (text::parse_number(batch, r.batch) != text::number_fault::none || !(r.batch > 0.0))) {
            account.leave_out(line, text::issue_kind::bad_number,
                              "the batch size " + text::quote(batch) + " is no number above zero");
            return;
        }
        if (out.table.add(r, between))
            ++out.rows;
        else
            account.leave_out(line, text::issue_kind::duplicate_id,
                              "an earlier row measures the same; that one counts");
    });
    if (unmeasured > 0)
        account.note(0, text::issue_kind::out_of_range,
                     std::to_string(unmeasured) + " rows have a rate of 0 or nan: nothing was measured", "left out");
    if (account.stopped()) {
        out.table = {};
        out.rows = 0;
    }
    out.issues = std::move(account).issues();
    return out;
}

namespace detail {

[[nodiscard]] inline std::string csv_quoted(std::string_view s) {
    if (s.find_first_of(",\"") == std::string_view::npos && text::trim(s).size() == s.size()) return std::string{s};
    std::string out = "\"";
    for (char const c : s) out += c == '"' ? "\"\"" : std::string(1, c);
    return out + "\"";
}

} // namespace detail

/// Rows as a table that `read_rate_table` reads back as the same. Expects: names without line ends.
[[nodiscard]] inline std::string write_rate_table(std::span<rate_row const> rows) {
    std::string out = "model,gpu_type,global_batch_size,batch_size,workers,steps_per_s\n";
    for (auto const& r : rows) {
        auto const batch = text::shortest(r.batch);
        out += detail::csv_quoted(r.model) + "," + detail::csv_quoted(r.device) + "," +
               (r.batch_for_each_gpu ? "" : batch) + "," + (r.batch_for_each_gpu ? batch : "") + "," +
               text::shortest(r.gpus) + "," + text::shortest(r.rate) + "\n";
    }
    return out;
}

} // namespace gangway::profile
