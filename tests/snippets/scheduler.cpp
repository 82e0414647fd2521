// Quoted by docs/scheduler.md: policies as aggregates of named slots.
#include <gangway/gangway.hpp>

inline gangway::policy const fifo{};
inline gangway::policy const p{
    .rank = gangway::submit_order{},
    .admit = gangway::protected_greedy{.after = gangway::hours{36}},
    .place = gangway::best_fit{},
};

int main() {
    static_assert(std::is_same_v<decltype(fifo), gangway::policy<gangway::submit_order, gangway::strict,
                                                                 gangway::best_fit, gangway::no_clock> const>);
    static_assert(sizeof p == sizeof p.admit); // empty parts take no room
    return p.admit.after == gangway::hours{36} ? 0 : 1;
}
