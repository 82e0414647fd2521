// L5 - from the word of an admission to its object.
#pragma once

#include <utility>
#include <variant>
#include <vector>

#include "../admit/conservative.hpp"
#include "../admit/draining.hpp"
#include "../admit/easy.hpp"
#include "../admit/greedy.hpp"
#include "../admit/pod_by_pod.hpp"
#include "../admit/protected_greedy.hpp"
#include "../admit/strict.hpp"
#include "policy_text.hpp"

namespace gangway::runtime {

/// Which nodes a draining gang holds, chosen at run time.
struct any_hold_order {
    std::variant<least_expected_work, freest_then_oldest> chosen; ///< order

    template <class Pass, class Amounts>
    void operator()(Pass const& pass, std::vector<Amounts> const& left, std::vector<index>& nodes) const {
        std::visit([&](auto const& order) { order(pass, left, nodes); }, chosen);
    }
};
/// Draining with an order that text names.
using any_draining = draining_by<any_hold_order>;

/// Calls `visit(admission)` with the object that the text names, each kind in a type of its own; gives back what it gives.
///
/// Semantics: conservative is `hybrid` with as many reservations as there are jobs.
template <class Visit>
decltype(auto) with_admission(admission_text const& a, Visit&& visit) {
    switch (a.name) {
    case admission_name::greedy: return visit(greedy{});
    case admission_name::protected_greedy: return visit(protected_greedy{a.after.value_or(duration{})});
    case admission_name::draining:
        return visit(any_draining{a.after.value_or(duration{}), a.count,
                                  a.freest ? any_hold_order{freest_then_oldest{}} : any_hold_order{}});
    case admission_name::easy: return visit(easy{});
    case admission_name::hybrid: return visit(hybrid{a.count});
    case admission_name::pod_by_pod: return visit(pod_by_pod{a.after});
    case admission_name::strict: break;
    }
    return visit(strict{});
}

} // namespace gangway::runtime
