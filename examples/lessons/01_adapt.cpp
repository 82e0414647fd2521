// Lesson 1 - a class of the host's own as a model, with capabilities: estimate, up, domain, group and limit.
#include <gangway/gangway.hpp>

#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

using gangway::amounts;
using gangway::duration;
using gangway::gang;
using gangway::instant;

struct request {
    std::string name, team;
    gang<2> shape; // of one task: GPUs, GiB of memory
    double submitted = 0.0;
    std::optional<duration> time_limit{};
};
struct machine {
    std::string name, rack;
    amounts<2> capacity, free;
    bool healthy = true;
};
struct running_job { // what `running()` lists: any struct with these three members
    request const* job;
    instant since;
    std::vector<gangway::grant<machine const*>> nodes;
};

// Handles are pointers to the records; the library asks through them and copies nothing.
class datacentre {
  public:
    using job_type = request const*;
    using node_type = machine const*;

    explicit datacentre(std::vector<machine> machines) : machines_{std::move(machines)} {}

    // What every algorithm asks.
    [[nodiscard]] std::string const& id(job_type j) const { return j->name; }
    [[nodiscard]] gang<2> shape(job_type j) const { return j->shape; }
    [[nodiscard]] instant submitted(job_type j) const { return instant{j->submitted}; }
    [[nodiscard]] std::string const& id(node_type n) const { return n->name; }
    [[nodiscard]] amounts<2> capacity(node_type n) const { return n->capacity; }
    [[nodiscard]] amounts<2> free(node_type n) const { return n->free; }
    [[nodiscard]] std::vector<node_type> nodes() const {
        std::vector<node_type> all;
        for (machine const& m : machines_) all.push_back(&m);
        return all;
    }
    [[nodiscard]] std::vector<running_job> const& running() const { return running_; }

    // Capabilities: leave one out, and only what needs it is lost.
    [[nodiscard]] std::optional<duration> estimate(job_type j) const { return j->time_limit; }
    [[nodiscard]] bool up(node_type n) const { return n->healthy; }
    [[nodiscard]] int domain_levels() const { return 1; }
    [[nodiscard]] std::string const& domain(node_type n, int) const { return n->rack; }
    [[nodiscard]] std::string const& group(job_type j) const { return j->team; }
    [[nodiscard]] std::optional<amounts<2>> limit(std::string const& team) const {
        return team == "interns" ? std::optional<amounts<2>>{{2, 1024}} : std::nullopt;
    }

    // The host does what was decided.
    void start(gangway::decision<datacentre> const& d) {
        running_.push_back({d.job, d.at, {d.nodes.begin(), d.nodes.end()}});
        std::printf("%s starts on", d.job->name.c_str());
        for (auto const& part : d.nodes) {
            auto& m = machines_[static_cast<std::size_t>(part.node - machines_.data())];
            m.free -= part.tasks * d.job->shape.each;
            std::printf(" %s x%d", m.name.c_str(), static_cast<int>(part.tasks));
        }
        std::printf("\n");
    }

  private:
    std::vector<machine> machines_;
    std::vector<running_job> running_;
};

} // namespace

int main() {
    amounts<2> const full{4, 256};
    datacentre cluster{{{"a1", "rack-a", full, full},
                        {"a2", "rack-a", full, full},
                        {"b1", "rack-b", full, full},
                        {"b2", "rack-b", full, full, false}}};
    std::vector<request> const jobs{
        {"train", "vision", {8, {1, 64}}, 0.0, gangway::hours{4}},    // rack-a holds it whole
        {"sweep", "language", {8, {1, 32}}, 1.0, gangway::hours{1}},  // b1 alone is too small: waits for train
        {"tune", "language", {2, {1, 60}}, 2.0, gangway::hours{9}},   // sweep still fits beside it when train ends
        {"eval", "interns", {1, {2, 64}}, 3.0, gangway::minutes{30}}, // over before that
        {"demo", "interns", {1, {1, 16}}, 4.0, gangway::minutes{5}},  // its team is at its limit
        {"giant", "vision", {16, {1, 64}}, 5.0, gangway::hours{1}},   // all four machines, and b2 is out of service
    };

    gangway::scheduler s{
        cluster,
        gangway::policy{.rank = gangway::submit_order{}, .admit = gangway::easy{}, .place = gangway::topology{}}};
    for (request const& j : jobs) s.submit(&j);
    instant const now{10.0};
    s.pass(now, [&](auto const& d) { cluster.start(d); });
    std::vector<std::string_view> const resources{"GPU", "GiB"};
    for (request const& j : jobs)
        std::printf("%-6s %s\n", j.name.c_str(), gangway::describe(gangway::explain(s, &j, now), resources).c_str());
}
