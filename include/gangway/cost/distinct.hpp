// L5 - the distinct values of a list, ascending.
#pragma once

#include <utility>
#include <vector>

#include <range/v3/algorithm/sort.hpp>
#include <range/v3/algorithm/unique.hpp>

namespace gangway::cost::detail {

template <class T>
[[nodiscard]] std::vector<T> distinct(std::vector<T> values) {
    ranges::sort(values);
    values.erase(ranges::unique(values), values.end());
    return values;
}

} // namespace gangway::cost::detail
