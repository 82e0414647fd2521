// L5 - the words of a policy in text, `rank;admission;placement;clock`, with what each means.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace gangway::runtime {

/// A rank term.
enum class term_name {
    fifo,
    priority,
    efficiency,
    efficiency_rank,
    shortest,
    response_ratio,
    aging,
    capped_aging,
    saturating_aging,
    virtual_arrival,
    multiplied_by_age,
    multiplied_by_capped_age
};

/// `hybrid` is also conservative: with as many reservations as there are jobs.
enum class admission_name { strict, greedy, protected_greedy, draining, easy, hybrid, pod_by_pod };

/// A placement.
enum class placement_name { best_fit, spread, consolidate, topology, fragmentation_aware };

/// A rule for clocks.
enum class clock_name { none, fastest, least_energy, least_edp, least_ed2p };

/// Ranks that `then` may join.
inline constexpr std::size_t most_levels = 3;

/// One word of the vocabulary.
template <class Name>
struct word {
    std::string_view name;  ///< as it is written
    std::string_view also;  ///< its name in C++, where that differs
    Name is;                ///< what it means
    std::size_t least;      ///< number of parameters
    std::size_t most;       ///< arguments that it takes
    std::string_view usage; ///< with its arguments
    std::string_view means; ///< what it does, in a line
};

/// Every rank term.
inline constexpr std::array rank_words{
    word<term_name>{"fifo", "submit-order", term_name::fifo, 0, 0, "fifo", "by submission"},
    word<term_name>{"priority", "", term_name::priority, 0, 0, "priority", "the host's base priority (0 in a trace)"},
    word<term_name>{"efficiency", "", term_name::efficiency, 0, 1, "efficiency[(raw|samples|scaling)]",
                    "measured rate for each GPU, 0 to 1"},
    word<term_name>{"efficiency-rank", "", term_name::efficiency_rank, 0, 1, "efficiency-rank[(raw|samples|scaling)]",
                    "share of the queue that is less efficient"},
    word<term_name>{"shortest", "shortest-first", term_name::shortest, 0, 0, "shortest", "smallest estimate"},
    word<term_name>{"response-ratio", "", term_name::response_ratio, 0, 0, "response-ratio", "(wait + estimate) / estimate"},
    word<term_name>{"aging", "", term_name::aging, 1, 1, "aging(6h)", "grows by 1 in that time"},
    word<term_name>{"capped-aging", "", term_name::capped_aging, 1, 2, "capped-aging(6h[,1])", "the same, up to a cap"},
    word<term_name>{"saturating-aging", "", term_name::saturating_aging, 1, 2, "saturating-aging(6h[,1])",
                    "nears the cap exponentially"},
    word<term_name>{"virtual-arrival", "", term_name::virtual_arrival, 1, 2, "virtual-arrival(24h[,efficiency])",
                    "a score of 1 counts as this much earlier; short: efficiency@24h"},
    word<term_name>{"multiplied-by-age", "", term_name::multiplied_by_age, 1, 2, "multiplied-by-age(6h[,efficiency])",
                    "score * (1 + wait/6h)"},
    word<term_name>{"multiplied-by-capped-age", "", term_name::multiplied_by_capped_age, 1, 3,
                    "multiplied-by-capped-age(6h[,1[,efficiency]])", "score * (1 + at most 1)"},
};

/// Every admission.
inline constexpr std::array admission_words{
    word<admission_name>{"strict", "", admission_name::strict, 0, 0, "strict", "stop at the first that does not fit"},
    word<admission_name>{"greedy", "", admission_name::greedy, 0, 0, "greedy", "start whatever fits"},
    word<admission_name>{"protected", "protected-greedy", admission_name::protected_greedy, 1, 1, "protected(36h)",
                         "greedy; who has waited this long goes first and blocks"},
    word<admission_name>{"draining", "", admission_name::draining, 1, 3, "draining(24h[,8[,freest]])",
                         "greedy; who has waited this long holds nodes, at most 8 at once: those with the least expected "
                         "work, or freest"},
    word<admission_name>{"easy", "", admission_name::easy, 0, 0, "easy", "a reservation for the first (reads estimates)"},
    word<admission_name>{"conservative", "", admission_name::hybrid, 0, 0, "conservative", "a reservation for everybody"},
    word<admission_name>{"hybrid", "", admission_name::hybrid, 1, 1, "hybrid(4)", "a reservation for the first 4"},
    word<admission_name>{"pod-by-pod", "", admission_name::pod_by_pod, 0, 1, "pod-by-pod[(1h)]",
                         "no gangs: tasks bind one by one [give up after 1h]"},
};

/// Every placement.
inline constexpr std::array placement_words{
    word<placement_name>{"best-fit", "", placement_name::best_fit, 0, 0, "best-fit", "tightest node first"},
    word<placement_name>{"spread", "", placement_name::spread, 0, 0, "spread", "emptiest node first"},
    word<placement_name>{"consolidate", "", placement_name::consolidate, 0, 0, "consolidate", "fewest nodes"},
    word<placement_name>{"topology", "", placement_name::topology, 0, 0, "topology", "tightest rack or island first"},
    word<placement_name>{"fragmentation-aware", "", placement_name::fragmentation_aware, 0, 0, "fragmentation-aware",
                         "leaves room for the sizes of the trace"},
};

/// Every rule for clocks.
inline constexpr std::array clock_words{
    word<clock_name>{"none", "no-clock", clock_name::none, 0, 0, "none", "every gang at its highest clock"},
    word<clock_name>{"least-energy", "", clock_name::least_energy, 0, 2, "least-energy[(1.2[,300])]",
                     "least joules [at most 1.2 times the time [and 300 W for each GPU]]"},
    word<clock_name>{"least-edp", "", clock_name::least_edp, 0, 2, "least-edp[(1.2[,300])]", "least joules * seconds"},
    word<clock_name>{"least-ed2p", "", clock_name::least_ed2p, 0, 2, "least-ed2p[(1.2[,300])]", "least joules * seconds^2"},
    word<clock_name>{"fastest", "", clock_name::fastest, 1, 1, "fastest(300)", "fastest under a cap of 300 W for each GPU"},
};

/// Every name of a kind, as it is printed.
template <class Name, std::size_t Size>
[[nodiscard]] std::vector<std::string_view> names_of(std::array<word<Name>, Size> const& words) {
    std::vector<std::string_view> out;
    out.reserve(Size);
    for (auto const& w : words) out.push_back(w.name);
    return out;
}

/// The word for what is named, as it is printed.
template <class Name, std::size_t Size>
[[nodiscard]] constexpr std::string_view name_in(std::array<word<Name>, Size> const& words, Name name) {
    for (auto const& w : words)
        if (w.is == name) return w.name;
    return "";
}

} // namespace gangway::runtime
