// L5 - reads training logs of any common form as they come, and tells how fast the training runs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "finder.hpp"
#include "finding.hpp"
#include "forms.hpp"
#include "label.hpp"
#include "lines.hpp"
#include "pattern.hpp"
#include "stream.hpp"

namespace gangway::profile {

/// What a log says of a training run.
struct log_summary {
    std::optional<std::size_t> stream; ///< which stream tells the rate; empty: none does
    steady rate;                       ///< of that stream
    std::vector<log_finding> findings; ///< by line
    std::size_t lines = 0;             ///< read
    std::size_t bytes = 0;             ///< read
};

/// Reads training logs in pieces, as from a pipe.
///
/// Semantics: lines are sorted into streams by form, label and rank, so that a validation bar or another rank is never
/// mixed into the training; a line of no known form is passed over. Memory is bounded, whatever is fed.
/// Complexity: O(bytes); a line without one of the words of a form is not looked at.
class log_reader {
  public:
    static constexpr std::size_t most_streams = 256; ///< that are told apart

    log_reader() : log_reader(std::span<log_form const>{}) {}

    /// Forms of the user's own come before the built-in ones. Expects: patterns that `log_pattern::parse` takes; names
    /// and patterns need not outlive the call.
    explicit log_reader(std::span<log_form const> own) {
        std::vector<std::string> anchors;
        auto const add = [&](log_form const& f) {
            std::string why;
            auto p = log_pattern::parse(f.pattern, why);
            GANGWAY_EXPECTS(p.has_value(), "a log form has a pattern that cannot be read");
            anchors.push_back(p->anchor_text());
            forms_.push_back({std::string{f.name}, std::move(*p), f.covers, f.counter});
        };
        for (auto const& f : own) add(f);
        for (auto const& f : log_forms) add(f);
        for (auto& f : forms_) {
            auto const same =
                std::find_if(forms_.begin(), forms_.end(), [&](auto const& g) { return g.name == f.name; });
            f.family = static_cast<std::uint32_t>(same - forms_.begin());
        }
        finder_.emplace(std::move(anchors));
    }

    /// The next piece of the log, of any size.
    void feed(std::string_view chunk) {
        bytes_ += chunk.size();
        feeder_.feed(chunk, [&](std::string_view text) { scan(text); });
    }

    /// What was told apart in the log.
    [[nodiscard]] std::vector<log_stream> const& streams() const { return streams_; }
    [[nodiscard]] std::size_t lines() const { return lines_; } ///< lines that were read
    [[nodiscard]] std::size_t bytes() const { return bytes_; } ///< bytes that were read

    /// The stream that tells the rate of the training: iterations before samples, lines that state a rate before steps
    /// and timestamps, windows before means of a whole run; among equals what covers the most time.
    [[nodiscard]] std::optional<std::size_t> training() const {
        std::optional<std::size_t> best;
        for (std::size_t i = 0; i < streams_.size(); ++i) {
            auto const& s = streams_[i];
            if (!s.training || s.readings().empty()) continue;
            if (s.covers == log_span::stamps && s.readings().size() < 3)
                continue; // any two numbers and times make a rate
            if (!best || better(s, streams_[*best])) best = i;
        }
        return best;
    }

