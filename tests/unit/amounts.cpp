#include <gangway/amounts.hpp>

#include <doctest/doctest.h>

#include <limits>

using namespace gangway;

namespace {
constexpr auto most = std::numeric_limits<std::int64_t>::max();
constexpr auto least = std::numeric_limits<std::int64_t>::min();
} // namespace

TEST_CASE("amounts add, subtract and scale place by place") {
    amounts<3> a{4, 16, 64};
    CHECK(a + amounts<3>{1, 2, 3} == amounts<3>{5, 18, 67});
    CHECK(a - amounts<3>{5, 2, 3} == amounts<3>{-1, 14, 61});
    CHECK(2 * a == amounts<3>{8, 32, 128});
    CHECK(amounts<3>{} == amounts<3>{0, 0, 0});
    a += amounts<3>{1, 1, 1};
    a -= amounts<3>{0, 0, 5};
    CHECK(a == amounts<3>{5, 17, 60});
    a[2] = 7;
    CHECK(a == amounts<3>{5, 17, 7});
}

TEST_CASE("fits and tasks_that_fit") {
    struct row {
        amounts<2> demand, room;
        std::int64_t tasks;
    };
    for (auto const& [demand, room, tasks] : {
             row{{2, 3}, {8, 9}, 3}, // the scarcer resource decides
             row{{2, 3}, {8, 12}, 4},
             row{{1, 0}, {8, 0}, 8},      // a zero demand is no demand
             row{{1, 0}, {8, -5}, 8},     // also where the room is negative
             row{{0, 0}, {-1, -1}, most}, // a demand of nothing fits without end
             row{{1, 1}, {-1, 5}, 0},     // negative room holds nothing
             row{{9, 1}, {8, 8}, 0},
             row{{8, 8}, {8, 8}, 1},
             row{{1, 1}, {most, most}, most},
             row{{most, 1}, {most, 1}, 1},
             row{{2, 1}, {most, most}, most / 2},
             row{{1, 0}, {least, 0}, 0},
             row{{most, 0}, {most - 1, 0}, 0},
         }) {
        CAPTURE(demand.of);
        CAPTURE(room.of);
        CHECK(tasks_that_fit(demand, room) == tasks);
        CHECK(fits(demand, room) == (tasks > 0));
    }
}

TEST_CASE("24 tasks of 2000 MiB on a card of 46068 MiB: nothing is rounded") {
    CHECK(tasks_that_fit(amounts<1>{2000}, amounts<1>{46068}) == 23);
}

TEST_CASE("any_negative") {
    CHECK_FALSE(any_negative(amounts<2>{0, 0}));
    CHECK(any_negative(amounts<2>{0, -1}));
    CHECK(any_negative(amounts<2>{least, 1}));
}
