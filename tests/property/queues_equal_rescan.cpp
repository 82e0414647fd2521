// tests - each queue against a plain list that is scanned anew at every question.
#include <gangway/queue/queue_for.hpp>

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <limits>

using namespace gangway;

namespace {

using job = queued_job<1, int>;

bool ranks_before(job const& a, job const& b, instant now, bool moving) {
    return moving ? before(key_at(a, now), key_at(b, now)) : before(still_key(a), still_key(b));
}

/// Random pushes, erasures and steps of time; after each the front, the size and the best short job must agree.
template <class Queue, bool Moving>
void agrees_with_rescan() {
    Queue queue;
    queue_places places;
    std::vector<job> list;
    double now = 0.0;
    int const steps = *rc::gen::inRange(1, 120);
    for (int step = 0; step < steps; ++step) {
        int const what = *rc::gen::inRange(0, 10);
        if (what < 5 || list.empty()) {
            job j;
            j.slot = static_cast<index>(places.size());
            j.id = step;
            j.submitted = *rc::gen::inRange(0, 6);
            j.lines[0] = {*rc::gen::inRange(-8, 8) * 0.5, Moving ? *rc::gen::inRange(0, 5) * 0.25 : 1.0};
            j.estimate = *rc::gen::inRange(1, 9);
            places.push_back(no_index);
            queue.push(j, still_key(j), places);
            list.push_back(j);
        } else if (what < 8) {
            auto const gone = static_cast<std::ptrdiff_t>(*rc::gen::inRange<std::size_t>(0, list.size()));
            queue.erase(list[static_cast<std::size_t>(gone)].slot, places);
            list.erase(list.begin() + gone);
        } else {
            now += *rc::gen::inRange(0, 8) * 0.5;
        }
        if constexpr (Moving) queue.advance(instant{now});
        RC_ASSERT(queue.size() == list.size());
        RC_ASSERT(queue.empty() == list.empty());
        if (list.empty()) continue;
        auto const first = std::min_element(list.begin(), list.end(), [&](job const& a, job const& b) {
            return ranks_before(a, b, instant{now}, Moving);
        });
        RC_ASSERT(queue.front().slot == first->slot);
        std::size_t visited = 0;
        queue.for_each([&](index) { ++visited; });
        RC_ASSERT(visited == list.size());
        if constexpr (requires { queue.first_within(1.0); }) {
            double const limit = *rc::gen::inRange(0, 10);
            index best = no_index;
            job const* seen = nullptr;
            for (job const& j : list)
                if (j.estimate <= limit && (!seen || ranks_before(j, *seen, instant{now}, Moving))) seen = &j;
            if (seen) best = seen->slot;
            RC_ASSERT(queue.first_within(limit) == best);
        }
    }
}

} // namespace

TEST_CASE("queues give what a rescan gives") {
    CHECK(rc::check("static", agrees_with_rescan<static_queue<1, int>, false>));
    CHECK(rc::check("indexed", agrees_with_rescan<indexed_queue<1, int>, false>));
    CHECK(rc::check("kinetic", agrees_with_rescan<kinetic_queue<1, int>, true>));
}
