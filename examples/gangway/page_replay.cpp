// tool - the report of a replay: what was replayed, the figures, distributions and load.
#include "page_replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tool {

namespace {

constexpr double hour = 3'600.0;

} // namespace

replay_page::replay_page(std::string folder, setup const& s)
    : folder_{std::move(folder)},
      setup_{&s},
      schedule_{schedule_header()} {
    prepare_report(folder_);
    auto const [first, last] =
        std::minmax_element(s.trace->jobs.begin(), s.trace->jobs.end(),
                            [](auto const& a, auto const& b) { return a.submitted < b.submitted; });
    first_ = first->submitted.value();
    last_ = last->submitted.value() - first_;
}

void replay_page::add(std::string const& policy, played const& run) {
    check_span(*setup_, run.result);
    seen p{policy, {}, lanes_of(*setup_, run.result)};
    for (gangway::index j = 0; j < run.result.jobs.size(); ++j) {
        auto const& o = run.result.jobs[j];
        auto const& job = setup_->trace->jobs[j];
        p.jobs.push_back({job.submitted.value() - first_, o.start - first_, o.end - first_,
                          static_cast<double>(job.gpus), run.may[j] == gangway::standing::open});
    }
    seen_.push_back(std::move(p));
    schedule_ += schedule_rows(*setup_, policy, run);
}

std::vector<legend_entry> replay_page::policy_legend() const {
    std::vector<legend_entry> out;
    for (std::size_t i = 0; i < seen_.size(); ++i) out.push_back({seen_[i].policy, colour_of(i), dash_of(i)});
    return out;
}

void replay_page::add_figures(page& out, std::vector<figures> const& all,
                              gangway::sim::completion_bound const& bound) const {
    std::vector<std::vector<std::string>> completion;
    std::vector<std::vector<std::string>> wait;
    for (std::size_t i = 0; i < all.size(); ++i) {
        auto const& f = all[i];
        auto const& m = f.m;
        bool const both = f.comparable && all[0].comparable;
        auto const against = [&](double value, double base) {
            return i == 0 ? std::string{"-"} : percent(both ? change(value, base) : std::nullopt, true);
        };
        completion.push_back({std::to_string(i + 1), f.policy, readable(m.completion.mean),
                              against(m.completion.mean, all[0].m.completion.mean), readable(m.completion.median),
                              readable(m.completion.p90), readable(m.completion.p99), readable(m.completion.max),
                              percent(f.comparable ? change(m.completion.mean, bound.best()) : std::nullopt, false),
                              m.utilisation ? percent(100.0 * *m.utilisation, false) : "-"});
        wait.push_back({std::to_string(i + 1), f.policy, readable(m.wait.mean), readable(m.wait.median),
                        readable(m.wait.p90), readable(m.wait.p99), readable(m.wait.max),
                        against(m.wait.max, all[0].m.wait.max), std::to_string(m.ended),
                        std::to_string(m.never_started)});
        if (f.energy && all[0].energy) {
            completion.back().push_back(readable(f.energy->all()));
            completion.back().push_back(against(f.energy->all().value(), all[0].energy->all().value()));
        }
    }
    out.heading("Figures");
    std::vector<std::string> head{"#",   "policy", "mean", "vs first",    "median",
                                  "p90", "p99",    "max",  "above bound", "utilisation"};
    if (all[0].energy) head.insert(head.end(), {"energy", "vs first"});
    out.paragraph("Job completion time (end - submission) and, to the right, utilisation while jobs are submitted:");
    out.table(head, completion, 2);
    out.paragraph("Wait (start - submission):");
    out.table({"#", "policy", "mean", "median", "p90", "p99", "max", "vs first", "ended", "never started"}, wait, 2);
    if (std::any_of(all.begin(), all.end(), [](figures const& f) { return !f.comparable; }))
        out.paragraph("-: not every job ended, so means over those that did are not compared.");
    for (auto const& f : all)
        if (f.preflight)
            out.paragraph(
                fmt::format("{}: {} pre-flight runs took {:.1f} GPU-hours. They are part of the times, and not of "
                            "the GPUs in use below.",
                            f.policy, f.preflight->runs, f.preflight->device_seconds / hour));
    out.file("figures.csv", csv_replay(*setup_, all, bound),
             "every figure, in seconds and joules, a row for each policy");
    out.file("jobs.csv", schedule_, "a row for each job and policy: submission, start, end, wait, nodes");
}

