// tool - timelines in the trace event format.
#include "perfetto.hpp"

#include "lanes.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <map>
#include <numeric>

namespace tool {

namespace {

using json = nlohmann::ordered_json;

std::string quoted(std::string const& text) {
    return json(text).dump(-1, ' ', false, json::error_handler_t::replace);
}

/// Whom each job passed, and who passed it, in order of submission; jobs that can never run take no part.
struct overtaking {
    std::vector<std::size_t> passed;    ///< older jobs that went on waiting when it started
    std::vector<std::size_t> passed_by; ///< younger jobs that had started before
};

overtaking overtaking_of(setup const& s, played const& run) {
    auto const& jobs = s.trace->jobs;
    auto const& went = run.result.jobs;
    std::vector<gangway::index> by_age(jobs.size());
    std::iota(by_age.begin(), by_age.end(), gangway::index{0});
    std::stable_sort(by_age.begin(), by_age.end(),
                     [&](auto a, auto b) { return jobs[a].submitted < jobs[b].submitted; });
    std::vector<std::size_t> older(jobs.size()); // of each job: how many that can run are older
    std::size_t runnable = 0;
    for (auto const j : by_age) {
        older[j] = runnable;
        runnable += run.may[j] == gangway::standing::open ? 1 : 0;
    }
    auto by_start = by_age;
    std::erase_if(by_start, [&](auto j) { return !went[j].started(); });
    std::sort(by_start.begin(), by_start.end(), [&](auto a, auto b) {
        return std::pair{went[a].start, went[a].first_grant} < std::pair{went[b].start, went[b].first_grant};
    });
    std::vector<std::size_t> tree(runnable + 1); // Fenwick: started jobs by age
    overtaking out{std::vector<std::size_t>(jobs.size()), std::vector<std::size_t>(jobs.size())};
    std::size_t started = 0;
    for (auto const j : by_start) {
        std::size_t older_started = 0;
        for (auto k = older[j]; k > 0; k &= k - 1) older_started += tree[k];
        out.passed[j] = older[j] - older_started;
        out.passed_by[j] = started - older_started;
        for (auto k = older[j] + 1; k < tree.size(); k += k & (~k + 1)) ++tree[k];
        ++started;
    }
    return out;
}

std::string reason(double wait, std::size_t passed) {
    if (passed == 0) return wait > 0.0 ? "waited in its place of the queue" : "started at once";
    return fmt::format("{}, before {} older {}", wait > 0.0 ? "waited and started" : "started at once", passed,
                       passed == 1 ? "job" : "jobs");
}

class trace_writer {
  public:
    void name(std::size_t pid, std::string const& name) {
        event(R"({{"ph":"M","name":"process_name","pid":{},"args":{{"name":{}}}}})", pid, quoted(name));
        event(R"({{"ph":"M","name":"process_sort_index","pid":{},"args":{{"sort_index":{}}}}})", pid, pid);
    }
    void name(std::size_t pid, std::size_t tid, std::string const& name) {
        event(R"({{"ph":"M","name":"thread_name","pid":{},"tid":{},"args":{{"name":{}}}}})", pid, tid, quoted(name));
        event(R"({{"ph":"M","name":"thread_sort_index","pid":{},"tid":{},"args":{{"sort_index":{}}}}})", pid, tid, tid);
    }
    void slice(std::size_t pid, std::size_t tid, long long from, long long to, std::string const& rest) {
        event(R"({{"ph":"X","pid":{},"tid":{},"ts":{},"dur":{},{}}})", pid, tid, from, to - from, rest);
    }
    void counter(std::size_t pid, char const* name, char const* unit, std::map<long long, std::int64_t> const& changes,
                 std::int64_t value) {
        for (auto const& [at, change] : changes)
            event(R"({{"ph":"C","name":"{}","pid":{},"ts":{},"args":{{"{}":{}}}}})", name, pid, at, unit,
                  value += change);
    }
    std::string text(json const& other) {
        return "{\"displayTimeUnit\":\"ms\",\"otherData\":" +
               other.dump(-1, ' ', false, json::error_handler_t::replace) + ",\"traceEvents\":[\n" + events_ + "\n]}\n";
    }

