// L5 - the small language in which a form of log line is written, and its compiled form.
#pragma once

#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../../text/text.hpp"
#include "number.hpp"

namespace gangway::profile {

/// A form of log line: literals, numbers with units, and what may stand between.
///
/// Semantics: `{...}` is a number, see `log_field`; a blank is a run of blanks, at least one; `~` a run, maybe empty,
/// of blanks and of `: = # [ ( / " '`; `*` any text, as little as will do, twice at most; `{time}*` at the start asks for a timestamp
/// near the start of the line; anything else is itself. The pattern may begin and end anywhere in a line.
class log_pattern {
  public:
    /// Empty where the pattern cannot be used; `why` then says so.
    [[nodiscard]] static std::optional<log_pattern> parse(std::string_view source, std::string& why) {
        log_pattern p;
        constexpr std::string_view stamp = "{time}*";
        if (source.starts_with(stamp)) {
            p.needs_time_ = true;
            source.remove_prefix(stamp.size());
        }
        bool rate = false;
        bool step = false;
        for (std::size_t i = 0; i < source.size(); ++i) {
            char const c = source[i];
            if (c == '{') {
                auto const close = source.find('}', i);
                if (close == std::string_view::npos) {
                    why = "a { is not closed";
                    return std::nullopt;
                }
                detail::log_op op{detail::log_op::number, log_field::nothing, 1.0, {}};
                auto const name = source.substr(i + 1, close - i - 1);
                if (!field_named(name, op)) {
                    why = "nothing is called {" + std::string{name} +
                          "}; there are {} {step} {total} {elapsed} {it/s} {s/it} {ms/it} {us/it} {samples/s}, and "
                          "{time}* at the start";
                    return std::nullopt;
                }
                bool const is_rate = op.field >= log_field::per_second && op.field <= log_field::samples_per_second;
                if (is_rate && rate) {
                    why = "it has two rates";
                    return std::nullopt;
                }
                rate = rate || is_rate;
                step = step || op.field == log_field::step;
                if (!p.ops_.empty() && p.ops_.back().kind == detail::log_op::number) {
                    why = "two numbers stand side by side";
                    return std::nullopt;
                }
                p.ops_.push_back(std::move(op));
                i = close;
            } else if (text::is_blank(c) || c == '~' || c == '*') {
                auto const kind = c == '~'   ? detail::log_op::loose
                                  : c == '*' ? detail::log_op::anything
                                             : detail::log_op::blanks;
                if (p.ops_.empty() || p.ops_.back().kind != kind) p.ops_.push_back({kind, log_field::nothing, 1.0, {}});
            } else {
                if (p.ops_.empty() || p.ops_.back().kind != detail::log_op::literal)
                    p.ops_.push_back({detail::log_op::literal, log_field::nothing, 1.0, {}});
                p.ops_.back().text += c;
            }
        }
        if (!rate && !(step && p.needs_time_)) {
            why = "it needs a rate, as {it/s} or {ms/it}, or {time}* at the start and {step}";
            return std::nullopt;
        }
        if (std::count_if(p.ops_.begin(), p.ops_.end(), [](auto const& op) { return op.kind == detail::log_op::anything; }) > 2) {
            why = "it has more than two *, each of which may try the whole line";
            return std::nullopt;
        }
        for (std::size_t i = 0; i < p.ops_.size(); ++i)
            if (p.ops_[i].text.size() > p.anchor_text().size()) p.anchor_ = i;
        if (p.anchor_text().size() < 2) {
            why = "it needs a word of at least two characters";
            return std::nullopt;
        }
        return p;
    }

    /// The literal that every line of this form holds.
    [[nodiscard]] std::string const& anchor_text() const { return ops_[anchor_].text; }
    /// Does it say anything only together with a timestamp?
    [[nodiscard]] bool needs_time() const { return needs_time_; }

    /// Reads a line whose anchor stands at `at`; false where it is of another form.
    [[nodiscard]] bool match(std::string_view line, std::size_t at, log_match& out) const {
        out = {};
        return forward(line, at + anchor_text().size(), anchor_ + 1, out) && backward(line, at, anchor_, out);
    }

  private:
    log_pattern() = default;

