// L5 - the reader of policies in text, `rank;admission;placement;clock`.
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include "../text/duration.hpp"
#include "../text/suggest.hpp"
#include "print_policy.hpp"

namespace gangway::runtime {

/// A policy, or what is wrong with the text.
struct policy_reading {
    std::optional<policy_text> policy; ///< empty: it cannot be read
    std::string error;                 ///< names the part and what would be right; empty where there is a policy

    explicit operator bool() const { return policy.has_value(); } ///< there is a policy
};

/// No honest policy is longer.
inline constexpr std::size_t longest_policy = 2'000;

/// Numbers and times beyond this, or times below its inverse, are refused: a score must stay finite.
inline constexpr double largest_number = 1e12;

namespace detail {

// The first fault wins; what is read after it is of no account.
class policy_parser {
  public:
    explicit policy_parser(std::string_view text) : whole_{text}, plain_{text::lower(text)} {
        for (char& c : plain_) c = c == '_' ? '-' : c == '\t' || c == '\n' || c == '\r' ? ' ' : c;
    }

    policy_reading read() {
        if (whole_.size() > longest_policy)
            fail("has " + std::to_string(whole_.size()) + " characters: no policy is that long");
        auto p = error_.empty() ? parse() : policy_text{};
        if (!error_.empty()) return {std::nullopt, std::move(error_)};
        return {std::move(p), {}};
    }

  private:
    policy_text parse() {
        auto const parts = split(plain_, ';');
        if (parts.size() > 4)
            fail("has " + std::to_string(parts.size()) + " parts; a policy is rank;admission;placement;clock");
        policy_text p;
        auto const part = [&](std::size_t i, std::string_view otherwise) {
            auto const given = i < parts.size() ? text::trim(parts[i]) : std::string_view{};
            return given.empty() ? otherwise : given;
        };
        p.rank = rank(part(0, "fifo"));
        p.admission = admission(part(1, "strict"));
        p.placement = placement(part(2, "best-fit"));
        p.clock = clock(part(3, "none"));
        if (error_.empty()) p.text = to_text(p);
        return p;
    }
    struct call {
        std::string_view name;
        std::vector<std::string_view> arguments;
    };

    void fail(std::string const& what) {
        if (error_.empty()) error_ = "policy " + text::quote(whole_) + " " + what;
    }
    // At `separator` outside of parentheses.
    std::vector<std::string_view> split(std::string_view s, char separator) {
        std::vector<std::string_view> out;
        int depth = 0;
        std::size_t from = 0;
        for (std::size_t i = 0; i < s.size(); ++i) {
            depth += s[i] == '(' ? 1 : s[i] == ')' ? -1 : 0;
            if (depth < 0) {
                fail("has a ) without its (");
                return {s};
            }
            if (s[i] == separator && depth == 0) {
                out.push_back(s.substr(from, i - from));
                from = i + 1;
            }
        }
        if (depth > 0) fail("has a ( without its )");
        out.push_back(s.substr(from));
        return out;
    }
    static std::vector<std::string_view> split_then(std::string_view s) {
        std::vector<std::string_view> out;
        for (std::size_t from = 0;;) {
            auto const at = s.find(" then ", from);
            out.push_back(text::trim(s.substr(from, std::min(at, s.size()) - from)));
            if (at == std::string_view::npos) return out;
            from = at + 6;
        }
    }
    call parse_call(std::string_view s, std::string_view part) {
        s = text::trim(s);
        auto const open = s.find('(');
        auto const name = text::trim(s.substr(0, open));
        if (name.empty()) fail("has an empty " + std::string{part});
        call c{name, {}};
        if (open == std::string_view::npos) return c;
        if (s.back() != ')') {
            fail("has something behind the ) of " + text::quote(name));
            return c;
        }
        auto const inside = text::trim(s.substr(open + 1, s.size() - open - 2));
        if (!inside.empty())
            for (auto const a : split(inside, ',')) c.arguments.push_back(text::trim(a));
        return c;
    }
    template <class Name, std::size_t Size>
    word<Name> const* look_up(call const& c, std::array<word<Name>, Size> const& words, std::string_view part) {
        for (auto const& w : words)
            if (c.name == w.name || (!w.also.empty() && c.name == w.also)) {
                if (c.arguments.size() >= w.least && c.arguments.size() <= w.most) return &w;
                fail("gives " + std::string{w.name} + " " + std::to_string(c.arguments.size()) +
                     (c.arguments.size() == 1 ? " parameter" : " parameters") + "; write " + std::string{w.usage});
                return nullptr;
            }
        auto const known = names_of(words);
        fail("has an unknown " + std::string{part} + " " + text::quote(c.name) + text::did_you_mean(c.name, known) +
             "\n  every " + std::string{part} + ": " + text::joined(known));
        return nullptr;
    }
    duration time(std::string_view s, std::string_view usage, bool may_be_zero = false) {
        auto const d = text::duration_in(s);
        if (d && may_be_zero && d->value() == 0.0) return *d;
        if (d && d->value() >= 1.0 / largest_number && d->value() <= largest_number) return *d;
        fail("has " + text::quote(s) + " where a time" + (may_be_zero ? "" : " above 0") + (d ? " within measure" : "") +
             " belongs; write " + std::string{usage} + ", with a time as 30s, 90m, 36h or 2d");
        return duration{1.0};
    }
    double number(std::string_view s, std::string_view usage) {
        double n = 0.0;
        if (text::parse_number(s, n) != text::number_fault::none || std::abs(n) > largest_number)
            fail("has " + text::quote(s) + " where a number up to 1e12 belongs; write " + std::string{usage});
        return n;
    }
    int count(std::string_view s, std::string_view usage) {
        int n = 0;
        auto const [stop, error] = std::from_chars(s.data(), s.data() + s.size(), n);
        if (error != std::errc{} || stop != s.data() + s.size() || n < 1)
            fail("has " + text::quote(s) + " where a whole number above 0 belongs; write " + std::string{usage});
        return n;
    }

