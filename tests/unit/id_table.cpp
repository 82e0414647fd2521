#include <gangway/queue/id_table.hpp>

#include <doctest/doctest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

using namespace gangway;

namespace {

struct badly_hashed { // most hashes are those of others
    int value = 0;
    friend bool operator==(badly_hashed, badly_hashed) = default;
};
struct only_ordered { // no std::hash: the table sorts
    int value = 0;
    friend auto operator<=>(only_ordered, only_ordered) = default;
};
template <class Id>
Id make(int i) {
    if constexpr (std::is_same_v<Id, std::string>)
        return "job-" + std::to_string(i);
    else if constexpr (std::is_same_v<Id, only_ordered> || std::is_same_v<Id, badly_hashed>)
        return {i};
    else
        return static_cast<Id>(i) << 20; // low bits alike: the table must mix
}

} // namespace

template <>
struct std::hash<badly_hashed> {
    std::size_t operator()(badly_hashed id) const { return static_cast<std::size_t>(id.value % 7); }
};

TEST_CASE_TEMPLATE("an id table finds what was put in, and nothing else", Id, std::int64_t, std::string, badly_hashed,
                   only_ordered) {
    id_table<Id> table;
    std::map<int, index> plain;
    std::vector<Id> ids(4000); // by slot
    auto const id_of = [&](index slot) -> Id const& { return ids[slot]; };
    CHECK(table.find(make<Id>(1), id_of) == no_index);
    CHECK(table.take(make<Id>(1), id_of) == no_index);
    std::mt19937 random{3};
    for (int step = 0; step < 4000; ++step) {
        int const i = static_cast<int>(random() % 300);
        if (auto const at = plain.find(i); at != plain.end() && random() % 4 != 0) {
            REQUIRE(table.take(make<Id>(i), id_of) == at->second);
            plain.erase(at);
        } else if (at == plain.end()) {
            ids[static_cast<std::size_t>(step)] = make<Id>(i);
            table.insert(make<Id>(i), static_cast<index>(step), id_of);
            plain[i] = static_cast<index>(step);
        }
        int const asked = static_cast<int>(random() % 300);
        auto const at = plain.find(asked);
        REQUIRE(table.find(make<Id>(asked), id_of) == (at == plain.end() ? no_index : at->second));
    }
    for (int i = 0; i < 300; ++i) {
        auto const at = plain.find(i);
        CHECK(table.find(make<Id>(i), id_of) == (at == plain.end() ? no_index : at->second));
    }
}
