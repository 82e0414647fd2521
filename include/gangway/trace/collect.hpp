// L5 - the jobs of a file as they come in: checks of their fields, duplicates, and the order of the result.
#pragma once

#include <gangway/trace/job.hpp>
#include <gangway/text/ledger.hpp>
#include <gangway/text/text.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace gangway::trace {

/// The total order of the jobs of a trace: submit time, then id in natural order, then everything else.
[[nodiscard]] inline bool comes_before(job const& a, job const& b) {
    if (a.submitted != b.submitted) return a.submitted < b.submitted;
    if (auto const c = text::natural_order(a.id, b.id); c != 0) return c < 0;
    auto const rest = [](job const& j) { return std::tie(j.gpus, j.run, j.estimate, j.user, j.group, j.status); };
    return rest(a) < rest(b);
}

/// Collects the jobs of a file, checks their fields, and makes a result that does not depend on the order of rows.
///
/// Semantics: a `take_` function returns nothing where the row is left out; the reader then turns to the next row.
class job_sink {
  public:
    job_sink(std::string_view file, read_options const& options) : account{file, options.bad_rows} {}

    text::ledger account;

    [[nodiscard]] std::optional<std::string> take_id(std::size_t line, std::string_view value) {
        if (value.empty()) {
            account.leave_out(line, issue_kind::missing_field, "the row has no job id");
            return std::nullopt;
        }
        return take_name(line, "job id", value);
    }

    /// A text that may be empty.
    [[nodiscard]] std::optional<std::string> take_name(std::size_t line, std::string_view what,
                                                       std::string_view value) {
        if (text::has_control(value)) {
            account.leave_out(line, issue_kind::malformed,
                              "the " + std::string{what} + " " + text::quote(value) + " holds a control character");
            return std::nullopt;
        }
        if (value.size() > text::longest_name) {
            account.leave_out(line, issue_kind::out_of_range,
                              "the " + std::string{what} + " " + text::quote(value) + " is longer than 1024 bytes");
            return std::nullopt;
        }
        return std::string{value};
    }

    [[nodiscard]] std::optional<instant> take_submit(std::size_t line, std::string_view value) {
        auto const s = seconds(line, "submit time", value);
        if (!s) return std::nullopt;
        if (*s >= 0.0) return instant{*s + 0.0}; // + 0.0: no negative zero
        if (!account.repair(line, issue_kind::negative, "the submit time " + text::quote(value) + " is negative",
                            "submitted at 0")) {
            return std::nullopt;
        }
        return instant{0.0};
    }

    [[nodiscard]] std::optional<duration> take_run(std::size_t line, std::string_view value) {
        auto const s = seconds(line, "run time", value);
        return s ? take_run(line, *s) : std::nullopt;
    }

    [[nodiscard]] std::optional<duration> take_run(std::size_t line, double run) {
        if (run > 0.0) return duration{run};
        auto what =
            run < 0.0 ? "the run time " + text::shortest(run) + " s is negative" : std::string{"the run time is 0 s"};
        if (run < 0.0) {
            account.leave_out(line, issue_kind::zero_or_negative_run, std::move(what));
            return std::nullopt;
        }
        if (!account.repair(line, issue_kind::zero_or_negative_run, std::move(what), "run time raised to 1 s")) {
            return std::nullopt;
        }
        return duration{1.0};
    }

    [[nodiscard]] std::optional<std::int64_t> take_gpus(std::size_t line, std::string_view value) {
        std::int64_t gpus = 0;
        if (value.empty()) {
            account.leave_out(line, issue_kind::missing_field, "the row has no GPU count");
        } else if (auto const fault = text::parse_count(value, gpus); fault == text::number_fault::not_a_number) {
            account.leave_out(line, issue_kind::bad_number,
                              "the GPU count " + text::quote(value) + " is not a whole number");
        } else if (fault == text::number_fault::too_large || gpus > text::most_gpus) {
            account.leave_out(line, issue_kind::out_of_range,
                              "the GPU count " + text::quote(value) + " is beyond 2^31");
        } else if (gpus < 0) {
            account.leave_out(line, issue_kind::negative, "the GPU count " + text::quote(value) + " is negative");
        } else if (gpus == 0) {
            account.leave_out(line, issue_kind::zero_gpus, "the job asks for no GPU");
        } else {
            return gpus;
        }
        return std::nullopt;
    }

    /// Puts the estimate into `out`, nothing for an empty field; false: the row is left out.
    [[nodiscard]] bool take_estimate(std::size_t line, std::string_view value, std::optional<duration>& out) {
        out.reset();
        if (value.empty()) return true;
        double s = 0.0;
        auto const fault = text::parse_number(value, s);
        if (fault == text::number_fault::none && s > 0.0 && s <= text::most_seconds) {
            out = duration{s};
            return true;
        }
        auto const kind = fault == text::number_fault::not_a_number                          ? issue_kind::bad_number
                          : fault == text::number_fault::too_large || s > text::most_seconds ? issue_kind::out_of_range
                          : s < 0.0                                                          ? issue_kind::negative
                                    : issue_kind::zero_or_negative_run;
        return account.repair(line, kind, "the estimate " + text::quote(value) + " is not a time above 0 s",
                              "taken as a job without an estimate");
    }

