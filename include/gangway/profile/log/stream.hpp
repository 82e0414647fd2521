// L5 - the lines of one form, label and rank in a log, as timed iterations in order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../steady_state.hpp"
#include "finding.hpp"
#include "forms.hpp"
#include "pattern.hpp"
#include "time_text.hpp"

namespace gangway::profile {

/// What a stream counts.
enum class log_unit : std::uint8_t { iterations, samples };

/// One line of a stream, once it is matched.
struct log_line {
    log_match match;               ///< of a form
    std::optional<log_time> time;  ///< stamp, where the line has one
    bool after_validation = false; ///< the line's time has a validation pass in it
    std::size_t number = 0;        ///< of the line, from 1
};

/// Iterations of one form, label and rank. Made by `log_reader`.
class log_stream {
  public:
    /// Beyond so many readings neighbours are joined: a log without an end takes bounded memory.
    static constexpr std::size_t most_readings = std::size_t{1} << 16U;

    std::string name;                       ///< of the form
    std::string label;                      ///< what stands before the counter of a bar, letters only
    log_unit unit = log_unit::iterations;   ///< that is counted
    log_span covers = log_span::window;     ///< what its numbers cover
    log_counter counter = log_counter::run; ///< what its iterations count
    bool training = true;                   ///< false: its label says that it is a validation, a test, a download
    int rank = -1;                          ///< -1: the line names none
    double total = -1.0;                    ///< iterations that it announces; below 0: none
    std::size_t first_line = 0;             ///< of it, from 1
    std::size_t lines = 0;                  ///< of it

    /// Times of iterations, in order.
    [[nodiscard]] std::vector<timed> const& readings() const { return readings_; }
    /// Places in the readings at which a run began anew.
    [[nodiscard]] std::vector<std::size_t> const& starts() const { return starts_; }
    /// What is in doubt.
    [[nodiscard]] std::vector<log_finding> const& findings() const { return findings_; }
    /// Time that the readings cover.
    [[nodiscard]] duration covered() const { return covered_; }
    /// Without a single window: the mean of a whole pass is all there is.
    [[nodiscard]] bool whole_only() const { return windows_ == 0 && whole_; }
    /// The steady state of the readings.
    [[nodiscard]] steady settle(steady_options const& how = {}) const { return steady_state(readings_, starts_, how); }

    /// Takes the next line.
    void add(log_line const& l) {
        if (lines++ == 0) first_line = l.number;
        if (covers == log_span::stamps) return add_stamp(l);
        double const v = l.match.value;
        if (!(v > 0.0) || v > 1e12 || !(l.match.step < 1e15)) return note(log_doubt::bad_value, l.number);
        bool const inverse = l.match.unit != log_field::seconds_each;
        double const each = inverse ? 1.0 / v : v;
        double const off = inverse ? l.match.resolution / (v * v) : l.match.resolution;
        double const step = l.match.step;
        bool const complete = step >= 0.0 && step == l.match.total;
        if (step >= 0.0 && step == step_) {
            // Another rank, a handler that prints twice, a bar that is drawn again; or the next of bars that show their
            // end alone.
            bool const drawn_again = covers == log_span::smoothed ? windows_of_pass_ > 0 : l.after_validation;
            if (!complete || counter == log_counter::run || l.number == last_line_ || drawn_again) return;
            turn_back(l.number);
        }
        last_line_ = l.number;
        if (step >= 0.0 && step < step_) turn_back(l.number);
        if (covers == log_span::cumulative || covers == log_span::after_first) {
            if (complete && l.after_validation && windows_of_pass_ > 0) return; // its time has the validation in it
            add_cumulative(each, off, step, complete);
        } else if (covers == log_span::smoothed && complete && windows_of_pass_ > 0) {
            // the mean of the whole bar, which the lines above have told already
        } else if (covers == log_span::smoothed && complete) {
            whole_ = true;
            push({each, step, off});
        } else {
            ++windows_;
            ++windows_of_pass_;
            double units = 1.0;
            if (step_ >= 0.0 && step > step_)
                units = step - step_;
            else if (covers == log_span::smoothed && step > 0.0)
                units = step;
            if (unit == log_unit::samples)
                units = 1.0 / each; // a second's worth: how many samples a step has is not known
            push({each, units, off});
        }
        step_ = step;
    }

