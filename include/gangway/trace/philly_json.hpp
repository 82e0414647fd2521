// L5 - reader of Microsoft's cluster_job_log: a JSON list of jobs with all their attempts.
#pragma once

#include <gangway/trace/collect.hpp>
#include <gangway/trace/json_records.hpp>
#include <gangway/trace/machines.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gangway::trace {

/// Seconds from 1970 of `YYYY-MM-DD HH:MM:SS`, as if there were no time zones; nothing for any other text.
[[nodiscard]] inline std::optional<std::int64_t> parse_local_time(std::string_view s) {
    constexpr std::string_view shape = "dddd-dd-dd dd:dd:dd";
    if (s.size() != shape.size()) return std::nullopt;
    for (std::size_t i = 0; i != s.size(); ++i) {
        if (shape[i] == 'd' ? !text::is_digit(s[i]) : s[i] != shape[i]) return std::nullopt;
    }
    auto const part = [&](std::size_t from, std::size_t n) {
        int value = 0;
        std::from_chars(s.data() + from, s.data() + from + n, value);
        return value;
    };
    namespace chrono = std::chrono;
    chrono::year_month_day const date{chrono::year{part(0, 4)}, chrono::month{static_cast<unsigned>(part(5, 2))},
                                      chrono::day{static_cast<unsigned>(part(8, 2))}};
    int const hour = part(11, 2);
    int const minute = part(14, 2);
    int const second = part(17, 2);
    if (!date.ok() || hour > 23 || minute > 59 || second > 59) return std::nullopt;
    chrono::seconds const since_1970 = chrono::sys_days{date}.time_since_epoch() + chrono::hours{hour} +
                                       chrono::minutes{minute} + chrono::seconds{second};
    return std::int64_t{since_1970.count()};
}

/// Reads the records of a cluster_job_log one by one.
class philly_json_reader {
  public:
    /// Reads as the options say; machines are checked where `check` is not null.
    philly_json_reader(std::string_view file, read_options const& options, machine_check* check)
        : sink_{file, options},
          check_{check} {
        if (options.origin.empty()) return;
        origin_ = parse_local_time(options.origin);
        if (!origin_) {
            sink_.account.give_up(0, issue_kind::bad_number,
                                  "the origin " + text::quote(options.origin) + " is not YYYY-MM-DD HH:MM:SS");
        }
    }

    /// Reads the whole of a file.
    [[nodiscard]] read_result read(std::string_view content) && {
        auto& account = sink_.account;
        json_records records{text::without_bom(content)};
        std::string_view record;
        for (std::size_t line = 0; !account.stopped();) {
            auto const found = records.next(record, line);
            if (found == json_records::found::end) break;
            if (found == json_records::found::cut && record.empty()) {
                account.note(line, issue_kind::cut_last_line,
                             "the list is not closed; jobs after this place may be missing", "taken as it is");
                break;
            }
            account.open_record();
            if (found == json_records::found::cut) {
                account.leave_out(line, issue_kind::cut_last_line,
                                  "the record that begins here does not end; get the whole file");
                break;
            }
            if (found == json_records::found::stray) {
                account.leave_out(line, issue_kind::malformed, "no record of a job: " + text::quote(record));
            } else if (found == json_records::found::too_deep) {
                account.leave_out(line, issue_kind::malformed, "the record is nested more than 32 deep");
            } else {
                take(record, line);
            }
        }
        if (account.records() == 0 && text::without_bom(content).find('[') == std::string_view::npos &&
            !account.stopped()) {
            account.give_up(0, issue_kind::unknown_format, "the file holds no JSON list");
        }
        settle_times();
        return std::move(sink_).finish("philly_json");
    }

  private:
    using json = nlohmann::json;

    struct attempt_sum {
        std::int64_t run = 0;
        std::int64_t gpus = 0;
        std::optional<std::int64_t> first_start;
        std::vector<machine> used; ///< the most that any attempt used of each machine
        std::string incomplete;    ///< what is missing, in words; empty: nothing
        bool no_end = false;
        bool any_time = false;
        bool any_complete = false;
    };