    rank_text rank(std::string_view s) {
        rank_text out;
        for (auto const sum : split_then(s)) {
            out.emplace_back();
            for (auto const addend : split(sum, '+')) out.back().push_back(term(addend));
        }
        if (out.size() > most_levels)
            fail("joins " + std::to_string(out.size()) + " ranks with then; at most " + std::to_string(most_levels) +
                 " can be");
        return out;
    }
    term_text term(std::string_view s) {
        s = text::trim(s);
        double factor = 1.0;
        if (auto const star = s.find('*'); star != std::string_view::npos && star < s.find('(')) {
            factor = number(text::trim(s.substr(0, star)), "2*aging(6h)");
            s = text::trim(s.substr(star + 1));
        }
        auto const at = split(s, '@');
        if (at.size() > 2) fail("has two @ in " + text::quote(s) + "; write efficiency@24h");
        term_text t = plain_term(at[0]);
        if (at.size() == 2)
            t = over_score(term_name::virtual_arrival, time(text::trim(at[1]), "efficiency@24h", true), std::move(t));
        t.factor = factor;
        return t;
    }
    term_text plain_term(std::string_view s) {
        auto const c = parse_call(s, "rank");
        auto const* const found = look_up(c, rank_words, "rank");
        term_text t;
        if (!found) return t;
        auto const& w = *found;
        t.name = w.is;
        auto const first = c.arguments.empty() ? std::string_view{} : c.arguments[0];
        auto const score = [&](std::size_t i) {
            if (i < c.arguments.size()) return term(c.arguments[i]);
            term_text efficiency;
            efficiency.name = term_name::efficiency;
            return efficiency;
        };
        switch (w.is) {
        case term_name::efficiency:
        case term_name::efficiency_rank: t.metric = metric(first); break;
        case term_name::aging: t.time = time(first, w.usage); break;
        case term_name::capped_aging:
        case term_name::saturating_aging:
            t.time = time(first, w.usage);
            if (c.arguments.size() > 1) t.at_most = number(c.arguments[1], w.usage);
            break;
        case term_name::virtual_arrival:
        case term_name::multiplied_by_age:
            return over_score(w.is, time(first, w.usage, w.is == term_name::virtual_arrival), score(1));
        case term_name::multiplied_by_capped_age:
            t = over_score(w.is, time(first, w.usage), score(2));
            if (c.arguments.size() > 1) t.at_most = number(c.arguments[1], w.usage);
            break;
        default: break;
        }
        return t;
    }
    term_text over_score(term_name name, duration time, term_text score) {
        if (drift_of(score) != drift::none || !score.score.empty()) {
            std::vector<std::string_view> still;
            for (auto const& w : rank_words)
                if (term_text t; w.is != term_name::virtual_arrival && (t.name = w.is, drift_of(t) == drift::none))
                    still.push_back(w.name);
            fail("puts a score that moves, or another virtual arrival, into " + std::string{name_in(rank_words, name)} +
                 "; there, use one of " + text::joined(still));
        }
        term_text t;
        t.name = name;
        t.time = time;
        t.score.push_back(std::move(score));
        return t;
    }
    efficiency_metric metric(std::string_view s) {
        if (s.empty() || s == "raw") return efficiency_metric::raw;
        if (s == "samples") return efficiency_metric::samples;
        if (s == "scaling") return efficiency_metric::scaling;
        fail("has an unknown kind of efficiency " + text::quote(s) + "; write efficiency(raw), (samples) or (scaling)");
        return efficiency_metric::raw;
    }
    admission_text admission(std::string_view s) {
        auto const c = parse_call(s, "admission");
        auto const* const found = look_up(c, admission_words, "admission");
        admission_text a;
        if (!found) return a;
        auto const& w = *found;
        a.name = w.is;
        switch (w.is) {
        case admission_name::protected_greedy: a.after = time(c.arguments[0], w.usage, true); break;
        case admission_name::draining:
            a.after = time(c.arguments[0], w.usage, true);
            if (c.arguments.size() > 1) a.count = count(c.arguments[1], w.usage);
            if (c.arguments.size() > 2) {
                a.freest = c.arguments[2] == "freest";
                if (!a.freest && c.arguments[2] != "least-expected-work")
                    fail("has an unknown choice of nodes " + text::quote(c.arguments[2]) + "; write freest or least-expected-work");
            }
            break;
        case admission_name::hybrid:
            a.count = w.name == "conservative" ? std::numeric_limits<int>::max() : count(c.arguments[0], w.usage);
            break;
        case admission_name::pod_by_pod:
            if (!c.arguments.empty()) a.after = time(c.arguments[0], w.usage);
            break;
        default: break;
        }
        return a;
    }
    placement_name placement(std::string_view s) {
        auto const* const found = look_up(parse_call(s, "placement"), placement_words, "placement");
        return found ? found->is : placement_name::best_fit;
    }
    clock_text clock(std::string_view s) {
        auto const c = parse_call(s, "clock");
        auto const* const found = look_up(c, clock_words, "clock");
        if (!found) return {};
        auto const& w = *found;
        clock_text out{w.is};
        auto const limit = [&](std::size_t i, double least, double& to) {
            if (i >= c.arguments.size()) return;
            to = number(c.arguments[i], w.usage);
            if (!(to >= least))
                fail("has " + text::quote(c.arguments[i]) + " where a number from " + (least > 0.0 ? "1" : "0") +
                     " belongs; write " + std::string{w.usage});
        };
        if (w.is == clock_name::fastest) {
            limit(0, 0.0, out.cap);
        } else {
            limit(0, 1.0, out.slowdown);
            limit(1, 0.0, out.cap);
        }
        return out;
    }

    std::string_view whole_;
    std::string plain_; // as it is read: lower case, '-' for '_', blanks for what is like them
    std::string error_;
};

} // namespace detail

/// Reads a policy; parts that are left out are fifo, strict, best-fit and none.
///
/// Shape: `rank;admission;placement;clock`, the words of words.hpp; `-` and `_` are the same and case is not told apart.
/// Semantics: `policy_text::text` is the same policy in one spelling, as `to_text` gives it. Errors: a value; an unknown
/// word lists those that are known. Complexity: O(|text|).
[[nodiscard]] inline policy_reading read_policy(std::string_view text) { return detail::policy_parser{text}.read(); }

} // namespace gangway::runtime
