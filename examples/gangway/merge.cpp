// tool - `gangway merge`: the parts of a sweep put together.
#include "options.hpp"
#include "rows_output.hpp"
#include "shard.hpp"

namespace tool {

void declare_merge(CLI::App& app, int& status) {
    struct merge_options {
        std::vector<std::string> files;
        rows_output to;
    };
    auto const o = std::make_shared<merge_options>();
    auto* const verb = app.add_subcommand("merge", "Put the parts of a sweep together (sweep --shard)");
    verb->add_option("shards", o->files, "Every part, in any order")->required()->type_name("FILE");
    declare_output(*verb, o->to);
    set_footer(*verb,
               "gangway sweep --trace philly-like:1 --cluster 108x8 \\\n"
               "      --policy 'fifo;{strict,greedy}' --shard 1/2 -o 1.csv\n"
               "  gangway sweep --trace philly-like:1 --cluster 108x8 \\\n"
               "      --policy 'fifo;{strict,greedy}' --shard 2/2 -o 2.csv\n"
               "  gangway merge 1.csv 2.csv -o sweep.csv\n"
               "\n"
               "Prints what the sweep on one machine prints, byte for byte. Parts of different\n"
               "sweeps do not merge: each names its grid and the content of its traces.",
               false);
    verb->callback([o, &status] {
        prepare(o->to);
        auto const all = read_shards(o->files);
        write_rows(all, o->to, fmt::format("{} policies x {} cases from {} parts", all.policies, all.rows.size() / all.policies, o->files.size()));
        status = ok;
    });
}

} // namespace tool
