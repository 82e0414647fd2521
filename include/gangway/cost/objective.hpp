// L5 - what is wanted of an operating point: less of one projected value, or more of another.
#pragma once

#include <concepts>
#include <functional>
#include <type_traits>

namespace gangway::cost {

/// What a projection may answer: a number, or a quantity, which counts in SI units.
template <class T>
concept number_like = std::is_arithmetic_v<T> || requires(T const& v) {
    { v.value() } -> std::convertible_to<double>;
};

/// A number, or a quantity in SI units.
template <number_like T>
[[nodiscard]] constexpr double number(T const& v) {
    if constexpr (std::is_arithmetic_v<T>) {
        return static_cast<double>(v);
    } else {
        return v.value();
    }
}

/// What a projection answers for a point.
template <class Projection, class Point>
using projected = std::remove_cvref_t<std::invoke_result_t<Projection const&, Point const&>>;

/// Less is better: `minimise{&point::joules}`, or any callable that answers a number or a quantity.
template <class Projection>
struct minimise {
    Projection of; ///< the value, a number or a quantity

    template <class Point>
    [[nodiscard]] constexpr double cost(Point const& p) const {
        static_assert(number_like<projected<Projection, Point>>,
                      "gangway: a projection must answer a number or a quantity");
        return number(std::invoke(of, p));
    }
};

/// More is better: `maximise{&point::success}`.
template <class Projection>
struct maximise {
    Projection of; ///< the value, a number or a quantity

    template <class Point>
    [[nodiscard]] constexpr double cost(Point const& p) const {
        static_assert(number_like<projected<Projection, Point>>,
                      "gangway: a projection must answer a number or a quantity");
        return -number(std::invoke(of, p));
    }
};

/// Answers what is to be made small: the value itself, or minus one that is to be made large.
template <class Objective, class Point>
concept objective_on = requires(Objective const& o, Point const& p) {
    { o.cost(p) } -> std::convertible_to<double>;
};

} // namespace gangway::cost
