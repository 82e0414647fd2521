// bench - EASY backfill on one pool, by hand, indexed: who may pass the head is found without looking at who waits.
#pragma once

#include "ends.hpp"
#include "sizes.hpp"
#include "span.hpp"

#include <bit>
#include <cstdint>
#include <limits>

namespace hand {

/// One size's waiting jobs in submit order, with the smallest estimate of each subtree.
class min_tree {
public:
    static constexpr auto none = std::numeric_limits<std::size_t>::max();
    static constexpr auto absent = std::numeric_limits<double>::infinity();

    explicit min_tree(std::size_t places)
        : leaves_{std::bit_ceil(std::max<std::size_t>(places, 1))}, least_(2 * leaves_, absent) {}

    void insert(std::size_t place, double estimate) {
        auto i = leaves_ + place;
        least_[i] = estimate;
        while (i > 1 && least_[i / 2] > estimate) least_[i /= 2] = estimate;
    }
    void erase(std::size_t place) {
        auto i = leaves_ + place;
        auto const old = least_[i];
        least_[i] = absent;
        while (i > 1 && least_[i / 2] == old) {
            i /= 2;
            auto const least = std::min(least_[2 * i], least_[2 * i + 1]);
            if (least == old) return;
            least_[i] = least;
        }
    }
    bool holds(std::size_t place) const { return least_[leaves_ + place] != absent; }

    /// The first place with an estimate of at most `limit`, or `none`.
    std::size_t first_within(double limit) const {
        if (!(least_[1] <= limit)) return none;
        std::size_t i = 1;
        while (i < leaves_) i = 2 * i + static_cast<std::size_t>(least_[2 * i] > limit);
        return i - leaves_;
    }

private:
    std::size_t leaves_;
    std::vector<double> least_;
};

/// What runs by estimated end, the soonest last, so that the soonest leaves and the short arrive cheaply.
class releases {
public:
    struct entry {
        double end;
        int gpus;
    };

    explicit releases(std::size_t most) { entries_.reserve(most); }

    void insert(double end, int gpus) {
        auto i = entries_.size();
        entries_.push_back({end, gpus});
        for (; i > 0 && entries_[i - 1].end < end; --i) entries_[i] = entries_[i - 1];
        entries_[i] = {end, gpus};
    }
    /// Equal entries are interchangeable, so any one of them goes.
    void erase(double end, int gpus) {
        auto i = entries_.size() - 1;
        while (entries_[i].end != end || entries_[i].gpus != gpus) --i;
        entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(i));
    }
    auto soonest() const { return entries_.rbegin(); }
    auto end() const { return entries_.rend(); }

private:
    std::vector<entry> entries_;
};

/// Starts and ends under EASY on one pool of `gpus`: submit order, and whoever does not delay the first blocked job passes.
///
/// Semantics: the reservation is the shadow time and the room that is left beside the head then. Neither moves until
/// something ends, so until then only an arrival needs a look; after an end, if the reservation stands, only sizes that
/// did not fit before do.
/// Expects: jobs in order of submission, each of at most `gpus`; the estimate is at least the run time.
/// Complexity: O(n (running + sizes * log n)), the first term a move of a few short entries; 24 bytes a job:
/// the replay knows all of them beforehand, so places are handed out once and not reused.
inline std::vector<span> easy(std::vector<bench::job> const& jobs, int gpus = 864) {
    constexpr auto never = std::numeric_limits<double>::infinity();
    size_classes const sizes{jobs};
    std::vector<span> spans(jobs.size());
    std::vector<std::uint32_t> place(jobs.size());             // of a job among those of its size
    std::vector<std::vector<std::uint32_t>> of(sizes.count()); // the jobs of a size
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        auto& all = of[sizes.of(jobs[i].gpus)];
        place[i] = static_cast<std::uint32_t>(all.size());
        all.push_back(static_cast<std::uint32_t>(i));
    }
    std::vector<min_tree> waiting;
    for (auto const& all : of) waiting.emplace_back(all.size());
    ends running(static_cast<std::size_t>(gpus));
    releases planned(static_cast<std::size_t>(gpus));
    auto free = gpus;
    std::size_t head = 0; // the first job that has not started, if it has arrived
    std::size_t next = 0; // the first that has not arrived
    double shadow = never;
    int spare = 0; // room beside the head at its shadow time

    auto const start = [&](std::size_t i, double now) {
        auto const& j = jobs[i];
        spans[i] = {now, now + j.run};
        free -= j.gpus;
        running.push({now + j.run, j.gpus, j.id});
        planned.insert(now + j.estimate, j.gpus);
    };
    auto const reserve = [&] {
        spare = free - jobs[head].gpus;
        auto r = planned.soonest();
        while (spare < 0) {
            shadow = r->end;
            for (; r != planned.end() && r->end == shadow; ++r) spare += r->gpus;
        }
    };
    auto const passes_head = [&](bench::job const& j, double now) {
        return j.gpus <= spare || now + j.estimate <= shadow;
    };
    auto const backfill = [&](int fitted, double now) {
        for (;;) {
            auto best = min_tree::none;
            std::size_t from = 0;
            for (std::size_t c = 0; c < sizes.count() && sizes.gpus(c) <= free; ++c) {
                if (sizes.gpus(c) <= fitted) continue;
                auto const limit = sizes.gpus(c) <= spare ? std::numeric_limits<double>::max() : shadow - now;
                auto const p = waiting[c].first_within(limit);
                if (p != min_tree::none && of[c][p] < best) {
                    best = of[c][p];
                    from = c;
                }
            }
            if (best == min_tree::none) return;
            waiting[from].erase(place[best]);
            if (now + jobs[best].estimate > shadow) spare -= jobs[best].gpus;
            start(best, now);
        }
    };

    for (;;) {
        auto const arrival = next < jobs.size() ? jobs[next].submit : never;
        if (!running.empty() && running.top().time <= arrival) {
            auto const now = running.top().time;
            auto const fitted = free;
            do {
                auto const e = running.pop();
                auto const& j = jobs[static_cast<std::size_t>(e.tag)];
                free += e.gpus;
                planned.erase(spans[static_cast<std::size_t>(e.tag)].start + j.estimate, e.gpus);
            } while (!running.empty() && running.top().time == now);
            if (head == next) continue;
            auto const was = head;
            for (; head < next && (spans[head].start >= 0 || jobs[head].gpus <= free); ++head) {
                if (spans[head].start >= 0) continue;
                waiting[sizes.of(jobs[head].gpus)].erase(place[head]);
                start(head, now);
            }
            if (head == next) continue;
            auto const old_shadow = shadow;
            auto const old_spare = spare;
            reserve();
            backfill(head == was && shadow <= old_shadow && spare <= old_spare ? fitted : 0, now);
        } else if (next < jobs.size()) {
            auto const i = next++;
            auto const& j = jobs[i];
            if (head == i) { // nobody waits
                if (j.gpus <= free) {
                    start(i, arrival);
                    ++head;
                    continue;
                }
                reserve();
            } else if (j.gpus <= free && passes_head(j, arrival)) {
                if (arrival + j.estimate > shadow) spare -= j.gpus;
                start(i, arrival);
                continue;
            }
            waiting[sizes.of(j.gpus)].insert(place[i], j.estimate);
        } else {
            return spans;
        }
    }
}

} // namespace hand