  private:
    void note(log_doubt what, std::size_t line) {
        for (auto& f : findings_)
            if (f.what == what) {
                ++f.count;
                return;
            }
        findings_.push_back({what, line, 1});
    }
    void turn_back(std::size_t line) {
        if (counter == log_counter::run) {
            note(log_doubt::restart, line);
            starts_.push_back(readings_.size());
        }
        step_ = -1.0;
        windows_of_pass_ = 0;
        mark_units_ = mark_time_ = 0.0;
    }
    void push(timed const& r) {
        if (!(r.each > 0.0) || !(r.units > 0.0)) return;
        covered_ = covered_ + duration{r.each * r.units};
        if (joined_ > 1) {
            half_.units += r.units;
            half_.each += r.each * r.units;
            half_.resolution = std::max(half_.resolution, r.resolution);
            half_.edge = std::max(half_.edge, r.edge);
            if (++in_half_ < joined_) return;
            half_.each /= half_.units;
            readings_.push_back(half_);
            half_ = {0.0, 0.0};
            in_half_ = 0;
        } else {
            readings_.push_back(r);
        }
        if (readings_.size() < most_readings) return;
        for (std::size_t i = 0; i < readings_.size() / 2; ++i) {
            auto const& a = readings_[2 * i];
            auto const& b = readings_[2 * i + 1];
            readings_[i] = {(a.each * a.units + b.each * b.units) / (a.units + b.units), a.units + b.units,
                            std::max(a.resolution, b.resolution), std::max(a.edge, b.edge)};
        }
        readings_.resize(readings_.size() / 2);
        for (auto& at : starts_) at /= 2;
        half_ = {0.0, 0.0};
        joined_ *= 2;
    }

    // A mean since the start says what lies between two lines only as far as its digits reach: windows grow until it
    // does.
    void add_cumulative(double each, double off, double step, bool complete) {
        if (step < 0.0) { // the mean of the whole run: the last one that is printed counts
            whole_ = true;
            readings_.assign(1, {each, 1.0, off});
            covered_ = duration{each};
            return;
        }
        double const units = covers == log_span::after_first ? step - 1.0 : step;
        if (!(units > mark_units_)) return;
        double const time = each * units;
        double const doubt = off * (units + mark_units_);
        bool const told = time - mark_time_ >= 20.0 * doubt;
        bool const coarse = off > 0.02 * each && units >= 10.0 && units >= 2.0 * mark_units_; // it never will be
        if ((told || coarse) && time > mark_time_) {
            ++windows_;
            ++windows_of_pass_;
            push({(time - mark_time_) / (units - mark_units_), units - mark_units_, doubt / (units - mark_units_)});
        } else if (complete && mark_units_ == 0.0) {
            whole_ = true;
            push({each, units, off});
        } else {
            return;
        }
        mark_units_ = units;
        mark_time_ = time;
    }

    void add_stamp(log_line const& l) {
        double const step = l.match.step;
        if (!l.time || !(step < 1e15)) return;
        double now = l.time->seconds + midnights_;
        if (!l.time->has_day && stamped_ && now < newest_ - 43'200.0) {
            midnights_ += 86'400.0;
            now += 86'400.0;
        }
        if (stamped_ && now < newest_) {
            note(log_doubt::clock_went_back, l.number);
            stamped_ = false;
        }
        if (step == step_ && stamped_) return;
        if (stamped_ && step < step_) {
            turn_back(l.number);
            stamped_ = false;
        }
        newest_ = now;
        step_ = step;
        if (!stamped_) {
            stamped_ = true;
            mark_time_ = now;
            mark_units_ = step;
            return;
        }
        // Whole seconds tell little of a short time: lines are taken together until they do.
        double const time = now - mark_time_;
        if (time < 8.0 * l.time->resolution) return;
        ++windows_;
        push({time / (step - mark_units_), step - mark_units_, 0.0, l.time->resolution});
        mark_time_ = now;
        mark_units_ = step;
    }

    std::vector<timed> readings_;
    std::vector<std::size_t> starts_;
    std::vector<log_finding> findings_;
    duration covered_;
    std::size_t windows_ = 0;
    std::size_t windows_of_pass_ = 0; // since the counter last went back
    std::size_t last_line_ = 0;
    bool whole_ = false;
    double step_ = -1.0;
    double mark_units_ = 0.0; // where the current window began
    double mark_time_ = 0.0;
    double newest_ = 0.0;
    double midnights_ = 0.0;
    bool stamped_ = false;
    timed half_{0.0, 0.0};
    std::size_t joined_ = 1; // lines to a reading
    std::size_t in_half_ = 0;
};

} // namespace gangway::profile
