// Policy in text - `rank;admission;placement` as a variant of composed policies, for hosts that are told it at run time.
#pragma once

#include <gangway/gangway.hpp>

#include <charconv>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace policy_text {

struct any_rank {
    static constexpr auto moves = gangway::drift::none;
    std::variant<gangway::submit_order, gangway::priority, gangway::shortest_first> chosen;

    template <class Model>
    gangway::line line_of(Model const& m, gangway::job_of<Model> const& job, gangway::instant now) const {
        return std::visit([&](auto const& term) { return term.line_of(m, job, now); }, chosen);
    }
};

struct any_place {
    std::variant<gangway::best_fit, gangway::spread, gangway::consolidate> chosen;

    template <class Room, std::size_t N>
    bool operator()(Room const& room, gangway::gang<N> const& g, gangway::index group, gangway::placement& out) const {
        return std::visit([&](auto const& place) { return place(room, g, group, out); }, chosen);
    }
};

template <class Admit>
using composed = gangway::policy<any_rank, Admit, any_place>;
using any_policy =
    std::variant<composed<gangway::strict>, composed<gangway::greedy>, composed<gangway::protected_greedy>,
                 composed<gangway::draining>, composed<gangway::easy>, composed<gangway::hybrid>>;

namespace detail {

[[noreturn]] inline void fail(std::string_view text, std::string const& what) {
    throw std::invalid_argument{"policy '" + std::string{text} + "' " + what};
}
inline std::vector<std::string_view> split(std::string_view s, char at) {
    std::vector<std::string_view> out;
    for (std::size_t from = 0;;) {
        auto const end = s.find(at, from);
        out.push_back(s.substr(from, end - from));
        if (end == std::string_view::npos) return out;
        from = end + 1;
    }
}
inline double seconds_in(std::string_view whole, std::string_view s) {
    double unit = 1.0, number = -1.0;
    std::string_view digits = s;
    if (!s.empty() && s.back() > '9') {
        unit = s.back() == 'd'   ? 86400.0
               : s.back() == 'h' ? 3600.0
               : s.back() == 'm' ? 60.0
               : s.back() == 's' ? 1.0
                                 : -1.0;
        digits.remove_suffix(1);
    }
    auto const r = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (r.ec != std::errc{} || r.ptr != digits.data() + digits.size() || !(number >= 0.0) || unit < 0.0)
        fail(whole, "has '" + std::string{s} + "' where a time as 30s, 90m, 36h or 2d belongs");
    return number * unit;
}
inline int count_in(std::string_view whole, std::string_view s) {
    int number = 0;
    auto const r = std::from_chars(s.data(), s.data() + s.size(), number);
    if (r.ec != std::errc{} || r.ptr != s.data() + s.size() || number < 1)
        fail(whole, "has '" + std::string{s} + "' where a whole number above 0 belongs");
    return number;
}

} // namespace detail

/// The policy that a text names; missing parts are fifo, strict and best-fit. Throws std::invalid_argument.
inline any_policy parse(std::string_view text) {
    auto const parts = detail::split(text, ';');
    if (parts.size() > 3) detail::fail(text, "has more than rank;admission;placement");
    auto const part = [&](std::size_t i, std::string_view otherwise) {
        return i < parts.size() && !parts[i].empty() ? parts[i] : otherwise;
    };
    any_rank rank;
    if (auto const name = part(0, "fifo"); name == "fifo")
        rank.chosen = gangway::submit_order{};
    else if (name == "priority")
        rank.chosen = gangway::priority{};
    else if (name == "shortest")
        rank.chosen = gangway::shortest_first{};
    else
        detail::fail(text, "has an unknown rank '" + std::string{name} + "'; known: fifo, priority, shortest");

    any_place place;
    if (auto const name = part(2, "best-fit"); name == "best-fit")
        place.chosen = gangway::best_fit{};
    else if (name == "spread")
        place.chosen = gangway::spread{};
    else if (name == "consolidate")
        place.chosen = gangway::consolidate{};
    else
        detail::fail(text,
                     "has an unknown placement '" + std::string{name} + "'; known: best-fit, spread, consolidate");

    auto const call = part(1, "strict");
    auto const open = call.find('(');
    auto const name = call.substr(0, open);
    std::vector<std::string_view> arguments;
    if (open != std::string_view::npos) {
        if (call.back() != ')') detail::fail(text, "has a ( without its )");
        arguments = detail::split(call.substr(open + 1, call.size() - open - 2), ',');
    }
    auto const takes = [&](std::size_t least, std::size_t most, char const* usage) {
        if (arguments.size() < least || arguments.size() > most)
            detail::fail(text, std::string{"is wrong; write "} + usage);
    };
    auto const with = [&](auto admit) { return any_policy{composed<decltype(admit)>{rank, admit, place, {}}}; };
    if (name == "strict") return takes(0, 0, "strict"), with(gangway::strict{});
    if (name == "greedy") return takes(0, 0, "greedy"), with(gangway::greedy{});
    if (name == "easy") return takes(0, 0, "easy"), with(gangway::easy{});
    if (name == "conservative") return takes(0, 0, "conservative"), with(gangway::hybrid{gangway::conservative{}});
    if (name == "hybrid") {
        takes(1, 1, "hybrid(4)");
        return with(gangway::hybrid{.reservations = detail::count_in(text, arguments[0])});
    }
    if (name == "protected") {
        takes(1, 1, "protected(36h)");
        return with(gangway::protected_greedy{.after = gangway::duration{detail::seconds_in(text, arguments[0])}});
    }
    if (name == "draining") {
        takes(1, 2, "draining(9h,20)");
        return with(gangway::draining{.after = gangway::duration{detail::seconds_in(text, arguments[0])},
                                      .at_most = arguments.size() > 1 ? detail::count_in(text, arguments[1]) : 1});
    }
    detail::fail(text, "has an unknown admission '" + std::string{name} +
                           "'; known: strict, greedy, protected(36h), draining(9h,20), easy, hybrid(4), conservative");
}

} // namespace policy_text