    /// Makes room for the jobs of a file; short lines cannot make it ask for more than a few times the file's size.
    void expect(std::string_view content) {
        auto const lines = static_cast<std::size_t>(std::count(content.begin(), content.end(), '\n'));
        auto const most = std::min(lines, content.size() / 24) + 1;
        jobs_.reserve(most);
        lines_.reserve(most);
    }

    void add(job j, std::size_t line) {
        jobs_.push_back(std::move(j));
        lines_.push_back(line);
    }

    /// Settles duplicate ids, sorts, and hands over.
    ///
    /// Complexity: O(n log n), O(n) for rows in order.
    [[nodiscard]] read_result finish(std::string_view format) && {
        sort();
        settle_duplicates();
        read_result out;
        out.format = format;
        out.records = account.records();
        out.left_out = account.left_out();
        if (!account.stopped()) {
            out.jobs = std::move(jobs_);
            out.lines = std::move(lines_);
            out.usable = !out.jobs.empty() || out.records == 0;
        }
        out.issues = std::move(account).issues();
        return out;
    }

  private:
    [[nodiscard]] std::optional<double> seconds(std::size_t line, std::string_view what, std::string_view value) {
        double s = 0.0;
        if (value.empty()) {
            account.leave_out(line, issue_kind::missing_field, "the row has no " + std::string{what});
        } else if (auto const fault = text::parse_number(value, s); fault == text::number_fault::not_a_number) {
            account.leave_out(line, issue_kind::bad_number,
                              "the " + std::string{what} + " " + text::quote(value) + " is not a finite number");
        } else if (fault == text::number_fault::too_large || s > text::most_seconds || s < -text::most_seconds) {
            account.leave_out(line, issue_kind::out_of_range,
                              "the " + std::string{what} + " " + text::quote(value) +
                                  " is beyond what a double holds to the second");
        } else {
            return s;
        }
        return std::nullopt;
    }

    void sort() {
        auto const before = [&](std::size_t a, std::size_t b) {
            if (comes_before(jobs_[a], jobs_[b])) return true;
            return !comes_before(jobs_[b], jobs_[a]) && lines_[a] < lines_[b];
        };
        std::vector<std::size_t> order(jobs_.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        if (std::is_sorted(jobs_.begin(), jobs_.end(), comes_before)) return;
        std::sort(order.begin(), order.end(), before);
        keep(order);
    }

    void keep(std::vector<std::size_t> const& order) {
        std::vector<job> jobs;
        std::vector<std::size_t> lines;
        jobs.reserve(order.size());
        lines.reserve(order.size());
        for (auto const i : order) {
            jobs.push_back(std::move(jobs_[i]));
            lines.push_back(lines_[i]);
        }
        jobs_ = std::move(jobs);
        lines_ = std::move(lines);
    }

    /// Of jobs with one id the first in the order of the result keeps it: which one that is does not depend on rows.
    void settle_duplicates() {
        auto const not_rising = [](job const& a, job const& b) { return text::natural_order(a.id, b.id) >= 0; };
        if (std::adjacent_find(jobs_.begin(), jobs_.end(), not_rising) == jobs_.end()) {
            return; // the usual trace: ids rise with submit time, so none comes twice
        }
        std::vector<std::size_t> by_id(jobs_.size());
        std::iota(by_id.begin(), by_id.end(), std::size_t{0});
        std::sort(by_id.begin(), by_id.end(), [&](std::size_t a, std::size_t b) {
            auto const c = jobs_[a].id.compare(jobs_[b].id);
            return c != 0 ? c < 0 : a < b;
        });
        std::vector<std::string> taken;
        std::vector<bool> dropped(jobs_.size(), false);
        bool changed = false;
        for (std::size_t i = 1; i < by_id.size() && !account.stopped(); ++i) {
            auto const first = by_id[i - 1];
            if (jobs_[by_id[i]].id != jobs_[first].id) continue;
            if (taken.empty()) {
                for (auto const k : by_id) taken.push_back(jobs_[k].id);
            }
            changed = true;
            auto const id = jobs_[first].id;
            std::size_t copy = 2;
            for (; i < by_id.size() && jobs_[by_id[i]].id == id && !account.stopped(); ++i) {
                auto const at = by_id[i];
                auto what =
                    "the job id " + text::quote(id) + " is already that of line " + std::to_string(lines_[first]);
                while (std::binary_search(taken.begin(), taken.end(), id + "#" + std::to_string(copy))) ++copy;
                auto const name = id + "#" + std::to_string(copy);
                if (name.size() > text::longest_name) {
                    account.leave_out(lines_[at], issue_kind::duplicate_id, std::move(what));
                    dropped[at] = true;
                } else if (account.repair(lines_[at], issue_kind::duplicate_id, std::move(what),
                                          "renamed " + text::quote(name))) {
                    jobs_[at].id = name;
                    ++copy;
                } else {
                    dropped[at] = true;
                }
            }
        }
        if (!changed || account.stopped()) return;
        std::vector<std::size_t> kept;
        for (std::size_t i = 0; i != jobs_.size(); ++i) {
            if (!dropped[i]) kept.push_back(i);
        }
        keep(kept);
        sort();
    }

    std::vector<job> jobs_;
    std::vector<std::size_t> lines_;
};

} // namespace gangway::trace