  private:
    template <class... Values>
    void event(fmt::format_string<Values...> form, Values&&... values) {
        if (!events_.empty()) events_ += ",\n";
        fmt::format_to(std::back_inserter(events_), form, std::forward<Values>(values)...);
    }

    std::string events_;
};

} // namespace

std::string perfetto_file(std::string const& file, std::size_t number, std::size_t policies) {
    if (policies == 1) return file;
    std::filesystem::path const path{file};
    return (path.parent_path() / fmt::format("{}.{}{}", path.stem().string(), number, path.extension().string()))
        .string();
}

std::string perfetto_trace(setup const& s, std::string const& policy, played const& run) {
    check_span(s, run.result);
    auto const& jobs = s.trace->jobs;
    auto const& cluster = *s.cluster;
    double first = jobs.front().submitted.value();
    for (auto const& j : jobs) first = std::min(first, j.submitted.value());
    // Rounded alike, so that slices that follow each other still do.
    auto const stamp = [&](double t) { return std::llround((std::min(t, run.result.stopped.value()) - first) * 1e6); };

    // Ids of processes and threads never meet: the viewers take a thread with the id of a process for its first one.
    constexpr std::size_t whole = 1;
    constexpr std::size_t nodes = 2;
    trace_writer out;
    out.name(whole, "cluster " + cluster.name);
    std::vector<std::size_t> first_thread;
    std::size_t thread = nodes + cluster.gpus.size();
    for (std::size_t n = 0; n < cluster.gpus.size(); ++n) {
        out.name(nodes + n, "node " + cluster.node_names[n]);
        first_thread.push_back(thread);
        for (std::int64_t lane = 0; lane < cluster.gpus[n]; ++lane)
            out.name(nodes + n, thread++, fmt::format("GPU {}", lane));
    }

    std::map<long long, std::int64_t> freed;
    std::map<long long, std::int64_t> queued;
    freed[0] = queued[0] = 0;
    auto const ranks = overtaking_of(s, run);
    std::vector<std::string> slice_of(jobs.size());
    json never = json::array();
    for (gangway::index j = 0; j < jobs.size(); ++j) {
        auto const& went = run.result.jobs[j];
        double const submitted = jobs[j].submitted.value();
        if (run.may[j] == gangway::standing::open) ++queued[stamp(submitted)];
        if (!went.started()) {
            never.push_back(s.trace->job_names[j]);
            continue;
        }
        --queued[stamp(went.start)];
        freed[stamp(went.start)] -= jobs[j].gpus;
        if (went.ended()) freed[stamp(went.end)] += jobs[j].gpus;
        double const wait = went.start - submitted;
        json const args{{"policy", policy},
                        {"gpus", jobs[j].gpus},
                        {"submitted_s", submitted - first},
                        {"wait_s", wait},
                        {"reason", reason(wait, ranks.passed[j])},
                        {"passed_older_jobs", ranks.passed[j]},
                        {"passed_by_younger_jobs", ranks.passed_by[j]}};
        slice_of[j] = fmt::format("\"name\":{},\"cat\":\"gang\",\"args\":{}", quoted(s.trace->job_names[j]),
                                  args.dump(-1, ' ', false, json::error_handler_t::replace));
    }
    for (auto const& h : lanes_of(s, run.result))
        for (std::int64_t lane = h.first; lane < h.first + h.count; ++lane)
            out.slice(nodes + h.node, first_thread[h.node] + static_cast<std::size_t>(lane),
                      stamp(run.result.jobs[h.job].start), stamp(run.result.jobs[h.job].end), slice_of[h.job]);
    out.counter(whole, "free GPUs", "GPUs", freed, cluster.total);
    out.counter(whole, "jobs that wait", "jobs", queued, 0);
    return out.text({{"policy", policy},
                     {"trace", s.trace->name},
                     {"cluster", cluster.name},
                     {"from_s", first},
                     {"never_started", never}});
}

} // namespace tool
