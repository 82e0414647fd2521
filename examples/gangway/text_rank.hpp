// tool - a rank composed at run time: the library's terms in a variant, three types in all, one for each drift.
#pragma once

#include "policy_spec.hpp"
#include "profiles.hpp"

#include <gangway/rank/aging.hpp>
#include <gangway/rank/order.hpp>
#include <gangway/rank/virtual_arrival.hpp>

#include <optional>
#include <utility>
#include <variant>
#include <vector>

namespace tool {

using gangway::drift;
using gangway::instant;
using gangway::line;

namespace detail {

using efficiency_term = gangway::efficiency<assigned_profiles>;
using efficiency_rank_term = gangway::efficiency_rank<assigned_profiles>;
// What efficiency_rank turns into once it has seen the queue.
using bound_rank_term = decltype(std::declval<efficiency_rank_term const&>().bind(
    std::declval<gangway::sim::world<gangway::gang<1>> const&>(), std::declval<std::vector<gangway::sim::job_ref> const&>(),
    instant{}));

/// A score that stands still, for terms over another score.
struct still_score {
    static constexpr drift moves = drift::none;

    double factor = 1.0;
    std::variant<gangway::submit_order, gangway::priority, gangway::shortest_first, efficiency_term> term;

    template <class Model>
    line line_of(Model const& m, gangway::job_of<Model> const& job, instant now) const {
        line const l = std::visit([&](auto const& t) -> line { return t.line_of(m, job, now); }, term);
        return {factor * l.at_zero, 0.0};
    }
};

using library_term = std::variant<gangway::submit_order, gangway::priority, gangway::shortest_first, efficiency_term,
                              gangway::response_ratio, gangway::aging, gangway::capped_aging, gangway::saturating_aging,
                              gangway::virtual_arrival<still_score>, gangway::multiplied_by_age<still_score>,
                              gangway::multiplied_by_capped_age<still_score>, efficiency_rank_term, bound_rank_term>;

struct addend {
    double factor;
    library_term term;

    [[nodiscard]] drift moves() const {
        return std::visit([](auto const& t) { return t.moves; }, term);
    }
};

still_score make_score(term_text const& t, assigned_profiles const* profiles);
addend make_addend(term_text const& t, assigned_profiles const* profiles);

// One addend's line; compiled once a model, in text_rank.cpp.
template <class Model>
line line_of_term(library_term const& term, Model const& m, gangway::sim::job_ref job, instant now) {
    return std::visit([&](auto const& t) -> line { return t.line_of(m, job, now); }, term);
}
extern template line line_of_term(library_term const&, gangway::sim::world<gangway::gang<1>> const&, gangway::sim::job_ref, instant);
extern template line line_of_term(library_term const&, gangway::sim::world<std::vector<gangway::gang<1>>> const&,
                                  gangway::sim::job_ref, instant);
extern template line line_of_term(library_term const&, gangway::sim::world<std::vector<gangway::gang<1>>, gangway::sim::power_budget> const&,
                                  gangway::sim::job_ref, instant);

} // namespace detail

/// Sums of the library's terms, compared in order; `Moves` is the drift of the whole and decides the queue.
///
/// Semantics: equal to the rank composed at compile time, addend by addend.
template <drift Moves>
class text_rank {
  public:
    static constexpr drift moves = Moves;
    static constexpr std::size_t depth = Moves == drift::per_job ? 1 : most_levels;

    text_rank(rank_text const& text, assigned_profiles const* profiles) {
        for (auto const& sum : text) {
            std::vector<detail::addend> level;
            for (auto const& t : sum)
                if (t.name != term_name::fifo) level.push_back(detail::make_addend(t, profiles)); // adds nothing
            levels_.push_back(std::move(level));
        }
        while (!levels_.empty() && levels_.back().empty()) levels_.pop_back(); // fifo alone costs one comparison
    }

    template <class Model>
    auto line_of(Model const& m, gangway::job_of<Model> const& job, instant now) const {
        gangway::score_lines<depth> lines{};
        for (std::size_t i = 0; i < levels_.size(); ++i) {
            drift of = drift::none;
            for (auto const& a : levels_[i]) {
                line const l = detail::line_of_term(a.term, m, job, now);
                lines[i].at_zero += a.factor * l.at_zero;
                lines[i].slope += a.factor * l.slope;
                of = gangway::larger(of, a.moves());
            }
            // As the library's then(): an order that stands still is compared by its intercept, without rounding.
            if (Moves == drift::arbitrary && levels_.size() > 1)
                lines[i] = {of <= drift::uniform ? lines[i].at_zero : lines[i].at(now), 0.0};
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
                if (auto const* const rank = std::get_if<detail::efficiency_rank_term>(&a.term)) {
                    auto seen = rank->bind(m, waiting, now);
                    a.term = std::move(seen);
                }
        return bound;
    }

  private:
    std::vector<std::vector<detail::addend>> levels_;
};

} // namespace tool
