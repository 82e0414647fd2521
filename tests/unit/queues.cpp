#include <gangway/queue/queue_for.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <concepts>
#include <numeric>
#include <random>
#include <string>
#include <vector>

using namespace gangway;

namespace {

constexpr double open_end = std::numeric_limits<double>::infinity();
using job = queued_job<1, std::string>;

/// A queue beside the plain answer: every question is also put to a sorted list.
template <class Queue>
struct checked {
    Queue queue;
    queue_places places;
    std::vector<job> all;
    instant now{0.0};

    void push(job j) {
        if (j.slot >= places.size()) places.resize(j.slot + 1, no_index);
        queue.push(j, key(j), places);
        all.push_back(std::move(j));
    }
    void erase(index slot) {
        queue.erase(slot, places);
        std::erase_if(all, [&](job const& j) { return j.slot == slot; });
    }
    void advance(instant to) {
        now = to;
        if constexpr (requires(Queue q) { q.advance(instant{}); }) queue.advance(to);
    }
    [[nodiscard]] rank_key<1, std::string> key(job const& j) const {
        if constexpr (requires(Queue q) { q.advance(instant{}); })
            return key_at(j, now);
        else
            return still_key(j);
    }
    [[nodiscard]] index best(double limit = open_end) const {
        job const* found = nullptr;
        for (job const& j : all)
            if (j.estimate <= limit && (!found || before(key(j), key(*found)))) found = &j;
        return found ? found->slot : no_index;
    }
    void check() const {
        REQUIRE(queue.size() == all.size());
        REQUIRE(queue.empty() == all.empty());
        if (!all.empty()) {
            REQUIRE(queue.front().slot == best());
            REQUIRE(queue.front().key.id ==
                    std::find_if(all.begin(), all.end(), [&](job const& j) { return j.slot == queue.front().slot; })->id);
        }
        std::vector<index> seen;
        std::vector<index> there;
        queue.for_each([&](index slot) { seen.push_back(slot); });
        for (job const& j : all) there.push_back(j.slot);
        std::sort(seen.begin(), seen.end());
        std::sort(there.begin(), there.end());
        REQUIRE(seen == there);
        if constexpr (requires { queue.first_within(1.0); })
            for (double limit : {-1.0, 0.0, 10.0, 20.0, 1e9, open_end}) REQUIRE(queue.first_within(limit) == best(limit));
        if constexpr (requires { queue.for_each_in_order([](index) { return true; }); }) {
            auto order = all;
            std::sort(order.begin(), order.end(), [&](job const& a, job const& b) { return before(key(a), key(b)); });
            std::size_t at = 0;
            queue.for_each_in_order([&](index slot) {
                REQUIRE(slot == order[at].slot);
                return ++at < 5; // stops when told to
            });
            REQUIRE(at == std::min<std::size_t>(5, order.size()));
        }
    }
};

job make(index slot, double score, double slope, double submitted, double estimate) {
    return {slot, {line{score, slope}}, submitted, "job" + std::to_string(slot), estimate};
}

template <class T>
constexpr bool still_queue = !requires(T q) { q.advance(instant{}); };

} // namespace

TEST_CASE("the total order: score, then submission, then id") {
    using key = rank_key<2, std::string>;
    std::vector<key> const sorted{{{2.0, 0.0}, 9.0, "z"}, {{1.0, 5.0}, 9.0, "z"}, {{1.0, 4.0}, 1.0, "z"},
                                  {{1.0, 4.0}, 2.0, "a"}, {{1.0, 4.0}, 2.0, "b"}, {{-1.0, 9.0}, 0.0, "a"}};
    for (std::size_t i = 0; i < sorted.size(); ++i)
        for (std::size_t k = 0; k < sorted.size(); ++k) CHECK(before(sorted[i], sorted[k]) == (i < k));
}

