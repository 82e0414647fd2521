// L5 - the account of a file that every reader keeps: records, issues, and what the rule did about them.
#pragma once

#include <gangway/text/issue.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gangway::text {

/// Keeps the account of a file: how many records, how many left out, and every issue with what the rule did about it.
class ledger {
  public:
    /// Issues beyond this many are counted by kind, not listed: a hostile file must not fill the memory.
    static constexpr std::size_t most_listed = 65'536;

    ledger(std::string_view file, rule bad_rows) : file_{file}, rule_{bad_rows} {}

    void open_record() { ++records_; }

    /// A fault that has a repair; true: the rule is repair, go on with the row as `how` says.
    [[nodiscard]] bool repair(std::size_t line, issue_kind kind, std::string what, std::string how) {
        if (rule_ != rule::repair) {
            leave_out(line, kind, std::move(what));
            return false;
        }
        list(line, kind, std::move(what), "repaired: " + std::move(how));
        return true;
    }

    /// A fault without a repair: the record is no job.
    void leave_out(std::size_t line, issue_kind kind, std::string what) {
        if (rule_ == rule::stop) {
            give_up(line, kind, std::move(what));
        } else {
            ++left_out_;
            list(line, kind, std::move(what), rule_ == rule::repair ? "left out: no repair" : "left out");
        }
    }

    /// A record that is no job for a reason of its own, whatever the rule for bad rows.
    void set_aside(std::size_t line, issue_kind kind, std::string what,
                   std::string done = "left out, under every rule") {
        ++left_out_;
        list(line, kind, std::move(what), std::move(done));
    }

    /// Something to know that costs no record.
    void note(std::size_t line, issue_kind kind, std::string what, std::string done) {
        list(line, kind, std::move(what), std::move(done));
    }

    /// The end of reading: nothing is usable.
    void give_up(std::size_t line, issue_kind kind, std::string what) {
        stopped_ = true;
        list(line, kind, std::move(what), "stopped: nothing of this file is used");
    }

    [[nodiscard]] bool stopped() const { return stopped_; }
    [[nodiscard]] std::size_t records() const { return records_; }
    [[nodiscard]] std::size_t left_out() const { return stopped_ ? records_ : left_out_; }

    /// All issues, by line.
    [[nodiscard]] std::vector<issue> issues() && {
        std::string more;
        for (std::size_t k = 0; k != issue_kinds; ++k) {
            if (unlisted_[k] == 0) continue;
            more += (more.empty() ? "" : ", ") + std::to_string(unlisted_[k]) + " " +
                    std::string{to_text(static_cast<issue_kind>(k))};
        }
        std::vector<std::size_t> order(issues_.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return issues_[a].line != issues_[b].line ? issues_[a].line < issues_[b].line : a < b;
        });
        std::vector<issue> sorted;
        sorted.reserve(order.size() + 1);
        for (auto const i : order) sorted.push_back(std::move(issues_[i]));
        if (!more.empty()) {
            sorted.push_back({file_, 0, issue_kind::unlisted, "more issues than are listed: " + more,
                              "treated as the listed ones of their kind"});
        }
        return sorted;
    }

  private:
    void list(std::size_t line, issue_kind kind, std::string what, std::string done) {
        if (issues_.size() < most_listed || stopped_) {
            issues_.push_back({file_, line, kind, std::move(what), std::move(done)});
        } else {
            ++unlisted_[static_cast<std::size_t>(kind)];
        }
    }

    std::string file_;
    rule rule_;
    std::vector<issue> issues_;
    std::array<std::size_t, issue_kinds> unlisted_{};
    std::size_t records_ = 0;
    std::size_t left_out_ = 0;
    bool stopped_ = false;
};

} // namespace gangway::text