void replay_page::add_idle(page& out, std::vector<figures> const& all) const {
    std::vector<std::vector<std::string>> rows;
    for (auto const& f : all)
        for (auto const& idle : f.never_started) {
            std::string names;
            for (std::size_t i = 0; i < idle.jobs.size() && i < 5; ++i)
                names += (i > 0 ? ", " : "") + setup_->trace->job_names[idle.jobs[i]];
            rows.push_back(
                {f.policy, idle.why, names + (idle.jobs.size() > 5 ? ", ..." : ""), std::to_string(idle.jobs.size())});
        }
    if (rows.empty()) return;
    out.paragraph("Jobs that never started:");
    out.table({"policy", "why", "which", "jobs"}, rows, 3);
}

void replay_page::add_distributions(page& out) const {
    struct side {
        std::string title;
        std::string axis_title;
        double least;
        double (*of)(job_times const&);
    };
    side const sides[] = {{"Wait", "wait, log scale", 60.0, [](job_times const& j) { return j.start - j.submitted; }},
                          {"Job completion time", "completion time, log scale", 10.0,
                           [](job_times const& j) { return j.end - j.submitted; }}};
    out.heading("How waits and completion times are spread");
    out.begin_pair();
    for (auto const& side : sides) {
        std::vector<std::vector<double>> values;
        double most = side.least;
        for (auto const& p : seen_) {
            values.emplace_back();
            for (auto const& j : p.jobs)
                if (j.ended()) values.back().push_back(side.of(j));
            for (double const v : values.back()) most = std::max(most, v);
        }
        picture pic{{},
                    log_time_axis(side.axis_title, side.least, most),
                    linear_axis("% of jobs", 0.0, 100.0),
                    side.title + ": share of jobs below each time, a curve for each policy"};
        for (std::size_t i = seen_.size(); i-- > 0;) // the first policy on top
            pic.line(colour_of(i), dash_of(i), 2.0, distribution(std::move(values[i]), side.least));
        out.figure(
            side.title, std::move(pic), policy_legend(),
            fmt::format(
                "A curve further up and left is better. What took less than {} stands at the left edge. Over the "
                "jobs that ended.",
                readable(side.least)));
    }
    out.end_pair();
}