    /// What is known so far; `at_end` tells that the log is over. Of ranks that differ by more than 5 % the slowest counts.
    [[nodiscard]] log_summary summary(bool at_end = true, steady_options const& how = {}) const {
        log_summary out;
        out.lines = lines_;
        out.bytes = bytes_;
        out.stream = training();
        auto const note = [&](log_doubt what, std::size_t line, std::size_t count = 1) {
            out.findings.push_back({what, line, count});
        };
        if (!out.stream) {
            note(log_doubt::no_rate, 0);
            if (untimed_ > 2) note(log_doubt::step_without_time, untimed_line_, untimed_);
        } else {
            out.rate = streams_[*out.stream].settle(how);
            slowest_rank(out, how);
            auto const& s = streams_[*out.stream];
            for (auto const& f : s.findings()) out.findings.push_back(f);
            auto const& r = out.rate;
            double resolution = 0.0;
            for (auto const& t : s.readings()) resolution = std::max(resolution, t.resolution / t.each);
            if (s.whole_only()) note(log_doubt::whole_run_only, s.first_line);
            if (resolution > 0.02 && s.readings().front().resolution > 0.02 * s.readings().front().each)
                note(log_doubt::coarse_digits, s.first_line);
            if (r.confidence == 0.0)
                note(log_doubt::few_readings, 0, r.readings);
            else if (!r.settled)
                note(log_doubt::not_settled, 0);
            if (r.stalls > 0) note(log_doubt::stalls, 0, r.stalls);
            if (r.uneven) note(log_doubt::uneven, 0);
        }
        if (auto const n = overlong_ + feeder_.overlong(); n > 0) note(log_doubt::overlong_line, 0, n);
        if (refused_ > 0) note(log_doubt::too_many_streams, refused_line_, refused_);
        if (at_end && !feeder_.rest().empty()) note(log_doubt::cut_last_line, lines_ + 1);
        std::sort(out.findings.begin(), out.findings.end(),
                  [](auto const& a, auto const& b) { return a.line != b.line ? a.line < b.line : a.what < b.what; });
        return out;
    }

  private:
    struct known_form {
        std::string name;
        log_pattern pattern;
        log_span covers;
        log_counter counter;
        std::uint32_t family = 0; // the first form of the same name
    };
    struct key {
        std::uint64_t label = 0;
        double total = -1.0;
        std::uint32_t family = 0;
        int rank = -1;
        log_unit unit = log_unit::iterations;
        bool stamps = false;
        friend bool operator==(key const&, key const&) = default;
    };

    [[nodiscard]] static bool better(log_stream const& a, log_stream const& b) {
        if (a.unit != b.unit) return a.unit == log_unit::iterations;
        auto const worth = [](log_stream const& s) {
            return s.whole_only() ? 0 : s.covers == log_span::stamps ? 1 : 2;
        };
        if (worth(a) != worth(b)) return worth(a) > worth(b);
        return a.covered() > b.covered();
    }
    // Ranks that agree are not compared: the slowest of many noisy measurements of one rate would be too slow.
    void slowest_rank(log_summary& out, steady_options const& how) const {
        auto const& c = streams_[*out.stream];
        if (c.rank < 0) return;
        double fastest = out.rate.each;
        auto slowest = out.rate;
        auto at = *out.stream;
        for (std::size_t i = 0; i < streams_.size(); ++i) {
            auto const& s = streams_[i];
            if (&s == &c || s.name != c.name || s.label != c.label || s.unit != c.unit || s.total != c.total ||
                s.covers != c.covers || s.readings().size() < 3)
                continue;
            auto const r = s.settle(how);
            fastest = std::min(fastest, r.each);
            if (!(r.each > slowest.each)) continue;
            slowest = r;
            at = i;
        }
        if (!(slowest.each > 1.05 * fastest)) return;
        out.rate = slowest;
        out.stream = at;
        out.findings.push_back({log_doubt::ranks_differ, 0, 1});
    }

    // Text of whole lines.
    void scan(std::string_view text) {
        std::size_t counted = 0; // line ends before here are in lines_
        auto const count_to = [&](std::size_t to) {
            while (counted < to) {
                auto const* const at = static_cast<char const*>(std::memchr(text.data() + counted, '\n', to - counted));
                if (at == nullptr) break;
                ++lines_;
                counted = static_cast<std::size_t>(at - text.data()) + 1;
            }
            counted = to;
        };
        std::size_t feed = 0; // the next line feed
        for (std::size_t from = 0;;) {
            auto const hit = finder_->next(text, from);
            if (hit == word_finder::none) break;
            auto const begin = line_begin(text, hit, from);
            if (feed < hit || hit == 0) { // kept: a bar is rewritten for megabytes without one
                auto const* const found =
                    static_cast<char const*>(std::memchr(text.data() + hit, '\n', text.size() - hit));
                feed = found == nullptr ? text.size() : static_cast<std::size_t>(found - text.data());
            }
            auto end = feed;
            auto const* const back = static_cast<char const*>(std::memchr(text.data() + hit, '\r', end - hit));
            if (back != nullptr) end = static_cast<std::size_t>(back - text.data());
            auto const line = text.substr(begin, end - begin);
            count_to(begin);
            if (line.size() <= text::longest_line)
                take(line, hit - begin);
            else
                ++overlong_;
            from = end;
            if (from >= text.size()) break;
        }
        count_to(text.size());
    }

