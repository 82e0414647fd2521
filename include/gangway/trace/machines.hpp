// L5 - the list of machines beside a trace, and the check of what jobs used and ask for against it.
#pragma once

#include <gangway/text/csv.hpp>
#include <gangway/trace/collect.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gangway::trace {

/// A machine of a cluster.
struct machine {
    std::string name;      ///< unique in the list
    std::int64_t gpus = 0; ///< of it

    friend bool operator==(machine const&, machine const&) = default;
};

/// The machines of a file, in natural order of their names, and what was wrong with it.
struct machine_list {
    std::vector<machine> machines; ///< in natural order of their names
    std::vector<issue> issues;     ///< by line
    bool usable = false;           ///< false: there is nothing to check against
};

/// Reads `machine,gpus[,...]`, or the header of Microsoft's release, `machineId, number of GPUs, single GPU mem`.
///
/// Semantics: of two rows for one machine the one with fewer GPUs counts, whatever their order.
[[nodiscard]] inline machine_list read_machines(std::string_view file, std::string_view content,
                                                read_options const& options = {}) {
    job_sink sink{file, options};
    auto& account = sink.account;
    std::vector<std::pair<machine, std::size_t>> rows;
    text::csv_column const columns[] = {{"machine", true, "machineid"}, {"gpus", true, "number of gpus"}};
    text::for_each_row(content, account, columns, [&](std::span<std::string_view const> f, std::size_t line) {
        if (f[0].empty()) {
            account.leave_out(line, issue_kind::missing_field, "the row has no machine name");
            return;
        }
        auto name = sink.take_name(line, "machine", f[0]);
        if (!name) return;
        auto const gpus = sink.take_gpus(line, f[1]);
        if (gpus) rows.emplace_back(machine{*std::move(name), *gpus}, line);
    });
    std::sort(rows.begin(), rows.end(), [](auto const& a, auto const& b) {
        if (auto const c = text::natural_order(a.first.name, b.first.name); c != 0) return c < 0;
        return a.first.gpus != b.first.gpus ? a.first.gpus < b.first.gpus : a.second < b.second;
    });
    machine_list out;
    for (auto& [m, line] : rows) {
        if (!out.machines.empty() && out.machines.back().name == m.name) {
            account.leave_out(line, issue_kind::duplicate_id, "machine " + text::quote(m.name) + " is listed twice");
        } else {
            out.machines.push_back(std::move(m));
        }
        if (account.stopped()) break;
    }
    if (account.stopped()) out.machines.clear();
    out.usable = !out.machines.empty();
    out.issues = std::move(account).issues();
    return out;
}

/// What becomes of a job that used more GPUs of a machine than the list has.
enum class capacity_rule {
    skip,  ///< the job is left out
    widen, ///< the machine gets as many GPUs as were used; a machine that is not listed is added
    stop   ///< nothing is usable
};

/// Holds what jobs used against the list of machines, and widens the list where the rule says so.
///
/// Source: the published list and log do contradict each other (msr-fiddle/philly-traces, issue 8).
class machine_check {
  public:
    /// The rule says what is done with a job that is larger than the machines.
    machine_check(machine_list const& list, capacity_rule how) : rule_{how} {
        for (auto const& m : list.machines) counts_[m.name] = {m.gpus, m.gpus};
    }

    /// True: the job may stay. False: it was left out, or reading has stopped.
    [[nodiscard]] bool holds(text::ledger& account, std::size_t line, std::string_view job, std::span<machine const> used) {
        for (auto const& m : used) {
            auto const at = counts_.find(m.name);
            bool const listed = at != counts_.end() && at->second.listed > 0;
            if (listed && m.gpus <= at->second.listed) continue;
            auto what = "job " + text::quote(job) + " used " + std::to_string(m.gpus) + " GPUs of machine " +
                        text::quote(m.name) +
                        (listed ? ", the list says " + std::to_string(at->second.listed) : ", which is not listed");
            if (rule_ == capacity_rule::stop) {
                account.give_up(line, issue_kind::capacity, std::move(what));
                return false;
            }
            if (rule_ == capacity_rule::skip) {
                account.set_aside(line, issue_kind::capacity, std::move(what), "job left out");
                return false;
            }
            account.note(line, issue_kind::capacity, std::move(what), "machine widened to " + std::to_string(m.gpus));
            auto& widened = counts_[m.name].widened;
            widened = std::max(widened, m.gpus);
        }
        return true;
    }

    /// The machines, widened where the rule said so, in natural order of their names.
    [[nodiscard]] std::vector<machine> machines() const {
        std::vector<machine> out;
        out.reserve(counts_.size());
        for (auto const& [name, gpus] : counts_) out.push_back({name, gpus.widened});
        std::sort(out.begin(), out.end(),
                  [](machine const& a, machine const& b) { return text::natural_order(a.name, b.name) < 0; });
        return out;
    }

  private:
    struct tally {
        std::int64_t listed = 0;
        std::int64_t widened = 0;
    };
    capacity_rule rule_;
    std::map<std::string, tally, std::less<>> counts_;
};

/// One issue for each job that asks for more GPUs than the whole cluster has; the jobs stay in the trace.
[[nodiscard]] inline std::vector<issue> check_gangs(std::string_view file, read_result const& trace,
                                                    std::int64_t cluster_gpus) {
    std::vector<issue> out;
    for (std::size_t i = 0; i != trace.jobs.size(); ++i) {
        auto const& j = trace.jobs[i];
        if (j.gpus <= cluster_gpus) continue;
        out.push_back({std::string{file}, trace.lines[i], issue_kind::capacity,
                       "job " + text::quote(j.id) + " asks for " + std::to_string(j.gpus) + " GPUs, the cluster has " +
                           std::to_string(cluster_gpus) + "; it can never start",
                       "kept"});
    }
    return out;
}

} // namespace gangway::trace
