// tool - reads sweeps to fit.
#include "fit_input.hpp"

#include "duration_text.hpp"

#include "error.hpp"
#include "files.hpp"

#include <gangway/text/csv.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

namespace tool {

namespace {

namespace text = gangway::text;

std::optional<double> positive(std::string_view field) {
    double value = 0.0;
    if (text::parse_number(field, value) != text::number_fault::none || !is_measure(value)) return std::nullopt;
    return value;
}

/// Collects measurements by program, in the order in which programs come up.
class collector {
  public:
    void add(std::string const& program, double clock, double memory, double seconds, double watts) {
        auto const [at, fresh] = place_.try_emplace(program, programs_.size());
        if (fresh) programs_.push_back({program, {}});
        programs_[at->second].rows[{clock, memory}].push_back({seconds, seconds * watts});
    }
    [[nodiscard]] std::size_t repeated() const { return repeated_; }

    std::vector<fit_group> groups() {
        std::vector<fit_group> out;
        for (auto const& [name, rows] : programs_) {
            fit_group g{name, {}};
            for (auto const& [clocks, runs] : rows) {
                double seconds = 0.0;
                double joules = 0.0;
                for (auto const& [s, j] : runs) {
                    seconds += s;
                    joules += j;
                }
                repeated_ += runs.size() - 1;
                g.points.push_back({clocks.first, clocks.second,
                                    gangway::duration{seconds / static_cast<double>(runs.size())},
                                    gangway::power{joules / seconds}});
            }
            out.push_back(std::move(g));
        }
        return out;
    }

