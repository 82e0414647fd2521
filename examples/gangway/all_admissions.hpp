// tool - every admission of the library.
#pragma once

#include <gangway/admit/conservative.hpp>
#include <gangway/admit/draining.hpp>
#include <gangway/admit/easy.hpp>
#include <gangway/admit/greedy.hpp>
#include <gangway/admit/pod_by_pod.hpp>
#include <gangway/admit/protected_greedy.hpp>
#include <gangway/admit/strict.hpp>

#include <variant>

namespace tool {

/// Which nodes a draining gang holds, chosen at run time.
struct any_hold_order {
    std::variant<gangway::least_expected_work, gangway::freest_then_oldest> chosen;

    template <class Pass, class Amounts>
    void operator()(Pass const& pass, std::vector<Amounts> const& left, std::vector<gangway::index>& nodes) const {
        std::visit([&](auto const& order) { order(pass, left, nodes); }, chosen);
    }
};
using any_draining = gangway::draining_by<any_hold_order>;

} // namespace tool
