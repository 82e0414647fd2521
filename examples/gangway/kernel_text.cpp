// tool - reads kernels from words and files.
#include "kernel_text.hpp"

#include "duration_text.hpp"
#include "error.hpp"
#include "files.hpp"

#include <gangway/text/csv.hpp>

#include <fmt/format.h>

#include <cmath>

namespace tool {

namespace text = gangway::text;

std::optional<double> count_in(std::string_view word) {
    word = text::trim(word);
    double factor = 1.0;
    constexpr std::string_view letters = "kMGTP";
    if (!word.empty())
        if (auto const at = letters.find(word.back()); at != std::string_view::npos) {
            factor = std::pow(1e3, static_cast<double>(at + 1));
            word.remove_suffix(1);
        }
    auto const value = number_in(word);
    if (!value || *value < 0.0 || !std::isfinite(*value * factor)) return std::nullopt;
    return *value * factor;
}

std::optional<gangway::duration> short_duration_in(std::string_view word) {
    for (auto const& [unit, factor] : {std::pair{"us", 1e-6}, std::pair{"ms", 1e-3}, std::pair{"ns", 1e-9}})
        if (word.ends_with(unit)) {
            auto const value = number_in(text::trim(word.substr(0, word.size() - 2)));
            if (!value || *value < 0.0) return std::nullopt;
            return gangway::duration{*value * factor};
        }
    return duration_in(word);
}

asked_kernel parse_kernel(std::string const& word, std::size_t number) {
    asked_kernel k{fmt::format("kernel {}", number), {}, {}};
    std::string_view rest = word;
    if (auto const equals = rest.find('='); equals != std::string_view::npos) {
        k.name = std::string{rest.substr(0, equals)};
        rest.remove_prefix(equals + 1);
    }
    text::comma_splitter splitter;
    std::vector<std::string_view> fields;
    if (!splitter.split(rest, fields)) fields.clear();
    std::vector<double> counts;
    for (auto const f : fields)
        if (auto const c = count_in(f)) counts.push_back(*c);
    if (counts.size() != fields.size() || counts.size() < 2 || counts.size() > 3 || k.name.empty())
        throw unusable_input{"--kernel " + in_quotes(word) +
                             ": write FLOP,BYTES or FLOP,BYTES,LAUNCHES, as in 14e9,14G or mlp=2T,4G,400"};
    k.what = {gangway::work{counts[0]}, gangway::bytes{counts[1]}, counts.size() == 3 ? counts[2] : 0.0};
    return k;
}

std::vector<asked_kernel> read_kernels(std::string const& path) {
    std::vector<asked_kernel> out;
    text::ledger account{path, text::rule::skip};
    text::csv_column const columns[] = {{"name"}, {"flop", true}, {"bytes", true}, {"launches"}, {"measured_s"}};
    text::for_each_row(read_file(path), account, columns, [&](std::span<std::string_view const> f, std::size_t line) {
        auto const flop = count_in(f[1]);
        auto const bytes = count_in(f[2]);
        auto const launches = f[3].empty() ? std::optional{0.0} : count_in(f[3]);
        auto const took = f[4].empty() ? std::optional{0.0} : count_in(f[4]);
        if (!flop || !bytes || !launches || !took) {
            auto const bad = !flop ? f[1] : !bytes ? f[2] : !launches ? f[3] : f[4];
            account.leave_out(line, text::issue_kind::bad_number,
                              text::quote(bad) + " is not a number at or above zero");
            return;
        }
        asked_kernel k{f[0].empty() ? fmt::format("line {}", line) : std::string{f[0]},
                       {gangway::work{*flop}, gangway::bytes{*bytes}, *launches},
                       {}};
        if (!f[4].empty()) k.measured = gangway::duration{*took};
        out.push_back(std::move(k));
    });
    print_issues(std::move(account).issues());
    if (out.empty())
        throw unusable_input{path + ": no kernel in it; the columns are name,flop,bytes,launches,measured_s"};
    return out;
}

} // namespace tool
