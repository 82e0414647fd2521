// slurm - the parts that need no slurmctld: texts of Slurm, marks, priorities, records.
#include "../../common/thrown_promises.hpp"

#include "../cluster.hpp"
#include "../comment_words.hpp"
#include "../gres_text.hpp"
#include "../mark.hpp"
#include "../priorities.hpp"
#include "../record_json.hpp"
#include "../selection.hpp"

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <cstring>
#include <string>

using namespace slurm;

namespace {

bool falls(std::vector<std::uint32_t> const& p) {
    return std::adjacent_find(p.begin(), p.end(), [](auto a, auto b) { return a <= b; }) == p.end() &&
           (p.empty() || p.back() >= 2);
}
std::size_t changed(std::vector<std::uint32_t> const& a, std::vector<std::uint32_t> const& b) {
    std::size_t n = 0;
    for (std::size_t i = 0; i < a.size(); ++i) n += a[i] != b[i];
    return n;
}

} // namespace

TEST_CASE("GPU counts in the words of Slurm") {
    CHECK(gpus_in(nullptr).gpus == 0);
    CHECK(gpus_in("").gpus == 0);
    CHECK(gpus_in("gres:gpu").gpus == 1);
    CHECK(gpus_in("gres:gpu:8").gpus == 8);
    CHECK(gpus_in("gres:gpu:h100:8").gpus == 8);
    CHECK(gpus_in("gres:gpu:h100:8").type == "h100");
    CHECK(gpus_in("gres:gpu:h100").gpus == 1);
    CHECK(gpus_in("gres:gpu:h100").type == "h100");
    CHECK(gpus_in("gpu:h100:8(S:0-1)").gpus == 8);
    CHECK(gpus_in("gpu:h100:3(IDX:0-1,5),nic:2").gpus == 3);
    CHECK(gpus_in("gpu:a100:2,gpu:h100:3").gpus == 5);
    CHECK(gpus_in("gpu:a100:2,gpu:h100:3").type.empty());
    CHECK(gpus_in("gres/gpu=4").gpus == 4);
    CHECK(gpus_in("gpumem:40").gpus == 0);
    CHECK(gpus_in("gpu:0").gpus == 0);
}

TEST_CASE("words of a comment") {
    CHECK(has_word("a gangway;rate=3", "gangway"));
    CHECK(!has_word("gangways", "gangway"));
    CHECK(value_of("model=gpt2, rate=3.5", "rate") == "3.5");
    CHECK(!value_of("rated=3", "rate"));
    CHECK(value_of("rate=", "rate") == "");
}

