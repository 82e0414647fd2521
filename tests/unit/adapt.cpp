#include <doctest/doctest.h>

#include <gangway/gangway.hpp>

#include <list>
#include <string>
#include <vector>

using namespace gangway;

namespace {

// A host's own records, of its own making.
struct record {
    int number;
    int gpus;
    double submitted_at;
    double minutes;
    double importance;
    std::string user;
};
struct machine {
    std::string name;
    int total;
    int used;
    bool online;
};
struct run {
    record const* job;
    instant since;
    std::vector<grant<machine const*>> nodes;
};

struct site {
    std::list<machine> machines{{"b", 8, 0, true}, {"a", 8, 6, true}, {"c", 8, 0, false}};
    std::vector<record> records{
        {1, 4, 0.0, 10.0, 0.0, "ann"}, {2, 8, 1.0, 10.0, 5.0, "bob"}, {3, 2, 2.0, 1.0, 0.0, "ann"}};
    std::vector<run> runs;

    [[nodiscard]] auto model() const {
        return adapt<record>(
            job_fields{.id = &record::number,
                       .shape = [](record const& r) { return gang<1>{1, {r.gpus}}; },
                       .submitted = [](record const& r) { return instant{r.submitted_at}; },
                       .estimate = [](record const& r) { return std::optional<duration>{minutes{r.minutes}}; },
                       .priority = &record::importance,
                       .group = &record::user},
            machines,
            node_fields{.id = &machine::name,
                        .capacity = [](machine const& m) { return amounts<1>{m.total}; },
                        .free = [](machine const& m) { return amounts<1>{m.total - m.used}; },
                        .up = &machine::online},
            [this]() -> std::vector<run> const& { return runs; });
    }
};

} // namespace

TEST_CASE("a model from projections answers as the records do") {
    site const here;
    auto const m = here.model();
    static_assert(cluster_model<decltype(m)>);
    static_assert(has_estimate<decltype(m)> && has_priority<decltype(m)> && has_group<decltype(m)> &&
                  has_up<decltype(m)>);
    static_assert(!has_eligible<decltype(m)> && !has_limit<decltype(m)> && !has_domain<decltype(m)>);
    auto const* job = &here.records[1];
    CHECK(m.id(job) == 2);
    CHECK(m.shape(job) == gang<1>{1, {8}});
    CHECK(m.submitted(job) == instant{1.0});
    CHECK(m.estimate(job) == minutes{10});
    CHECK(m.priority(job) == 5.0);
    CHECK(m.group(job) == "bob");
    CHECK(m.nodes().size() == 3);
    auto const* node = m.nodes()[1];
    CHECK(m.id(node) == "a");
    CHECK(m.capacity(node) == amounts<1>{8});
    CHECK(m.free(node) == amounts<1>{2});
    CHECK(m.up(node));
    CHECK_FALSE(m.up(m.nodes()[2]));
}

TEST_CASE("fields that the host does not have are no capabilities") {
    site const here;
    auto const m = adapt<record>(job_fields{.id = &record::number,
                                            .shape = [](record const& r) { return gang<1>{1, {r.gpus}}; },
                                            .submitted = [](record const& r) { return instant{r.submitted_at}; }},
                                 here.machines,
                                 node_fields{.id = &machine::name,
                                             .capacity = [](machine const& x) { return amounts<1>{x.total}; },
                                             .free = [](machine const& x) { return amounts<1>{x.total - x.used}; }},
                                 [] { return std::vector<run>{}; });
    using model = decltype(m);
    static_assert(cluster_model<model>);
    static_assert(!has_estimate<model> && !has_priority<model> && !has_group<model> && !has_up<model>);
    CHECK(estimate_or_unbounded(m, &here.records[0]) == unbounded);
}

TEST_CASE("a scheduler over a host's records starts gangs on its machines, and adopts what runs") {
    site here;
    here.machines.front().used = 4; // b
    here.runs.push_back({&here.records[0], instant{0.0}, {{&here.machines.front(), 1, 0}}});
    auto const m = here.model();
    scheduler s{m, policy{.rank = priority{}, .admit = easy{}}};
    CHECK(s.running() == 1);
    s.submit(&here.records[1]);
    s.submit(&here.records[2]);
    std::string text;
    s.pass(instant{2.0},
           [&](auto const& d) { text += std::to_string(d.job->number) + "@" + d.nodes[0].node->name + " "; });
    CHECK(text == "3@a "); // bob's 8 wait for b, reserved when ann's job should end
    CHECK(s.reservation(&here.records[1]) == instant{600.0});
}
