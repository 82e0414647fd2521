// tool - from the words of a rank to the library's terms.
#include "text_rank.hpp"

namespace tool::detail {

template line line_of_term(library_term const&, gangway::sim::world<gangway::gang<1>> const&, gangway::sim::job_ref, instant);
template line line_of_term(library_term const&, gangway::sim::world<std::vector<gangway::gang<1>>> const&, gangway::sim::job_ref,
                           instant);
template line line_of_term(library_term const&, gangway::sim::world<std::vector<gangway::gang<1>>, gangway::sim::power_budget> const&,
                           gangway::sim::job_ref, instant);

namespace {

efficiency_term make_efficiency(term_text const& t, assigned_profiles const* profiles) {
    return efficiency_term{*profiles, t.metric, profiles->set().reference(t.metric)};
}
gangway::frequency rate_of(term_text const& t) { return 1.0 / t.time; }

} // namespace

still_score make_score(term_text const& t, assigned_profiles const* profiles) {
    switch (t.name) {
    case term_name::priority: return {t.factor, gangway::priority{}};
    case term_name::shortest: return {t.factor, gangway::shortest_first{}};
    case term_name::efficiency: return {t.factor, make_efficiency(t, profiles)};
    default: return {t.factor, gangway::submit_order{}};
    }
}

addend make_addend(term_text const& t, assigned_profiles const* profiles) {
    auto const term = [&]() -> library_term {
        switch (t.name) {
        case term_name::fifo: return gangway::submit_order{};
        case term_name::priority: return gangway::priority{};
        case term_name::shortest: return gangway::shortest_first{};
        case term_name::efficiency: return make_efficiency(t, profiles);
        case term_name::efficiency_rank: return efficiency_rank_term{*profiles, t.metric};
        case term_name::response_ratio: return gangway::response_ratio{};
        case term_name::aging: return gangway::aging{rate_of(t)};
        case term_name::capped_aging: return gangway::capped_aging{rate_of(t), t.at_most};
        case term_name::saturating_aging: return gangway::saturating_aging{t.time, t.at_most};
        case term_name::virtual_arrival: return gangway::virtual_arrival<still_score>{make_score(t.score[0], profiles), t.time};
        case term_name::multiplied_by_age:
            return gangway::multiplied_by_age<still_score>{make_score(t.score[0], profiles), rate_of(t)};
        case term_name::multiplied_by_capped_age:
            return gangway::multiplied_by_capped_age<still_score>{make_score(t.score[0], profiles), rate_of(t), t.at_most};
        }
        return gangway::submit_order{};
    };
    return {t.factor, term()};
}

} // namespace tool::detail