TEST_CASE_TEMPLATE("a queue answers as a sorted list does", Queue, static_queue<1, std::string>,
                   indexed_queue<1, std::string>, kinetic_queue<1, std::string>,
                   scanning_queue<static_queue<1, std::string>>, scanning_queue<indexed_queue<1, std::string>>) {
    checked<Queue> q;
    q.advance(q.now);
    q.check();
    std::mt19937 random{7};
    auto const below = [&](unsigned n) { return static_cast<double>(random() % n); };
    std::vector<index> spare(60);
    std::iota(spare.begin(), spare.end(), index{0});
    for (int step = 0; step < 900; ++step) {
        bool const grows = step % 300 < 200;
        if ((random() % 3 != 0) == grows && !spare.empty()) {
            index const slot = spare.back();
            spare.pop_back();
            double const slope = still_queue<Queue> ? 0.5 : 0.25 * below(4); // few values: ties and crossings
            q.push(make(slot, below(5), slope, below(3), random() % 4 == 0 ? open_end : below(30)));
        } else if (!q.all.empty()) {
            index const slot = random() % 2 == 0 ? q.queue.front().slot : q.all[random() % q.all.size()].slot;
            q.erase(slot);
            spare.push_back(slot);
        }
        if (random() % 4 == 0) q.advance(q.now + seconds{below(3)});
        q.check();
    }
    q.queue.clear();
    q.all.clear();
    q.check();
    q.push(make(3, 1.0, 0.5, 0.0, 1.0)); // usable after clear
    q.check();
}

TEST_CASE_TEMPLATE("jobs that come in order, and a few that do not", Queue, static_queue<1, std::string>,
                   indexed_queue<1, std::string>) {
    checked<Queue> q;
    std::mt19937 random{11};
    std::vector<index> spare(400);
    std::iota(spare.begin(), spare.end(), index{0});
    for (int step = 0; step < 3000; ++step) {
        bool const grows = step % 1000 < 500; // the run becomes long, is thinned out, and goes round its array
        bool const comes = q.all.empty() || (!spare.empty() && random() % 8 < (grows ? 5 : 3));
        if (comes) {
            index const slot = spare.back();
            spare.pop_back();
            double const late = random() % 10 == 0 ? static_cast<double>(random() % 40) : 0.0;
            q.push(make(slot, 1.0, 0.5, step - late, random() % 4 == 0 ? open_end : static_cast<double>(random() % 30)));
        } else {
            auto const which = random() % 4;
            index const slot = which == 0   ? q.all[random() % q.all.size()].slot
                               : which == 1 ? q.all.back().slot
                                            : q.queue.front().slot;
            q.erase(slot);
            spare.push_back(slot);
        }
        if (step % 7 == 0 || q.all.size() < 20) q.check();
    }
}

TEST_CASE("a kinetic queue changes its order when lines cross, bit for bit as a rescan does") {
    checked<kinetic_queue<1, std::string>> q;
    q.advance(q.now);
    q.push(make(0, 10.0, 0.0, 0.0, 1.0));
    q.push(make(1, 0.0, 0.1, 0.0, 1.0));   // passes 0 at t = 100
    q.push(make(2, -30.0, 0.3, 0.0, 1.0)); // passes 0 at 133.3, and 1 at 150
    for (double t : {0.0, 99.0, std::nextafter(100.0, 0.0), 100.0, std::nextafter(100.0, 200.0), 133.0, 134.0, 149.9,
                     150.0, std::nextafter(150.0, 200.0), 1e6}) {
        q.advance(instant{t});
        q.check();
    }
    CHECK(q.queue.front().slot == 2);
}

TEST_CASE("queue_for picks the queue from the drift and what the admission asks") {
    using id = std::string;
    static_assert(std::same_as<queue_for<drift::none, lookup::best, 2, id>, static_queue<2, id>>);
    static_assert(std::same_as<queue_for<drift::uniform, lookup::best, 1, id>, static_queue<1, id>>);
    static_assert(std::same_as<queue_for<drift::uniform, lookup::best_within, 1, id>, indexed_queue<1, id>>);
    static_assert(std::same_as<queue_for<drift::per_job, lookup::best, 1, id>, kinetic_queue<1, id>>);
    static_assert(std::same_as<queue_for<drift::per_job, lookup::best_within, 1, id>, kinetic_queue<1, id>>);
    static_assert(std::same_as<queue_for<drift::arbitrary, lookup::best, 2, id>, scanning_queue<static_queue<2, id>>>);
    static_assert(
        std::same_as<queue_for<drift::arbitrary, lookup::best_within, 1, id>, scanning_queue<indexed_queue<1, id>>>);
    CHECK(true);
}