  private:
    struct measured_program {
        std::string name;
        std::map<std::pair<double, double>, std::vector<std::pair<double, double>>> rows; // seconds and joules by clock
    };
    std::vector<measured_program> programs_;
    std::map<std::string, std::size_t> place_;
    std::size_t repeated_ = 0;
};

std::vector<fit_group> finish(collector& all, text::ledger& account, std::string const& file,
                              std::string const& wants) {
    auto groups = all.groups();
    if (all.repeated() > 0)
        account.note(0, text::issue_kind::duplicate_id,
                     "rows that repeat a clock of their program: " + std::to_string(all.repeated()),
                     "times and joules averaged");
    bool const stopped = account.stopped();
    print_issues(std::move(account).issues());
    if (stopped || groups.empty()) throw unusable_input{file + ": no sweep in it; " + wants};
    return groups;
}

std::vector<std::string> header_of(std::string_view content) {
    text::line_cursor lines{text::without_bom(content)};
    text::comma_splitter splitter;
    std::vector<std::string_view> fields;
    for (text::line at; lines.next(at);)
        if (!text::trim(at.text).empty()) {
            if (at.text.size() > text::longest_line || !splitter.split(at.text, fields)) return {};
            return {fields.begin(), fields.end()};
        }
    return {};
}

/// The names are found, or the message says which one is not there and which is probably meant.
void must_have(std::string const& file, std::vector<std::string> const& header, std::string const& option,
               std::string const& name) {
    for (auto const& h : header)
        if (text::lower(text::trim(h)) == text::lower(text::trim(name))) return;
    std::vector<std::string_view> known;
    for (auto const& h : header)
        if (!h.empty()) known.push_back(h);
    auto const guess = did_you_mean(name, known);
    std::string names;
    for (std::size_t i = 0; i < known.size() && i < 20; ++i) names += (i > 0 ? ", " : "") + std::string{known[i]};
    if (known.size() > 20) names += ", ...";
    throw unusable_input{file + ": " + option + " names the column " + in_quotes(name) + ", which the file lacks" +
                         guess + "\n  it has: " + (names.empty() ? "no header" : names)};
}

} // namespace

std::vector<fit_group> read_long_sweep(std::string const& file, fit_columns const& columns) {
    auto const content = read_file(file);
    auto const header = header_of(content);
    must_have(file, header, "--clock", columns.clock);
    if (!columns.memory.empty()) must_have(file, header, "--memory-clock", columns.memory);
    must_have(file, header, "--time", columns.time);
    must_have(file, header, "--power", columns.draw);
    auto group = columns.group;
    for (auto const& name : group) must_have(file, header, "--group", name);
    if (group.empty() && std::any_of(header.begin(), header.end(),
                                     [](auto const& h) { return text::lower(text::trim(h)) == "program"; }))
        group = {"program"};

    // Names are compared without case; the views must outlive the reading.
    std::vector<std::string> names{columns.clock, columns.time, columns.draw};
    if (!columns.memory.empty()) names.push_back(columns.memory);
    std::size_t const numbers = names.size();
    names.insert(names.end(), group.begin(), group.end());
    auto const shown = names;
    for (auto& n : names) n = text::lower(text::trim(n));
    std::vector<text::csv_column> wanted;
    for (auto const& n : names) wanted.push_back({n, true});

    text::ledger account{file, text::rule::skip};
    collector all;
    text::for_each_row(content, account, wanted, [&](std::span<std::string_view const> f, std::size_t line) {
        double value[4] = {};
        for (std::size_t i = 0; i < numbers; ++i) {
            auto const v = positive(f[i]);
            if (!v) {
                account.leave_out(line, f[i].empty() ? text::issue_kind::missing_field : text::issue_kind::bad_number,
                                  shown[i] + " " + text::quote(f[i]) + " is not a number above 0 and at most 1e18");
                return;
            }
            value[i] = *v;
        }
        std::string program;
        for (std::size_t i = numbers; i < f.size(); ++i) program += (i > numbers ? "/" : "") + std::string{f[i]};
        all.add(program, value[0], value[3], columns.seconds_in_unit * (columns.speed ? 1.0 / value[1] : value[1]),
                value[2]);
    });
    return finish(all, account, file, "it needs rows with a clock, a time and a power above 0");
}

namespace {

struct wide_row {
    std::size_t line = 0;
    std::vector<std::string> fields;
};

std::vector<wide_row> wide_rows(std::string const& content, text::ledger& account) {
    std::vector<wide_row> out;
    text::line_cursor lines{text::without_bom(content)};
    text::comma_splitter splitter;
    std::vector<std::string_view> fields;
    for (text::line at; lines.next(at);) {
        if (text::trim(at.text).empty()) continue;
        bool const header = out.empty();
        if (!header) account.open_record();
        if (at.text.size() > text::longest_line || !splitter.split(at.text, fields)) {
            account.leave_out(at.number, text::issue_kind::malformed, "not a row of comma-separated fields");
            continue;
        }
        if (!header && fields.size() != out.front().fields.size()) {
            account.leave_out(at.number, at.ended ? text::issue_kind::malformed : text::issue_kind::cut_last_line,
                              "the row has " + std::to_string(fields.size()) + " fields, the header " +
                                  std::to_string(out.front().fields.size()));
            continue;
        }
        out.push_back({at.number, {fields.begin(), fields.end()}});
    }
    return out;
}

} // namespace

std::vector<fit_group> read_wide_sweep(std::string const& times, std::string const& draws, fit_columns const& columns) {
    text::ledger account{times, text::rule::skip};
    text::ledger draw_account{draws, text::rule::skip};
    auto const time_content = read_file(times);
    auto const draw_content = read_file(draws);
    auto const time_rows = wide_rows(time_content, account);
    auto const draw_rows = wide_rows(draw_content, draw_account);
    if (time_rows.empty() || draw_rows.empty())
        throw unusable_input{(time_rows.empty() ? times : draws) +
                             ": the file is empty; a wide table has a column a clock and a row a program"};

    std::map<double, std::size_t> draw_column;
    for (std::size_t c = 1; c < draw_rows[0].fields.size(); ++c)
        if (auto const clock = positive(draw_rows[0].fields[c])) draw_column.emplace(*clock, c);
    std::map<std::string, std::vector<wide_row const*>, std::less<>> draws_of;
    for (std::size_t r = 1; r < draw_rows.size(); ++r) draws_of[draw_rows[r].fields[0]].push_back(&draw_rows[r]);

    collector all;
    std::map<std::string, std::size_t>
        seen; // a program may stand there more than once: its n-th row has the n-th draws
    for (std::size_t c = 1; c < time_rows[0].fields.size(); ++c) {
        auto const clock = positive(time_rows[0].fields[c]);
        if (!clock || !draw_column.contains(*clock))
            throw unusable_input{times + ":" + std::to_string(time_rows[0].line) + ": the header holds " +
                                 text::quote(time_rows[0].fields[c]) +
                                 (clock ? ", a clock that " + draws + " lacks"
                                        : ", which is no clock; a wide table has a number there")};
    }
    for (std::size_t r = 1; r < time_rows.size(); ++r) {
        auto const& row = time_rows[r];
        auto const& program = row.fields[0];
        auto const at = draws_of.find(program);
        std::size_t const turn = seen[program]++;
        if (at == draws_of.end() || turn >= at->second.size()) {
            account.leave_out(row.line, text::issue_kind::missing_field,
                              draws + " has no row for " + text::quote(program));
            continue;
        }
        auto const& watts = *at->second[turn];
        for (std::size_t c = 1; c < row.fields.size(); ++c) {
            double const clock = *positive(time_rows[0].fields[c]);
            auto const& draw_field = watts.fields[draw_column.at(clock)];
            auto const t = positive(row.fields[c]);
            auto const w = positive(draw_field);
            if (!t)
                account.note(row.line, text::issue_kind::bad_number,
                             text::quote(row.fields[c]) + " is not a number above 0 and at most 1e18", "that clock left out");
            if (!w)
                draw_account.note(watts.line, text::issue_kind::bad_number,
                                  text::quote(draw_field) + " is not a number above 0 and at most 1e18", "that clock left out");
            if (t && w) all.add(program, clock, 0.0, columns.seconds_in_unit * (columns.speed ? 1.0 / *t : *t), *w);
        }
    }
    print_issues(std::move(draw_account).issues());
    return finish(all, account, times, "it needs a row a program with the same name in " + draws);
}

} // namespace tool