    /// The text of a field; empty where it is absent, null, or the word None.
    static std::string_view word(json const& object, char const* name) {
        auto const it = object.find(name);
        if (it == object.end()) return {};
        auto const* const s = it->get_ptr<json::string_t const*>();
        return s == nullptr || *s == "None" ? std::string_view{} : std::string_view{*s};
    }

    static json const* list(json const& object, char const* name) {
        auto const it = object.find(name);
        return it != object.end() && it->is_array() ? &*it : nullptr;
    }

    /// Puts the time of a field into `out`, nothing where there is none; false: the record is left out.
    bool take_time(std::size_t line, json const& object, char const* name, std::optional<std::int64_t>& out) {
        out.reset();
        auto const s = word(object, name);
        if (s.empty()) return true;
        out = parse_local_time(s);
        if (out) return true;
        sink_.account.leave_out(line, issue_kind::bad_number,
                                std::string{name} + " " + text::quote(s) + " is not YYYY-MM-DD HH:MM:SS");
        return false;
    }

    void take(std::string_view record, std::size_t line) {
        auto& account = sink_.account;
        auto const o = json::parse(record.begin(), record.end(), nullptr, false);
        if (o.is_discarded()) {
            account.leave_out(line, issue_kind::malformed, "the record is not valid JSON");
            return;
        }
        auto id = sink_.take_id(line, word(o, "jobid"));
        if (!id) return;
        std::optional<std::int64_t> submitted;
        if (!take_time(line, o, "submitted_time", submitted)) return;
        auto const* const attempts = list(o, "attempts");
        attempt_sum sum;
        if (attempts != nullptr) {
            for (std::size_t i = 0; i != attempts->size(); ++i) {
                if (!add_attempt(line, (*attempts)[i], i + 1, sum)) return;
            }
        }
        if (!submitted) {
            std::string what = "the record has no submitted_time";
            if (!sum.first_start) {
                account.leave_out(line, issue_kind::missing_field, std::move(what));
                return;
            }
            if (!account.repair(line, issue_kind::missing_field, std::move(what),
                                "the first start taken as submit time")) {
                return;
            }
            submitted = sum.first_start;
        }
        earliest_ = earliest_ ? std::min(*earliest_, *submitted) : *submitted;
        if (!sum.any_time && sum.gpus == 0) {
            account.set_aside(line, issue_kind::never_ran,
                              "job " + text::quote(*id) + " (" + std::string{word(o, "status")} + ") never ran");
            return;
        }
        if (sum.gpus == 0) {
            account.leave_out(line, issue_kind::zero_gpus, "no attempt of job " + text::quote(*id) + " lists a GPU");
            return;
        }
        finish_record(line, o, *std::move(id), *submitted, sum);
    }

    void finish_record(std::size_t line, json const& o, std::string id, std::int64_t submitted, attempt_sum& sum) {
        auto& account = sink_.account;
        if (!sum.incomplete.empty()) {
            auto const kind = sum.no_end ? issue_kind::unknown_end : issue_kind::missing_field;
            auto what = "job " + text::quote(id) + ": " + std::move(sum.incomplete);
            if (!sum.any_complete) {
                account.leave_out(line, kind, std::move(what));
                return;
            }
            if (!account.repair(line, kind, std::move(what), "run time is the sum of the complete attempts")) return;
        }
        auto const run = sink_.take_run(line, static_cast<double>(sum.run));
        if (!run) return;
        auto user = sink_.take_name(line, "user", word(o, "user"));
        if (!user) return;
        auto group = sink_.take_name(line, "vc", word(o, "vc"));
        if (!group) return;
        auto status = sink_.take_name(line, "status", word(o, "status"));
        if (!status) return;
        if (check_ != nullptr && !check_->holds(account, line, id, sum.used)) return;
        pending_.push_back({{std::move(id), *std::move(user), *std::move(group), instant{}, sum.gpus, *run,
                             std::nullopt, *std::move(status)},
                            line,
                            submitted});
    }

