// L5 - the one parser of comma-separated tables with a header; columns are found by name, in any order.
#pragma once

#include <gangway/text/ledger.hpp>
#include <gangway/text/text.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gangway::text {

/// A column that a reader looks for; names are compared without case and blanks at the ends.
struct csv_column {
    std::string_view name;      ///< of the column
    bool needed = false;        ///< a table without it cannot be used
    std::string_view also = {}; ///< another name for the same column
};

/// Calls `row(fields, line)` for each row, the fields in the order of `columns`, empty where the table lacks one.
///
/// Semantics: columns that nobody asks for are not read. A row that is not well formed goes to the account and is not
/// passed on. A last line without a line end may be cut: it is left out where it lacks fields, else taken and noted.
template <typename Row>
void for_each_row(std::string_view content, ledger& account, std::span<csv_column const> columns, Row row) {
    bool const has_nul = content.find('\0') != std::string_view::npos;
    line_cursor lines{without_bom(content)};
    comma_splitter splitter;
    std::vector<std::string_view> found;
    std::vector<std::string_view> fields(columns.size());
    std::vector<std::size_t> place(columns.size(), std::string_view::npos);
    std::size_t width = 0; // of the header; 0: not seen yet

    auto const read_header = [&](line const& at) {
        if (at.text.size() > longest_line || !splitter.split(at.text, found)) {
            account.give_up(at.number, issue_kind::malformed,
                            "the first line is not a header of comma-separated names");
            return;
        }
        width = found.size();
        std::vector<std::string> names;
        names.reserve(width);
        for (auto const name : found) names.push_back(lower(trim(name)));
        for (std::size_t c = 0; c != columns.size(); ++c) {
            for (std::size_t i = 0; i != width; ++i) {
                if (names[i] != columns[c].name && (columns[c].also.empty() || names[i] != columns[c].also)) continue;
                if (place[c] != std::string_view::npos) {
                    account.give_up(at.number, issue_kind::malformed,
                                    "the header names the column " + quote(columns[c].name) + " twice");
                    return;
                }
                place[c] = i;
            }
            if (columns[c].needed && place[c] == std::string_view::npos) {
                account.give_up(at.number, issue_kind::missing_field,
                                "the header has no column " + quote(columns[c].name) + "; it reads " +
                                    quote(at.text));
                return;
            }
        }
    };

    auto const well_formed = [&](line const& at) {
        if (at.text.size() > longest_line) {
            account.leave_out(at.number, issue_kind::overlong_line,
                              "the line has " + std::to_string(at.text.size()) + " bytes; the most is 65536");
            return false;
        }
        if (has_nul && at.text.find('\0') != std::string_view::npos) {
            account.leave_out(at.number, issue_kind::malformed, "the line holds a NUL byte");
            return false;
        }
        bool const split = splitter.split(at.text, found);
        if (!at.ended && (!split || found.size() < width)) {
            account.leave_out(at.number, issue_kind::cut_last_line,
                              "the file ends in the middle of a row; get the whole file");
            return false;
        }
        if (!split) {
            account.leave_out(at.number, issue_kind::malformed, "a double quote is not closed on its line");
            return false;
        }
        auto const counted = [&] {
            return "the row has " + std::to_string(found.size()) + " fields, the header " + std::to_string(width);
        };
        if (found.size() < width) {
            if (!account.repair(at.number, issue_kind::malformed, counted(), "missing fields taken as empty"))
                return false;
            found.resize(width);
        } else if (found.size() > width) {
            if (!account.repair(at.number, issue_kind::malformed, counted(), "fields beyond the header ignored"))
                return false;
        }
        if (!at.ended) {
            account.note(at.number, issue_kind::cut_last_line,
                         "the last row has no line end; its last field may be cut short", "taken as it is");
        }
        return true;
    };

    for (line at; !account.stopped() && lines.next(at);) {
        if (trim(at.text).empty()) continue;
        if (width == 0) {
            read_header(at);
            continue;
        }
        account.open_record();
        if (!well_formed(at)) continue;
        for (std::size_t c = 0; c != columns.size(); ++c) {
            fields[c] = place[c] == std::string_view::npos ? std::string_view{} : found[place[c]];
        }
        row(std::span<std::string_view const>{fields}, at.number);
    }
    if (width == 0 && !account.stopped()) account.give_up(0, issue_kind::unknown_format, "the file is empty");
}

} // namespace gangway::text
