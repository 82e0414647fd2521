// The concepts accept the least model of each, and refuse near misses.
#include <gangway/gangway.hpp>

#include "archetypes.hpp"

#include <array>
#include <string>
#include <vector>

using namespace gangway;
using namespace archetype;

static_assert(job_model<least> && cluster_model<least>);
static_assert(cluster_model<with_list> && !equal_gang<shape_of<with_list>> && equal_gang<shape_of<least>>);
static_assert(resources_of<least> == 1 && resources_of<with_list> == 1);
static_assert(check_cluster_model<least>() && check_cluster_model<with_list>());

// Each capability is seen where it is, and nowhere else.
template <class M>
constexpr std::array<bool, 7> capabilities = {has_estimate<M>, has_priority<M>, has_group<M>, has_limit<M>,
                                              has_eligible<M>, has_up<M>,       has_domain<M>};
static_assert(capabilities<least> == std::array<bool, 7>{});
static_assert(capabilities<with_estimate> == std::array{true, false, false, false, false, false, false});
static_assert(capabilities<with_priority> == std::array{false, true, false, false, false, false, false});
static_assert(capabilities<with_group> == std::array{false, false, true, false, false, false, false});
static_assert(capabilities<with_limit> == std::array{false, false, true, true, false, false, false});
static_assert(capabilities<with_eligible> == std::array{false, false, false, false, true, false, false});
static_assert(capabilities<with_up> == std::array{false, false, false, false, false, true, false});
static_assert(capabilities<with_domain> == std::array{false, false, false, false, false, false, true});
static_assert(check_hook_names<with_estimate>() && check_hook_names<with_limit>() && check_hook_names<with_domain>());

static_assert(rate_profile<rates, archetype::job> && !batch_profile<rates, archetype::job>);
static_assert(batch_profile<rates_and_batches, archetype::job>);
static_assert(!rate_profile<rates, archetype::node> && !rate_profile<least, archetype::job>);

// Near misses.
struct no_order {
    friend bool operator==(no_order, no_order) = default;
};
struct only_less { // an order, but not a total one as the language asks
    friend bool operator<(only_less, only_less) { return false; }
};
struct not_const : least {
    double priority(archetype::job) { return 0.0; }
};
struct text_priority : least {
    [[nodiscard]] std::string priority(archetype::job) const { return {}; }
};
struct seconds_estimate : least { // a bare number is not a duration
    [[nodiscard]] double estimate(archetype::job) const { return 1.0; }
};
struct unordered_group : least {
    [[nodiscard]] no_order group(archetype::job) const { return {}; }
};
struct half_ordered_group : least {
    [[nodiscard]] only_less group(archetype::job) const { return {}; }
};
struct limit_without_group : least {
    [[nodiscard]] std::optional<amounts<1>> limit(int) const { return {}; }
};
struct limit_of_two : with_group {
    [[nodiscard]] std::optional<amounts<2>> limit(key<with_group>) const { return {}; }
};
struct eligible_swapped : least {
    [[nodiscard]] bool eligible(archetype::node, archetype::job) const { return true; }
};
struct domain_without_levels : least {
    [[nodiscard]] int domain(archetype::node, int) const { return 0; }
};
static_assert(!has_priority<not_const> && !has_priority<text_priority>);
static_assert(!has_estimate<seconds_estimate>);
static_assert(!has_group<unordered_group> && !has_group<half_ordered_group>);
static_assert(!has_limit<limit_without_group> && !has_limit<limit_of_two>);
static_assert(!has_eligible<eligible_swapped> && !has_domain<domain_without_levels>);
static_assert(cluster_model<not_const> && cluster_model<eligible_swapped>); // what is optional spoils nothing else

template <class Base>
struct other_free : Base {
    [[nodiscard]] amounts<2> free(archetype::node) const { return {}; }
};
template <class Base>
struct other_shape : Base {
    [[nodiscard]] int shape(archetype::job) const { return 1; }
};
template <class Base>
struct pointer_range : Base {
    [[nodiscard]] archetype::node const* nodes() const { return nullptr; }
};
template <class Base>
struct wall_clock : Base {
    [[nodiscard]] double submitted(archetype::job) const { return 0.0; }
};
template <class Base>
struct no_running : Base {
    void running() const {}
};
static_assert(!cluster_model<other_free<least>> && !cluster_model<other_shape<least>> &&
              !cluster_model<pointer_range<least>>);
static_assert(!cluster_model<wall_clock<least>> && !cluster_model<no_running<least>> && !cluster_model<int>);
static_assert(gang_shape<gang<3>> && gang_shape<std::vector<gang<2>> const&> && gang_shape<std::array<gang<1>, 2>>);
static_assert(!gang_shape<int> && !gang_shape<std::vector<int>> && !gang_shape<amounts<1>>);

// A term is a term for the models it asks about; `rank_term` looks at the form.
static_assert(rank_term<submit_order, least> && rank_term<aging, least>);
struct no_moves {
    template <class Model>
    line line_of(Model const&, job_of<Model> const&, instant) const {
        return {};
    }
};
struct no_line {
    static constexpr drift moves = drift::none;
};
static_assert(!rank_term<no_moves, least> && !rank_term<no_line, least> && !rank_term<int, least>);

static_assert(room_view<room_now<1>> && leveled_room<room_now<1>> && !leveled_room<room_now<2>> &&
              !leveled_room<room_array<1>>);
