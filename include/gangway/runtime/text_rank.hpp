// L5 - a rank composed at run time: the library's terms in a variant, one type for each drift.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "../rank/aging.hpp"
#include "../rank/doubt.hpp"
#include "../rank/efficiency.hpp"
#include "../rank/order.hpp"
#include "../rank/virtual_arrival.hpp"
#include "policy_text.hpp"

namespace gangway::runtime {

/// A host without measured rates; what would read them is refused before it is asked.
struct no_profiles {
    template <class Job>
    [[nodiscard]] throughput rate(Job const&, std::int64_t) const {
        return {};
    }
};

namespace detail {

// A term whose question the model does not answer is refused by `compose`; here it only has to compile.
template <class Term, class Model>
inline constexpr bool answered = !(std::is_same_v<Term, priority> && !has_priority<Model>) &&
                                 !((std::is_same_v<Term, shortest_first> || std::is_same_v<Term, response_ratio>) &&
                                   !has_estimate<Model>);

template <class Terms, class Model>
line line_among(Terms const& term, Model const& m, job_of<Model> const& job, instant now) {
    return std::visit(
        [&]<class Term>(Term const& t) -> line {
            if constexpr (answered<Term, Model>) return t.line_of(m, job, now);
            else return {};
        },
        term);
}

} // namespace detail

/// A score that stands still, for terms over another score.
template <class Profiles>
struct still_score {
    static constexpr drift moves = drift::none;

    double factor = 1.0;                                                             ///< by which the term counts
    std::variant<submit_order, priority, shortest_first, efficiency<Profiles>> term; ///< of the library

    template <class Model>
    line line_of(Model const& m, job_of<Model> const& job, instant now) const {
        return {factor * detail::line_among(term, m, job, now).at_zero, 0.0};
    }
    /// See `doubt_of`.
    template <class Job>
    [[nodiscard]] std::string doubt(Job const& job) const {
        return std::visit([&](auto const& t) { return doubt_of(t, job); }, term);
    }
};

/// One term of a rank.
template <class Profiles>
using any_term =
    std::variant<submit_order, priority, shortest_first, efficiency<Profiles>, response_ratio, aging, capped_aging,
                 saturating_aging, virtual_arrival<still_score<Profiles>>, multiplied_by_age<still_score<Profiles>>,
                 multiplied_by_capped_age<still_score<Profiles>>, efficiency_rank<Profiles>,
                 typename efficiency_rank<Profiles>::bound>;

/// The line of one term. A function of its own, so that a program with many policies can compile it once a model.
template <class Profiles, class Model>
line line_of_term(any_term<Profiles> const& term, Model const& m, job_of<Model> const& job, instant now) {
    return detail::line_among(term, m, job, now);
}

namespace detail {

template <class Profiles>
efficiency<Profiles> make_efficiency(term_text const& t, Profiles const& profiles) {
    if constexpr (requires { profiles.reference(t.metric); })
        return efficiency<Profiles>{profiles, t.metric, profiles.reference(t.metric)};
    else return efficiency<Profiles>{profiles, t.metric};
}
template <class Profiles>
still_score<Profiles> make_score(term_text const& t, Profiles const* profiles) {
    switch (t.name) {
    case term_name::priority: return {t.factor, priority{}};
    case term_name::shortest: return {t.factor, shortest_first{}};
    case term_name::efficiency: return {t.factor, make_efficiency(t, *profiles)};
    case term_name::fifo: break;
    case term_name::efficiency_rank:
    case term_name::response_ratio:
    case term_name::aging:
    case term_name::capped_aging:
    case term_name::saturating_aging:
    case term_name::virtual_arrival:
    case term_name::multiplied_by_age:
    case term_name::multiplied_by_capped_age: GANGWAY_EXPECTS(false, "a score that moves is no score for this term"); break;
    }
    return {t.factor, submit_order{}};
}
template <class Profiles>
any_term<Profiles> make_term(term_text const& t, Profiles const* profiles) {
    auto const score = [&] { return make_score(t.score.at(0), profiles); };
    auto const rate = [&] { return 1.0 / t.time; };
    switch (t.name) {
    case term_name::fifo: break;
    case term_name::priority: return priority{};
    case term_name::shortest: return shortest_first{};
    case term_name::efficiency: return make_efficiency(t, *profiles);
    case term_name::efficiency_rank: return efficiency_rank<Profiles>{*profiles, t.metric};
    case term_name::response_ratio: return response_ratio{};
    case term_name::aging: return aging{rate()};
    case term_name::capped_aging: return capped_aging{rate(), t.at_most};
    case term_name::saturating_aging: return saturating_aging{t.time, t.at_most};
    case term_name::virtual_arrival: return virtual_arrival<still_score<Profiles>>{score(), t.time};
    case term_name::multiplied_by_age: return multiplied_by_age<still_score<Profiles>>{score(), rate()};
    case term_name::multiplied_by_capped_age:
        return multiplied_by_capped_age<still_score<Profiles>>{score(), rate(), t.at_most};
    }
    return submit_order{};
}

} // namespace detail

/// Sums of the library's terms, compared in order; `Moves` is the drift of the whole and decides the queue.
///
/// Shape: reads the profiles through a pointer, which is null only where no term reads them; they must outlive the rank.
/// Efficiency is divided by
/// `profiles.reference(metric)` where the profiles answer it, so that a score of 1 is the best there can be.
/// Semantics: equal to the rank composed at compile time, term by term. Expects: a drift of the text up to `Moves`.
template <drift Moves, class Profiles = no_profiles>
class text_rank {
  public:
    static constexpr drift moves = Moves;
    static constexpr std::size_t depth = Moves == drift::per_job ? 1 : most_levels; ///< scores of the rank

