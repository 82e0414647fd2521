// L3 - how rank terms compose: `+` where it is a sum, `*` a scale, `then` for lexicographic order.
#pragma once

#include <type_traits>

#include "term.hpp"

namespace gangway {

namespace detail {

template <class T>
concept term_like = requires {
    { std::remove_cvref_t<T>::moves } -> std::convertible_to<drift>;
};

} // namespace detail

/// The sum of two terms; it moves as the more restless of the two.
template <class A, class B>
struct sum_of {
    static_assert(depth_of<A> == 1 && depth_of<B> == 1, "gangway: only terms with one score add up; use then() last");
    static constexpr drift moves = larger(A::moves, B::moves);

    A a; ///< first term
    B b; ///< second term

    template <class Model>
    line line_of(Model const& m, job_of<Model> const& job, instant now) const {
        line const x = a.line_of(m, job, now);
        line const y = b.line_of(m, job, now);
        return {x.at_zero + y.at_zero, x.slope + y.slope};
    }
    template <class Model, class Jobs>
        requires(moves == drift::arbitrary)
    auto bind(Model const& m, Jobs const& waiting, instant now) const {
        using bound_a = std::remove_cvref_t<decltype(bind_to_queue(a, m, waiting, now))>;
        using bound_b = std::remove_cvref_t<decltype(bind_to_queue(b, m, waiting, now))>;
        return sum_of<bound_a, bound_b>{bind_to_queue(a, m, waiting, now), bind_to_queue(b, m, waiting, now)};
    }
};

/// A term times a constant.
template <class A>
struct scaled {
    static_assert(depth_of<A> == 1, "gangway: only a term with one score can be scaled");
    static constexpr drift moves = A::moves;

    double factor = 1.0; ///< finite
    A a;                 ///< the term

    template <class Model>
    line line_of(Model const& m, job_of<Model> const& job, instant now) const {
        line const x = a.line_of(m, job, now);
        return {factor * x.at_zero, factor * x.slope};
    }
    template <class Model, class Jobs>
        requires(moves == drift::arbitrary)
    auto bind(Model const& m, Jobs const& waiting, instant now) const {
        using bound = std::remove_cvref_t<decltype(bind_to_queue(a, m, waiting, now))>;
        return scaled<bound>{factor, bind_to_queue(a, m, waiting, now)};
    }
};

/// Lexicographic order: the second term decides among jobs that the first scores alike.
///
/// Semantics: orders that stand still stay still; anything else is rescanned, as ties of moving scores come and go.
template <class A, class B>
struct lexicographic {
    static constexpr std::size_t depth = depth_of<A> + depth_of<B>; ///< scores in all
    static constexpr drift moves =
        larger(A::moves, B::moves) <= drift::uniform ? larger(A::moves, B::moves) : drift::arbitrary;

    A first;  ///< decides
    B second; ///< decides where the first ties

    template <class Model>
    score_lines<depth> line_of(Model const& m, job_of<Model> const& job, instant now) const {
        score_lines<depth> lines;
        auto const x = lines_of(first, m, job, now);
        auto const y = lines_of(second, m, job, now);
        for (std::size_t i = 0; i < x.size(); ++i) lines[i] = still(x[i], A::moves, now);
        for (std::size_t i = 0; i < y.size(); ++i) lines[x.size() + i] = still(y[i], B::moves, now);
        return lines;
    }
    template <class Model, class Jobs>
        requires(moves == drift::arbitrary)
    auto bind(Model const& m, Jobs const& waiting, instant now) const {
        using bound_a = std::remove_cvref_t<decltype(bind_to_queue(first, m, waiting, now))>;
        using bound_b = std::remove_cvref_t<decltype(bind_to_queue(second, m, waiting, now))>;
        return lexicographic<bound_a, bound_b>{bind_to_queue(first, m, waiting, now),
                                               bind_to_queue(second, m, waiting, now)};
    }

  private:
    // A uniform slope orders by its intercept, exactly; evaluating it at `now` would round, and ties would be lost.
    static constexpr line still(line l, drift of, instant now) {
        if (moves != drift::arbitrary) return l;
        return of <= drift::uniform ? line{l.at_zero, 0.0} : line{l.at(now), 0.0};
    }
};

/// The sum of two terms with one score each; its drift is the larger one.
template <detail::term_like A, detail::term_like B>
constexpr auto operator+(A a, B b) {
    return sum_of<A, B>{a, b};
}

/// A term that counts so many times.
template <detail::term_like A>
constexpr auto operator*(double factor, A a) {
    return scaled<A>{factor, a};
}

/// `then(a, b)`: order by a, and by b where a ties.
template <detail::term_like A, detail::term_like B>
constexpr auto then(A a, B b) {
    return lexicographic<A, B>{a, b};
}

} // namespace gangway