    // A line with a word of some form at `hit`.
    void take(std::string_view line, std::size_t hit) {
        if (std::memchr(line.data(), '\x1b', line.size()) != nullptr) {
            line = without_escapes(line, plain_);
            hit = finder_->next(line, 0);
        }
        log_match match;
        std::size_t best = forms_.size();
        for (; hit != word_finder::none; hit = finder_->next(line, hit + 1)) {
            for (auto const f : finder_->at(line, hit)) {
                if (f >= best) break;
                auto const& candidate = forms_[f];
                if (!detail::stands_at(line, hit, candidate.pattern.anchor_text())) continue;
                log_match m;
                if (!candidate.pattern.match(line, hit, m)) continue;
                best = f;
                match = m;
                break;
            }
            if (best < forms_.size() && forms_[best].covers != log_span::stamps) break;
        }
        if (best == forms_.size()) return;
        auto const& form = forms_[best];
        log_line l{match, {}, false, lines_ + 1};
        if (form.pattern.needs_time()) {
            l.time = time_in(line.substr(0, match.begin));
            if (!l.time) {
                if (untimed_++ == 0) untimed_line_ = l.number;
                return;
            }
        }
        if (form.covers == log_span::after_first)
            l.after_validation = line.find(" val_", match.end) != std::string_view::npos;
        if (auto* const s = stream_of(form, line, l)) s->add(l);
    }

    log_stream* stream_of(known_form const& f, std::string_view line, log_line const& l) {
        key k{0,
              f.counter == log_counter::bar ? l.match.total : -1.0,
              f.family,
              detail::rank_of(line),
              l.match.unit == log_field::samples_per_second ? log_unit::samples : log_unit::iterations,
              f.covers == log_span::stamps};
        auto const before = line.substr(0, l.match.begin);
        k.label = 14'695'981'039'346'656'037U; // FNV-1a over the letters
        auto const mix = [&](std::string_view s) {
            for (char const c : s)
                if (detail::is_letter(c)) k.label = (k.label ^ static_cast<unsigned char>(c)) * 1'099'511'628'211U;
        };
        if (f.counter == log_counter::bar) {
            mix(before);
        } else if (k.stamps) { // a counter is known by the words around it
            mix(before);
            mix(line.substr(std::min(l.match.end, line.size()), 8));
        }
        if (last_ < streams_.size() && keys_[last_] == k) return &streams_[last_];
        auto const at = std::find(keys_.begin(), keys_.end(), k);
        last_ = static_cast<std::size_t>(at - keys_.begin());
        if (at != keys_.end()) return &streams_[last_];
        if (streams_.size() == most_streams) {
            if (refused_++ == 0) refused_line_ = l.number;
            return nullptr;
        }
        log_stream s;
        s.name = f.name;
        s.unit = k.unit;
        s.covers = f.covers;
        s.counter = f.counter;
        s.rank = k.rank;
        s.total = k.total;
        if (f.counter == log_counter::bar) {
            for (char const c : before)
                if (detail::is_letter(c) && s.label.size() < 64) s.label += c;
            s.training = !detail::says_no_training(text::lower(s.label));
        }
        keys_.push_back(k);
        streams_.push_back(std::move(s));
        return &streams_[last_];
    }

    std::vector<known_form> forms_;
    std::optional<word_finder> finder_;
    line_feeder feeder_;
    std::vector<log_stream> streams_;
    std::vector<key> keys_; // of each stream
    std::size_t last_ = 0;
    std::string plain_;
    std::size_t lines_ = 0;
    std::size_t bytes_ = 0;
    std::size_t untimed_ = 0;
    std::size_t untimed_line_ = 0;
    std::size_t overlong_ = 0;
    std::size_t refused_ = 0;
    std::size_t refused_line_ = 0;
};

} // namespace gangway::profile
