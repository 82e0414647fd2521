// L5 - a policy that was read, written out again in one spelling.
#pragma once

#include <cmath>
#include <limits>
#include <string>

#include "../text/text.hpp"
#include "policy_text.hpp"

namespace gangway::runtime {

namespace detail {

// Whole hours, else whole minutes, else seconds: 36h, 90m, 0.5s.
inline std::string time_text(duration d) {
    for (auto const& [unit, seconds] : {std::pair{'h', 3'600.0}, std::pair{'m', 60.0}})
        if (double const n = d.value() / seconds; n != 0.0 && std::floor(n) == n && n * seconds == d.value())
            return text::shortest(n) + unit;
    return text::shortest(d.value()) + 's';
}
inline std::string metric_text(efficiency_metric metric) {
    switch (metric) {
    case efficiency_metric::samples: return "(samples)";
    case efficiency_metric::scaling: return "(scaling)";
    case efficiency_metric::raw: break;
    }
    return "";
}

inline std::string term_spelling(term_text const& t) {
    std::string const name{name_in(rank_words, t.name)};
    auto const score = [&] { return term_spelling(t.score.at(0)); };
    auto const cap = [&] { return t.at_most == 1.0 ? std::string{} : "," + text::shortest(t.at_most); };
    auto const other_score = [&] { return score() == "efficiency" ? std::string{} : "," + score(); };
    std::string out = t.factor == 1.0 ? "" : text::shortest(t.factor) + "*";
    switch (t.name) {
    case term_name::efficiency:
    case term_name::efficiency_rank: return out + name + metric_text(t.metric);
    case term_name::aging: return out + name + "(" + time_text(t.time) + ")";
    case term_name::capped_aging:
    case term_name::saturating_aging: return out + name + "(" + time_text(t.time) + cap() + ")";
    case term_name::virtual_arrival:
        if (t.score.at(0).factor == 1.0) return out + score() + "@" + time_text(t.time);
        return out + name + "(" + time_text(t.time) + "," + score() + ")";
    case term_name::multiplied_by_age: return out + name + "(" + time_text(t.time) + other_score() + ")";
    case term_name::multiplied_by_capped_age:
        return out + name + "(" + time_text(t.time) + (other_score().empty() ? cap() : "," + text::shortest(t.at_most)) +
               other_score() + ")";
    default: return out + name;
    }
}
inline std::string admission_spelling(admission_text const& a) {
    std::string name{name_in(admission_words, a.name)};
    switch (a.name) {
    case admission_name::protected_greedy: return name + "(" + time_text(*a.after) + ")";
    case admission_name::draining:
        return name + "(" + time_text(*a.after) + (a.count != 1 || a.freest ? "," + std::to_string(a.count) : "") +
               (a.freest ? ",freest)" : ")");
    case admission_name::hybrid:
        return a.count == std::numeric_limits<int>::max() ? "conservative" : "hybrid(" + std::to_string(a.count) + ")";
    case admission_name::pod_by_pod: return name + (a.after ? "(" + time_text(*a.after) + ")" : "");
    default: return name;
    }
}
inline std::string clock_spelling(clock_text const& c) {
    std::string limits;
    auto const add = [&](double limit) {
        if (std::isfinite(limit)) limits += (limits.empty() ? "" : ",") + text::shortest(limit);
    };
    if (c.name != clock_name::fastest) add(c.slowdown);
    add(c.cap);
    return std::string{name_in(clock_words, c.name)} + (limits.empty() ? "" : "(" + limits + ")");
}

} // namespace detail

/// The policy in one spelling: two texts that mean the same are equal here, and it reads back as the same policy.
///
/// Shape: `rank;admission;placement`, and the clock where there is one. Complexity: O(terms).
[[nodiscard]] inline std::string to_text(policy_text const& p) {
    std::string out;
    for (auto const& sum : p.rank) {
        if (!out.empty()) out += " then ";
        for (std::size_t i = 0; i < sum.size(); ++i) {
            if (i > 0) out += '+';
            out += detail::term_spelling(sum[i]);
        }
    }
    out += ";" + detail::admission_spelling(p.admission);
    out += ";" + std::string{name_in(placement_words, p.placement)};
    if (p.clock.name != clock_name::none) out += ";" + detail::clock_spelling(p.clock);
    return out;
}

} // namespace gangway::runtime
