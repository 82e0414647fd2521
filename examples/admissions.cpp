// Example - the same jobs under every admission, drawn. The pages in docs/admission quote it.
#include "drawn.hpp"

namespace {

using drawn::jobs;
using drawn::make;
using gangway::seconds;

template <class Admit>
void draw(char const* name, jobs const& w, Admit admit) {
    drawn::draw(name, w,
                gangway::policy{.rank = gangway::submit_order{}, .admit = admit, .place = gangway::best_fit{}});
}

} // namespace

int main() {
    std::printf(
        "== 4 nodes of 1 GPU; submitted at, GPUs, runs: a 0 2 8, b 1 3 4, c 2 2 10, d 3 1 6, e 4 2 10, f 5 1 6\n");
    jobs const singles =
        make(4, 1, {{0, 2, 1, 8}, {1, 3, 1, 4}, {2, 2, 1, 10}, {3, 1, 1, 6}, {4, 2, 1, 10}, {5, 1, 1, 6}});
    draw("strict", singles, gangway::strict{});
    draw("greedy", singles, gangway::greedy{});
    draw("protected_greedy{.after = seconds{8}}", singles, gangway::protected_greedy{.after = seconds{8}});
    draw("easy", singles, gangway::easy{});
    draw("hybrid{.reservations = 2}", singles, gangway::hybrid{.reservations = 2});
    draw("conservative", singles, gangway::conservative{});

    std::printf("\n== 2 nodes of 3 GPUs; g: one task of 3 GPUs, so a whole node; the others: 1 GPU each\n");
    jobs const blocks = make(2, 3,
                             {{0, 1, 1, 6},
                              {0, 1, 1, 8},
                              {0, 1, 1, 10},
                              {0, 1, 1, 7},
                              {0, 1, 1, 9},
                              {0, 1, 1, 11},
                              {1, 1, 3, 6},
                              {2, 1, 1, 8},
                              {2, 1, 1, 8},
                              {2, 1, 1, 8},
                              {2, 1, 1, 8},
                              {2, 1, 1, 8}});
    draw("greedy", blocks, gangway::greedy{});
    draw("protected_greedy{.after = seconds{4}}", blocks, gangway::protected_greedy{.after = seconds{4}});
    draw("draining{.after = seconds{4}, .at_most = 1}", blocks, gangway::draining{.after = seconds{4}, .at_most = 1});

    std::printf("\n== 2 nodes of 2 GPUs; a: 1 GPU; b: two tasks of 2 GPUs; c: four tasks of 1 GPU\n");
    jobs const knot = make(2, 2, {{0, 1, 1, 10}, {1, 2, 2, 8}, {2, 4, 1, 8}});
    draw("strict", knot, gangway::strict{});
    draw("pod_by_pod", knot, gangway::pod_by_pod{});
    draw("pod_by_pod{.give_up_after = seconds{12}}", knot, gangway::pod_by_pod{.give_up_after = seconds{12}});
}
