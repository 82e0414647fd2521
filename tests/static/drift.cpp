// What each term declares, how it composes, which queue serves it, and that empty parts cost nothing.
#include <gangway/gangway.hpp>

#include "archetypes.hpp"

#include <concepts>

using namespace gangway;

template <class T>
constexpr drift moves = T::moves;
template <class A, class B>
using sum = decltype(std::declval<A>() + std::declval<B>());
template <class A>
using twice = decltype(2.0 * std::declval<A>());
template <class A, class B>
using first_then = decltype(then(std::declval<A>(), std::declval<B>()));
using rated = efficiency<archetype::rates>;

static_assert(moves<submit_order> == drift::none && moves<priority> == drift::none &&
              moves<shortest_first> == drift::none);
static_assert(moves<rated> == drift::none && moves<efficiency_per_share<archetype::rates, 2>> == drift::none);
static_assert(moves<virtual_arrival<rated>> == drift::none);
static_assert(moves<aging> == drift::uniform);
static_assert(moves<response_ratio> == drift::per_job && moves<multiplied_by_age<priority>> == drift::per_job);
static_assert(moves<capped_aging> == drift::arbitrary && moves<saturating_aging> == drift::arbitrary);
static_assert(moves<multiplied_by_capped_age<priority>> == drift::arbitrary);
static_assert(moves<efficiency_rank<archetype::rates>> == drift::arbitrary);

static_assert(drift::none < drift::uniform && drift::uniform < drift::per_job && drift::per_job < drift::arbitrary);
static_assert(larger(drift::uniform, drift::none) == drift::uniform &&
              larger(drift::none, drift::arbitrary) == drift::arbitrary);
static_assert(moves<sum<priority, submit_order>> == drift::none);
static_assert(moves<sum<priority, aging>> == drift::uniform && moves<sum<aging, aging>> == drift::uniform);
static_assert(moves<sum<aging, response_ratio>> == drift::per_job &&
              moves<sum<response_ratio, capped_aging>> == drift::arbitrary);
static_assert(moves<twice<aging>> == drift::uniform && moves<twice<capped_aging>> == drift::arbitrary);
static_assert(moves<sum<twice<rated>, aging>> == drift::uniform);
static_assert(moves<first_then<priority, aging>> == drift::uniform &&
              moves<first_then<priority, submit_order>> == drift::none);
static_assert(moves<first_then<priority, response_ratio>> == drift::arbitrary); // ties of moving scores come and go
static_assert(moves<first_then<capped_aging, priority>> == drift::arbitrary);
static_assert(depth_of<aging> == 1 && depth_of<sum<aging, priority>> == 1);
static_assert(depth_of<first_then<priority, aging>> == 2 &&
              depth_of<first_then<first_then<priority, aging>, rated>> == 3);

// The book of a scheduler takes the queue that rank and admission ask for.
template <class Rank, class Admit>
using queue_of = typename job_book<archetype::with_estimate, policy<Rank, Admit, best_fit>>::queue_type;
using id = job_id_of<archetype::with_estimate>;
static_assert(std::same_as<queue_of<submit_order, strict>, static_queue<1, id>>);
static_assert(std::same_as<queue_of<aging, conservative>, static_queue<1, id>>);
static_assert(std::same_as<queue_of<sum<shortest_first, aging>, easy>, indexed_queue<1, id>>);
static_assert(std::same_as<queue_of<response_ratio, easy>, kinetic_queue<1, id>>);
static_assert(std::same_as<queue_of<capped_aging, greedy>, scanning_queue<static_queue<1, id>>>);
static_assert(
    std::same_as<queue_of<first_then<shortest_first, response_ratio>, easy>, scanning_queue<indexed_queue<2, id>>>);

// Empty parts cost nothing.
static_assert(sizeof(policy<submit_order, strict, best_fit>) == 1);
static_assert(sizeof(policy<priority, easy, spread>) == 1);
static_assert(sizeof(policy<aging, greedy, consolidate>) == sizeof(double));
static_assert(sizeof(policy<submit_order, protected_greedy, topology>) == sizeof(double));
static_assert(sizeof(policy<submit_order, hybrid, best_fit>) == sizeof(int));
static_assert(std::same_as<decltype(policy{}), policy<submit_order, strict, best_fit>>);
static_assert(std::same_as<decltype(policy{.rank = priority{}}), policy<priority, strict, best_fit>>);
static_assert(std::same_as<decltype(policy{.rank = priority{}, .admit = easy{}}), policy<priority, easy, best_fit>>);
static_assert(std::same_as<decltype(policy{.rank = priority{}, .admit = easy{}, .place = spread{}}),
                           policy<priority, easy, spread>>);
