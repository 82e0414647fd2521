// tool - writes the rows of a sweep.
#include "rows_output.hpp"

#include "files.hpp"
#include "page.hpp"
#include "page_sweep.hpp"

#include <fmt/format.h>

namespace tool {

void declare_output(CLI::App& verb, rows_output& to) {
    verb.add_option("-o,--output", to.file, "Write the CSV to this file, and the Pareto set to the terminal")
        ->capture_default_str()
        ->type_name("FILE");
    verb.add_flag("--aggregate", to.aggregate, "One row for each policy and cluster: means and worst values over traces and seeds");
    verb.add_option("--report", to.report, "Write report.html, with pictures and its CSV files, to this folder")->type_name("DIR");
}

void prepare(rows_output const& to) {
    check_writable(to.file);
    if (!to.report.empty()) prepare_report(to.report);
}

void write_rows(sweep_rows const& all, rows_output const& to, std::string const& what) {
    auto const summary = aggregate(all);
    write_file(to.file, to.aggregate ? aggregate_csv(summary) : rows_csv(all));
    if (to.file != "-")
        fmt::print("{} written to {}\n"
                   "not beaten in both mean completion time and maximum wait, over all cases\n"
                   "(worst: the worst change against {}):\n{}",
                   what, to.file, all.rows[0].policy, print_pareto(summary));
    if (!to.report.empty()) write_sweep_page(to.report, all, summary, what); // last: what is above is not lost with it
}

} // namespace tool
