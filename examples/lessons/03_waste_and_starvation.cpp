// Lesson 3 - strict order wastes what it holds back, greedy starves whoever is wide; two answers that need no estimates.
#include "../drawn.hpp"

namespace {

using gangway::seconds;

template <class Admit>
auto policy_of(Admit admit) {
    return gangway::policy{.rank = gangway::submit_order{}, .admit = admit, .place = gangway::best_fit{}};
}

// 4 nodes of 1 GPU. Small jobs, one every 4 s, always keep three GPUs busy; a wide job, which needs two, comes with
// every tenth of them. All together ask for nine tenths of the GPUs.
drawn::jobs stream(int small) {
    std::vector<drawn::row> rows;
    for (int i = 0; i < small; ++i) {
        rows.push_back({4.0 * i, 1, 1, 13});
        if (i % 10 == 2) rows.push_back({4.0 * i + 1, 2, 1, 6});
    }
    return drawn::make(4, 1, rows);
}

template <class Admit>
void row_of(char const* name, Admit admit) {
    std::printf("%-22s", name);
    for (int small : {10, 20, 40, 80, 160}) {
        drawn::jobs const w = stream(small);
        gangway::sim::replay replay{w, policy_of(admit)};
        auto const m = gangway::sim::measure(w, replay.run());
        std::printf("   %4.0f %5.1f", m.wait.max, m.completion.mean);
    }
    std::printf("\n");
}

} // namespace

int main() {
    std::printf("4 GPUs; a runs long on one of them, b needs all four, the others one each\n");
    drawn::jobs const blocked = drawn::make(
        4, 1, {{0, 1, 1, 24}, {1, 4, 1, 4}, {2, 1, 1, 7}, {2, 1, 1, 7}, {3, 1, 1, 7}, {4, 1, 1, 7}, {5, 1, 1, 7}});
    drawn::draw("strict", blocked, policy_of(gangway::strict{}), 48);
    drawn::draw("greedy", blocked, policy_of(gangway::greedy{}), 48);

    std::printf("\na stream of small jobs, one every 4 s; d needs two GPUs at once\n");
    drawn::jobs const few = stream(10);
    drawn::draw("greedy", few, policy_of(gangway::greedy{}), 60);
    drawn::draw("draining after 12 s", few, policy_of(gangway::draining{.after = seconds{12}, .at_most = 1}), 60);

    std::printf("\nlongest wait and mean completion, by how many small jobs come\n%-22s", "");
    for (int small : {10, 20, 40, 80, 160}) std::printf("   %10d", small);
    std::printf("\n");
    row_of("strict", gangway::strict{});
    row_of("greedy", gangway::greedy{});
    row_of("protected after 12 s", gangway::protected_greedy{.after = seconds{12}});
    row_of("draining after 12 s", gangway::draining{.after = seconds{12}, .at_most = 1});
}
