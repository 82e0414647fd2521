// slurm - gangway-slurm: a controller beside slurmctld. Reads, decides, writes what differs, and does it again.
#include "../common/thrown_promises.hpp"

#include "options.hpp"
#include "record_json.hpp"
#include "writer.hpp"

#include <gangway/profile/rate_table_csv.hpp>

#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <optional>

namespace slurm {

namespace {

using gangway::profile::rate_table;

void print(records const& r, std::vector<change> const& changes) {
    for (auto const& c : changes) std::printf("%s %s\n", time_text(r.now).c_str(), c.text().c_str());
    std::fflush(stdout);
}

class watch {
  public:
    double lap() { // milliseconds since the last lap
        auto const now = std::chrono::steady_clock::now();
        auto const took = std::chrono::duration<double, std::milli>(now - from_).count();
        from_ = now;
        return took;
    }

  private:
    std::chrono::steady_clock::time_point from_ = std::chrono::steady_clock::now();
};

class controller {
  public:
    controller(options const& o, rate_table const& table) : o_{o}, table_{table} {
        if (o.record.empty()) return;
        record_.open(o.record, std::ios::app);
        if (!record_) throw std::runtime_error{"cannot write to " + o.record};
    }

    /// One look; true where all went as it should. A slurmctld that does not answer is not the end, and no job is that
    /// the policy cannot rank.
    bool look() try {
        if (o_.plan.does == mode::rank && !checked_) check_priorities();
        watch time;
        loaded_records const loaded;
        auto const r = loaded.view();
        double const load_ms = time.lap();
        if (record_.is_open() && !(record_ << record_line(r) << std::flush))
            throw std::runtime_error{"cannot write to " + o_.record + "; is the disk full?"};
        time.lap();
        auto const changes = changes_for(r, o_.plan, table_);
        double const decide_ms = time.lap();
        print(r, changes);
        time.lap();
        auto const result = carry_out(changes);
        if (o_.times)
            std::fprintf(stderr, "look: jobs %zu, load %.2f ms, decide %.2f ms, writes %zu, write %.2f ms\n",
                         r.jobs.size(), load_ms, decide_ms, result.done, time.lap());
        return result.failures.empty();
    } catch (no_answer const& e) {
        std::fprintf(stderr, "gangway-slurm: %s; %s\n", e.what(), o_.once ? "nothing was written" : "trying again");
        return false;
    } catch (broken_promise const& e) {
        std::fprintf(stderr, "gangway-slurm: the policy cannot decide on these jobs: %s; nothing was written%s\n",
                     e.what(), o_.once ? "" : ", trying again");
        return false;
    }
    /// What still waits goes back to where it was; true where all of it did.
    bool put_back_all() try {
        loaded_records const loaded;
        auto back = o_.plan;
        back.does = mode::put_back;
        auto const changes = changes_for(loaded.view(), back, table_);
        print(loaded.view(), changes);
        return carry_out(changes).failures.empty();
    } catch (no_answer const& e) {
        std::fprintf(stderr, "gangway-slurm: %s; nothing was put back: `gangway-slurm put-back` does it later\n",
                     e.what());
        return false;
    }

  private:
    [[nodiscard]] written carry_out(std::vector<change> const& changes) const {
        auto result = o_.dry_run ? written{} : write(changes);
        for (auto const& f : result.failures) std::fprintf(stderr, "gangway-slurm: %s\n", f.c_str());
        if (result.gone > 0)
            std::fprintf(stderr, "gangway-slurm: %zu jobs had started, ended or been held by the time of writing\n",
                         result.gone);
        return result;
    }
    void check_priorities() {
        slurm_conf_t* conf = nullptr;
        if (slurm_load_ctl_conf(0, &conf) != SLURM_SUCCESS)
            throw no_answer{std::string{"slurm_load_ctl_conf: "} + slurm_strerror(slurm_get_errno())};
        std::string const type{view_of(conf->priority_type)};
        slurm_free_ctl_conf(conf);
        if (type == "priority/basic")
            throw std::runtime_error{
                "rank needs PriorityType=priority/multifactor in slurm.conf (with weights of 0 will do); "
                "under priority/basic new jobs enter ahead of all ranked ones. gate works with both"};
        checked_ = true;
    }

    options const& o_;
    rate_table const& table_;
    std::ofstream record_;
    bool checked_ = false;
};

int replay(options const& o, rate_table const& table) {
    std::ifstream file{o.replay};
    if (!file) throw std::runtime_error{"cannot read " + o.replay};
    std::size_t number = 0;
    for (std::string line; std::getline(file, line);) {
        ++number;
        try {
            recorded state{line};
            auto const r = state.view();
            print(r, changes_for(r, o.plan, table));
        } catch (std::exception const& e) {
            throw std::runtime_error{o.replay + ", line " + std::to_string(number) + ": " + e.what()};
        }
    }
    return 0;
}

rate_table read_table(std::string const& path) {
    if (path.empty()) return {};
    std::ifstream file{path, std::ios::binary};
    std::string const content{std::istreambuf_iterator<char>{file}, {}};
    auto read = gangway::profile::read_rate_table(path, content);
    for (auto const& i : read.issues)
        std::fprintf(stderr, "gangway-slurm: %s:%zu: %s (%s)\n", i.file.c_str(), i.line, i.what.c_str(),
                     i.done.c_str());
    if (!read.usable()) throw std::runtime_error{path + " holds no measured rate"};
    return std::move(read.table);
}

int run(options const& o) {
    auto const table = read_table(o.profiles);
    (void)changes_for({}, o.plan, table); // a wrong policy is told before slurmctld is asked
    if (!o.replay.empty()) return replay(o, table);
    controller c{o, table};
    slurm_init(nullptr);

    // Blocked and waited for: a signal never cuts a request in two.
    sigset_t stop;
    sigemptyset(&stop);
    sigaddset(&stop, SIGINT);
    sigaddset(&stop, SIGTERM);
    sigprocmask(SIG_BLOCK, &stop, nullptr);
    double const seconds = std::floor(o.every);
    timespec const pause{static_cast<std::time_t>(seconds), static_cast<long>((o.every - seconds) * 1e9)};
    bool well = c.look();
    while (!o.once && sigtimedwait(&stop, nullptr, &pause) < 0) well = c.look();
    if (o.put_back_on_exit && !o.dry_run) well = c.put_back_all() && well;
    slurm_fini();
    return well || !(o.once || o.put_back_on_exit) ? 0 : 1;
}

} // namespace

} // namespace slurm

int main(int argc, char** argv) {
    auto const parsed = slurm::parse(argc, argv);
    if (parsed.exit_code >= 0) return parsed.exit_code;
    try {
        return slurm::run(parsed.chosen);
    } catch (std::exception const& e) {
        std::fprintf(stderr, "gangway-slurm: %s\n", e.what());
        return 2;
    }
}
