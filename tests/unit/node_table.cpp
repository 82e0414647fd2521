#include <gangway/capacity/node_table.hpp>

#include <doctest/doctest.h>

using namespace gangway;

TEST_CASE_TEMPLATE("taking, giving back and leaving service", N, std::integral_constant<std::size_t, 1>,
                   std::integral_constant<std::size_t, 2>) {
    constexpr std::size_t n = N::value;
    auto const all = [](std::int64_t a) {
        amounts<n> x;
        for (auto& v : x.of) v = a;
        return x;
    };
    node_table<n> table{{{all(8), all(8), 0, true}, {all(8), all(5), 0, true}, {all(4), all(4), 0, false}}};
    room_now<n> const room{table};
    gang<n> const six{6, all(2)};
    CHECK(table.size() == 3);
    CHECK(holds(room, six)); // 4 + 2; the third is not in service
    CHECK_FALSE(holds(room, gang<n>{7, all(2)}));
    table.take(0, 2, all(2));
    CHECK(table[0].free == all(4));
    CHECK(table[0].tasks == 2);
    CHECK_FALSE(holds(room, six));
    table.set_up(2, true);
    CHECK(holds(room, six));
    table.take(2, 1, all(1));
    table.set_up(2, false);
    CHECK_FALSE(holds(room, six));
    table.take(2, -1, all(1)); // given back while out of service
    CHECK_FALSE(holds(room, six));
    table.set_up(2, true);
    CHECK_FALSE(holds(room, gang<n>{7, all(2)}));
    CHECK(table[2].free == all(4));
    CHECK(table[2].tasks == 0);
    CHECK(holds(room, six));
    table.take(0, -2, all(2));
    CHECK(holds(room, gang<n>{8, all(2)}));
    table.set_amounts(1, all(16), all(13));
    CHECK(holds(room, gang<n>{12, all(2)}));
    CHECK_FALSE(holds(room, gang<n>{13, all(2)}));
    table.count(1, 3);
    CHECK(table[1].tasks == 3);
    CHECK(table[1].free == all(13));
}

TEST_CASE("a node out of service stands in no level, whatever happens on it") {
    node_table<1> table{{{{8}, {5}, 0, true}, {{4}, {4}, 0, false}}};
    auto const seen = [&] {
        std::vector<std::pair<gangway::index, std::int64_t>> all;
        table.levels().for_each_from(1, [&](gangway::index n, std::int64_t amount) {
            all.emplace_back(n, amount);
            return true;
        });
        return all;
    };
    using list = decltype(seen());
    table.take(1, 1, {1});
    CHECK(seen() == list{{0, 5}});
    table.set_amounts(1, {6}, {5});
    CHECK(seen() == list{{0, 5}});
    table.set_up(1, true);
    CHECK(seen() == list{{0, 5}, {1, 5}});
    table.take(1, -1, {1});
    CHECK(seen() == list{{0, 5}, {1, 6}});
}

TEST_CASE("a mask leaves nodes out, and a room may be an array") {
    node_table<1> const table{{{{8}, {8}, 0, true}, {{8}, {8}, 0, true}, {{8}, {8}, 0, false}}};
    node_mask const mask{false, true, true};
    CHECK(holds(room_now<1>{table, &mask}, gang<1>{8, {1}}));
    CHECK_FALSE(holds(room_now<1>{table, &mask}, gang<1>{9, {1}}));
    std::vector<amounts<1>> const left{{1}, {2}, {3}};
    CHECK(holds(room_array<1>{table, left.data()}, gang<1>{3, {1}}));
    CHECK_FALSE(holds(room_array<1>{table, left.data()}, gang<1>{4, {1}}));
    CHECK_FALSE(holds(room_array<1>{table, left.data(), &mask}, gang<1>{3, {1}}));
    CHECK(holds(room_now<1>{table}, gang<1>{1000000, {0}})); // a demand of nothing needs a node, and no more
    CHECK_FALSE(holds(room_now<1>{node_table<1>{}}, gang<1>{1, {0}}));
}
