// Lesson 6 - ranking by efficiency is not shortest first: it has a counter-example, and a place where it pays.
#include "../drawn.hpp"

#include <algorithm>

namespace {

using gangway::seconds;

// Iterations a second by job, as measured on the devices that the job asks for.
struct measured {
    std::vector<double> rates;

    [[nodiscard]] gangway::throughput rate(gangway::sim::job_ref j, std::int64_t) const {
        return gangway::throughput{rates[j.at]};
    }
};

template <class Rank>
auto policy_of(Rank rank) {
    return gangway::policy{.rank = rank, .admit = gangway::strict{}, .place = gangway::best_fit{}};
}

template <class Rank>
double mean(drawn::jobs const& w, Rank rank) {
    gangway::sim::replay replay{w, policy_of(rank)};
    return gangway::sim::measure(w, replay.run()).completion.mean;
}

void draw_all(drawn::jobs const& w, measured const& profiles) {
    drawn::draw("submit order", w, policy_of(gangway::submit_order{}));
    drawn::draw("efficiency", w, policy_of(gangway::efficiency{profiles}));
    drawn::draw("shortest first", w, policy_of(gangway::shortest_first{}));
}

// The mean over all workloads of three jobs of 4 GPUs whose run times are `runs`, in every order of arrival and with
// every order of efficiency: how often does efficiency order beat submit order?
void exhaust(std::vector<double> runs) {
    std::sort(runs.begin(), runs.end());
    int better = 0, worse = 0, equal = 0;
    do {
        std::vector<double> rates{4.0, 2.0, 1.0};
        std::sort(rates.begin(), rates.end());
        do {
            drawn::jobs const w =
                drawn::make(4, 1, {{0, 4, 1, 1}, {0.1, 4, 1, runs[0]}, {0.2, 4, 1, runs[1]}, {0.3, 4, 1, runs[2]}});
            measured const profiles{{1.0, rates[0], rates[1], rates[2]}};
            double const by_rate = mean(w, gangway::efficiency{profiles});
            double const by_arrival = mean(w, gangway::submit_order{});
            (by_rate < by_arrival ? better : by_rate > by_arrival ? worse : equal)++;
        } while (std::next_permutation(rates.begin(), rates.end()));
    } while (std::next_permutation(runs.begin(), runs.end()));
    std::printf("of %d cases efficiency order is better in %d, worse in %d, equal in %d\n", better + worse + equal,
                better, worse, equal);
}

} // namespace

int main() {
    std::printf("all need 4 GPUs; b runs 4 s at 1 it/s, c 20 s at 8 it/s: the efficient one is the long one\n");
    drawn::jobs const counter = drawn::make(4, 1, {{0, 4, 1, 2}, {1, 4, 1, 4}, {1.5, 4, 1, 20}});
    draw_all(counter, {{1.0, 1.0, 8.0}});

    std::printf("\nwhat it does see: b needs 4 GPUs for 1 it/s, c and d one GPU each for 1 it/s\n");
    drawn::jobs const wide = drawn::make(4, 1, {{0, 4, 1, 2}, {1, 4, 1, 10}, {1, 1, 1, 10}, {1, 1, 1, 10}});
    draw_all(wide, {{1.0, 1.0, 1.0, 1.0}});

    std::printf("\nthree jobs that are equally wide, run times 2, 5 and 9 s, all orders\n");
    exhaust({2, 5, 9});
}
