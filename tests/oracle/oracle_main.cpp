// tests - runs the oracle: scenario files, or the Philly week on one pool.
#include "scenario.hpp"

#include <cstdio>

namespace {

using namespace oracle;

faults broken_promises(scenario const& s, result const& r) {
    schedule done = s.input;
    done.spans = r.spans;
    faults f = always(done);
    auto const add = [&](faults const& more) { f.insert(f.end(), more.begin(), more.end()); };
    if (s.how.admit == admission::greedy) add(work_is_conserved(done));
    if (s.how.admit == admission::strict) add(order_is_strict(done));
    if (s.how.admit == admission::easy) add(head_keeps_its_time(done, r.heads));
    return f;
}

int run_scenarios(std::vector<std::string> const& files) {
    int wrong = 0;
    for (auto const& file : files) {
        auto const variants = read_scenarios(file);
        for (std::size_t i = 0; i < variants.size(); ++i) {
            auto const& s = variants[i];
            auto const r = replay(s.input.nodes, s.input.jobs, s.input.ev, s.how, s.input.until);
            faults f = differences(s, r);
            auto const broken = broken_promises(s, r);
            f.insert(f.end(), broken.begin(), broken.end());
            std::printf("%s %s[%zu]\n", f.empty() ? "pass" : "FAIL", file.c_str(), i);
            for (auto const& what : f) std::printf("    %s\n", what.c_str());
            if (!f.empty()) ++wrong;
        }
    }
    return wrong == 0 ? 0 : 1;
}

/// job_id,submit_s,vc,gpus,duration_s,...: a gang of g GPUs is g tasks of one GPU.
std::vector<job> read_philly(std::string const& path) {
    std::ifstream in(path);
    if (!in) throw std::runtime_error("cannot read " + path);
    std::vector<job> jobs;
    std::string line;
    std::getline(in, line);
    while (std::getline(in, line)) {
        std::vector<std::string> field;
        std::istringstream row(line);
        for (std::string x; std::getline(row, x, ',');) field.push_back(x);
        job j;
        j.id = static_cast<int>(jobs.size());
        j.name = field.at(0);
        j.submit = std::stod(field.at(1));
        j.tasks.assign(static_cast<std::size_t>(std::stoi(field.at(3))), amounts{1});
        j.run = std::stod(field.at(4));
        jobs.push_back(j);
    }
    return jobs;
}

int run_philly(std::string const& path, std::int64_t gpus) {
    auto const jobs = read_philly(path);
    cluster const pool{{"pool", {gpus}, true}};
    for (auto const kind : {admission::strict, admission::greedy}) {
        policy how;
        how.admit = kind;
        char const* const name = kind == admission::strict ? "strict" : "greedy";
        auto const r = replay(pool, jobs, {}, how);
        double sum = 0;
        double longest = 0;
        for (std::size_t i = 0; i < jobs.size(); ++i) {
            double const wait = r.jobs[i].start.value() - jobs[i].submit;
            sum += wait;
            longest = std::max(longest, wait);
        }
        std::printf("%s: %zu jobs, mean wait %.3f s, maximum %.3f s, %d passes\n", name, jobs.size(),
                    sum / static_cast<double>(jobs.size()), longest, r.passes);
    }
    return 0;
}

} // namespace

/// oracle_main FILE... | oracle_main --philly FILE --gpus G.
/// Exit 0: all as expected, 1: something differs, 2: unusable.
int main(int argc, char** argv) try {
    std::vector<std::string> const args(argv + 1, argv + argc);
    if (args.size() == 4 && args[0] == "--philly" && args[2] == "--gpus")
        return run_philly(args[1], std::stoll(args[3]));
    if (args.empty() || args[0].starts_with("--")) {
        std::fprintf(stderr, "usage: oracle_main SCENARIO.json... | oracle_main --philly WEEK.csv --gpus 864\n");
        return 2;
    }
    return run_scenarios(args);
} catch (std::exception const& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 2;
}