    static bool field_named(std::string_view name, detail::log_op& op) {
        struct entry {
            std::string_view name;
            log_field field;
            double scale;
        };
        constexpr entry known[] = {{"", log_field::nothing, 1.0},
                                   {"step", log_field::step, 1.0},
                                   {"total", log_field::total, 1.0},
                                   {"elapsed", log_field::elapsed, 1.0},
                                   {"it/s", log_field::per_second, 1.0},
                                   {"s/it", log_field::seconds_each, 1.0},
                                   {"ms/it", log_field::seconds_each, 1e-3},
                                   {"us/it", log_field::seconds_each, 1e-6},
                                   {"samples/s", log_field::samples_per_second, 1.0}};
        for (auto const& e : known)
            if (e.name == name) {
                op.field = e.field;
                op.scale = e.scale;
                return true;
            }
        return false;
    }

    bool forward(std::string_view line, std::size_t at, std::size_t from, log_match& out) const {
        using detail::log_op;
        for (std::size_t i = from; i < ops_.size(); ++i) {
            auto const& op = ops_[i];
            auto const start = at;
            switch (op.kind) {
            case log_op::literal:
                if (!detail::stands_at(line, at, op.text)) return false;
                at += op.text.size();
                break;
            case log_op::blanks:
                while (at < line.size() && text::is_blank(line[at])) ++at;
                if (at == start) return false;
                break;
            case log_op::loose:
                while (at < line.size() && detail::is_loose(line[at])) ++at;
                break;
            case log_op::number: {
                if (!detail::whole_before(line, at)) return false;
                if (op.field == log_field::elapsed) {
                    while (at < line.size() && (text::is_digit(line[at]) || line[at] == ':')) ++at;
                } else {
                    double ignored = 0.0;
                    auto const stop = std::from_chars(line.data() + at, line.data() + line.size(), ignored).ptr;
                    at = static_cast<std::size_t>(stop - line.data());
                }
                if (!detail::take_number(op, line.substr(start, at - start), out) || !detail::whole_after(line, at))
                    return false;
                break;
            }
            case log_op::anything:
                return any_forward(line, at, i + 1, out);
            }
        }
        out.end = at;
        return true;
    }
    bool any_forward(std::string_view line, std::size_t at, std::size_t next, log_match& out) const {
        if (next == ops_.size()) {
            out.end = at;
            return true;
        }
        auto const& op = ops_[next];
        auto const kept = out;
        for (; at <= line.size(); ++at) {
            if (op.kind == detail::log_op::literal) {
                at = line.find(op.text, at);
                if (at == std::string_view::npos) return false;
            }
            if (forward(line, at, next, out)) return true;
            out = kept;
        }
        return false;
    }

    // Matches the elements before `until` in reverse, ending at `at`.
    bool backward(std::string_view line, std::size_t at, std::size_t until, log_match& out) const {
        using detail::log_op;
        for (std::size_t i = until; i-- > 0;) {
            auto const& op = ops_[i];
            auto const stop = at;
            switch (op.kind) {
            case log_op::literal:
                if (at < op.text.size() || !detail::stands_at(line, at - op.text.size(), op.text)) return false;
                at -= op.text.size();
                break;
            case log_op::blanks:
                while (at > 0 && text::is_blank(line[at - 1])) --at;
                if (at == stop) return false;
                break;
            case log_op::loose:
                while (at > 0 && detail::is_loose(line[at - 1])) --at;
                break;
            case log_op::number:
                if (op.field == log_field::elapsed)
                    while (at > 0 && (text::is_digit(line[at - 1]) || line[at - 1] == ':')) --at;
                else
                    while (at > 0 && detail::in_number(line[at - 1])) --at;
                while (at < stop && !text::is_digit(line[at]) && line[at] != '.' && line[at] != '-')
                    ++at; // letters before it
                if (!detail::whole_before(line, at) || !detail::whole_after(line, stop) ||
                    !detail::take_number(op, line.substr(at, stop - at), out))
                    return false;
                break;
            case log_op::anything:
                return any_backward(line, at, i, out);
            }
        }
        out.begin = at;
        return true;
    }
    bool any_backward(std::string_view line, std::size_t at, std::size_t until, log_match& out) const {
        if (until == 0) {
            out.begin = at;
            return true;
        }
        auto const& op = ops_[until - 1];
        auto const kept = out;
        for (;;) {
            if (op.kind == detail::log_op::literal) {
                auto const found =
                    at < op.text.size() ? std::string_view::npos : line.rfind(op.text, at - op.text.size());
                if (found == std::string_view::npos) return false;
                at = found + op.text.size();
            }
            if (backward(line, at, until, out)) return true;
            out = kept;
            if (at == 0) return false;
            --at;
        }
    }

    std::vector<detail::log_op> ops_;
    std::size_t anchor_ = 0;
    bool needs_time_ = false;
};

} // namespace gangway::profile