void replay_page::add_load(page& out) const {
    // The longest run may go on for weeks alone: shown is the time in which there is something to decide.
    double horizon = last_;
    for (auto const& p : seen_)
        for (auto const& j : p.jobs)
            if (j.ended()) horizon = std::max(horizon, j.start);
    auto const bins = bins_for(1.05 * horizon);
    double const end = bins.width * static_cast<double>(bins.count) / hour;
    double const total = static_cast<double>(setup_->cluster->total);
    auto const n = static_cast<double>(seen_.size());

    axis rows{"% of the GPUs that gangs hold; each row 0 to 100 %", 0.0, n, false, {}};
    frame tall;
    tall.height = tall.top + tall.bottom + 60.0 * n;
    tall.left = 20.0;
    picture strips{tall, linear_axis("hours since the first submission", 0.0, end), rows,
                   "GPUs in use over time, a row for each policy"};
    std::vector<std::vector<xy>> queues;
    double longest = 1.0;
    std::string csv = "policy,from_s,to_s,gpus_in_use,utilisation,queue\n";
    constexpr double height = 0.55; // of a row; the name stands above
    for (std::size_t i = 0; i < seen_.size(); ++i) {
        auto const load = load_of(seen_[i].jobs, bins);
        double const base = n - static_cast<double>(i) - 0.95;
        std::vector<xy> outline{{0.0, base}};
        for (auto const& p : steps_of(load.busy, bins.width / hour))
            outline.push_back({p.x, base + height * p.y / total});
        outline.push_back({end, base});
        strips.line(fainter, 0, 0.8, {{0.0, base + height}, {end, base + height}});
        strips.area(colour_of(i), 0.75, outline);
        strips.line(faint, 0, 0.8, {{0.0, base}, {end, base}});
        auto const corner = strips.pixel({0.0, base + height});
        strips.text({corner.x + 2.0, corner.y - 12.0}, shortened(seen_[i].policy, 48, keep::begin));
        queues.push_back(steps_of(load.queue, bins.width / hour));
        for (std::size_t b = 0; b < bins.count; ++b) {
            longest = std::max(longest, load.queue[b]);
            csv += csv_field(seen_[i].policy) + fmt::format(",{},{},{:.6g},{:.6g},{:.6g}\n",
                                                            static_cast<double>(b) * bins.width,
                                                            static_cast<double>(b + 1) * bins.width, load.busy[b],
                                                            load.busy[b] / total, load.queue[b]);
        }
    }
    strips.line(faint, 2, 1.2, {{last_ / hour, 0.0}, {last_ / hour, n}});
    picture queue{{},
                  linear_axis("hours since the first submission", 0.0, end),
                  linear_axis("jobs that wait", 0.0, longest),
                  "Length of the queue over time, a curve for each policy"};
    queue.line(faint, 2, 1.2, {{last_ / hour, 0.0}, {last_ / hour, longest}});
    for (std::size_t i = seen_.size(); i-- > 0;) queue.line(colour_of(i), dash_of(i), 2.0, queues[i]);
    auto const each =
        fmt::format("Means over {} each, until the last gang has started; the dotted line is the last submission",
                    readable(bins.width));
    out.heading("Load over time");
    out.begin_pair();
    out.figure("GPUs in use", std::move(strips), {},
               each + ". GPUs that stand idle while the queue is long are what a policy loses.");
    out.figure("Queue", std::move(queue), policy_legend(),
               each + ". Jobs that the cluster can never hold are not counted.");
    out.end_pair();
    out.begin_fold("The same as a table: GPUs in use and length of the queue, means over each day");
    std::vector<std::string> head{"day"};
    std::vector<std::vector<std::string>> days;
    for (std::size_t i = 0; i < seen_.size(); ++i) {
        head.push_back(fmt::format("# {}", i + 1));
        constexpr double day = 24.0 * hour;
        time_bins const daily{day, static_cast<std::size_t>(std::ceil(end * hour / day))};
        auto const load = load_of(seen_[i].jobs, daily);
        days.resize(daily.count);
        for (std::size_t d = 0; d < daily.count; ++d) {
            if (i == 0) days[d].push_back(std::to_string(d + 1));
            days[d].push_back(fmt::format("{:.1f} %, {:.0f} jobs", 100.0 * load.busy[d] / total, load.queue[d]));
        }
    }
    out.table(head, days);
    out.end_fold();
    out.file("load.csv", std::move(csv),
             "GPUs in use and length of the queue, a row for each policy and part of the time");
}

void replay_page::write(std::string const& profiles, std::vector<figures> const& all,
                        gangway::sim::completion_bound const& bound) const {
    auto const& s = *setup_;
    page out{fmt::format("Replay of {} on {}", s.trace->name, s.cluster->name)};
    out.paragraph(fmt::format("{} jobs ({}), submitted over {}, on {} {} with {} GPUs. Estimates: {}.",
                              s.trace->jobs.size(), s.trace->format, readable(last_), s.cluster->gpus.size(),
                              s.cluster->gpus.size() == 1 ? "node" : "nodes", s.cluster->total, s.estimates));
    if (!s.power.empty()) out.paragraph("Power: " + s.power + ".");
    if (!profiles.empty()) out.paragraph("Profiles: " + profiles + ".");
    out.paragraph(fmt::format("No schedule has a mean completion time below {}.", readable(bound.best())));
    add_figures(out, all, bound);
    add_idle(out, all);
    add_distributions(out);
    add_load(out);
    add_sizes(out);
    add_nodes(out);
    out.write(folder_);
}

} // namespace tool
