// tool - `gangway sweep`: a grid of policies, traces, seeds and clusters on all cores, as CSV.
#include "braces.hpp"
#include "files.hpp"
#include "grid.hpp"
#include "options.hpp"
#include "page.hpp"
#include "policies.hpp"
#include "shard.hpp"

#include <fmt/format.h>

#include <thread>

namespace tool {

namespace {

struct sweep_options {
    std::vector<std::string> traces;
    std::vector<std::string> clusters;
    std::vector<std::string> policies;
    std::vector<std::string> profile_seeds{"1"};
    input_options input;
    unsigned threads = std::max(1U, std::thread::hardware_concurrency());
    std::string shard; ///< i/n; empty: everything
    rows_output to;
};

std::vector<std::string> expand_all(std::vector<std::string> const& texts) {
    std::vector<std::string> out;
    for (auto const& text : texts)
        for (auto& one : expand_braces(text))
            if (std::find(out.begin(), out.end(), one) == out.end()) out.push_back(std::move(one));
    return out;
}

std::vector<std::uint64_t> seeds_in(std::vector<std::string> const& texts) {
    std::vector<std::uint64_t> out;
    for (auto const& text : expand_all(texts)) {
        auto const seed = whole_number_in<std::uint64_t>(text);
        if (!seed) throw unusable_input{"--profile-seed " + in_quotes(text) + " is not a whole number; write 1, or {1..10}"};
        out.push_back(*seed);
    }
    return out;
}

sweep_grid make_grid(sweep_options const& o) {
    check(o.input.estimates);
    check(o.input.power);
    sweep_grid grid;
    for (auto const& text : expand_all(o.policies)) {
        auto p = parse_policy(text);
        bool const twice = std::any_of(grid.policies.begin(), grid.policies.end(), [&](auto const& q) { return q.text == p.text; });
        if (!twice) grid.policies.push_back(std::move(p));
    }
    auto const profiles = read_profiles(o.input.profiles);
    auto const seeds = seeds_in(o.profile_seeds);
    std::vector<std::shared_ptr<cluster_data const>> clusters;
    for (auto const& text : expand_all(o.clusters)) clusters.push_back(std::make_shared<cluster_data const>(load_cluster(text)));
    std::vector<std::shared_ptr<trace_data const>> traces;
    for (auto const& text : expand_all(o.traces))
        traces.push_back(std::make_shared<trace_data const>(load_trace(text, o.input.format, o.input.bad_rows)));
    for (auto const& cluster : clusters)
        for (auto const& trace : traces) {
            auto const s = std::make_shared<setup const>(make_setup(trace, cluster, o.input.estimates, o.input.power));
            for (auto const seed : seeds) {
                sweep_case c;
                c.s = s;
                c.profile_seed = seed;
                c.profiles = std::make_shared<profiles_in_use const>(*s, profiles, seed);
                grid.cases.push_back(std::move(c));
            }
        }
    return grid;
}

int sweep(sweep_options const& o) {
    if (o.threads < 1 || o.threads > 1'024) throw unusable_input{"--threads is a number from 1 to 1024"};
    auto const part = shard_in(o.shard);
    if (part && o.to.aggregate) throw unusable_input{"--shard and --aggregate: a shard is a part; aggregate with gangway merge"};
    if (part && !o.to.report.empty()) throw unusable_input{"--shard and --report: a shard is a part; draw with gangway merge"};
    if (!o.to.report.empty()) prepare_report(o.to.report);
    auto const grid = make_grid(o);
    if (part) {
        auto const tasks = tasks_of(grid, *part);
        write_shard(o.to.file, grid, *part, run_grid(grid, tasks, o.threads, stderr_is_terminal()));
        return ok;
    }
    auto const cells = run_grid(grid, tasks_of(grid, {}), o.threads, stderr_is_terminal());
    sweep_rows all{grid.policies.size(), {}};
    for (auto const& [cell, row] : cells) all.rows.push_back(row);
    write_rows(all, o.to, fmt::format("{} policies x {} cases", grid.policies.size(), grid.cases.size()));
    return ok;
}

} // namespace

void declare_sweep(CLI::App& app, int& status) {
    auto const o = std::make_shared<sweep_options>();
    auto* const verb = app.add_subcommand("sweep", "Replay a grid of policies, seeds and clusters");
    verb->add_option("--trace", o->traces, "As for replay; {1..5} and {a,b} stand for each of their values")->required()->type_name("T")->take_all();
    verb->add_option("--cluster", o->clusters, "As for replay, also with braces")->required()->type_name("C")->take_all();
    verb->add_option("--policy", o->policies, "As for replay, also with braces; changes are against the first")->required()->type_name("P")->take_all();
    verb->add_option("--profile-seed", o->profile_seeds, "Seeds of the draw that gives each job a model, also as {1..10}")
        ->take_all()
        ->type_name("N")
        ->capture_default_str();
    o->input.declare(*verb);
    verb->add_option("--threads", o->threads, "Replays at once; the rows do not depend on it")->capture_default_str()->type_name("N");
    declare_output(*verb, o->to);
    verb->add_option("--shard", o->shard, "Only part i of n of the replays, for gangway merge")->type_name("i/n");
    set_footer(*verb,
               "gangway sweep --trace 'philly-like:{1..3}' --cluster 108x8 \\\n"
               "      --policy 'fifo;strict' \\\n"
               "      --policy 'fifo;draining({12h,24h,36h},{4,8,12});best-fit' -o sweep.csv\n"
               "\n"
               "The column pareto is 1 where no other policy of the same trace, cluster and seed\n"
               "is at least as good in both mean completion time and maximum wait, and better\n"
               "in one.",
               true);
    verb->callback([o, &status] { status = sweep(*o); });
}

} // namespace tool
