// tool - reads sweeps and gives each job a program.
#include "sweeps.hpp"

#include "duration_text.hpp"
#include "error.hpp"
#include "files.hpp"
#include "profiles.hpp"

#include <gangway/text/csv.hpp>

#include <algorithm>
#include <map>

namespace tool {

std::vector<program_sweep> read_sweeps(std::string const& file) {
    namespace text = gangway::text;
    auto const content = read_file(file);
    text::ledger account{file, text::rule::skip};
    text::csv_column const columns[] = {{"program", true}, {"clock_mhz", true}, {"time_s", true}, {"power_w", true}};
    std::map<std::string, program_sweep, std::less<>> programs;
    text::for_each_row(content, account, columns, [&](std::span<std::string_view const> f, std::size_t line) {
        double value[3] = {};
        for (std::size_t i = 0; i < 3; ++i)
            if (text::parse_number(f[i + 1], value[i]) != text::number_fault::none || !is_measure(value[i])) {
                account.leave_out(line, text::issue_kind::bad_number,
                                  std::string{columns[i + 1].name} + " " + text::quote(f[i + 1]) + " is not a number above 0 and at most 1e18");
                return;
            }
        auto& sweep = programs.try_emplace(std::string{f[0]}, program_sweep{std::string{f[0]}, {}}).first->second;
        gangway::clock_point const p{gangway::frequency{1e6 * value[0]}, gangway::duration{value[1]}, gangway::power{value[2]}};
        for (auto const& q : sweep.points)
            if (q.clock == p.clock) {
                account.leave_out(line, text::issue_kind::duplicate_id, "program " + text::quote(f[0]) + " has this clock already");
                return;
            }
        sweep.points.push_back(p);
    });
    bool const stopped = account.stopped();
    print_issues(std::move(account).issues());
    if (stopped || programs.empty())
        throw unusable_input{file + ": no sweep in it; a table needs the columns program, clock_mhz, time_s, power_w"};
    if (programs.size() > 256) throw unusable_input{file + ": more than 256 programs; choose some"};
    std::vector<program_sweep> all;
    for (auto& [name, sweep] : programs) {
        std::sort(sweep.points.begin(), sweep.points.end(), [](auto const& a, auto const& b) { return a.clock < b.clock; });
        all.push_back(std::move(sweep));
    }
    return all;
}

assigned_sweeps::assigned_sweeps(std::vector<program_sweep> programs, std::vector<std::string> const& job_names,
                                 std::vector<std::int64_t> gpus, std::uint64_t seed)
    : programs_{std::move(programs)}, program_of_job_{draw_models(job_names, programs_.size(), seed)}, gpus_{std::move(gpus)} {}

} // namespace tool
