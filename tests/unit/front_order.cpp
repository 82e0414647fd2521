#include <gangway/front_order.hpp>

#include <doctest/doctest.h>

#include <map>
#include <random>

using namespace gangway;

namespace {

keyed_job<1, int> job(double score, double submitted, int id) {
    return {{{score}, submitted, id}, static_cast<index>(id)};
}

} // namespace

TEST_CASE("fronts stay in rank order, whatever comes and leaves") {
    constexpr index shapes = 12;
    front_order<1, int> fronts;
    for (index s = 0; s < shapes; ++s) fronts.add_shape();
    std::map<index, keyed_job<1, int>> plain;
    std::mt19937 random{9};
    auto const draw = [&](int id) { return job(static_cast<double>(random() % 4), static_cast<double>(random() % 5), id); };
    for (int step = 0; step < 5'000; ++step) {
        auto const s = static_cast<index>(random() % shapes);
        auto const f = draw(step);
        if (!fronts.contains(s)) {
            fronts.insert(s, f);
            plain[s] = f;
        } else if (random() % 4 == 0) {
            fronts.erase(s);
            plain.erase(s);
        } else {
            if (before(f.key, fronts[s].key)) fronts.replace(s, f);
            else fronts.follow(s, f);
            plain[s] = f;
        }
        if (random() % 50 == 0) { // time has moved them all
            for (auto& [shape, front] : plain) front = draw(step + static_cast<int>(shape) * 10'000);
            fronts.renew([&](index shape) { return plain.at(shape); });
        }
        if (random() % 200 == 0) // every shape anew
            fronts.reset([&](index shape) {
                return plain.count(shape) == 1 ? plain.at(shape) : front_order<1, int>::none();
            });
        REQUIRE(fronts.size() == plain.size());
        index last = no_index;
        for (index shape : fronts) {
            REQUIRE(plain.count(shape) == 1);
            REQUIRE(fronts[shape].slot == plain[shape].slot);
            if (last != no_index) REQUIRE(before(plain[last].key, plain[shape].key));
            last = shape;
        }
        for (index shape = 0; shape < shapes; ++shape) REQUIRE(fronts.contains(shape) == (plain.count(shape) == 1));
    }
}