    /// Adds one attempt; false: the record is left out.
    bool add_attempt(std::size_t line, json const& attempt, std::size_t number, attempt_sum& sum) {
        auto& account = sink_.account;
        std::optional<std::int64_t> start;
        std::optional<std::int64_t> end;
        if (!attempt.is_object()) {
            account.leave_out(line, issue_kind::malformed, "attempt " + std::to_string(number) + " is no object");
            return false;
        }
        if (!take_time(line, attempt, "start_time", start) || !take_time(line, attempt, "end_time", end)) return false;
        auto const gpus = add_use(attempt, sum.used);
        if (gpus > 0) sum.gpus = gpus; // the last attempt with machines says the gang size
        sum.any_time = sum.any_time || start || end;
        if (start) sum.first_start = sum.first_start ? std::min(*sum.first_start, *start) : *start;
        if (start && end) {
            sum.any_complete = true;
            if (*end >= *start) {
                sum.run += *end - *start;
                return true;
            }
            return account.repair(line, issue_kind::negative,
                                  "attempt " + std::to_string(number) + " ends before it starts", "counted as 0 s");
        }
        if (start || end || gpus > 0) {
            sum.no_end = sum.no_end || !end;
            sum.incomplete += (sum.incomplete.empty() ? "attempt " : ", attempt ") + std::to_string(number) +
                              (start ? " has no end"
                               : end ? " has no start"
                                     : " has no start and no end");
        }
        return true;
    }

    /// The GPUs of one attempt; `most` keeps the largest use of each machine, sorted by name.
    std::int64_t add_use(json const& attempt, std::vector<machine>& most) {
        auto const* const detail = list(attempt, "detail");
        if (detail == nullptr) return 0;
        std::int64_t total = 0;
        std::map<std::string_view, std::int64_t> used;
        for (auto const& place : *detail) {
            auto const* const gpus = place.is_object() ? list(place, "gpus") : nullptr;
            if (gpus == nullptr) continue;
            auto const n = static_cast<std::int64_t>(gpus->size());
            total += n;
            if (check_ != nullptr && n > 0) used[word(place, "ip")] += n;
        }
        for (auto const& [name, n] : used) {
            auto const at = std::lower_bound(most.begin(), most.end(), name,
                                             [](machine const& m, std::string_view key) { return m.name < key; });
            if (at != most.end() && at->name == name) {
                at->gpus = std::max(at->gpus, n);
            } else {
                most.insert(at, machine{std::string{name}, n});
            }
        }
        return total;
    }

    void settle_times() {
        auto const zero = origin_ ? *origin_ : earliest_.value_or(0);
        for (auto& p : pending_) {
            if (sink_.account.stopped()) return;
            p.record.submitted = instant{static_cast<double>(std::max<std::int64_t>(p.submitted - zero, 0))};
            if (p.submitted < zero &&
                !sink_.account.repair(p.line, issue_kind::negative,
                                      "job " + text::quote(p.record.id) + " was submitted before the origin",
                                      "submitted at 0")) {
                continue;
            }
            sink_.add(std::move(p.record), p.line);
        }
    }

    struct pending {
        job record;
        std::size_t line;
        std::int64_t submitted;
    };

    job_sink sink_;
    machine_check* check_;
    std::optional<std::int64_t> origin_;
    std::optional<std::int64_t> earliest_;
    std::vector<pending> pending_;
};

/// Reads a cluster_job_log; with `check`, holds what each attempt used against a list of machines.
///
/// Semantics: the gang size is the GPUs of the last attempt that lists any; the run time is the sum over the attempts.
/// A time may be null, absent or the word `None`. A job with no attempt that ran is set aside as never_ran. Submit
/// times count from the earliest submission of the file, or from the origin; they are local times, taken as they stand.
/// Source: Jeon et al., "Analysis of Large-Scale Multi-Tenant GPU Clusters for DNN Training Workloads", ATC 2019.
[[nodiscard]] inline read_result read_philly_json(std::string_view file, std::string_view content,
                                                  read_options const& options = {}, machine_check* check = nullptr) {
    return philly_json_reader{file, options, check}.read(content);
}

} // namespace gangway::trace