TEST_CASE("a mark keeps what others wrote, when it was released, and the nice value") {
    auto const text = marked("released to n[1-2] at " + time_text(1'796'079'658), "ours | twice");
    CHECK(released_at(text.c_str()) == 1'796'079'658);
    CHECK(text_of_others(text.c_str()) == "ours | twice");
    CHECK(marked("waits", text.c_str()) == "gangway: waits | ours | twice");
    CHECK(!released_at("gangway: waits"));
    CHECK(!released_at("gangway: released to n1 at noon"));

    job_info_t job;
    std::memset(&job, 0, sizeof job);
    job.nice = NICE_OFFSET - 7;
    CHECK(nice_before(job) == -7);
    std::string ranked = "gangway: waits; nice was 50 | ; nice was 3";
    job.nice = NICE_OFFSET;
    job.admin_comment = ranked.data();
    CHECK(nice_before(job) == 50);
}

TEST_CASE("priorities fall, and few of them change") {
    CHECK(falling({}).empty());
    auto const first = falling(std::vector<std::uint32_t>(1'000, 0));
    CHECK(falls(first));
    CHECK(falling(first) == first);

    auto arrival = first;
    arrival.insert(arrival.begin() + 500, 0);
    CHECK(changed(arrival, falling(arrival)) == 1);
    CHECK(falls(falling(arrival)));
    auto at_the_front = first;
    at_the_front.insert(at_the_front.begin(), 0);
    CHECK(changed(at_the_front, falling(at_the_front)) == 1);
    auto moved = first; // one job goes from the end to the front
    moved.insert(moved.begin(), moved.back());
    moved.pop_back();
    CHECK(changed(moved, falling(moved)) == 1);
    CHECK(falls(falling(moved)));

    CHECK(falls(falling({5, 0, 4})));    // no room between: numbered anew
    CHECK(falls(falling({3, 0, 0, 0}))); // no room below
    CHECK(falls(falling({7, 7, 7, 1, 0, 9})));
    CHECK(falls(falling({0, 4'294'967'295U})));
}

TEST_CASE("records go to JSON and back; what is wrong in a line is named") {
    auto const line = std::string{
        R"j({"time":100,"jobs":[{"job_id":7,"name":"train","partition":"gpu","job_state":1,"state_reason":0,)j"
        R"j("priority":5,)j"
        R"j("nice":2147483648,"num_nodes":2,"max_nodes":2,"num_cpus":6,"num_tasks":2,)j"
        R"j("tres_per_node":"gres:gpu:h100:8",)j"
        R"j("shared":65534,"het_job_id":0,"submit_time":10,"eligible_time":20,"start_time":30,"time_limit":5,)j"
        R"j("nodes":[0,1]}],)j"
        R"j("nodes":[{"name":"n1","node_state":3,"gres":"gpu:h100:8","gres_used":"gpu:h100:8(IDX:0-7)","cpus":64},)j"
        R"j({"name":"n2","node_state":3,"gres":"gpu:h100:8","gres_used":"gpu:h100:0","cpus":64},)j"
        R"j({"name":"n3","node_state":2,"gres":"gpu:a100:8","gres_used":"gpu:a100:1","cpus":64}],)j"
        R"j("partitions":[{"name":"gpu","state_up":3,"nodes":[0,2]}]})j"};
    recorded state{line};
    auto const r = state.view();
    recorded again{record_line(r)};
    CHECK(record_line(again.view()) == record_line(r));

    cluster const c{r};
    REQUIRE(c.running().size() == 1);
    CHECK(c.running()[0].nodes.size() == 2);
    CHECK(c.shape(&r.jobs[0]) == gangway::gang<2>{2, {8, 3}});
    CHECK(c.free(&r.nodes[0]) == gangway::amounts<2>{0, 61});
    CHECK(c.free(&r.nodes[1]) == gangway::amounts<2>{0, 61}); // the node does not know of the job yet
    CHECK(c.free(&r.nodes[2]) == gangway::amounts<2>{7, 64}); // no job explains that one
    CHECK(c.eligible(&r.jobs[0], &r.nodes[0]));
    CHECK(!c.eligible(&r.jobs[0], &r.nodes[2])); // another type of GPU
    CHECK(c.estimate(&r.jobs[0]) == gangway::minutes{5});
    r.jobs[0].time_limit = 365 * 24 * 60;
    CHECK(!c.estimate(&r.jobs[0]));

    r.jobs[0].tres_per_node = nullptr; // 16 GPUs, the job does not say on how many nodes
    r.jobs[0].tres_per_job = again.view().jobs[0].tres_per_node;
    r.jobs[0].num_nodes = r.jobs[0].max_nodes = 0;
    CHECK(!gpus_per_node(r.jobs[0]));
    r.partitions[0].name = nullptr;
    CHECK(!c.eligible(&r.jobs[0], &r.nodes[0]));

    auto const refused = [](std::string text) {
        try {
            recorded{text};
        } catch (std::exception const& e) {
            return std::string{e.what()};
        }
        return std::string{"taken"};
    };
    auto broken = line;
    broken.replace(broken.find("\"num_nodes\":2"), 13, "\"num_nodes\":\"\"");
    CHECK(refused(broken).find("jobs[0], field num_nodes") != std::string::npos);
    broken = line;
    broken.replace(broken.find("[0,2]"), 5, "[0]");
    CHECK(refused(broken).find("partitions[0], field nodes") != std::string::npos);
    CHECK(refused(line.substr(0, 50)) != "taken");
}
