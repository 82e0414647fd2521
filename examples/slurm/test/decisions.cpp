// slurm - decisions without slurmctld: on records in memory, the changes that a tick would write.
#include "../../common/thrown_promises.hpp"

#include "../plan.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <deque>
#include <string>

using namespace slurm;

namespace {

using gangway::profile::rate_table;

// Records as slurmctld would give them: nodes of 8 GPUs in one partition.
struct state {
    std::deque<std::string> texts;
    std::vector<job_info_t> jobs;
    std::vector<node_info_t> nodes;
    std::vector<partition_info_t> partitions{1};
    std::vector<int32_t> all;

    explicit state(int node_count) : all{0, node_count - 1, -1} {
        for (int i = 1; i <= node_count; ++i) {
            auto& n = blank(nodes);
            n.name = text(std::string{"n"}.append(std::to_string(i)));
            n.gres = text("gpu:h100:8");
            n.cpus_efctv = 64;
            n.node_state = NODE_STATE_IDLE;
        }
        std::memset(partitions.data(), 0, sizeof(partition_info_t));
        partitions[0].name = text("gpu");
        partitions[0].state_up = PARTITION_UP;
        partitions[0].node_inx = all.data();
        jobs.reserve(100); // references to jobs stay
    }
    char* text(std::string s) { return texts.emplace_back(std::move(s)).data(); }
    job_info_t& held(std::uint32_t id, std::uint32_t node_count, char const* comment) {
        auto& j = blank(jobs);
        j.job_id = id;
        j.name = text(std::string{"j"}.append(std::to_string(id)));
        j.partition = text("gpu");
        j.comment = text(comment);
        j.tres_per_node = text("gres:gpu:8");
        j.num_nodes = j.max_nodes = j.num_cpus = node_count;
        j.nice = NICE_OFFSET;
        j.shared = NO_VAL16;
        j.state_reason = WAIT_HELD_USER;
        j.submit_time = 1'000;
        j.time_limit = 10;
        return j;
    }
    records view() { return {2'000, jobs, nodes, partitions}; }

  private:
    template <class Record>
    static Record& blank(std::vector<Record>& all_records) {
        auto& r = all_records.emplace_back();
        std::memset(&r, 0, sizeof r);
        return r;
    }
};

plan_options gate_of(std::string policy = usual_policy) {
    plan_options o;
    o.does = mode::gate;
    o.jobs.word = "gangway";
    o.policy = std::move(policy);
    return o;
}
std::string all_texts(std::vector<change> const& changes) {
    std::string out;
    for (auto const& c : changes) out += c.text() + "\n";
    return out;
}
bool has(std::string const& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("a gate releases in the order of the policy, whole, and tells the others why") {
    state s{4};
    s.held(1, 3, "gangway rate=24"); // 1 for each GPU
    s.held(2, 2, "gangway rate=32"); // 2
    s.held(3, 1, "gangway rate=x");
    s.held(4, 5, "gangway");
    s.held(5, 1, "other");
    auto const text = all_texts(changes_for(s.view(), gate_of("efficiency;strict"), {}));
    CHECK(has(text, "job 2 (j2): release to n[1-2]"));
    CHECK(has(text, "job 1 (j1): says \"gangway: waits: capacity, needs 24 GPU, 16 free; 0 ahead"));
    CHECK(has(text, "job 3 (j3): says \"gangway: waits: order"));
    CHECK(has(text, "its profile is doubted: rate=x is no rate"));
    CHECK(has(text, "job 4 (j4): says \"gangway: never: needs 5 tasks at once, the empty cluster holds 4"));
    CHECK(!has(text, "job 5"));
}

TEST_CASE("a rate that would overflow is doubted; what a policy overflows with is thrown, and ends nothing") {
    state s{1};
    s.held(1, 1, "gangway rate=1e308");
    s.held(2, 1, "gangway model=wild");
    s.held(3, 1, "gangway rate=-1");
    s.held(4, 1, "gangway rate=1e12");
    rate_table table;
    table.add({"wild", "h100", 8, false, 8, 1e308});
    auto const text = all_texts(changes_for(s.view(), gate_of("efficiency@24h;greedy"), table));
    CHECK(has(text, "job 4 (j4): release to n1"));
    CHECK(has(text, "rate=1e308 is no rate from 0 to 1e12"));
    CHECK(has(text, "model=wild has no rate from 0 to 1e12 in the table"));
    CHECK(has(text, "rate=-1 is no rate"));
    s.held(5, 1, "gangway model=steep"); // eight GPUs are 1e300 times as fast as one
    table.add({"steep", "h100", 8, false, 1, 1e-310});
    table.add({"steep", "h100", 8, false, 8, 1.0});
    CHECK_THROWS_AS(changes_for(s.view(), gate_of("efficiency(scaling);greedy"), table), broken_promise);
}

TEST_CASE("put-back gives the nice value back also to a job that its owner holds since") {
    state s{1};
    s.held(1, 1, "gangway").admin_comment = s.text("gangway: waits: order; nice was 50 | ours");
    s.held(2, 1, "gangway").admin_comment = s.text("gangway: waits: order");
    s.held(3, 1, "gangway").admin_comment = s.text("gangway: waits: order");
    s.jobs[2].nice = NICE_OFFSET + 7; // its own: nothing to give back
    auto back = gate_of();
    back.does = mode::put_back;
    CHECK(all_texts(changes_for(s.view(), back, {})) == "job 1 (j1): nice 50; says \"ours\"\n"
                                                        "job 2 (j2): says \"\"\n"
                                                        "job 3 (j3): says \"\"\n");
}

TEST_CASE("what was written is not written again; a released gang holds its nodes until it is taken back") {
    state s{4};
    auto& wide = s.held(1, 4, "gangway");
    auto& narrow = s.held(2, 1, "gangway");
    auto changes = changes_for(s.view(), gate_of(), {});
    REQUIRE(changes.size() == 2);
    CHECK(changes[0].what == action::release);
    CHECK(changes[0].nodes == "n[1-4]");
    wide.admin_comment = s.text(*changes[0].comment);
    wide.priority = 1;
    wide.req_nodes = s.text(changes[0].nodes);
    wide.req_node_inx = s.all.data();
    narrow.admin_comment = s.text(*changes[1].comment);
    CHECK(has(*changes[1].comment, "waits: capacity, needs 8 GPU, 0 free"));
    CHECK(changes_for(s.view(), gate_of(), {}).empty());

    auto r = s.view();
    r.now += 60;
    changes = changes_for(r, gate_of(), {});
    REQUIRE(!changes.empty());
    CHECK(changes[0].what == action::hold);
    CHECK(changes[0].job == 1);

    auto back = gate_of();
    back.does = mode::put_back;
    changes = changes_for(s.view(), back, {});
    REQUIRE(changes.size() == 2);
    CHECK(changes[0].what == action::hold);
    CHECK(changes[0].comment == "");
    CHECK(changes[1].what == action::comment);
}

TEST_CASE("what a gate cannot serve is left alone, with the reason") {
    state s{4};
    auto const reason = [&](auto change_job, std::uint32_t node_count = 1) {
        s.jobs.clear();
        change_job(s.held(1, node_count, "gangway"));
        return all_texts(changes_for(s.view(), gate_of(), {}));
    };
    CHECK(has(reason([&](auto& j) { j.array_task_str = s.text("1-3"); }), "left alone: a job array"));
    CHECK(has(reason([&](auto& j) { j.het_job_id = 7; }), "left alone: a heterogeneous job"));
    CHECK(has(reason([&](auto& j) { j.features = s.text("big"); }), "left alone: it asks for features"));
    CHECK(has(reason([&](auto& j) { j.shared = JOB_SHARED_NONE; }), "left alone: it asks for whole nodes"));
    CHECK(has(reason([&](auto& j) { j.max_nodes = 4; }), "left alone: it asks for a range of nodes"));
    CHECK(has(reason([&](auto& j) { j.tres_per_node = s.text("gres:gpu:4"); }, 2),
              "left alone: it asks for half a node"));
    CHECK(has(reason([&](auto& j) { j.tres_per_node = s.text("gres:gpu:4"); }), "release to n1"));
    CHECK(has(reason([&](auto& j) { j.priority = 5; }), "left to Slurm: it is not held"));
    CHECK(reason([&](auto& j) { j.state_reason = WAIT_HELD; }).empty());
    CHECK(reason([&](auto& j) { j.dependency = s.text("afterok:3"); }).empty());
    CHECK(reason([&](auto& j) { j.eligible_time = 3'000; }).empty());
}

TEST_CASE("rank writes falling priorities, protected jobs first, and only what moved") {
    state s{4};
    for (std::uint32_t id = 1; id <= 4; ++id) s.held(id, 4, id == 4 ? "gangway" : "gangway rate=64").priority = 1;
    s.jobs[3].submit_time = 10; // old enough to be protected
    auto o = gate_of("efficiency;protected(1500s)");
    o.does = mode::rank;
    auto const first = changes_for(s.view(), o, {});
    REQUIRE(first.size() == 4);
    CHECK(first[0].job == 4);
    for (std::size_t i = 1; i < 4; ++i) CHECK(first[i].priority < first[i - 1].priority);
    for (auto const& c : first) {
        s.jobs[c.job - 1].priority = c.priority;
        s.jobs[c.job - 1].admin_comment = s.text(*c.comment);
    }
    CHECK(changes_for(s.view(), o, {}).empty());
    s.held(5, 4, "gangway rate=640").priority = 1;
    std::size_t priorities = 0;
    for (auto const& c : changes_for(s.view(), o, {})) priorities += c.what == action::rank;
    CHECK(priorities == 1);
}

TEST_CASE("rates from a table, for the GPU type that the job asks for") {
    rate_table table;
    table.add({"slow", "h100", 8, false, 8, 4.0});
    table.add({"fast", "h100", 8, false, 8, 40.0});
    table.add({"fast", "a100", 8, false, 8, 1.0});
    state s{1};
    s.held(1, 1, "gangway model=slow");
    s.held(2, 1, "gangway model=fast");
    s.held(3, 1, "gangway model=gone");
    for (auto& j : s.jobs) j.tres_per_node = s.text("gres:gpu:h100:8");
    auto const text = all_texts(changes_for(s.view(), gate_of("efficiency;greedy"), table));
    CHECK(has(text, "job 2 (j2): release to n1"));
    CHECK(has(text, "model=gone is not in the table for its GPU type"));
    CHECK_THROWS_WITH(changes_for(s.view(), gate_of("fifo;gredy"), table), doctest::Contains("did you mean 'greedy'"));
}