    text_rank() = default; ///< fifo
    /// The profiles must outlive the rank; null where no term reads them.
    text_rank(rank_text const& text, Profiles const* profiles) {
        for (auto const& sum : text) {
            std::vector<addend> level;
            for (auto const& t : sum)
                if (t.name != term_name::fifo) level.push_back({t.factor, detail::make_term(t, profiles)}); // fifo adds nothing
            levels_.push_back(std::move(level));
        }
        while (!levels_.empty() && levels_.back().empty()) levels_.pop_back(); // fifo alone costs one comparison
    }

    template <class Model>
    auto line_of(Model const& m, job_of<Model> const& job, instant now) const {
        score_lines<depth> lines{};
        for (std::size_t i = 0; i < levels_.size(); ++i) {
            for (auto const& a : levels_[i]) {
                line const l = line_of_term<Profiles>(a.term, m, job, now);
                lines[i].at_zero += a.factor * l.at_zero;
                lines[i].slope += a.factor * l.slope;
            }
            // As then(): an order that stands still is compared by its intercept, without rounding.
            if (Moves == drift::arbitrary && levels_.size() > 1) {
                drift of = drift::none;
                for (auto const& a : levels_[i]) of = larger(of, a.moves());
                lines[i] = {of <= drift::uniform ? lines[i].at_zero : lines[i].at(now), 0.0};
            }
        }
        if constexpr (depth == 1) return lines[0];
        else return lines;
    }
    template <class Model, class Jobs>
        requires(Moves == drift::arbitrary)
    text_rank bind(Model const& m, Jobs const& waiting, instant now) const {
        text_rank bound = *this;
        for (auto& level : bound.levels_)
            for (auto& a : level)
                if (auto const* const rank = std::get_if<efficiency_rank<Profiles>>(&a.term)) {
                    auto seen = rank->bind(m, waiting, now);
                    a.term = std::move(seen);
                }
        return bound;
    }

    /// See `doubt_of`: the first doubt of any term.
    template <class Job>
    [[nodiscard]] std::string doubt(Job const& job) const {
        for (auto const& level : levels_)
            for (auto const& a : level)
                if (auto found = std::visit([&](auto const& t) { return doubt_of(t, job); }, a.term); !found.empty()) return found;
        return {};
    }

  private:
    struct addend {
        double factor;
        any_term<Profiles> term;

        [[nodiscard]] drift moves() const {
            return std::visit([](auto const& t) { return t.moves; }, term);
        }
    };

    std::vector<std::vector<addend>> levels_;
};

} // namespace gangway::runtime
